// SPDX-License-Identifier: BSD-3-Clause
#include "harness/records/verdict.hpp"

namespace sptune::harness {

std::string_view to_string(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::faster:
      return "faster";
    case Verdict::slower:
      return "slower";
    case Verdict::same:
      return "same";
    case Verdict::ambiguous:
      return "ambiguous";
  }
  return "";  // no such verdict
}

Verdict verdict_of(const Interval& ratio, double band) noexcept {
  if (ratio.low >= 1 / (1 + band) && ratio.high <= 1 + band) return Verdict::same;
  if (ratio.low > 1) return Verdict::slower;
  if (ratio.high < 1) return Verdict::faster;
  return Verdict::ambiguous;
}

}  // namespace sptune::harness
