// SPDX-License-Identifier: BSD-3-Clause
// Cutting a matrix into pieces of about equal entries that prefer to end with a row, on the device:
// row_chain.hpp. The rows are divided into sections, a block each, which are followed side by side:
// the last piece of a section may be short, which costs half a piece in least_pieces.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/row_chain.hpp"

#include <algorithm>
#include <cstdint>

namespace sptune::spmv::cuda {

/// Pieces of a section: few where that gives the device more blocks to run at once.
[[nodiscard]] inline std::int64_t sections_for(std::int64_t pieces) {
  constexpr std::int64_t least_pieces = 32;
  constexpr std::int64_t most_pieces = 128;
  constexpr std::int64_t enough = 256;
  return std::max<std::int64_t>(1, pieces / std::clamp(pieces / enough, least_pieces, most_pieces));
}

/// A row keeps a section about as long as so many entries: rows are what a window holds.
constexpr std::int64_t entries_per_row = 8;

/// Called by a whole warp: first row of section `s`; rows, if any, of the last section reach to the
/// end. Sections share out entries and rows, since rows without entries take time, too.
template <class O>
__device__ __forceinline__ std::int64_t section_begin(std::int64_t rows, std::int64_t nnz,
                                                      const O* row_offsets, std::int64_t s,
                                                      std::int64_t sections) {
  if (s == sections) return rows;
  const std::int64_t target = (nnz + rows * entries_per_row) / sections * s;
  const std::int64_t guess = sptune::cuda::even_share(rows, s, sections);
  return sptune::cuda::warp_first_near(std::int64_t{0}, rows, guess, [&](std::int64_t row) {
    return static_cast<std::int64_t>(row_offsets[row]) + row * entries_per_row >= target;
  });
}

/// Called by a whole block of two warps and more: the first rows of section `s` and of the one
/// behind it.
template <class O>
__device__ __forceinline__ void find_section(std::int64_t rows, std::int64_t nnz,
                                             const O* row_offsets, unsigned s,
                                             std::int64_t sections, std::int64_t (&borders)[2]) {
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < 2 * warp_size) {
    const std::int64_t at = section_begin(rows, nnz, row_offsets, s + thread / warp_size, sections);
    if (thread % warp_size == 0) borders[thread / warp_size] = at;
  }
  __syncthreads();
}

constexpr int walk_threads = 512;
constexpr int walk_blocks = 2;  ///< that a multiprocessor holds at least: as many sections at once
constexpr int window_rows = 4096;  ///< twice the most rows that a piece may have

/// A part of a section's chain, in shared memory.
template <class O>
struct RowWindow {
  O offsets[window_rows + 1];
  std::uint16_t chain[window_rows];  ///< the first `count`: rows at which pieces or runs begin
  std::int64_t base;                 ///< row of the matrix that is the window's first
  int rows;
  int count;
  int end;  ///< where the chain goes on that is not decided, or `rows`
  bool last;

  [[nodiscard]] __device__ __forceinline__ OffsetsOfRows<O> view() const {
    return {offsets, rows, last};
  }
  [[nodiscard]] __device__ __forceinline__ int row_behind(int i) const {
    return i + 1 < count ? chain[i + 1] : end;
  }

  /// Called by a whole block, as follow().
  __device__ __forceinline__ void load(const O* row_offsets, std::int64_t from, std::int64_t stop) {
    __syncthreads();  // nobody looks at the one before any more
    const auto size = static_cast<int>(min(static_cast<std::int64_t>(window_rows), stop - from));
    constexpr int each = window_rows / walk_threads;
    static_assert(each * walk_threads == window_rows);
    O mine[each];  // all under way together
#pragma unroll
    for (int u = 0; u < each; ++u) {
      const int i = static_cast<int>(threadIdx.x) + u * walk_threads;
      if (i < size) mine[u] = row_offsets[from + i];
    }
    if (threadIdx.x == 0) offsets[size] = row_offsets[from + size];
#pragma unroll
    for (int u = 0; u < each; ++u) {
      const int i = static_cast<int>(threadIdx.x) + u * walk_threads;
      if (i < size) offsets[i] = mine[u];
    }
    if (threadIdx.x == 0) {
      base = from;
      rows = size;
      last = from + size == stop;
    }
    __syncthreads();
  }
  /// first(): where the chain begins, asked of one thread; `undecided`: not in this window.
  template <class Rule, class First>
  __device__ __forceinline__ void follow(const Rule& rule, First first) {
    const OffsetsOfRows<O> w = view();
    // One thread asks neighbouring rows, since each looks on from where the one before ended; an
    // odd number, so that threads use different banks of shared memory.
    const int stretch = (w.rows + walk_threads - 1) / walk_threads | 1;
    const int from = static_cast<int>(threadIdx.x) * stretch;
    int reach = from;
    for (int row = from; row < min(from + stretch, w.rows); ++row) {
      chain[row] = static_cast<std::uint16_t>(rule.next(w, row, reach));
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      const int all = w.rows;
      int passed = 0;
      int row = first();
      if (row < all) {
        // The n-th row of the chain is not before row n, so that what is overwritten was read.
        int next = chain[row];
        for (; next < all; next = chain[row]) {
          chain[passed++] = static_cast<std::uint16_t>(row);
          row = next;
        }
        if (next != undecided) {
          chain[passed++] = static_cast<std::uint16_t>(row);
          row = next;
        }
      }
      count = passed;
      end = row;
    }
    __syncthreads();
  }
};

/// Called by a whole block of walk_threads: pieces of rows `begin` to `stop`. use() is called by
/// the whole block for every window, whose chain it finds in `window`.
template <class O, class Use>
__device__ __forceinline__ void walk_pieces(const O* row_offsets, std::int64_t begin,
                                            std::int64_t stop, const PieceRule& rule,
                                            RowWindow<O>& window, Use use) {
  for (std::int64_t base = begin; base < stop;) {
    window.load(row_offsets, base, stop);
    window.follow(rule, [] { return 0; });
    use();
    base += window.end;
  }
}

/// Sections of about equal work: a window of rows takes time whether they have entries or not.
[[nodiscard]] inline std::int64_t tile_sections(std::int64_t rows, std::int64_t nnz,
                                                const TileRule& rule) {
  return sections_for(nnz / rule.size + rows / window_rows);
}

/// No matrix has more: only the last tile of a section has fewer entries than are asked for.
[[nodiscard]] inline std::int64_t most_tiles(std::int64_t rows, std::int64_t nnz,
                                             const TileRule& rule) {
  return nnz / (rule.size - rule.padding) + tile_sections(rows, nnz, rule);
}

/// As walk_pieces. use(head) is told the tiles, if any, of a run that began before the window's
/// chain.
template <class O, class Use>
__device__ __forceinline__ void walk_tiles(const O* row_offsets, std::int64_t begin,
                                           std::int64_t stop, const TileRule& rule,
                                           RowWindow<O>& window, Use use) {
  std::int64_t at = row_offsets[begin];
  for (std::int64_t base = begin; base < stop;) {
    window.load(row_offsets, base, stop);
    const OffsetsOfRows<O> w = window.view();
    const bool at_row = at == w.at(0);
    window.follow(rule, [&] {
      int reach = 0;
      return at_row ? 0 : rule.run_end(w, at, reach, false);
    });
    const int first = window.count > 0 ? window.chain[0] : window.end;
    const TileStep onward = step(w, rule, at, first, window.end);
    use(onward.head);
    at = onward.at;
    base += onward.rows;
  }
}

/// Every lane of a warp brings a run of `count` things: each(run, k) is called for all of them, by
/// the lane itself where there is one, by all lanes together where there are more.
template <class Run, class Each>
__device__ __forceinline__ void share_runs(const Run& run, std::int64_t count, Each each) {
  if (count == 1) each(run, std::int64_t{0});
  for (unsigned open = __ballot_sync(all_lanes, count > 1); open != 0; open &= open - 1) {
    const int owner = __ffs(static_cast<int>(open)) - 1;
    const Run theirs = sptune::cuda::from_lane(run, owner);
    const std::int64_t all = sptune::cuda::from_lane(count, owner);
    for (std::int64_t k = sptune::cuda::lane_id(); k < all; k += warp_size) each(theirs, k);
  }
}

/// What a block finds while it counts, so that it need not walk again to write, unless it is more.
template <class Found>
struct FoundItems {
  static constexpr int most = 256;
  Found items[most];
  [[nodiscard]] __device__ __forceinline__ bool holds(int count) const { return count <= most; }
  __device__ __forceinline__ void keep(int number, const Found& found) {
    if (number < most) items[number] = found;
  }
};

/// Writes the first entry of every tile, and the end behind the last one. A block takes a section:
/// it counts its tiles, learns how many the sections before have, and writes. `states`: a word per
/// section and one more, of the tally's zeros. The number of tiles goes to `count` and, at once, to
/// the tally's first word.
template <class O>
__global__ void __launch_bounds__(walk_threads, walk_blocks)
    cut_tiles(std::int64_t rows, std::int64_t nnz, const O* __restrict__ row_offsets, TileRule rule,
              unsigned long long* states, sptune::cuda::TallyWords tally, std::int64_t* firsts,
              std::int64_t* count) {
  __shared__ RowWindow<O> window;
  __shared__ FoundItems<TileRun> found;
  __shared__ std::int64_t borders[2];
  __shared__ long long before;
  sptune::cuda::let_next_begin();
  const std::int64_t sections = gridDim.x;
  const int thread = static_cast<int>(threadIdx.x);
  const unsigned s = sptune::cuda::take_tile(states + sections);
  find_section(rows, nnz, row_offsets, s, sections, borders);
  const auto run = [&](int i) {
    const OffsetsOfRows<O> w = window.view();
    const std::int64_t first = w.at(window.chain[i]);
    return TileRun{first, rule.tiles(first, w.at(window.row_behind(i)))};
  };
  long long own = 0;
  int runs = 0;
  walk_tiles(row_offsets, borders[0], borders[1], rule, window, [&](const TileRun& head) {
    const bool has_head = head.tiles > 0;  // one of nothing would only take a place
    if (thread == 0 && has_head) {
      own += head.tiles;
      found.keep(runs, head);
    }
    runs += has_head ? 1 : 0;
    for (int i = thread; i < window.count; i += walk_threads) {
      const TileRun mine = run(i);
      own += mine.tiles;
      found.keep(runs + i, mine);
    }
    runs += window.count;
  });
  const long long tiles = sptune::cuda::sum_in_block<walk_threads, 0>(own).total;
  sptune::cuda::scan_tiles(states, s, tiles, before);
  const bool last = thread == 0 && sptune::cuda::arrive(tally);  // while others write
  __syncthreads();
  std::int64_t at = before;
  const auto write = [&](int count, auto run_at) {
    for (int from = 0; from < count; from += walk_threads) {
      const TileRun mine = from + thread < count ? run_at(from + thread) : TileRun{};
      const auto sums = sptune::cuda::sum_in_block<walk_threads, 1>(mine.tiles);
      struct Placed {
        std::int64_t first;
        std::int64_t place;
      };
      share_runs(
          Placed{mine.first, at + sums.before}, mine.tiles,
          [&](const Placed& p, std::int64_t t) { firsts[p.place + t] = p.first + t * rule.size; });
      at += sums.total;
      __syncthreads();  // what the sums are made of is written again
    }
  };
  if (found.holds(runs)) {
    write(runs, [&](int i) { return found.items[i]; });
  } else {
    walk_tiles(row_offsets, borders[0], borders[1], rule, window, [&](const TileRun& head) {
      write(1 + window.count, [&](int i) { return i == 0 ? head : run(i - 1); });
    });
  }
  if (thread == 0 && s == sections - 1) {
    *count = at;
    firsts[at] = nnz;
    tally.host[0] = static_cast<unsigned long long>(at);
    sptune::cuda::say(tally);
  }
  if (__syncthreads_or(last ? 1 : 0) != 0) sptune::cuda::clear(states, sections + 1);
}

}  // namespace sptune::spmv::cuda
