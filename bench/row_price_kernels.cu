// SPDX-License-Identifier: BSD-3-Clause
#include "bench/row_price_kernels.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/warp.cuh"

#include <cuda_runtime.h>

#include <stdexcept>
#include <type_traits>

namespace sptune::test {
namespace {

template <int Each>
__global__ void read(std::int64_t n, const int4* __restrict__ data, int* never) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x * Each + threadIdx.x;
  int4 seen[Each];
#pragma unroll
  for (int u = 0; u < Each; ++u) {
    const std::int64_t i = first + std::int64_t{u} * blockDim.x;
    seen[u] = i < n ? __ldcs(data + i) : make_int4(0, 0, 0, 0);
  }
  int all = 0;
#pragma unroll
  for (int u = 0; u < Each; ++u) all |= seen[u].x | seen[u].y | seen[u].z | seen[u].w;
  // All are 0, which the compiler cannot know.
  if (all != 0) *never = all;
}

template <class V, int Each>
__global__ void gather(std::int64_t nnz, const Index* __restrict__ col_indices,
                       const V* __restrict__ values, const V* __restrict__ x, std::int64_t rows,
                       V* __restrict__ y) {
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x * Each + threadIdx.x;
  Index column[Each];
  V value[Each];
#pragma unroll
  for (int u = 0; u < Each; ++u) {
    const std::int64_t i = first + std::int64_t{u} * blockDim.x;
    column[u] = i < nnz ? __ldcs(col_indices + i) : 0;
    value[u] = i < nnz ? __ldcs(values + i) : V(0);
  }
  V sum = 0;
#pragma unroll
  for (int u = 0; u < Each; ++u) sum += value[u] * __ldg(x + column[u]);
  sum = cuda::group_sum(sum);
  const std::int64_t warp = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / cuda::warp_size;
  if (cuda::lane_id() == 0) y[warp % rows] = sum;
}

/// f(std::integral_constant) of the number of loads.
template <class F>
void of(int each, F&& f) {
  switch (each) {
    case 1:
      return f(std::integral_constant<int, 1>{});
    case 2:
      return f(std::integral_constant<int, 2>{});
    case 4:
      return f(std::integral_constant<int, 4>{});
    case 8:
      return f(std::integral_constant<int, 8>{});
    default:
      throw std::logic_error("no kernel with so many loads in flight");
  }
}

}  // namespace

void read_all(std::int64_t bytes, const void* data, Shape shape, int* never, Stream stream) {
  const std::int64_t n = bytes / static_cast<std::int64_t>(sizeof(int4));
  of(shape.each, [&](auto each) {
    cuda::launch(read<each()>, cuda::blocks_for(n, shape.block * each()), shape.block, 0,
                 cuda::native(stream), n, static_cast<const int4*>(data), never);
  });
}

template <class V>
void gather_all(std::int64_t nnz, const Index* col_indices, const V* values, const V* x,
                std::int64_t rows, V* y, Shape shape, Stream stream) {
  of(shape.each, [&](auto each) {
    cuda::launch(gather<V, each()>, cuda::blocks_for(nnz, shape.block * each()), shape.block, 0,
                 cuda::native(stream), nnz, col_indices, values, x, rows, y);
  });
}
template void gather_all(std::int64_t, const Index*, const float*, const float*, std::int64_t,
                         float*, Shape, Stream);
template void gather_all(std::int64_t, const Index*, const double*, const double*, std::int64_t,
                         double*, Shape, Stream);

}  // namespace sptune::test
