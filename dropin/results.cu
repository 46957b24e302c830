// SPDX-License-Identifier: BSD-3-Clause
#include "dropin/results.hpp"
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"

#include <algorithm>

namespace sptune::dropin {
namespace {

using sptune::cuda::blocks_for;
using sptune::cuda::thread_id;

constexpr int block = 256;

/// C as a plan has it, and the caller's arrays.
template <class V>
struct Copied {
  std::int64_t rows;
  std::int64_t nnz;
  const std::int64_t* __restrict__ from_offsets;
  const Index* __restrict__ from_columns;
  const V* __restrict__ from_values;
  V alpha;
  std::int32_t* __restrict__ offsets;
  Index* __restrict__ columns;
  V* __restrict__ values;
};

/// All arrays in one launch: a copy of each would take longer to begin than to end.
template <class V>
__global__ void __launch_bounds__(block) copy_arrays(Copied<V> c) {
  const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * block;
  if (c.offsets != nullptr) {
    for (std::int64_t i = thread_id(); i <= c.rows; i += step) {
      c.offsets[i] = static_cast<std::int32_t>(c.from_offsets[i]);
    }
  }
  for (std::int64_t i = thread_id(); i < c.nnz; i += step) {
    if (c.columns != nullptr) c.columns[i] = c.from_columns[i];
    if (c.values != nullptr) c.values[i] = c.alpha * c.from_values[i];
  }
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
void copy_typed(const AnyCsr& c, double alpha, const ResultArrays& to, cudaStream_t stream) {
  constexpr unsigned most_blocks = 4096;
  const unsigned blocks = std::min(most_blocks, blocks_for(std::max(c.nnz, c.rows + 1), block));
  sptune::cuda::launch(
      copy_arrays<V>, blocks, block, 0, stream,
      Copied<V>{c.rows, c.nnz, static_cast<const std::int64_t*>(c.row_offsets), c.col_indices,
                static_cast<const V*>(c.values), static_cast<V>(alpha), to.offsets, to.columns,
                static_cast<V*>(to.values)});
}

}  // namespace

void find_longest_rows(const AnyCsr& a, LongestRows& out, cudaStream_t stream) {
  const auto blocks = static_cast<unsigned>(out.size());
  visit(a, [&]<class V, class O>(CsrView<V, O> m) {
    sptune::cuda::launch(longest_rows<O>, blocks, block, 0, stream, m.rows, m.row_offsets,
                         out.data());
  });
}

void copy_result(const AnyCsr& c, double alpha, const ResultArrays& to, cudaStream_t stream) {
  if (c.value_type == ValueType::f32) {
    copy_typed<float>(c, alpha, to, stream);
  } else {
    copy_typed<double>(c, alpha, to, stream);
  }
}

}  // namespace sptune::dropin
