// SPDX-License-Identifier: BSD-3-Clause
// The same program with its products planned in several ways: runs them in turn, several times,
// prints what they took side by side, and checks that they agree.
#pragma once

#include "examples/parts/arguments.hpp"
#include "examples/parts/read.hpp"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace sptune::examples {

struct Phase {
  std::string name;
  double seconds;
};

/// What one run of an example ends with.
struct Outcome {
  std::vector<double> x;      ///< what must be the same, whatever computed the products
  int iterations = 0;         ///< of the loop
  double residual = 0;        ///< small when it succeeded
  std::string explanation{};  ///< what was chosen
  std::vector<Phase> phases{};
};

/// Seconds since the last lap, until all that was enqueued is done.
class Stopwatch {
 public:
  explicit Stopwatch(MemorySpace where);
  [[nodiscard]] double lap();

 private:
  MemorySpace where_;
  std::chrono::steady_clock::time_point start_;
};

/// One matrix, read and in the memory where it is used.
struct Case {
  std::string facts;  ///< such as "100 unknowns, 500 entries"
  std::function<Outcome(const Planner&)> run;
  double tolerance;       ///< of what `differ` says
  double residual_limit;  ///< beyond it the run has failed
  /// How far two results are apart; default: the 2-norm of the difference over that of the first.
  std::function<double(const std::vector<double>&, const std::vector<double>&)> differ{};
};

/// Everything that a main does. A way that fails is said, and the others go on. Exit codes: 0; 1
/// where one failed, results differ or a residual is too large; 2 for a wrong command line; what an
/// sptune::Error says (3 input, 5 device).
[[nodiscard]] int run_example(int argc, char** argv, const About& about,
                              const std::function<Case(const Input&, const Arguments&)>& prepare);

}  // namespace sptune::examples
