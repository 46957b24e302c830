// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"

#include "dropin/results.hpp"

namespace sptune::dropin {
namespace {

using sptune::cuda::blocks_for;
using sptune::cuda::thread_id;

constexpr int block = 256;

__global__ void narrow(std::int64_t n, const std::int64_t* __restrict__ from,
                       std::int32_t* __restrict__ to) {
  const std::int64_t i = thread_id();
  if (i < n) to[i] = static_cast<std::int32_t>(from[i]);
}

template <class V>
__global__ void scale(std::int64_t n, V alpha, const V* __restrict__ from, V* __restrict__ to) {
  const std::int64_t i = thread_id();
  if (i < n) to[i] = alpha * from[i];
}

template <class V>
void scale_into(const AnyCsr& c, double alpha, void* values, cudaStream_t stream) {
  sptune::cuda::launch(scale<V>, blocks_for(c.nnz, block), block, 0, stream, c.nnz,
                       static_cast<V>(alpha), static_cast<const V*>(c.values),
                       static_cast<V*>(values));
}

}  // namespace

void copy_pattern(const AnyCsr& c, std::int32_t* offsets, Index* columns, cudaStream_t stream) {
  sptune::cuda::launch(narrow, blocks_for(c.rows + 1, block), block, 0, stream, c.rows + 1,
                       static_cast<const std::int64_t*>(c.row_offsets), offsets);
  if (c.nnz == 0) return;
  SPTUNE_CUDA(cudaMemcpyAsync(columns, c.col_indices,
                              static_cast<std::size_t>(c.nnz) * sizeof(Index),
                              cudaMemcpyDeviceToDevice, stream));
}

void copy_values(const AnyCsr& c, double alpha, void* values, cudaStream_t stream) {
  if (c.nnz == 0) return;
  if (alpha == 1) {
    SPTUNE_CUDA(cudaMemcpyAsync(values, c.values,
                                static_cast<std::size_t>(c.nnz * size_of(c.value_type)),
                                cudaMemcpyDeviceToDevice, stream));
  } else if (c.value_type == ValueType::f32) {
    scale_into<float>(c, alpha, values, stream);
  } else {
    scale_into<double>(c, alpha, values, stream);
  }
}

}  // namespace sptune::dropin
