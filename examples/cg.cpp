// SPDX-License-Identifier: BSD-3-Clause
// Conjugate gradients with Jacobi's preconditioner on the graph of a matrix: L + I/100 with L the
// graph's Laplacian, which is symmetric and positive definite for any square input.
#include "examples/parts/compare.hpp"
#include "examples/parts/conjugate_gradients.hpp"
#include "examples/parts/conjugate_gradients_passes.hpp"
#include "examples/parts/laplacian.hpp"

#include <cmath>
#include <cstddef>
#include <memory>

namespace {

using namespace sptune::examples;  // NOLINT(google-build-using-namespace): an example of these
using sptune::MemorySpace;

struct System {
  Operand a;
  Array<double> b;
  double expected_runs;
};

Outcome solve(const System& system, const Planner& planner) {
  const MemorySpace where = system.a.where();
  const std::int64_t n = system.a.rows();
  ConjugateGradients cg(where, n);
  Array<double> inverse_diagonal(where, static_cast<std::size_t>(n));
  Total bound(where);
  Outcome out;

  Stopwatch watch(where);
  const std::unique_ptr<Spmv> a = planner.spmv(system.a.view(), system.expected_runs);
  look_at_rows(system.a.view(), inverse_diagonal, bound);
  out.phases.push_back({"choosing and preparing", watch.lap()});
  const auto jacobi = [&](const double* r, double* z, Total& rz) {
    pass(where, n, Jacobi{{}, inverse_diagonal.data(), r, z}, {}, {&rz});
  };
  out.iterations = cg.solve(*a, jacobi, system.b, {});
  out.phases.push_back({"solving", watch.lap()});

  out.residual = cg.residual(*a, system.b);
  out.x = cg.x().fetch();
  out.explanation = a->explain();
  return out;
}

Case prepare(const Input& input, const Arguments& arguments) {
  const Matrix a = laplacian(
      graph_of(input.matrix), [](auto, auto) { return 1.0; }, 0.01);
  std::vector<double> b(static_cast<std::size_t>(a.rows));
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::sin(0.1 * static_cast<double>(i)) + 0.5;
  const std::string facts =
      std::to_string(a.rows) + " unknowns, " + std::to_string(a.nnz()) + " entries";
  const auto system = std::make_shared<System>(System{Operand(arguments.where, a),
                                                      Array<double>(arguments.where, std::move(b)),
                                                      arguments.expected_runs});
  return {facts, [system](const Planner& planner) { return solve(*system, planner); }, 1e-4, 1e-6};
}

}  // namespace

int main(int argc, char** argv) {
  return run_example(
      argc, argv,
      {"example-cg", "Solves (L + I/100) x = b on the graph of the matrix by conjugate gradients.",
       300},
      prepare);
}
