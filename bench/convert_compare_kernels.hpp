// SPDX-License-Identifier: BSD-3-Clause
// What convert_compare does on the device besides converting.
#pragma once

#include "sptune/device.hpp"

#include <cstdint>

namespace sptune::test {

/// About `density` of the elements become values in [1, 2), the others 0; the same on every run.
template <class V>
void fill_dense(const cuda::DeviceArray<V>& values, double density);

/// How many of the first n elements differ.
template <class T>
[[nodiscard]] std::int64_t different(const cuda::DeviceArray<T>& a, const cuda::DeviceArray<T>& b,
                                     std::int64_t n);

}  // namespace sptune::test
