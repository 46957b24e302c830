// SPDX-License-Identifier: BSD-3-Clause
#include "bench/convert_compare_kernels.hpp"
#include "kernels/cuda/launch.cuh"
#include "sptune/types.hpp"

#include <cuda_runtime.h>

namespace sptune::test {
namespace {

constexpr int grid = 2048;
constexpr int threads = 256;

template <class T>
__global__ void count_different(std::int64_t n, const T* a, const T* b, unsigned long long* count) {
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += static_cast<std::int64_t>(gridDim.x) * blockDim.x) {
    if (a[i] != b[i]) atomicAdd(count, 1ULL);
  }
}

template <class V>
__global__ void fill(std::int64_t n, double density, V* values) {
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += static_cast<std::int64_t>(gridDim.x) * blockDim.x) {
    // SplitMix64 (Steele, Lea, Flood 2014) of the position.
    std::uint64_t z = static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    z ^= z >> 31;
    const double uniform = static_cast<double>(z >> 11) * 0x1p-53;
    values[i] = uniform < density ? static_cast<V>(1 + uniform) : V(0);
  }
}

}  // namespace

template <class V>
void fill_dense(const cuda::DeviceArray<V>& values, double density) {
  cuda::launch(fill<V>, grid, threads, 0, nullptr, static_cast<std::int64_t>(values.size()),
               density, values.data());
}
template void fill_dense(const cuda::DeviceArray<float>&, double);
template void fill_dense(const cuda::DeviceArray<double>&, double);

template <class T>
std::int64_t different(const cuda::DeviceArray<T>& a, const cuda::DeviceArray<T>& b,
                       std::int64_t n) {
  const unsigned long long zero = 0;
  const cuda::DeviceArray<unsigned long long> count(&zero, 1);
  cuda::launch(count_different<T>, grid, threads, 0, nullptr, n, a.data(), b.data(), count.data());
  unsigned long long out = 0;
  cuda::copy_to_host(&out, count.data(), sizeof(out));
  return static_cast<std::int64_t>(out);
}
template std::int64_t different(const cuda::DeviceArray<Index>&, const cuda::DeviceArray<Index>&,
                                std::int64_t);
template std::int64_t different(const cuda::DeviceArray<float>&, const cuda::DeviceArray<float>&,
                                std::int64_t);
template std::int64_t different(const cuda::DeviceArray<double>&, const cuda::DeviceArray<double>&,
                                std::int64_t);

}  // namespace sptune::test
