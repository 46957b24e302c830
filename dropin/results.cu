// SPDX-License-Identifier: BSD-3-Clause
#include "dropin/results.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"

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

/// Each block takes every gridDim-th row of its threads; `out` is memory of the host.
template <class O>
__global__ void __launch_bounds__(block)
    longest_rows(std::int64_t rows, const O* __restrict__ offsets, std::int64_t* out) {
  __shared__ std::int64_t found[block];
  const int thread = static_cast<int>(threadIdx.x);
  std::int64_t longest = 0;
  for (std::int64_t row = thread_id(); row < rows;
       row += static_cast<std::int64_t>(gridDim.x) * block) {
    longest = max(longest, static_cast<std::int64_t>(offsets[row + 1]) -
                               static_cast<std::int64_t>(offsets[row]));
  }
  found[thread] = longest;
  for (int half = block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) found[thread] = max(found[thread], found[thread + half]);
  }
  if (thread == 0) out[blockIdx.x] = found[0];
}

template <class V>
void scale_into(const AnyCsr& c, double alpha, void* values, cudaStream_t stream) {
  sptune::cuda::launch(scale<V>, blocks_for(c.nnz, block), block, 0, stream, c.nnz,
                       static_cast<V>(alpha), static_cast<const V*>(c.values),
                       static_cast<V*>(values));
}

}  // namespace

void find_longest_rows(const AnyCsr& a, LongestRows& out, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>(out.size());
  visit(a, [&]<class V, class O>(CsrView<V, O> m) {
    sptune::cuda::launch(longest_rows<O>, blocks, block, 0, stream, m.rows, m.row_offsets,
                         out.data());
  });
}

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
