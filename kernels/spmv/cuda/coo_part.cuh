// SPDX-License-Identifier: BSD-3-Clause
// Entries in the order of their rows, wherever rows begin, added up by warps: of a whole matrix
// (coo) or of what another format leaves over (hyb). A warp takes a chunk of entries, four
// neighbours per lane and step, and adds up rows by a segmented scan over its lanes. Everything
// stays in registers, so that all of a multiprocessor's cache is left for x. Rows that several
// warps share are finished by the last of them in a fixed order: no atomic sums, the same bits on
// every run. Instead of a row per entry a bit per entry may say that a row begins there. Sources:
// Bell and Garland, "Efficient sparse matrix-vector multiplication on CUDA", NVIDIA NVR-2008-004,
// section 4.3 (segmented reduction of COO); Liu and Vinter, "CSR5", ICS'15 (bit flags).
#pragma once

#include "kernels/spmv/cuda/coo_steps.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/segment_layout.cuh"
#include "kernels/spmv/cuda/segment_sum.cuh"
#include "sptune/device_convert.hpp"

#include <cstdint>
#include <utility>

namespace sptune::spmv::cuda {

/// What a warp carries from one step of its chunk to the next.
template <class V>
struct ChunkSums {
  int begun = 0;  ///< rows that began in earlier steps
  V head = 0;     ///< what the chunk adds to the row that was open when it began
  V carry = 0;    ///< sum of the row that is open after the step before
};

/// The last lane of the last step of a chunk has seen the end of the open row.
struct ChunkEnd {
  bool last_step;
  bool owns_row;  ///< the chunk is full, and its last row does not go on in the next
};

/// Sums one step: rows that end in it are written, the others carried on.
template <class V, Rows Code>
__device__ __forceinline__ void sum_step(const V (&a)[quad], const RowsOfStep<Code>& rows,
                                         unsigned flags, bool began, int lane, const ChunkEnd& end,
                                         ChunkSums<V>& chunk, V alpha, V beta, V* y) {
  V before_first = 0;
  V sum = 0;
  int here = 0;
#pragma unroll
  for (int k = 0; k < quad; ++k) {
    if ((flags >> k & 1U) != 0) {
      if (here > 0) {
        store(y + rows.row(k == 0 ? 0 : k - 1, here), sum, alpha, beta);
      } else {
        before_first = sum;
      }
      ++here;
      sum = 0;
    }
    sum += a[k];
  }
  const unsigned begins = __ballot_sync(all_lanes, here > 0);
  if (lane == 0 && here == 0) sum += chunk.carry;
  sum = segmented_inclusive_sum(sum, begins);
  V closed = __shfl_up_sync(all_lanes, sum, 1);
  if (lane == 0) closed = chunk.carry;
  closed += before_first;
  const bool own = began || (begins & ((all_lanes >> (31 - lane)) >> 1)) != 0;
  if (here > 0 && own) store(y + rows.open_row(), closed, alpha, beta);
  if (!began && begins != 0) {
    chunk.head = __shfl_sync(all_lanes, closed, __ffs(static_cast<int>(begins)) - 1);
  }
  chunk.carry = __shfl_sync(all_lanes, sum, warp_size - 1);
  if (end.last_step && lane == warp_size - 1) {
    if (end.owns_row && chunk.begun > 0) {
      const std::int64_t row = here > 0 ? rows.row(quad - 1, here) : rows.open_row();
      store(y + row, sum, alpha, beta);
    }
  }
}

template <class V, int Items, Rows Code, Load Policy>
__global__ void __launch_bounds__(coo_threads)
    multiply_coo(std::int64_t chunks, const Tile* __restrict__ tiles, CooArrays<V> arrays,
                 std::int64_t empty_rows, const Index* __restrict__ empty,
                 SharedRowScratch<V> scratch, V alpha, const V* __restrict__ x, V beta,
                 V* __restrict__ y) {
  constexpr int steps = Items / quad;
  const std::int64_t thread = thread_id();
  for (std::int64_t i = thread; i < empty_rows;
       i += static_cast<std::int64_t>(gridDim.x) * blockDim.x) {
    store(y + empty[i], V(0), alpha, beta);
  }
  const std::int64_t number = thread / warp_size;
  if (number >= chunks) return;
  const int lane = static_cast<int>(threadIdx.x) % warp_size;
  const std::int64_t first = number * (Items * warp_size);
  Index col[steps][quad];
  ChunkEntries<V, steps, Code> entries;
  entries.template load<Policy>(arrays, first, lane, col);
  const Tile tile = tiles[number];
  entries.multiply(x, col);
  const bool owns_row = first + Items * warp_size <= arrays.nnz && tile.tail.row < 0;
  ChunkSums<V> chunk;
#pragma unroll
  for (int u = 0; u < steps; ++u) {
    const bool began = chunk.begun > 0;
    const unsigned flags = entries.rows[u].flags(
        tile, u == 0 ? nullptr : &entries.rows[u == 0 ? 0 : u - 1], lane, chunk.begun);
    sum_step(entries.a[u], entries.rows[u], flags, began, lane, {u == steps - 1, owns_row}, chunk,
             alpha, beta, y);
  }
  if (chunk.begun == 0) chunk.head = chunk.carry;
  if (tile.head.row >= 0 || tile.tail.row >= 0) {
    SharedRow shared = lane == 0 ? tile.head : tile.tail;
    if (lane > 1) shared.row = -1;
    finish_shared_rows(shared, lane == 0 ? chunk.head : chunk.carry, scratch, alpha, beta, y);
  }
}

/// Where the rows of such entries are; columns and values are the caller's.
template <class V>
class CooPart {
 public:
  CooPart() = default;
  /// On the default stream, which it waits for. There are entries.
  template <class O>
  CooPart(std::int64_t rows, std::int64_t nnz, const O* row_offsets, int items, Rows code)
      : nnz_(nnz) {
    using sptune::cuda::DeviceArray;
    const Tiling tiling{.items = items,
                        .block = warp_size,
                        .entry_flags = code == Rows::bits,
                        .keeps_words = false};
    SegmentLayout l = lay_out<V>(rows, row_offsets, nnz, tiling);
    layout_ = std::move(l.memory);
    count_ = l.count;
    tiles_ = l.tiles;
    begins_ = l.flags;
    begin_words_ = tiling.flag_words(count_);
    rows_ = std::move(l.rows);
    shared_ = SharedRowMemory<V>(std::move(l.shared));
    if (code == Rows::bits) return;
    row_indices_ = DeviceArray<Index>::ordered(static_cast<std::size_t>(nnz));
    convert::expand_rows(rows, nnz, row_offsets, row_indices_.data());
  }

  /// Of what says where rows are.
  [[nodiscard]] std::int64_t row_bytes() const {
    const auto of_tiles = count_ * static_cast<std::int64_t>(sizeof(Tile));
    const auto of_begins = begin_words_ * static_cast<std::int64_t>(sizeof(std::uint32_t));
    return of_tiles + of_begins + row_indices_.bytes() + rows_.list.bytes();
  }
  [[nodiscard]] std::int64_t bytes() const {
    return layout_.bytes() + row_indices_.bytes() + rows_.list.bytes() + shared_.bytes();
  }
  /// No more than this, with memory for one stream.
  [[nodiscard]] static std::int64_t bytes_for(const AnyCsr& a, std::int64_t nnz, int items,
                                              Rows code) {
    const std::int64_t chunks = ceil_div(nnz, std::int64_t{items} * warp_size);
    return (code == Rows::i32 ? nnz : chunks * items) * 4 + layout_bytes(chunks, warp_size, a);
  }

  /// y = alpha*A*x + beta*y in rows with entries, and in those without where `all_rows`.
  template <int Items, Rows Code, Load Policy>
  void run(int block, const Index* col_indices, const V* values, bool all_rows, V alpha, const V* x,
           V beta, V* y, Stream stream) {
    const auto shared = shared_.on(stream);
    const CooArrays<V> arrays{nnz_,  row_indices_.data(), begins_, rows_.of_segments(), col_indices,
                              values};
    const std::int64_t empties = all_rows ? rows_.empties() : 0;
    launch(multiply_coo<V, Items, Code, Policy>,
           blocks_for_tiles(ceil_div(count_ * warp_size, std::int64_t{block}), empties, block),
           block, 0, native(stream), count_, tiles_, arrays, empties, rows_.empty(),
           shared.scratch(), alpha, x, beta, y);
  }

 private:
  std::int64_t nnz_ = 0;
  sptune::cuda::DeviceArray<unsigned char> layout_;  ///< of tiles and begins
  std::int64_t count_ = 0;                           ///< tiles, a chunk each
  Tile* tiles_ = nullptr;
  std::uint32_t* begins_ = nullptr;  ///< as SegmentLayout::flags
  std::int64_t begin_words_ = 0;
  sptune::cuda::DeviceArray<Index> row_indices_;
  RowLists rows_;
  SharedRowMemory<V> shared_;
};

}  // namespace sptune::spmv::cuda
