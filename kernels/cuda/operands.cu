// SPDX-License-Identifier: BSD-3-Clause
// Operands in device memory, looked at where they are: each array is read once.
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/operands.hpp"
#include "kernels/cuda/warp.cuh"
#include "sptune/device.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace sptune::cuda {
namespace {

constexpr int threads = 256;
using Word = unsigned long long;

/// What a pass over the arrays finds, on top of zeros.
struct Findings {
  Word sum = 0;                   ///< of what is counted
  Word sum_at_borders = 0;        ///< of it, what lies between two rows
  Word inverse_of_first_row = 0;  ///< ~row: the largest is the first that is broken
  Word inverse_of_first_entry = 0;
  Word ends = 0;  ///< 1: the offsets do not begin with 0 or end with nnz
};

/// Called by whole warps.
__device__ __forceinline__ void add_warp_sum(Word* sum, Word mine) {
  mine = group_sum(mine);
  if (lane_id() == 0 && mine > 0) atomicAdd(sum, mine);
}

__device__ __forceinline__ void record_first(Word* inverse_of_first, std::int64_t index) {
  atomicMax(inverse_of_first, ~static_cast<Word>(index));
}

__device__ __forceinline__ std::int64_t all_threads() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

/// Every row's borders, and whether the columns on both sides of its first one do not increase.
template <class O>
__global__ void __launch_bounds__(threads)
    inspect_rows(CsrView<char, O> a, std::int64_t nnz, Findings* findings) {
  Word mine = 0;
  for (std::int64_t row = thread_id(); row < a.rows; row += all_threads()) {
    const std::int64_t first = a.row_offsets[row];
    const std::int64_t last = a.row_offsets[row + 1];
    if (first < 0 || first > last || last > nnz) {
      record_first(&findings->inverse_of_first_row, row);
    } else if (first > 0 && first < last) {
      mine += a.col_indices[first] <= a.col_indices[first - 1] ? 1 : 0;
    }
    if ((row == 0 && first != 0) || (row == a.rows - 1 && last != nnz)) findings->ends = 1;
  }
  add_warp_sum(&findings->sum_at_borders, mine);
}

/// Every column, and how often one does not increase: in sorted rows only where a row begins.
__global__ void __launch_bounds__(threads)
    inspect_columns(std::int64_t nnz, std::int64_t cols, const Index* col_indices,
                    Findings* findings) {
  Word mine = 0;
  for (std::int64_t i = thread_id(); i < nnz; i += all_threads()) {
    const Index column = col_indices[i];
    if (column < 0 || column >= cols) record_first(&findings->inverse_of_first_entry, i);
    mine += i > 0 && column <= col_indices[i - 1] ? 1 : 0;
  }
  add_warp_sum(&findings->sum, mine);
}

/// Products of every entry of A; those of columns that are no row of B are recorded.
template <class O>
__global__ void __launch_bounds__(threads)
    add_products(std::int64_t nnz, const Index* columns, std::int64_t rows, const O* row_offsets,
                 Findings* findings) {
  Word mine = 0;
  for (std::int64_t i = thread_id(); i < nnz; i += all_threads()) {
    const Index k = columns[i];
    if (k < 0 || k >= rows) {
      record_first(&findings->inverse_of_first_entry, i);
    } else {
      mine += static_cast<Word>(row_offsets[k + 1] - row_offsets[k]);
    }
  }
  add_warp_sum(&findings->sum, mine);
}

[[nodiscard]] unsigned grid_for(std::int64_t items) {
  constexpr std::int64_t blocks_per_sm = 16;
  const std::int64_t most = blocks_per_sm * device_info().value().sm_count;
  return static_cast<unsigned>(std::clamp<std::int64_t>(ceil_div(items, threads), 1, most));
}

/// What the kernels of `launch` find, on the default stream.
template <class F>
[[nodiscard]] Findings findings_of(F&& launch) {
  const Scratch<Findings> there(1);
  SPTUNE_CUDA(cudaMemsetAsync(there.data(), 0, sizeof(Findings)));
  launch(there.data());
  SPTUNE_CUDA(cudaGetLastError());
  Findings out;
  copy_to_host(&out, there.data(), sizeof(out));
  return out;
}

template <class T>
[[nodiscard]] std::int64_t element(const T* array, std::int64_t i) {
  T out{};
  copy_to_host(&out, array + i, sizeof(out));
  return static_cast<std::int64_t>(out);
}

std::string text(std::int64_t number) {
  return std::to_string(number);
}

template <class O>
std::string broken(const CsrView<char, O>& a, std::int64_t nnz, const Findings& findings) {
  if (findings.inverse_of_first_row != 0) {
    const auto row = static_cast<std::int64_t>(~findings.inverse_of_first_row);
    return "row " + text(row) + " is said to hold the entries from " +
           text(element(a.row_offsets, row)) + " to " + text(element(a.row_offsets, row + 1)) +
           " of " + text(nnz) + ": row offsets must not decrease, from 0 to the number of entries";
  }
  if (findings.ends != 0) {
    return "row offsets from " + text(element(a.row_offsets, 0)) + " to " +
           text(element(a.row_offsets, a.rows)) + " for " + text(nnz) +
           " entries: they must begin with 0 and end with the number of entries";
  }
  if (findings.inverse_of_first_entry == 0) return {};
  const auto entry = static_cast<std::int64_t>(~findings.inverse_of_first_entry);
  std::int64_t row = 0;  // the last that begins at the entry or before
  for (std::int64_t end = a.rows; end - row > 1;) {
    const std::int64_t middle = row + (end - row) / 2;
    (element(a.row_offsets, middle) <= entry ? row : end) = middle;
  }
  return "row " + text(row) + " has an entry in column " + text(element(a.col_indices, entry)) +
         ", the columns are 0 to " + text(a.cols - 1);
}

}  // namespace

Inspection inspect(const AnyCsr& any) {
  if (any.rows == 0) return {ColumnOrder::sorted, {}};
  return visit(any, [&]<class V, class O>(CsrView<V, O> whole) -> Inspection {
    const CsrView<char, O> a{whole.rows, whole.cols, whole.row_offsets, whole.col_indices};
    const Findings findings = findings_of([&](Findings* to) {
      inspect_rows<<<grid_for(a.rows), threads>>>(a, any.nnz, to);
      inspect_columns<<<grid_for(any.nnz), threads>>>(any.nnz, a.cols, a.col_indices, to);
    });
    const bool sorted = findings.sum == findings.sum_at_borders;
    return {sorted ? ColumnOrder::sorted : ColumnOrder::any, broken(a, any.nnz, findings)};
  });
}

std::int64_t count_products(const AnyCsr& any_a, const AnyCsr& any_b) {
  if (any_a.nnz == 0) return 0;
  return visit(any_b, [&]<class V, class O>(CsrView<V, O> b) {
    const Findings findings = findings_of([&](Findings* to) {
      add_products<<<grid_for(any_a.nnz), threads>>>(any_a.nnz, any_a.col_indices, b.rows,
                                                     b.row_offsets, to);
    });
    if (findings.inverse_of_first_entry != 0) {
      const auto entry = static_cast<std::int64_t>(~findings.inverse_of_first_entry);
      throw UsageError("A: an entry in column " + text(element(any_a.col_indices, entry)) +
                       ", the columns are 0 to " + text(any_a.cols - 1));
    }
    return static_cast<std::int64_t>(findings.sum);
  });
}

Place place_of(const void* pointer) {
  if (!device_info()) return Place::unknown;
  cudaPointerAttributes attributes{};
  SPTUNE_CUDA(cudaPointerGetAttributes(&attributes, pointer));
  int current = 0;
  SPTUNE_CUDA(cudaGetDevice(&current));
  switch (attributes.type) {
    case cudaMemoryTypeUnregistered:
      return Place::host;
    case cudaMemoryTypeDevice:
      return attributes.device == current ? Place::this_device : Place::another_device;
    default:
      return Place::either;
  }
}

const void* no_offsets() {
  // Never given back: plans may outlive whatever static object would hold it.
  static const void* const zero = allocate_zeroed(sizeof(std::int64_t));
  return zero;
}

}  // namespace sptune::cuda
