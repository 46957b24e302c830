// SPDX-License-Identifier: BSD-3-Clause
// Tiles of equal entries, stored so that neighbouring threads read neighbouring words while each
// thread owns consecutive entries: products stay in registers, rows are separated by bit flags and
// summed by a segmented scan. A tile ends with a row where that costs little padding, so that few
// tiles share a row. Column indices may be 16-bit offsets from the tile's first column. Of a whole
// matrix (tiles) or of a block of its columns (column_blocks). Sources: Liu and Vinter, "CSR5: an
// efficient storage format for cross-platform sparse matrix-vector multiplication", ICS'15
// (transposed tiles, bit flags); Merrill and Garland, SC'16 (equal work for any row lengths).
#pragma once

#include "kernels/cuda/per_device.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/segment_layout.cuh"
#include "kernels/spmv/cuda/segment_sum.cuh"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace sptune::spmv::cuda {

/// A tile may end early, with a row, when at most this part of it is padding: what that costs in
/// bytes it saves several times in waiting for other blocks.
constexpr std::int64_t most_padding = 8;  // an eighth

/// Column indices. 32 bits: `all`. Otherwise `low` halves of every tile, offsets from its base, or
/// with `high` halves for wide tiles: the address of the low half never waits for the tile's
/// record.
struct TileColumns {
  const Index* all;
  const std::uint16_t* low;
  const std::uint16_t* high;
};

/// x as the caller has it.
template <class V>
struct PlainX {
  const V* x;
  /// Called before the first element is read.
  __device__ __forceinline__ void wait() const {}
  __device__ __forceinline__ V operator()(unsigned column) const { return __ldg(x + column); }
};

template <IndexWidth Width, Load Policy, int Items, int Block>
__device__ __forceinline__ void load_columns(const TileColumns& columns, const Tile& tile,
                                             unsigned (&col)[Items]) {
  const std::int64_t at = static_cast<std::int64_t>(blockIdx.x) * (Items * Block) + threadIdx.x;
  if constexpr (Width == IndexWidth::i32) {
#pragma unroll
    for (int u = 0; u < Items; ++u) {
      col[u] = static_cast<unsigned>(load<Policy>(columns.all + at + u * Block));
    }
  } else {
#pragma unroll
    for (int u = 0; u < Items; ++u) col[u] = load<Policy>(columns.low + at + u * Block);
    if (tile.wide < 0) {
#pragma unroll
      for (int u = 0; u < Items; ++u) col[u] += static_cast<unsigned>(tile.base);
    } else {
      const std::uint16_t* high =
          columns.high + static_cast<std::int64_t>(tile.wide) * (Items * Block) + threadIdx.x;
#pragma unroll
      for (int u = 0; u < Items; ++u) {
        col[u] |= static_cast<unsigned>(load<Policy>(high + u * Block)) << 16;
      }
    }
  }
}

/// How a run reads and writes beside its tiles.
template <class X, SumsKept Kept = SumsKept::shared>
struct TileMultiply {
  using XType = X;
  static constexpr SumsKept kept = Kept;
};

/// Blocks of a multiprocessor to compile for. Where sums are kept nowhere at least 1024 threads,
/// whose registers serve: 12 entries in double by 512 threads took 70, so that there was one block
/// and nobody worked while it waited; with 61 they are 1.10 times as fast over 1e6 entries (H200).
template <class V, class How>
[[nodiscard]] constexpr int tile_blocks(int items, int block) {
  const int in_flight = blocks_in_flight<V>(items, block, 28);
  return How::kept == SumsKept::none ? std::max(in_flight, 1024 / block) : in_flight;
}

template <class V, int Items, int Block, IndexWidth Width, Load Policy, class How>
__global__ void __launch_bounds__(Block, tile_blocks<V, How>(Items, Block))
    multiply_tiles(const Tile* __restrict__ tiles, const std::uint32_t* __restrict__ words,
                   const Index* __restrict__ rows_of_segments, TileColumns columns,
                   const V* __restrict__ values, std::int64_t empty_rows,
                   const Index* __restrict__ empty, SharedRowScratch<V> scratch, V alpha,
                   typename How::XType x, V beta, V* __restrict__ y) {
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t block = blockIdx.x;

  V a[Items];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    a[u] = load<Policy>(values + block * (Items * Block) + thread + u * Block);
  }
  const std::uint32_t word = load<Policy>(words + block * Block + thread);
  const Tile tile = tiles[block];
  unsigned col[Items];
  load_columns<Width, Policy, Items, Block>(columns, tile, col);
  x.wait();
  V gathered[Items];
#pragma unroll
  for (int u = 0; u < Items; ++u) gathered[u] = x(col[u]);
  const EntriesTimesX<V, Items> terms{a, gathered};
  const RowsOfTile<V> out{rows_of_segments, tile.first_segment, alpha, beta, y};
  sum_segments<Items, Block, How::kept>(terms, word, tile, out, scratch);
  write_empty_rows<Block>(empty_rows, empty, alpha, beta, y);
}

// --- filling, on the device: one block per tile --------------------------------------------------

constexpr int tile_fill_threads = 256;

/// What a tile's entries become. Columns: `all` of them, or null and lower halves as in
/// TileColumns.
template <class V>
struct FilledTiles {
  Index* all;
  std::uint16_t* low;
  V* values;
};

/// Which entry of its tile a slot holds. Blocks have a power of two threads, so that nothing is
/// divided by a number that the compiler does not know.
__device__ __forceinline__ int entry_of(int slot, int items, int block_bits) {
  return (slot & ((1 << block_bits) - 1)) * items + (slot >> block_bits);
}

struct ColumnRange {
  Index low;
  Index high;  ///< that, too, is one of them
};

/// Called by a whole block: the least and the greatest column of its tile's entries.
static __device__ __forceinline__ ColumnRange columns_of_tile(const Index* __restrict__ col_indices,
                                                              int count) {
  constexpr int warps = tile_fill_threads / warp_size;
  __shared__ ColumnRange of_warps[warps];
  const int thread = static_cast<int>(threadIdx.x);
  ColumnRange own{0x7fffffff, 0};
#pragma unroll 4
  for (int i = thread; i < count; i += tile_fill_threads) {
    const Index column = __ldg(col_indices + i);
    own = {min(own.low, column), max(own.high, column)};
  }
  own = {sptune::cuda::warp_min(own.low), sptune::cuda::warp_max(own.high)};
  if (thread % warp_size == 0) of_warps[thread / warp_size] = own;
  __syncthreads();
#pragma unroll
  for (int w = 0; w < warps; ++w) {
    own = {min(own.low, of_warps[w].low), max(own.high, of_warps[w].high)};
  }
  return own;
}

/// Values and columns, but for upper halves, whose number it counts: tiles that need them are
/// numbered by a look-back. Padding is of value 0 and has the column of the tile's last entry: it
/// is in bounds and in cache.
template <class V>
__global__ void __launch_bounds__(tile_fill_threads)
    fill_tiles(LayoutToBe layout, const Index* __restrict__ col_indices,
               const V* __restrict__ values, int items, int block_bits, FilledTiles<V> out) {
  const TileBorders& borders = layout.borders;
  const int thread = static_cast<int>(threadIdx.x);
  sptune::cuda::wait_for_earlier();
  const bool numbers_wide = out.all == nullptr;
  const std::int64_t tile =
      numbers_wide ? sptune::cuda::take_tile(layout.states + gridDim.x) : blockIdx.x;
  const auto size = static_cast<int>(borders.size);
  const std::int64_t first = borders.first(tile);
  const auto count = static_cast<int>(borders.first(tile + 1) - first);
  const std::int64_t begin = tile * size;
  for (int slot = thread; slot < size; slot += tile_fill_threads) {
    const int entry = entry_of(slot, items, block_bits);
    out.values[begin + slot] = entry < count ? values[first + entry] : V(0);
    if (!numbers_wide) out.all[begin + slot] = col_indices[first + min(entry, count - 1)];
  }
  if (!numbers_wide) return;
  const auto [low, high] = columns_of_tile(col_indices + first, count);
  const bool wide = high - low >= 65536;
  if (thread < warp_size) {
    const long long before =
        sptune::cuda::scan_tile(layout.states, static_cast<unsigned>(tile), wide ? 1 : 0);
    if (thread == 0) {
      layout.tiles[tile].base = low;
      if (wide) layout.tiles[tile].wide = static_cast<std::int32_t>(before);
      if (tile == gridDim.x - 1) {
        layout.tally.host[wide_tiles] = static_cast<unsigned long long>(before + (wide ? 1 : 0));
      }
    }
  }
  for (int slot = thread; slot < size; slot += tile_fill_threads) {
    const int entry = min(entry_of(slot, items, block_bits), count - 1);
    const Index column = __ldg(col_indices + first + entry);
    out.low[begin + slot] = static_cast<std::uint16_t>(wide ? column : column - low);
  }
  sptune::cuda::leave_clear(layout.tally, layout.states, std::int64_t{gridDim.x} + 1);
}

/// The upper halves of columns, a block per tile, of those that need them.
static __global__ void __launch_bounds__(tile_fill_threads)
    fill_high(TileBorders borders, const Index* __restrict__ col_indices, int items, int block_bits,
              const Tile* __restrict__ tiles, std::uint16_t* high) {
  const std::int64_t tile = blockIdx.x;
  const std::int64_t wide = tiles[tile].wide;
  if (wide < 0) return;
  const auto size = static_cast<int>(borders.size);
  const std::int64_t first = borders.first(tile);
  const auto count = static_cast<int>(borders.first(tile + 1) - first);
  for (int slot = static_cast<int>(threadIdx.x); slot < size; slot += tile_fill_threads) {
    const int entry = min(entry_of(slot, items, block_bits), count - 1);
    high[wide * size + slot] = static_cast<std::uint16_t>(col_indices[first + entry] >> 16);
  }
}

/// Other values of the same pattern; padding stays.
template <class V, class Source>
__global__ void __launch_bounds__(tile_fill_threads)
    scatter_tiles(const std::int64_t* __restrict__ firsts, Source source, int items, int block_bits,
                  V* __restrict__ out) {
  const int size = items << block_bits;
  const std::int64_t first = firsts[blockIdx.x];
  const auto count = static_cast<int>(firsts[blockIdx.x + 1] - first);
  V* const of_tile = out + static_cast<std::int64_t>(blockIdx.x) * size;
  for (int slot = static_cast<int>(threadIdx.x); slot < size; slot += tile_fill_threads) {
    const int entry = entry_of(slot, items, block_bits);
    if (entry < count) of_tile[slot] = source(first + entry);
  }
}

/// Where all entries stand in the order of the tiles'.
template <class V>
struct ValuesInOrder {
  const V* values;
  __device__ __forceinline__ V operator()(std::int64_t entry) const { return values[entry]; }
};

/// Entries of some rows as tiles: y = alpha*A*x + beta*y.
template <class V>
class TilesPart {
 public:
  TilesPart() = default;
  /// On the default stream; waits for the number of tiles, at the end, and for upper halves where
  /// there are any. There are `nnz` entries, at least one. The arrays are only read
  /// here.
  template <class O>
  TilesPart(std::int64_t rows, std::int64_t nnz, const O* row_offsets, const Index* col_indices,
            const V* values, int items, int block, IndexWidth index)
      : items_(items), block_(block), nnz_(nnz) {
    using sptune::cuda::DeviceArray;
    const std::int64_t size = std::int64_t{items} * block;
    SegmentLayout l = lay_out<V>(
        rows, row_offsets, nnz, {.items = items, .block = block, .most_padding = most_padding},
        [&](const LayoutToBe& layout) {
          const std::int64_t slots = layout.borders.tiles * size;
          const auto arrays = [&](sptune::cuda::ArrayCursor memory) {
            values_ = memory.array<V>(slots);
            if (index == IndexWidth::mixed16) {
              low_ = memory.array<std::uint16_t>(slots);
            } else {
              all_ = memory.array<Index>(slots);
            }
            return memory.bytes;
          };
          entries_ = sptune::cuda::in_one_piece<DeviceArray<unsigned char>>(arrays);
          launch_ahead(fill_tiles<V>, static_cast<unsigned>(layout.borders.tiles),
                       tile_fill_threads, 0, nullptr, layout, col_indices, values, items,
                       block_bits(), FilledTiles<V>{all_, low_, values_});
        });
    count_ = l.count;
    layout_ = std::move(l.memory);
    tiles_ = l.tiles;
    words_ = l.words;
    firsts_ = l.firsts;
    rows_ = std::move(l.rows);
    sums_bytes_ = segment_sums_bytes<V>(l);
    shared_ = SharedRowMemory<V>(std::move(l.shared));
    if (l.wide == 0 || index == IndexWidth::i32) return;
    high_ = DeviceArray<std::uint16_t>::ordered(static_cast<std::size_t>(l.wide * size));
    launch(fill_high, static_cast<unsigned>(count_), tile_fill_threads, 0, nullptr, borders(),
           col_indices, items, block_bits(), tiles_, high_.data());
    wait_for(nullptr);
  }

  /// Bytes, at most; with memory for one stream.
  [[nodiscard]] static std::int64_t bytes_for(const AnyCsr& a, std::int64_t nnz, int items,
                                              int block) {
    const std::int64_t size = std::int64_t{items} * block;
    const std::int64_t tiles =
        most_tiles(a.rows, nnz, {size, size / most_padding}) + TileCut::border_words;
    return tiles * (size * (size_of(a.value_type) + 4) + 8) + layout_bytes(tiles, block, a);
  }
  /// Of what a run reads.
  [[nodiscard]] std::int64_t read_bytes() const {
    const std::int64_t of_tile = sizeof(Tile) + block_ * sizeof(std::uint32_t);
    return entries_.bytes() + high_.bytes() + rows_.list.bytes() + count_ * of_tile;
  }
  [[nodiscard]] std::int64_t bytes() const {
    return entries_.bytes() + high_.bytes() + rows_.list.bytes() + layout_.bytes() +
           shared_.bytes();
  }

  /// In rows with entries, and in those without where `all_rows`. For tiles of this shape.
  template <int Items, int Block, IndexWidth Width, Load Policy>
  void run(bool all_rows, V alpha, const V* x, V beta, V* y, Stream stream) {
    run_as<Items, Block, Width, Policy, TileMultiply<PlainX<V>>>({}, all_rows, alpha, PlainX<V>{x},
                                                                 beta, y, stream);
  }
  /// The same with another x, and launched with `attributes`.
  template <int Items, int Block, IndexWidth Width, Load Policy, class How>
  void run_as(std::span<cudaLaunchAttribute> attributes, bool all_rows, V alpha,
              const typename How::XType& x, V beta, V* y, Stream stream) {
    const auto shared = shared_.on(stream);
    const auto kernel = multiply_tiles<V, Items, Block, Width, Policy, How>;
    const std::size_t sums_bytes = How::kept == SumsKept::shared ? sums_bytes_ : 0;
    // A kernel gets no more than 48 KiB unless it asks; some are in use already.
    constexpr std::size_t unasked = std::size_t{40} << 10;
    if (sums_bytes > unasked) {
      static auto* const allowed = new sptune::cuda::OncePerDevice;  // to the end of the process
      (*allowed)([&] { sptune::cuda::allow_most_shared(kernel); });
    }
    cudaLaunchConfig_t config{};
    config.gridDim = static_cast<unsigned>(count_);
    config.blockDim = Block;
    config.dynamicSmemBytes = sums_bytes;
    config.stream = native(stream);
    config.attrs = attributes.data();
    config.numAttrs = static_cast<unsigned>(attributes.size());
    const TileColumns columns{all_, low_, high_.data()};
    const std::int64_t empties = all_rows ? rows_.empties() : 0;
    // Every block has a tile: where rows would be too many for those that there are, others write.
    const bool apart = blocks_for_tiles(count_, empties, Block) > config.gridDim.x;
    SPTUNE_CUDA(cudaLaunchKernelEx(&config, kernel, static_cast<const Tile*>(tiles_),
                                   static_cast<const std::uint32_t*>(words_), rows_.of_segments(),
                                   columns, static_cast<const V*>(values_), apart ? 0 : empties,
                                   rows_.empty(), shared.scratch(), alpha, x, beta, y));
    if (apart) {
      launch(write_listed_zeros<Block, V>, blocks_for(empties, Block * listed_zeros_per_thread),
             Block, 0, native(stream), empties, rows_.empty(), alpha, beta, y);
    }
  }

  /// Other values of the same pattern, enqueued; that of entry e is source(e), on the device.
  template <class Source>
  void scatter(const Source& source, Stream stream) {
    launch(scatter_tiles<V, Source>, static_cast<unsigned>(count_), tile_fill_threads, 0,
           native(stream), firsts_, source, items_, block_bits(), values_);
  }

 private:
  [[nodiscard]] int block_bits() const { return std::countr_zero(static_cast<unsigned>(block_)); }
  [[nodiscard]] TileBorders borders() const {
    return {count_, std::int64_t{items_} * block_, nnz_, firsts_, nullptr};
  }

  int items_ = 0;
  int block_ = 0;
  std::int64_t nnz_ = 0;
  std::int64_t count_ = 0;                           ///< tiles
  sptune::cuda::DeviceArray<unsigned char> layout_;  ///< of tiles, their words and where they begin
  Tile* tiles_ = nullptr;
  std::uint32_t* words_ = nullptr;
  std::int64_t* firsts_ = nullptr;  ///< first entry of each tile, and the end
  RowLists rows_;
  sptune::cuda::DeviceArray<unsigned char> entries_;  ///< of values and columns
  V* values_ = nullptr;
  Index* all_ = nullptr;  ///< as in TileColumns
  std::uint16_t* low_ = nullptr;
  sptune::cuda::DeviceArray<std::uint16_t> high_;
  SharedRowMemory<V> shared_;
  std::size_t sums_bytes_ = 0;  ///< of shared memory for the sums of a tile
};

}  // namespace sptune::spmv::cuda
