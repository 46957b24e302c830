// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/features/fingerprint.hpp"

#include "tuner/features/device_sample.hpp"
#include "tuner/features/tiers.hpp"

namespace sptune::features {

Fingerprint sample_of(const AnyCsr& any) {
  Fingerprint sum;
  if (any.rows == 0) return sum;
  visit_pattern(any, [&](const auto& a) {
    for (int i = 0; i < print_elements; ++i) add_element(sum, a, i);
  });
  return sum;
}

Fingerprint joined(Fingerprint sample, const AnyCsr& a) {
  std::uint64_t place = print_elements;
  for (const std::int64_t size : {a.rows, a.cols, a.nnz, size_of(a.offset_type)}) {
    add(sample, place++, static_cast<std::uint64_t>(size));
  }
  return sample;
}

Fingerprint joined(Fingerprint a, const Fingerprint& b) {
  add(a, 0, b.low);
  add(a, 1, b.high);
  return a;
}

Fingerprint fingerprint(const Problem& problem) {
  const auto of = [&](const AnyCsr& a) {
    const bool on_device = a.space == MemorySpace::device;
    return joined(on_device ? sample_on_device(a, problem.resources.stream) : sample_of(a), a);
  };
  const AnyCsr* const b = problem.second();
  return b == nullptr ? of(problem.a) : joined(of(problem.a), of(*b));
}

}  // namespace sptune::features
