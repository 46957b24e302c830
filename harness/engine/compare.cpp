// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/compare.hpp"

#include "harness/engine/runner.hpp"
#include "harness/records/trial.hpp"

#include <algorithm>
#include <cstddef>

namespace sptune::harness {
namespace {

std::vector<float> ratios_by_visit(const std::vector<float>& base,
                                   const std::vector<float>& other) {
  std::vector<float> ratios;
  for (std::size_t i = 0; i < base.size(); i += samples_per_repetition) {
    const auto begin = static_cast<std::ptrdiff_t>(i);
    const auto end = static_cast<std::ptrdiff_t>(std::min(base.size(), i + samples_per_repetition));
    const Summary b = summarise({base.begin() + begin, base.begin() + end});
    const Summary o = summarise({other.begin() + begin, other.begin() + end});
    ratios.push_back(static_cast<float>(o.median / b.median));
  }
  return ratios;
}

}  // namespace

Comparison compare(const std::vector<float>& base, const std::vector<float>& other, double band) {
  Comparison c;
  if (base.empty() || other.empty()) return c;
  if (base.size() == other.size()) {
    const Summary s = summarise(ratios_by_visit(base, other));
    c = {s.median, s.ci_low, s.ci_high, s.n >= least_for_interval};
  } else {
    const Summary b = summarise(base);
    const Summary o = summarise(other);
    c = {o.median / b.median, o.ci_low / b.ci_high, o.ci_high / b.ci_low,
         std::min(b.n, o.n) >= least_for_interval};
  }
  if (c.enough) c.verdict = verdict_of({c.low, c.high}, band);
  return c;
}

}  // namespace sptune::harness
