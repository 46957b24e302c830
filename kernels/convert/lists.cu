// SPDX-License-Identifier: BSD-3-Clause
// COO, CSR and CSC on the device. Order comes from a stable radix sort, so that duplicates are
// summed in the order of the list and results are the same bits on every run.
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/scan_sort.hpp"
#include "sptune/device_convert.hpp"
#include "sptune/error.hpp"

#include <cub/block/block_scan.cuh>
#include <cuda_runtime.h>

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace sptune::convert {
namespace {

using cuda::bits_for;
using cuda::blocks_for;
using cuda::first_where;
using cuda::launch;
using cuda::thread_id;
using cuda::wait_for;

constexpr int threads = 256;

// --- rows of entries ---------------------------------------------------------------------------

constexpr int expand_items = 8;
constexpr int expand_tile = threads * expand_items;
constexpr std::int64_t most_rows = std::int64_t{8} * expand_tile;  ///< that a block looks through

/// A block takes the same number of entries, wherever rows begin: each row that begins in the tile
/// marks its first entry, and the largest mark up to an entry is its row. Of more rows than
/// `most_rows`, nearly all of them empty, each entry looks for its own.
template <class O>
__global__ void __launch_bounds__(threads)
    expand_tile_rows(std::int64_t rows, std::int64_t nnz, const O* __restrict__ row_offsets,
                     Index* __restrict__ row_indices) {
  using Scan = cub::BlockScan<Index, threads>;
  __shared__ Index marks[expand_tile];
  __shared__ typename Scan::TempStorage scratch;
  __shared__ std::int64_t shared_rows[2];
  const auto thread = static_cast<int>(threadIdx.x);
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * expand_tile;
  const std::int64_t end = min(first + expand_tile, nnz);
  if (thread < 2) {  // the rows of the first and of the last entry
    const std::int64_t entry = thread == 0 ? first : end - 1;
    shared_rows[thread] =
        first_where(0, rows, [&](std::int64_t row) { return row_offsets[row + 1] > entry; });
  }
  for (int i = thread; i < expand_tile; i += threads) marks[i] = 0;
  __syncthreads();
  const std::int64_t first_row = shared_rows[0];
  if (shared_rows[1] - first_row > most_rows) {
    for (std::int64_t i = first + thread; i < end; i += threads) {
      row_indices[i] = static_cast<Index>(first_where(
          first_row, shared_rows[1], [&](std::int64_t row) { return row_offsets[row + 1] > i; }));
    }
    return;
  }
  for (std::int64_t row = first_row + 1 + thread; row <= shared_rows[1]; row += threads) {
    const O begin = row_offsets[row];
    if (begin < row_offsets[row + 1]) marks[begin - first] = static_cast<Index>(row - first_row);
  }
  __syncthreads();
  Index mine[expand_items];
#pragma unroll
  for (int i = 0; i < expand_items; ++i) mine[i] = marks[thread * expand_items + i];
  Scan(scratch).InclusiveScan(mine, mine, [](Index a, Index b) { return a > b ? a : b; });
  __syncthreads();
#pragma unroll
  for (int i = 0; i < expand_items; ++i) marks[thread * expand_items + i] = mine[i];
  __syncthreads();
  for (std::int64_t i = first + thread; i < end; i += threads) {
    row_indices[i] = static_cast<Index>(first_row + marks[i - first]);
  }
}

// --- lists to compressed arrays ----------------------------------------------------------------

/// What is known of a list: the first entry outside the matrix, and whether entries stand in order.
struct Order {
  unsigned long long first_outside = ~0ULL;
  int unsorted = 0;
  int repeated = 0;
};

template <class V>
__global__ void inspect(CooView<V> a, Order* order) {
  const std::int64_t i = thread_id();
  if (i >= a.nnz) return;
  const Index row = a.row_indices[i];
  const Index col = a.col_indices[i];
  if (row < 0 || row >= a.rows || col < 0 || col >= a.cols) {
    atomicMin(&order->first_outside, static_cast<unsigned long long>(i));
  }
  if (i == 0) return;
  const Index row_before = a.row_indices[i - 1];
  const Index col_before = a.col_indices[i - 1];
  if (row < row_before || (row == row_before && col < col_before)) order->unsorted = 1;
  if (row == row_before && col == col_before) order->repeated = 1;
}

template <class V>
__global__ void make_keys(CooView<V> a, int col_bits, std::uint64_t* keys, std::int32_t* entries) {
  const std::int64_t i = thread_id();
  if (i >= a.nnz) return;
  keys[i] = (static_cast<std::uint64_t>(a.row_indices[i]) << col_bits) |
            static_cast<std::uint64_t>(a.col_indices[i]);
  entries[i] = static_cast<std::int32_t>(i);
}

__global__ void mark_firsts(std::int64_t n, const std::uint64_t* keys, std::int64_t* firsts) {
  const std::int64_t i = thread_id();
  if (i < n) firsts[i] = i == 0 || keys[i] != keys[i - 1] ? 1 : 0;
}

/// offsets[major]: entries, or distinct keys where `ranks` says how many come before each, whose
/// major index is smaller. A key shifted right by `minor_bits` is its major index.
template <class Key, class O>
__global__ void find_offsets(std::int64_t majors, std::int64_t n, int minor_bits, const Key* keys,
                             const std::int64_t* ranks, O* offsets) {
  const std::int64_t major = thread_id();
  if (major > majors) return;
  const std::int64_t at = first_where(0, n, [&](std::int64_t i) {
    return static_cast<std::int64_t>(keys[i] >> minor_bits) >= major;
  });
  offsets[major] = static_cast<O>(ranks == nullptr ? at : ranks[at]);
}

/// The first of equal keys adds up their values in the order of the list.
template <class V>
__global__ void gather_sums(std::int64_t n, int col_bits, const std::uint64_t* keys,
                            const std::int32_t* entries, const V* values, const std::int64_t* ranks,
                            Index* col_indices, V* out) {
  const std::int64_t i = thread_id();
  if (i >= n || (i > 0 && keys[i] == keys[i - 1])) return;
  V sum = values[entries[i]];
  for (std::int64_t j = i + 1; j < n && keys[j] == keys[i]; ++j) sum += values[entries[j]];
  col_indices[ranks[i]] = static_cast<Index>(keys[i] & ((std::uint64_t{1} << col_bits) - 1));
  out[ranks[i]] = sum;
}

template <class V>
__global__ void gather(std::int64_t n, const std::int32_t* entries, const Index* indices,
                       const V* values, Index* out_indices, V* out_values) {
  const std::int64_t i = thread_id();
  if (i >= n) return;
  const std::int32_t entry = entries[i];
  out_indices[i] = indices[entry];
  out_values[i] = values[entry];
}

__global__ void number_entries(std::int64_t n, const Index* indices, std::uint32_t* keys,
                               std::int32_t* entries) {
  const std::int64_t i = thread_id();
  if (i >= n) return;
  keys[i] = static_cast<std::uint32_t>(indices[i]);
  entries[i] = static_cast<std::int32_t>(i);
}

std::size_t places(std::int64_t n) {
  return static_cast<std::size_t>(n);
}

void require_countable(std::int64_t nnz) {
  if (nnz > std::numeric_limits<std::int32_t>::max()) {
    throw UsageError("sorting on the device: expected fewer than 2^31 entries, found " +
                     std::to_string(nnz));
  }
}

template <class T>
cuda::DeviceArray<T> copy_of(const T* data, std::int64_t n) {
  cuda::DeviceArray<T> out(places(n));
  if (n > 0) {
    SPTUNE_CUDA(cudaMemcpyAsync(out.data(), data, places(n) * sizeof(T), cudaMemcpyDeviceToDevice,
                                nullptr));
  }
  return out;
}

template <class T>
T read_one(const T* device) {
  T out;
  cuda::copy_to_host(&out, device, sizeof(T));
  return out;
}

template <class V>
Order order_of(const CooView<V>& a) {
  const Order nothing;
  const cuda::Scratch<Order> found(&nothing, 1);
  launch(inspect<V>, blocks_for(a.nnz, threads), threads, 0, nullptr, a, found.data());
  const Order order = read_one(found.data());
  if (order.first_outside != ~0ULL) {
    const auto i = order.first_outside;
    throw UsageError("entry " + std::to_string(i) + ": expected indices inside " +
                     std::to_string(a.rows) + " x " + std::to_string(a.cols) + ", found (" +
                     std::to_string(read_one(a.row_indices + i)) + ", " +
                     std::to_string(read_one(a.col_indices + i)) + ")");
  }
  return order;
}

/// Compressed arrays of the other dimension: indices and values in stable order of `minors`.
template <class V, class O>
struct Swapped {
  cuda::DeviceArray<O> offsets;
  cuda::DeviceArray<Index> indices;
  cuda::DeviceArray<V> values;
};

template <class V, class O>
Swapped<V, O> swap_dimensions(std::int64_t majors, std::int64_t minors, std::int64_t nnz,
                              const O* offsets, const Index* indices, const V* values) {
  require_countable(nnz);
  Swapped<V, O> out{cuda::DeviceArray<O>(places(minors) + 1), cuda::DeviceArray<Index>(places(nnz)),
                    cuda::DeviceArray<V>(places(nnz))};
  if (nnz == 0) {
    cuda::fill_bytes(out.offsets.data(), 0, out.offsets.size() * sizeof(O));
    return out;
  }
  const cuda::Scratch<std::uint32_t> columns(places(nnz));
  const cuda::Scratch<std::uint32_t> keys(places(nnz));
  const cuda::Scratch<std::int32_t> numbers(places(nnz));
  const cuda::Scratch<std::int32_t> entries(places(nnz));
  const unsigned grid = blocks_for(nnz, threads);
  launch(number_entries, grid, threads, 0, nullptr, nnz, indices, columns.data(), numbers.data());
  cuda::sort_pairs(columns.data(), keys.data(), numbers.data(), entries.data(), nnz,
                   std::max(bits_for(minors), 1));
  launch(find_offsets<std::uint32_t, O>, blocks_for(minors + 1, threads), threads, 0, nullptr,
         minors, nnz, 0, keys.data(), nullptr, out.offsets.data());
  const cuda::Scratch<Index> majors_of_entries(places(nnz));
  expand_rows(majors, nnz, offsets, majors_of_entries.data());
  launch(gather<V>, grid, threads, 0, nullptr, nnz, entries.data(), majors_of_entries.data(),
         values, out.indices.data(), out.values.data());
  wait_for(nullptr);
  return out;
}

}  // namespace

template <class O>
void expand_rows(std::int64_t rows, std::int64_t nnz, const O* row_offsets, Index* row_indices) {
  if (nnz == 0) return;
  launch(expand_tile_rows<O>, blocks_for(nnz, expand_tile), threads, 0, nullptr, rows, nnz,
         row_offsets, row_indices);
  wait_for(nullptr);
}

template <class V, class O>
CsrOnDevice<V, O> coo_to_csr(const CooView<V>& a) {
  require_countable(a.nnz);
  CsrOnDevice<V, O> out;
  out.rows = a.rows;
  out.cols = a.cols;
  out.row_offsets = cuda::DeviceArray<O>(places(a.rows) + 1);
  if (a.nnz == 0) {
    cuda::fill_bytes(out.row_offsets.data(), 0, out.row_offsets.size() * sizeof(O));
    return out;
  }
  const Order order = order_of(a);
  const unsigned row_grid = blocks_for(a.rows + 1, threads);
  if (order.unsorted == 0 && order.repeated == 0) {
    out.nnz = a.nnz;
    out.col_indices = copy_of(a.col_indices, a.nnz);
    out.values = copy_of(a.values, a.nnz);
    launch(find_offsets<Index, O>, row_grid, threads, 0, nullptr, a.rows, a.nnz, 0, a.row_indices,
           nullptr, out.row_offsets.data());
    wait_for(nullptr);
    return out;
  }
  const int col_bits = bits_for(a.cols);
  const unsigned grid = blocks_for(a.nnz, threads);
  cuda::Scratch<std::uint64_t> keys(places(a.nnz));
  cuda::Scratch<std::int32_t> entries(places(a.nnz));
  launch(make_keys<V>, grid, threads, 0, nullptr, a, col_bits, keys.data(), entries.data());
  if (order.unsorted != 0) {
    cuda::Scratch<std::uint64_t> sorted_keys(places(a.nnz));
    cuda::Scratch<std::int32_t> sorted_entries(places(a.nnz));
    cuda::sort_pairs(keys.data(), sorted_keys.data(), entries.data(), sorted_entries.data(), a.nnz,
                     std::max(col_bits + bits_for(a.rows), 1));
    keys = std::move(sorted_keys);
    entries = std::move(sorted_entries);
  }
  const cuda::Scratch<std::int64_t> firsts(places(a.nnz));
  const cuda::Scratch<std::int64_t> ranks(places(a.nnz) + 1);
  launch(mark_firsts, grid, threads, 0, nullptr, a.nnz, keys.data(), firsts.data());
  out.nnz = cuda::exclusive_scan(firsts.data(), ranks.data(), a.nnz);
  out.col_indices = cuda::DeviceArray<Index>(places(out.nnz));
  out.values = cuda::DeviceArray<V>(places(out.nnz));
  launch(gather_sums<V>, grid, threads, 0, nullptr, a.nnz, col_bits, keys.data(), entries.data(),
         a.values, ranks.data(), out.col_indices.data(), out.values.data());
  launch(find_offsets<std::uint64_t, O>, row_grid, threads, 0, nullptr, a.rows, a.nnz, col_bits,
         keys.data(), ranks.data(), out.row_offsets.data());
  wait_for(nullptr);
  return out;
}

template <class V, class O>
CooOnDevice<V> csr_to_coo(CsrView<V, O> a, std::int64_t nnz) {
  CooOnDevice<V> out{a.rows,
                     a.cols,
                     nnz,
                     cuda::DeviceArray<Index>(places(nnz)),
                     copy_of(a.col_indices, nnz),
                     copy_of(a.values, nnz)};
  expand_rows(a.rows, nnz, a.row_offsets, out.row_indices.data());
  return out;
}

template <class V, class O>
CscOnDevice<V, O> csr_to_csc(CsrView<V, O> a, std::int64_t nnz) {
  auto swapped = swap_dimensions(a.rows, a.cols, nnz, a.row_offsets, a.col_indices, a.values);
  return {a.rows,
          a.cols,
          nnz,
          std::move(swapped.offsets),
          std::move(swapped.indices),
          std::move(swapped.values)};
}

template <class V, class O>
CsrOnDevice<V, O> csc_to_csr(std::int64_t rows, std::int64_t cols, std::int64_t nnz,
                             const O* col_offsets, const Index* row_indices, const V* values) {
  auto swapped = swap_dimensions(cols, rows, nnz, col_offsets, row_indices, values);
  return {rows,
          cols,
          nnz,
          std::move(swapped.offsets),
          std::move(swapped.indices),
          std::move(swapped.values)};
}

#define SPTUNE_INSTANTIATE(V, O)                                                            \
  template CsrOnDevice<V, O> coo_to_csr(const CooView<V>&);                                 \
  template CooOnDevice<V> csr_to_coo(CsrView<V, O>, std::int64_t);                          \
  template CscOnDevice<V, O> csr_to_csc(CsrView<V, O>, std::int64_t);                       \
  template CsrOnDevice<V, O> csc_to_csr(std::int64_t, std::int64_t, std::int64_t, const O*, \
                                        const Index*, const V*);
SPTUNE_INSTANTIATE(float, std::int32_t)
SPTUNE_INSTANTIATE(float, std::int64_t)
SPTUNE_INSTANTIATE(double, std::int32_t)
SPTUNE_INSTANTIATE(double, std::int64_t)
#undef SPTUNE_INSTANTIATE
template void expand_rows(std::int64_t, std::int64_t, const std::int32_t*, Index*);
template void expand_rows(std::int64_t, std::int64_t, const std::int64_t*, Index*);

}  // namespace sptune::convert
