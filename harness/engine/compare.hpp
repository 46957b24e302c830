// SPDX-License-Identifier: BSD-3-Clause
// Two configurations whose samples were interleaved.
#pragma once

#include "harness/records/verdict.hpp"

#include <vector>

namespace sptune::harness {

struct Comparison {
  double ratio = 0;          ///< time of `other` / time of `base`, median over repetitions
  double low = 0, high = 0;  ///< 95 % interval of it; without `enough` the whole range
  bool enough = false;       ///< repetitions, or samples, for an interval: least_for_interval
  Verdict verdict = Verdict::ambiguous;  ///< of `other`
};

/// Compares samples that were interleaved (Runner::interleaved): one ratio per repetition, of the
/// medians of its samples, so that drift cancels. Fewer than six say nothing for certain. `band`:
/// as for verdict_of. Where the two have no equal number of samples they are compared as a whole by
/// the ends of their own intervals.
[[nodiscard]] Comparison compare(const std::vector<float>& base, const std::vector<float>& other,
                                 double band = 0.01);

}  // namespace sptune::harness
