// SPDX-License-Identifier: BSD-3-Clause
// What PageRank does to vectors, beside the products.
#pragma once

#include "examples/parts/pass.hpp"

namespace sptune::examples {

/// Given the rank of the pages without links: next = damping*next + what everybody gets. Leaves the
/// same for the new ranks, and their change in the 1-norm.
struct RankStep : Pass<1, 2> {
  const double* rank;
  const double* without_links;  ///< 1 for a page without links, 0 for others
  double* next;                 ///< the product; the new ranks
  double damping;
  double pages;
  [[nodiscard]] SPTUNE_BOTH double scale(const double* totals) const {
    return (1 - damping + damping * totals[0]) / pages;
  }
  SPTUNE_BOTH void operator()(std::int64_t i, double everybody, Team /*team*/, double* left) const {
    const double now = damping * next[i] + everybody;
    next[i] = now;
    left[0] += without_links[i] * now;
    left[1] += now > rank[i] ? now - rank[i] : rank[i] - now;
  }
};

}  // namespace sptune::examples
