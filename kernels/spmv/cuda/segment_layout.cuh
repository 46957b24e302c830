// SPDX-License-Identifier: BSD-3-Clause
// Entries cut into tiles of equal size, one block each, wherever rows begin: which rows begin
// where. Made on the device from the row offsets. Source: Liu and Vinter, "CSR5", ICS'15 (bit
// flags).
#pragma once

#include "kernels/spmv/cuda/row_cutting.cuh"
#include "kernels/spmv/cuda/shared_rows.cuh"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace sptune::spmv::cuda {

/// What a block reads of its tile.
struct alignas(16) Tile {
  std::int32_t first_segment = -1;  ///< ordinal of the first row that begins here
  std::int32_t base = 0;            ///< first column; of 16-bit offsets
  std::int32_t wide = -1;           ///< which of the tiles that need 32 bits; -1: needs 16
  std::int32_t segments = 0;        ///< how many rows begin here
  SharedRow head;                   ///< the row that began before this tile and has entries in it
  SharedRow tail;                   ///< the row that begins here and goes on in the next tile
};

/// Tiles of items*block entries; the last, or any when padding is allowed, may hold fewer.
struct SegmentLayout {
  sptune::cuda::Scratch<std::int64_t> firsts;  ///< first entry of each tile, and the end
  sptune::cuda::DeviceArray<Tile> tiles;
  /// Per thread. Low half: bit u says that a row begins at its entry u; high half: how many rows
  /// begin earlier in the tile.
  sptune::cuda::DeviceArray<std::uint32_t> words;
  sptune::cuda::DeviceArray<Index> segments;  ///< rows that have entries; none when all have
  sptune::cuda::DeviceArray<Index> empty;     ///< rows that have none
  std::int32_t parts = 0;                     ///< of shared rows, together
  std::int32_t most_segments = 0;             ///< rows that begin in one tile
};

static __global__ void clear_tiles(std::int64_t count, Tile* tiles) {
  const std::int64_t t = thread_id();
  if (t < count) tiles[t] = Tile{};
}

template <class O>
__global__ void flag_rows_with_entries(std::int64_t rows, const O* __restrict__ row_offsets,
                                       std::int64_t* flags) {
  const std::int64_t row = thread_id();
  if (row < rows) flags[row] = row_offsets[row] < row_offsets[row + 1] ? 1 : 0;
}

/// Where rows are to be noted: `ordinals` counts the rows with entries before each.
struct RowPlaces {
  std::int64_t tiles;
  const std::int64_t* firsts;
  const std::int64_t* ordinals;
  std::uint32_t* words;
  Index* segments;  ///< null when every row has entries
  Index* empty;
  Tile* tile;
  std::int64_t* parts;  ///< per tile, of the row that goes on behind it
};

template <class O>
__global__ void place_rows(std::int64_t rows, const O* __restrict__ row_offsets, int items,
                           int block, RowPlaces p) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  const std::int64_t begin = row_offsets[row];
  const std::int64_t end = row_offsets[row + 1];
  const std::int64_t ordinal = p.ordinals[row];
  if (begin == end) {
    p.empty[row - ordinal] = static_cast<Index>(row);
    return;
  }
  if (p.segments != nullptr) p.segments[ordinal] = static_cast<Index>(row);
  const std::int64_t size = static_cast<std::int64_t>(items) * block;
  const auto tile_of = [&](std::int64_t entry) {
    // No tile holds more than `size`, so that no tile before entry / size holds this entry.
    return first_where(entry / size, p.tiles,
                       [&](std::int64_t t) { return p.firsts[t + 1] > entry; });
  };
  const std::int64_t t = tile_of(begin);
  const auto place = static_cast<int>(begin - p.firsts[t]);
  atomicOr(p.words + t * block + place / items, 1U << (place % items));
  if (end <= p.firsts[t + 1]) return;
  const auto parts = static_cast<std::int32_t>(tile_of(end - 1) - t + 1);
  p.tile[t].tail = {static_cast<std::int32_t>(row), 0, 0, parts};
  p.parts[t] = parts;
}

/// A warp per tile: how many rows begin before each thread's entries, and in the tile.
static __global__ void count_segments(int block, std::uint32_t* words, std::int64_t* counts) {
  std::uint32_t* const mine = words + static_cast<std::int64_t>(blockIdx.x) * block;
  const int lane = static_cast<int>(threadIdx.x);
  std::uint32_t begun = 0;
  for (int i = lane; i < block; i += 32) {
    const std::uint32_t word = mine[i];
    const auto here = static_cast<std::uint32_t>(__popc(word));
    const std::uint32_t up_to_here = sptune::cuda::warp_inclusive_sum(here);
    mine[i] = word | (begun + up_to_here - here) << 16;
    begun += __shfl_sync(0xffffffffU, up_to_here, 31);
  }
  if (lane == 0) counts[blockIdx.x] = begun;
}

/// Completes the tiles: `starts` are the sums of `counts`, `part_starts` of the parts.
static __global__ void link_tiles(std::int64_t count, const std::int64_t* __restrict__ counts,
                                  const std::int64_t* __restrict__ starts,
                                  const std::int64_t* __restrict__ part_starts, Tile* tiles) {
  const std::int64_t t = thread_id();
  if (t >= count) return;
  tiles[t].segments = static_cast<std::int32_t>(counts[t]);
  if (counts[t] > 0) tiles[t].first_segment = static_cast<std::int32_t>(starts[t]);
  const SharedRow tail = tiles[t].tail;
  if (tail.row < 0) return;
  const auto first = static_cast<std::int32_t>(part_starts[t]);
  tiles[t].tail.first = first;
  for (std::int32_t part = 1; part < tail.parts; ++part) {
    tiles[t + part].head = {tail.row, first, part, tail.parts};
  }
}

/// Tiles of equal size, wherever rows begin.
static __global__ void cut_evenly(std::int64_t tiles, std::int64_t size, std::int64_t nnz,
                                  std::int64_t* firsts) {
  const std::int64_t t = thread_id();
  if (t <= tiles) firsts[t] = min(t * size, nnz);
}

/// The borders: see cut_tiles and cut_evenly.
template <class O>
[[nodiscard]] std::pair<sptune::cuda::Scratch<std::int64_t>, std::int64_t> tile_borders(
    std::int64_t rows, const O* row_offsets, std::int64_t nnz, std::int64_t size,
    std::int64_t padding) {
  using sptune::cuda::Scratch;
  if (padding == 0) {
    const std::int64_t tiles = ceil_div(nnz, size);
    Scratch<std::int64_t> firsts(static_cast<std::size_t>(tiles) + 1);
    cut_evenly<<<blocks_for(tiles + 1, 256), 256>>>(tiles, size, nnz, firsts.data());
    SPTUNE_CUDA(cudaGetLastError());
    return {std::move(firsts), tiles};
  }
  const std::int64_t sections = sections_for(nnz / size);
  const auto grid = static_cast<unsigned>(sections);
  Scratch<std::int64_t> counts(static_cast<std::size_t>(sections));
  Scratch<std::int64_t> starts(static_cast<std::size_t>(sections) + 1);
  cut_tiles<<<grid, 32>>>(rows, row_offsets, sections, size, padding, nullptr, counts.data(),
                          nullptr);
  SPTUNE_CUDA(cudaGetLastError());
  const std::int64_t tiles = sptune::cuda::exclusive_scan(counts.data(), starts.data(), sections);
  Scratch<std::int64_t> firsts(static_cast<std::size_t>(tiles) + 1);
  cut_tiles<<<grid, 32>>>(rows, row_offsets, sections, size, padding, starts.data(), nullptr,
                          firsts.data());
  SPTUNE_CUDA(cudaGetLastError());
  return {std::move(firsts), tiles};
}

/// `most_padding`: a tile may leave size / most_padding of its slots empty to end with a row; 0:
/// none. The matrix has entries. Allocates; enqueued on the default stream.
template <class O>
[[nodiscard]] SegmentLayout lay_out(std::int64_t rows, const O* row_offsets, std::int64_t nnz,
                                    int items, int block, std::int64_t most_padding) {
  using sptune::cuda::DeviceArray;
  using sptune::cuda::Scratch;
  constexpr int threads = 256;
  const std::int64_t size = std::int64_t{items} * block;
  SegmentLayout out;
  auto [firsts, tiles] =
      tile_borders(rows, row_offsets, nnz, size, most_padding > 0 ? size / most_padding : 0);
  out.firsts = std::move(firsts);
  const auto n = static_cast<std::size_t>(tiles);
  out.tiles = DeviceArray<Tile>(n);
  out.words = DeviceArray<std::uint32_t>(n * static_cast<std::size_t>(block));
  clear_tiles<<<blocks_for(tiles, threads), threads>>>(tiles, out.tiles.data());
  SPTUNE_CUDA(cudaMemsetAsync(out.words.data(), 0, out.words.size() * sizeof(std::uint32_t)));

  Scratch<std::int64_t> flags(static_cast<std::size_t>(rows));
  Scratch<std::int64_t> ordinals(static_cast<std::size_t>(rows) + 1);
  flag_rows_with_entries<<<blocks_for(rows, threads), threads>>>(rows, row_offsets, flags.data());
  SPTUNE_CUDA(cudaGetLastError());
  const std::int64_t filled = sptune::cuda::exclusive_scan(flags.data(), ordinals.data(), rows);
  if (filled < rows) {
    out.segments = DeviceArray<Index>(static_cast<std::size_t>(filled));
    out.empty = DeviceArray<Index>(static_cast<std::size_t>(rows - filled));
  }

  Scratch<std::int64_t> parts(n);
  Scratch<std::int64_t> counts(n);
  Scratch<std::int64_t> starts(n + 1);
  Scratch<std::int64_t> part_starts(n + 1);
  SPTUNE_CUDA(cudaMemsetAsync(parts.data(), 0, n * sizeof(std::int64_t)));
  place_rows<<<blocks_for(rows, threads), threads>>>(
      rows, row_offsets, items, block,
      {tiles, out.firsts.data(), ordinals.data(), out.words.data(), out.segments.data(),
       out.empty.data(), out.tiles.data(), parts.data()});
  count_segments<<<static_cast<unsigned>(tiles), 32>>>(block, out.words.data(), counts.data());
  SPTUNE_CUDA(cudaGetLastError());
  (void)sptune::cuda::exclusive_scan(counts.data(), starts.data(), tiles);
  out.parts = static_cast<std::int32_t>(
      sptune::cuda::exclusive_scan(parts.data(), part_starts.data(), tiles));
  out.most_segments = static_cast<std::int32_t>(sptune::cuda::max_value(counts.data(), tiles));
  link_tiles<<<blocks_for(tiles, threads), threads>>>(tiles, counts.data(), starts.data(),
                                                      part_starts.data(), out.tiles.data());
  SPTUNE_CUDA(cudaGetLastError());
  return out;
}

}  // namespace sptune::spmv::cuda
