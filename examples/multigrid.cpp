// SPDX-License-Identifier: BSD-3-Clause
// Algebraic multigrid by smoothed aggregation, its V-cycle a preconditioner of conjugate gradients,
// for diffusion on the graph of a matrix with a conductivity that changes in time: the pattern is
// set up once, and each time step computes the coarse matrices R*A*P again and solves.
#include "examples/multigrid_passes.hpp"
#include "examples/parts/aggregation.hpp"
#include "examples/parts/compare.hpp"
#include "examples/parts/conjugate_gradients.hpp"
#include "examples/parts/conjugate_gradients_passes.hpp"
#include "examples/parts/laplacian.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <list>
#include <memory>

namespace {

using namespace sptune::examples;  // NOLINT(google-build-using-namespace): an example of these
using sptune::AnyCsr;
using sptune::MemorySpace;
using sptune::Repeat;

constexpr int steps = 4;               // in time, after the first
constexpr double shift = 1e-3;         // of the Laplacian
constexpr int degree = 2;              // of the smoother
constexpr int coarsest_degree = 10;    // and where it is the solver
constexpr std::int64_t coarsest = 64;  // unknowns that are few enough
constexpr int most_levels = 12;
constexpr double strong = 0.25;  // neighbours, against the strongest

/// One level, and the way down to the next, which the coarsest does not have.
struct Level {
  Level(MemorySpace where, const AnyCsr& matrix)
      : a(matrix),
        inverse_diagonal(where, size()),
        bound(where),
        b(where, size()),
        x(where, size()),
        r(where, size()),
        d(where, size()) {}
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(a.rows); }

  AnyCsr a;
  Array<double> inverse_diagonal;
  Total bound;
  double largest_eigenvalue = 0;  ///< of D^-1*A, at most
  Array<double> b, x, r, d;
  Operand p, restriction;
  std::unique_ptr<Spmv> a_times, p_times, restriction_times;
  std::unique_ptr<Spgemm> a_p, r_a_p;
};

class Multigrid {
 public:
  Multigrid(const AnyCsr& a, const Planner& planner, double expected_runs);
  /// The values of A have changed where they are.
  void values_changed();
  /// x = V-cycle for A*x = b from x = 0.
  void precondition(const double* b, double* x, Total& bx);
  [[nodiscard]] Spmv& finest() { return *levels_.front().a_times; }
  [[nodiscard]] std::string explain() const;
  /// Of the first set-up, what the host took to aggregate and transpose.
  [[nodiscard]] double host_seconds() const { return host_seconds_; }

 private:
  using Iterator = std::list<Level>::iterator;
  /// Returns whether there is a coarser level now.
  bool coarsen(int depth);
  void look_at(Level& level);
  void smooth(Level& level, int of_degree, double ratio, bool from_zero);
  void cycle(Iterator level);

  MemorySpace where_;
  const Planner& planner_;
  std::list<Level> levels_;
  double host_seconds_ = 0;
};

Multigrid::Multigrid(const AnyCsr& a, const Planner& planner, double expected_runs)
    : where_(a.space), planner_(planner) {
  levels_.emplace_back(where_, a);
  look_at(levels_.back());
  while (coarsen(static_cast<int>(levels_.size()))) {
  }
  // A V-cycle multiplies with each level's matrix this often, and twice with what is between.
  for (Level& level : levels_) {
    level.a_times = planner.spmv(level.a, expected_runs * 2 * degree);
    if (!level.a_p) continue;
    level.p_times = planner.spmv(level.p.view(), expected_runs);
    level.restriction_times = planner.spmv(level.restriction.view(), expected_runs);
  }
}

void Multigrid::look_at(Level& level) {
  look_at_rows(level.a, level.inverse_diagonal, level.bound);
  level.largest_eigenvalue = level.bound.largest();
}

bool Multigrid::coarsen(int depth) {
  Level& fine = levels_.back();
  if (fine.a.rows <= coarsest || depth >= most_levels) return false;
  // Aggregates, and the transposed matrix, are made on the host.
  Stopwatch watch(where_);
  const std::vector<sptune::Index> aggregates = aggregate(fetch(fine.a), strong);
  const Operand p0(where_, tentative(aggregates));
  host_seconds_ += watch.lap();
  if (10 * p0.view().cols > 9 * fine.a.rows) return false;
  const std::unique_ptr<Spgemm> a_p0 = planner_.spgemm(fine.a, p0.view(), 1);
  const AnyCsr product = a_p0->multiply();
  (void)watch.lap();
  Matrix p = smoothed(fetch(product), aggregates, fine.inverse_diagonal.fetch(),
                      4.0 / 3 / fine.largest_eigenvalue);
  fine.restriction = Operand(where_, transpose(p));
  fine.p = Operand(where_, std::move(p));
  host_seconds_ += watch.lap();
  fine.a_p = planner_.spgemm(fine.a, fine.p.view(), steps, Repeat::values);
  fine.r_a_p =
      planner_.spgemm(fine.restriction.view(), fine.a_p->multiply(), steps, Repeat::values);
  levels_.emplace_back(where_, fine.r_a_p->multiply());
  look_at(levels_.back());
  return true;
}

void Multigrid::values_changed() {
  for (auto level = levels_.begin(); level != levels_.end(); ++level) {
    level->a_times->values_changed();
    look_at(*level);
    if (!level->a_p) continue;
    level->a_p->recompute();
    level->r_a_p->recompute();
  }
}

/// Chebyshev's iteration for eigenvalues of D^-1*A from 1/ratio of the largest on (Saad 2003,
/// algorithm 12.1). On return r is b - A*x but for the last step.
void Multigrid::smooth(Level& level, int of_degree, double ratio, bool from_zero) {
  const auto n = level.a.rows;
  const double high = level.largest_eigenvalue;
  const double middle = (high + high / ratio) / 2;
  const double half = (high - high / ratio) / 2;
  const double sigma = middle / half;
  double rho = 1 / sigma;
  pass(where_, n, Copy{{}, level.b.data(), level.r.data()});
  if (!from_zero) level.a_times->run(-1, level.x.data(), 1, level.r.data());
  pass(where_, n,
       SmoothStart{{},
                   level.inverse_diagonal.data(),
                   level.r.data(),
                   1 / middle,
                   from_zero,
                   level.d.data(),
                   level.x.data()});
  for (int step = 1; step < of_degree; ++step) {
    level.a_times->run(-1, level.d.data(), 1, level.r.data());
    const double next = 1 / (2 * sigma - rho);
    pass(where_, n,
         SmoothStep{{},
                    level.inverse_diagonal.data(),
                    level.r.data(),
                    next * rho,
                    2 * next / half,
                    level.d.data(),
                    level.x.data()});
    rho = next;
  }
}

void Multigrid::cycle(Iterator level) {
  const Iterator coarse = std::next(level);
  if (coarse == levels_.end()) return smooth(*level, coarsest_degree, 50, true);
  smooth(*level, degree, 6, true);
  level->a_times->run(-1, level->d.data(), 1, level->r.data());
  level->restriction_times->run(1, level->r.data(), 0, coarse->b.data());
  cycle(coarse);
  level->p_times->run(1, coarse->x.data(), 1, level->x.data());
  smooth(*level, degree, 6, false);
}

void Multigrid::precondition(const double* b, double* x, Total& bx) {
  Level& finest = levels_.front();
  const auto n = finest.a.rows;
  pass(where_, n, Copy{{}, b, finest.b.data()});
  cycle(levels_.begin());
  pass(where_, n, Copy{{}, finest.x.data(), x});
  pass(where_, n, Dot{{}, b, x}, {}, {&bx});
}

std::string Multigrid::explain() const {
  std::string out = std::to_string(levels_.size()) + " levels:";
  for (const Level& level : levels_) out += " " + std::to_string(level.a.rows);
  const Level& finest = levels_.front();
  out += "\nA*x: " + finest.a_times->explain();
  if (finest.a_p)
    out += "\nA*P: " + finest.a_p->explain() + "\nR*(A*P): " + finest.r_a_p->explain();
  return out;
}

/// The system of each time step.
struct Diffusion {
  std::vector<double> values_at(int step) const {
    return laplacian(
               graph,
               [step](std::int64_t i, std::int64_t j) {
                 return 1 + 0.5 * std::sin(0.1 * static_cast<double>(i + j) + step);
               },
               shift)
        .values;
  }
  Matrix graph;
  std::vector<std::vector<double>> values;  ///< of every step
  Operand a;
  Array<double> b;
  double expected_runs = 0;
};

Outcome solve(Diffusion& diffusion, const Planner& planner) {
  const MemorySpace where = diffusion.a.where();
  const std::int64_t n = diffusion.a.rows();
  diffusion.a.set_values(diffusion.values[0]);
  ConjugateGradients cg(where, n);
  Outcome out;
  double again = 0;
  double solving = 0;

  Stopwatch watch(where);
  Multigrid multigrid(diffusion.a.view(), planner, diffusion.expected_runs);
  const double set_up = watch.lap();
  const auto cycle = [&](const double* r, double* z, Total& rz) {
    multigrid.precondition(r, z, rz);
  };
  for (int step = 0; step <= steps; ++step) {
    if (step > 0) {
      diffusion.a.set_values(diffusion.values[static_cast<std::size_t>(step)]);
      (void)watch.lap();  // what a program computes its matrix by is its own
      multigrid.values_changed();
      again += watch.lap();
    }
    out.iterations += cg.solve(multigrid.finest(), cycle, diffusion.b, {1e-8, 500, 1});
    solving += watch.lap();
    out.residual = std::max(out.residual, cg.residual(multigrid.finest(), diffusion.b));
    (void)watch.lap();
  }
  out.phases = {{"aggregating, by the host", multigrid.host_seconds()},
                {"products and plans", set_up - multigrid.host_seconds()},
                {"products, new values", again},
                {"solving", solving}};
  out.x = cg.x().fetch();
  out.explanation = multigrid.explain();
  return out;
}

Case prepare(const Input& input, const Arguments& arguments) {
  const auto diffusion = std::make_shared<Diffusion>();
  diffusion->graph = graph_of(input.matrix);
  for (int step = 0; step <= steps; ++step) {
    diffusion->values.push_back(diffusion->values_at(step));
  }
  Matrix a = laplacian(
      diffusion->graph, [](auto, auto) { return 1.0; }, shift);
  const std::string facts = std::to_string(a.rows) + " unknowns, " + std::to_string(a.nnz()) +
                            " entries, " + std::to_string(steps + 1) + " time steps";
  std::vector<double> b(static_cast<std::size_t>(a.rows));
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::sin(0.1 * static_cast<double>(i)) + 0.5;
  diffusion->b = Array<double>(arguments.where, std::move(b));
  diffusion->a = Operand(arguments.where, std::move(a));
  diffusion->expected_runs = arguments.expected_runs;
  return {facts, [diffusion](const Planner& planner) { return solve(*diffusion, planner); }, 1e-4,
          1e-6};
}

}  // namespace

int main(int argc, char** argv) {
  return run_example(
      argc, argv,
      {"example-multigrid",
       "Solves diffusion on the graph of the matrix, with a conductivity that changes "
       "in time,\nby conjugate gradients with algebraic multigrid.",
       100},
      prepare);
}
