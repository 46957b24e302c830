// SPDX-License-Identifier: BSD-3-Clause
// Cutting a matrix into pieces of about equal entries that prefer to end with a row, on the device.
// Where a piece ends depends on where it begins, so that the pieces form a chain. To follow many
// chains side by side the rows are divided into sections first, a warp each: the last piece of a
// section may be short, which costs a part of one piece in pieces_per_section.
#pragma once

#include "kernels/cuda/scan_sort.hpp"
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

/// Borders of tiles of at most `size` entries. A tile ends with a row when at most `padding` of its
/// slots stay empty by that, else wherever it is full. A first pass counts the tiles of every
/// section; with `starts`, the sums of these, a second one writes the tiles' first entries.
template <class O>
__global__ void cut_tiles(std::int64_t rows, const O* __restrict__ row_offsets,
                          std::int64_t sections, std::int64_t size, std::int64_t padding,
                          const std::int64_t* __restrict__ starts, std::int64_t* counts,
                          std::int64_t* firsts) {
  const std::int64_t s = blockIdx.x;
  std::int64_t row = section_begin(rows, row_offsets, s, sections);
  const std::int64_t stop = section_begin(rows, row_offsets, s + 1, sections);
  std::int64_t at = row_offsets[row];
  const std::int64_t end = row_offsets[stop];
  std::int64_t tiles = 0;
  while (at < end) {
    if (starts != nullptr && threadIdx.x == 0) firsts[starts[s] + tiles] = at;
    const std::int64_t limit = min(at + size, end);
    row = last_border(row_offsets, row, stop, limit);
    const std::int64_t border = row_offsets[row];
    at = border > at && limit - border <= padding ? border : limit;
    ++tiles;
  }
  if (threadIdx.x != 0) return;
  if (starts == nullptr) {
    counts[s] = tiles;
  } else if (s == sections - 1) {
    firsts[starts[sections]] = end;
  }
}

}  // namespace sptune::spmv::cuda
