// SPDX-License-Identifier: BSD-3-Clause
// Cutting a matrix into pieces of about equal entries that prefer to end with a row, on the device.
// Where a piece ends depends on where it begins, so that the pieces form a chain. To follow many
// chains side by side the rows are divided into sections first, a block each: the last piece of a
// section may be short, which costs a part of one piece in pieces_per_section.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"

#include <algorithm>
#include <cstdint>

namespace sptune::spmv::cuda {

constexpr std::int64_t pieces_per_section = 128;

[[nodiscard]] inline std::int64_t sections_for(std::int64_t pieces) {
  return std::max<std::int64_t>(1, pieces / pieces_per_section);
}

/// Called by a whole warp: first row of section `s`; rows, if any, of the last section reach to the
/// end. Sections share out entries and rows alike, since rows without entries take time, too.
template <class O>
__device__ __forceinline__ std::int64_t section_begin(std::int64_t rows, const O* row_offsets,
                                                      std::int64_t s, std::int64_t sections) {
  if (s == sections) return rows;
  const std::int64_t target = (static_cast<std::int64_t>(row_offsets[rows]) + rows) / sections * s;
  return sptune::cuda::warp_first_where(0, rows, [&](std::int64_t row) {
    return static_cast<std::int64_t>(row_offsets[row]) + row >= target;
  });
}

/// Called by a whole warp: the last row border in [row, stop] at which no more than `limit` entries
/// have passed; `row` itself must be one.
template <class O>
__device__ __forceinline__ std::int64_t last_border(const O* row_offsets, std::int64_t row,
                                                    std::int64_t stop, std::int64_t limit) {
  constexpr int unroll = 4;  // loads in flight: the chain waits for them
  const int lane = static_cast<int>(threadIdx.x) & 31;
  for (;;) {
    bool within[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) {
      const std::int64_t border = row + 1 + u * 32 + lane;
      within[u] = border <= stop && static_cast<std::int64_t>(row_offsets[border]) <= limit;
    }
    int passed = 0;
#pragma unroll
    for (int u = 0; u < unroll; ++u) passed += __popc(__ballot_sync(0xffffffffU, within[u]));
    row += passed;
    if (passed < unroll * 32) return row;
  }
}

constexpr int walk_threads = 128;
constexpr int window_rows = 4096;  ///< twice the most rows that a piece may have

/// Row offsets that are looked at, in shared memory: a chain that waits for memory at every piece
/// would take most of the time.
template <class O>
struct OffsetWindow {
  O offsets[window_rows + 1];
  std::int64_t next;  ///< first row of the next one
};

/// Called by a whole block of walk_threads: follows the chain of pieces from row `begin` to `stop`.
/// A piece has at most `max_rows` rows and `limit` entries, or is one row that is longer.
/// piece(first row, rows, first entry, entries) is called by the first warp, all lanes alike.
template <class O, class Piece>
__device__ __forceinline__ void walk_pieces(const O* row_offsets, std::int64_t begin,
                                            std::int64_t stop, int limit, int max_rows,
                                            OffsetWindow<O>& window, Piece piece) {
  const int thread = static_cast<int>(threadIdx.x);
  for (std::int64_t base = begin; base < stop;) {
    const auto size = static_cast<int>(min(static_cast<std::int64_t>(window_rows), stop - base));
    const bool last = base + size == stop;
    for (int i = thread; i <= size; i += walk_threads) window.offsets[i] = row_offsets[base + i];
    __syncthreads();
    if (thread < warp_size) {
      int row = 0;
      while (row < size) {
        const std::int64_t first = window.offsets[row];
        int end = row + 1;
        if (window.offsets[end] - first <= limit) {
          end = static_cast<int>(
              last_border(window.offsets, row, min(size, row + max_rows), first + limit));
          // More rows may follow in the next window, which begins with this piece.
          if (end == size && !last && end - row < max_rows) break;
        }
        piece(base + row, end - row, first, window.offsets[end] - first);
        row = end;
      }
      if (thread == 0) window.next = base + row;
    }
    __syncthreads();
    base = window.next;
  }
}

/// Tiles of at most `size` entries. A tile ends with a row when at most `padding` of its slots stay
/// empty by that, else wherever it is full.
struct TileRule {
  std::int64_t size;
  std::int64_t padding;
};

/// No matrix has more: only the last tile of a section has fewer entries than are asked for.
[[nodiscard]] inline std::int64_t most_tiles(std::int64_t nnz, const TileRule& rule) {
  return nnz / (rule.size - rule.padding) + sections_for(nnz / rule.size);
}

/// Called by a whole block of walk_threads: follows the tiles of rows `begin` to `stop`.
/// tile(first entry) is called by the first warp, all lanes alike.
template <class O, class TileAt>
__device__ __forceinline__ void walk_tiles(const O* row_offsets, std::int64_t begin,
                                           std::int64_t stop, const TileRule& rule,
                                           OffsetWindow<O>& window, TileAt tile) {
  const int thread = static_cast<int>(threadIdx.x);
  std::int64_t at = row_offsets[begin];
  const std::int64_t end = row_offsets[stop];
  for (std::int64_t base = begin; base < stop;) {
    const auto rows = static_cast<int>(min(static_cast<std::int64_t>(window_rows), stop - base));
    const bool last = base + rows == stop;
    for (int i = thread; i <= rows; i += walk_threads) window.offsets[i] = row_offsets[base + i];
    __syncthreads();
    if (thread < warp_size) {
      int row = 0;
      while (at < end) {
        const std::int64_t limit = min(at + rule.size, end);
        row = static_cast<int>(last_border(window.offsets, row, rows, limit));
        if (row == rows && !last) break;  // more rows may follow within this tile
        const std::int64_t border = window.offsets[row];
        tile(at);
        at = border > at && limit - border <= rule.padding ? border : limit;
      }
      // Behind the last entry there are rows without any: no tile is theirs.
      if (thread == 0) window.next = at >= end ? stop : base + row;
    }
    __syncthreads();
    base = window.next;
  }
}

/// Writes the first entry of every tile, and the end behind the last one. A block takes a section:
/// it counts its tiles, learns how many the sections before have, and writes. `states`: a word per
/// section and one more, zeros. The number of tiles goes to the tally's first word.
template <class O>
__global__ void __launch_bounds__(walk_threads)
    cut_tiles(std::int64_t rows, const O* __restrict__ row_offsets, TileRule rule,
              unsigned long long* states, sptune::cuda::TallyWords tally, std::int64_t* firsts) {
  __shared__ OffsetWindow<O> window;
  __shared__ std::int64_t borders[2];
  const std::int64_t sections = gridDim.x;
  const int thread = static_cast<int>(threadIdx.x);
  const unsigned s = sptune::cuda::take_tile(states + sections);
  if (thread < 2 * warp_size) {
    const std::int64_t at = section_begin(rows, row_offsets, s + thread / warp_size, sections);
    if (thread % warp_size == 0) borders[thread / warp_size] = at;
  }
  __syncthreads();
  long long tiles = 0;
  walk_tiles(row_offsets, borders[0], borders[1], rule, window, [&](std::int64_t) { ++tiles; });
  std::int64_t at = 0;
  if (thread < warp_size) at = sptune::cuda::scan_tile(states, s, tiles);
  if (thread == 0 && s == sections - 1) {
    tally.host[0] = static_cast<unsigned long long>(at + tiles);
    firsts[at + tiles] = row_offsets[rows];
  }
  walk_tiles(row_offsets, borders[0], borders[1], rule, window, [&](std::int64_t first) {
    if (thread == 0) firsts[at] = first;
    ++at;
  });
}

}  // namespace sptune::spmv::cuda
