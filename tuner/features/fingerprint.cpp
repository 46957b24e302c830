// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/features/fingerprint.hpp"

#include "kernels/api/placement.hpp"
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

Fingerprint print_of(const AnyCsr& a, Stream stream) {
  const bool on_device = a.space == MemorySpace::device;
  return joined(on_device ? sample_on_device(a, stream) : sample_of(a), a);
}

Fingerprint print_of_both(const Fingerprint& of_a, const AnyCsr& a, const AnyCsr& b,
                          Stream stream) {
  const bool same = a.space == b.space && same_arrays(a, b);
  return joined(of_a, same ? of_a : print_of(b, stream));
}

Fingerprint fingerprint(const Problem& problem) {
  const Stream stream = problem.resources.stream;
  const Fingerprint of_a = print_of(problem.a, stream);
  const AnyCsr* const b = problem.second();
  return b == nullptr ? of_a : print_of_both(of_a, problem.a, *b, stream);
}

}  // namespace sptune::features
