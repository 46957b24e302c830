// SPDX-License-Identifier: BSD-3-Clause
// The same iteration with the default configuration and with the dispatcher's choice.
#pragma once

#include "examples/read.hpp"
#include "sptune/sptune.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace sptune::examples {

using Vector = std::vector<double>;

/// y = A*x, whatever runs it.
using Multiply = std::function<void(const Vector& x, Vector& y)>;

struct Solved {
  Vector x;
  int iterations = 0;
  double residual = 0;
};

/// Plans and runs `solve` three times each with the default and with the choice, in turn, prints
/// the medians side by side with the cost of deciding and preparing, and checks that iterations end
/// and results agree within `tolerance` (relative, in the 2-norm). Returns the program's exit code:
/// 0, or 1 where the results differ or a residual is above `residual_limit`.
[[nodiscard]] int run_side_by_side(const Csr<double>& a, const Arguments& arguments,
                                   const std::function<Solved(const Multiply&)>& solve,
                                   double tolerance, double residual_limit);

}  // namespace sptune::examples
