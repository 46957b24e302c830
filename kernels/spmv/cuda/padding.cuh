// SPDX-License-Identifier: BSD-3-Clause
// How padded formats store what is no entry: as a negative zero, which no entry is, since those are
// stored as positive ones. So kernels distinguish padding from an entry of 0 and add nothing for
// it: times an infinite x it would be NaN. No sum tells the two zeros apart, since all begin with
// +0.
#pragma once

#include "kernels/spmv/cuda/device_ops.cuh"

#include <cstdint>
#include <type_traits>

namespace sptune::spmv::cuda {

template <class V>
[[nodiscard]] __device__ __forceinline__ V padding() {
  return -V(0);
}

/// How an entry of the matrix is stored.
template <class V>
[[nodiscard]] __device__ __forceinline__ V as_entry(V value) {
  return value == V(0) ? V(0) : value;
}

template <class V>
[[nodiscard]] __device__ __forceinline__ bool is_padding(V stored) {
  if constexpr (std::is_same_v<V, double>) {
    return static_cast<unsigned long long>(__double_as_longlong(stored)) == 1ULL << 63U;
  } else {
    return __float_as_uint(stored) == 1U << 31U;
  }
}

/// Adds what is stored times an element of x.
template <class V>
__device__ __forceinline__ void add_product(V& sum, V stored, V x) {
  if (!is_padding(stored)) sum += stored * x;
}

template <class V>
__global__ void fill_padding(std::int64_t count, V* values) {
  const std::int64_t i = thread_id();
  if (i < count) values[i] = padding<V>();
}

/// An array of padding, enqueued on the default stream.
template <class V>
[[nodiscard]] sptune::cuda::DeviceArray<V> padded_array(std::int64_t size) {
  constexpr int block = 256;
  auto out = sptune::cuda::DeviceArray<V>::ordered(static_cast<std::size_t>(size));
  if (size == 0) return out;
  launch(fill_padding<V>, blocks_for(size, block), block, 0, nullptr, size, out.data());
  return out;
}

}  // namespace sptune::spmv::cuda
