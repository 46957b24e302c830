// SPDX-License-Identifier: BSD-3-Clause
// What products by rows and columns refuse alike, wherever they run: their work grows with rows
// times columns, whatever is in them.
#pragma once

#include "kernels/spgemm/spgemm.hpp"

#include <array>
#include <cstdio>

namespace sptune::spgemm::dot_product {

/// Whether a run takes no more than `most` steps.
[[nodiscard]] inline Fit fit_steps(double steps, double most) {
  if (steps <= most) return Fit::yes();
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(),
                "rows times columns needs %.2g steps, the limit is %.2g: use another variant",
                steps, most);
  return Fit::no(text.data());
}

}  // namespace sptune::spgemm::dot_product
