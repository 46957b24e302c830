// SPDX-License-Identifier: BSD-3-Clause
// Conjugate gradients with Jacobi's preconditioner on several ranks:
//   mpirun -n 4 example-distributed-cg matrix.mtx
// The system is that of example-cg: L + I/100 with L the Laplacian of the matrix's graph. Rows,
// and with them the elements of all vectors, are split by entries; each product exchanges the
// elements of the direction that other ranks need while its own part is computed.
#include "examples/parts/laplacian.hpp"
#include "examples/parts/rank_lines.hpp"
#include "examples/parts/read.hpp"

#include "distributed/halo_spmv.hpp"
#include "distributed/program.hpp"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;  // NOLINT(google-build-using-namespace): an example of these
using distributed::Communicator;
using distributed::DistributedCsr;
using Vector = std::vector<double>;

/// The whole system, on rank 0.
Csr<double> read_system(const std::string& file_or_id) {
  examples::Matrix a = examples::laplacian(
      examples::graph_of(examples::read(file_or_id).matrix), [](auto, auto) { return 1.0; }, 0.01);
  return {a.rows,
          a.cols,
          {a.row_offsets.begin(), a.row_offsets.end()},
          std::move(a.col_indices),
          std::move(a.values)};
}

/// One over the diagonal, of this rank's rows.
Vector inverse_diagonal(const DistributedCsr<double>& a, std::int64_t first) {
  Vector out(static_cast<std::size_t>(a.local.rows));
  for (std::size_t row = 0; row < out.size(); ++row) {
    for (auto i = static_cast<std::size_t>(a.local.row_offsets[row]);
         i < static_cast<std::size_t>(a.local.row_offsets[row + 1]); ++i) {
      if (a.local.col_indices[i] == first + static_cast<std::int64_t>(row)) {
        out[row] = 1 / a.local.values[i];
      }
    }
  }
  return out;
}

double dot(const Vector& x, const Vector& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

struct Solution {
  int iterations = 0;
  double residual = 0;  ///< over the right side's length
};

/// A x = b from x = 0.
Solution solve(Communicator& ranks, distributed::HaloSpmv<double>& a, const Vector& inverse,
               const Vector& b) {
  const std::size_t n = b.size();
  Vector x(n);
  Vector r = b;
  Vector z(n);
  Vector p(n);
  Vector q(n);
  const auto sum = [&](double mine) {
    ranks.sum({&mine, 1});
    return mine;
  };
  const double of_b = sum(dot(b, b));
  Solution out;
  for (double before = 0, rr = of_b; rr > 1e-16 * of_b && out.iterations < 5000; ++out.iterations) {
    for (std::size_t i = 0; i < n; ++i) z[i] = inverse[i] * r[i];
    const double rz = sum(dot(r, z));
    const double beta = out.iterations == 0 ? 0 : rz / before;
    for (std::size_t i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
    a.run(1, p.data(), 0, q.data());
    const double alpha = rz / sum(dot(p, q));
    for (std::size_t i = 0; i < n; ++i) x[i] += alpha * p[i];
    for (std::size_t i = 0; i < n; ++i) r[i] -= alpha * q[i];
    before = rz;
    rr = sum(dot(r, r));
  }
  r = b;  // the true residual, not the one that was carried on
  a.run(-1, x.data(), 1, r.data());
  out.residual = of_b > 0 ? std::sqrt(sum(dot(r, r)) / of_b) : 0;
  return out;
}

ExitCode run(MPI_Comm world, const std::string& file_or_id) {
  Communicator ranks(world);
  const int me = ranks.rank();
  Csr<double> whole;
  distributed::Partition rows;
  ranks.together([&] {
    if (me != 0) return;
    whole = read_system(file_or_id);
    rows = distributed::partition_rows(whole.view(), {}, distributed::Balance::nnz, ranks.size());
  });
  const DistributedCsr<double> a = distributed::scatter(ranks, whole, rows);
  whole = {};

  std::optional<Dispatcher> dispatcher;
  ranks.together([&] { dispatcher.emplace(); });
  Options options;
  options.expected_runs = 300;
  options.constant_values = true;
  const double begun = now_s();
  distributed::HaloSpmv<double> product(ranks, *dispatcher, a, a.rows, options);
  const std::int64_t first = a.rows.begin(me);
  Vector b(static_cast<std::size_t>(a.local.rows));
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = std::sin(0.1 * static_cast<double>(first + static_cast<std::int64_t>(i))) + 0.5;
  }
  const Solution solution = solve(ranks, product, inverse_diagonal(a, first), b);
  const double seconds = now_s() - begun;
  const auto reports = distributed::collect(ranks, product.report());
  if (me != 0) return ExitCode::success;
  std::printf("%lld unknowns on %d ranks: %d iterations, residual %.2e, %.4f s\n",
              static_cast<long long>(a.rows.rows()), ranks.size(), solution.iterations,
              solution.residual, seconds);
  examples::print_ranks(reports);
  return ExitCode::success;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || argv[1][0] == '-') {
    std::fputs("usage: mpirun -n RANKS example-distributed-cg MATRIX\n", stderr);
    return static_cast<int>(ExitCode::usage);
  }
  return distributed::run_program(
      argc, argv, [&](MPI_Comm world) { return run(world, argv[1]); },
      [](const std::string& line) {
        std::fprintf(stderr, "example-distributed-cg: %s\n", line.c_str());
      });
}
