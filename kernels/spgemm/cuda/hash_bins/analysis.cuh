// SPDX-License-Identifier: BSD-3-Clause
// The two kernels that look at all rows: one before counting (products, span, bin), one after it
// (row offsets of C, bin of the numeric phase). Each ends with a few words for the host.
#pragma once

#include "kernels/cuda/handles.hpp"
#include "kernels/spgemm/cuda/hash_bins/bins.cuh"

namespace sptune::spgemm::cuda {

constexpr int analysis_threads = 256;
constexpr int most_rows_per_block = 256;
static_assert(most_rows_per_block <= analysis_threads);
constexpr int long_row = 2048;  ///< entries of A from which a whole block shares the row's analysis
constexpr int most_turns = 8;   ///< of a team of lanes; a row that needs more is left to a warp

/// Per-row arrays of a plan.
struct RowArrays {
  int* products;
  Index* low;
  int* span;
  int* entries;  ///< of C, or as many as a row may have where `lengths` is set
  int* lengths;  ///< of C, written by the kernels that fill; null where they are known
  int* bounds;   ///< as many entries as a row may have, or null
  std::int64_t* bound_offsets;  ///< their sums, rows + 1
  int* words;                   ///< of B that the row meets, where B has words
  int* blocks;                  ///< of 32 columns that the row of C has, likewise, by some bins
  std::int64_t* offsets;        ///< of C, rows + 1
  Index* lists;                 ///< list_pairs lists of `rows` rows
  Index* giants;                ///< a list of its own: both phases read it
};

/// Says how many entries a row got where that was not known. One thread of the row calls this.
__device__ __forceinline__ void note_length(const RowArrays& row, std::int64_t r, int entries) {
  if (row.lengths != nullptr) row.lengths[r] = entries;
}

/// Host memory that the device writes.
using PinnedSummary = sptune::cuda::Pinned<Summary>;

/// Puts a row at a place of its bin's list.
__device__ __forceinline__ void put(const RowArrays& out, std::int64_t rows, int bin, int at,
                                    std::int64_t row) {
  Index* const list = out.lists + bin / 2 * rows;
  list[bin % 2 == 0 ? at : rows - 1 - at] = static_cast<Index>(row);
}

/// True in the last block of the grid to arrive: it sees what the others wrote.
__device__ __forceinline__ bool is_last_block(unsigned* ticket) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(ticket, 1U) == gridDim.x - 1;
  __syncthreads();
  __threadfence();
  return last;
}

__device__ __forceinline__ void tell_host(int phase, const Counters* counters, Summary* summary) {
  if (threadIdx.x < most_bins) {
    summary->rows[phase][threadIdx.x] =
        *static_cast<const volatile int*>(&counters->rows[phase][threadIdx.x]);
    summary->need[phase][threadIdx.x] =
        *static_cast<const volatile int*>(&counters->need[phase][threadIdx.x]);
  }
  if (threadIdx.x == 0) summary->words = counters->words;
  __threadfence_system();
}

struct RowSums {
  unsigned long long products;
  Index low;
  Index high;
  int words;
  [[nodiscard]] static __device__ __forceinline__ RowSums none() { return {0, 0x7fffffff, -1, 0}; }
  __device__ __forceinline__ void add(const Pattern& a, const Pattern& b, const Masks& masks,
                                      std::int64_t i) {
    const Index k = __ldg(a.columns + i);
    if (masks.on()) {
      const int4 loaded = __ldg(reinterpret_cast<const int4*>(masks.rows + k));
      if (loaded.x == 0) return;
      products += static_cast<unsigned long long>(loaded.x);
      low = min(low, loaded.y);
      high = max(high, loaded.z);
      words += loaded.w;
      return;
    }
    const std::int64_t begin = b.offsets[k];
    const std::int64_t end = b.offsets[k + 1];
    if (begin == end) return;
    products += static_cast<unsigned long long>(end - begin);
    low = min(low, __ldg(b.columns + begin));
    high = max(high, __ldg(b.columns + end - 1));
  }
  /// Entries begin + rank, begin + rank + size, … of A.
  __device__ __forceinline__ void add_all(const Pattern& a, const Pattern& b, const Masks& masks,
                                          std::int64_t begin, std::int64_t end, int rank,
                                          int size) {
#pragma unroll 4
    for (std::int64_t i = begin + rank; i < end; i += size) add(a, b, masks, i);
  }
  __device__ __forceinline__ void join(const Team& team) {
    for (int step = team.size / 2; step > 0; step /= 2) {
      products += __shfl_xor_sync(team.mask, products, step, team.size);
      low = min(low, __shfl_xor_sync(team.mask, low, step, team.size));
      high = max(high, __shfl_xor_sync(team.mask, high, step, team.size));
      words += __shfl_xor_sync(team.mask, words, step, team.size);
    }
  }
  __device__ __forceinline__ RowFacts facts() const {
    if (products == 0) return {0, 0, 0, 0};
    const Index from = low & ~31;  // whole words of 32 columns
    // Words are no more than products: their sum does not overflow where this one fits.
    if (products > most_counted)
      return {most_counted, from, high - from + 1, most_counted, most_counted};
    return {static_cast<int>(products), from, high - from + 1, words, words};
  }
  /// Entries of C at most.
  [[nodiscard]] __device__ __forceinline__ int bound() const {
    if (products == 0) return 0;
    const int columns = high - low + 1;
    return products < static_cast<unsigned long long>(columns) ? static_cast<int>(products)
                                                               : columns;
  }
};

/// Facts and bin of every row. `lanes` (a power of two, 32 at most) share a row; a block takes
/// `rows_per_block` rows, so that its one addition per bin is spread over many.
__global__ void __launch_bounds__(analysis_threads)
    analyse(std::int64_t rows, Pattern a, Pattern b, Masks masks, int lanes, int rows_per_block,
            Limits limits, RowArrays out, Counters* counters, Summary* summary) {
  __shared__ BinWriter writer;
  __shared__ std::int8_t bins[most_rows_per_block];
  __shared__ short positions[most_rows_per_block];
  // Rows for a warp from the front, rows for the block from the back.
  __shared__ short later[most_rows_per_block];
  __shared__ int warp_rows;
  __shared__ int block_rows;
  __shared__ RowSums sums;
  __shared__ unsigned long long bounds;
  writer.clear();
  if (threadIdx.x == 0) {
    warp_rows = block_rows = 0;
    bounds = 0;
  }
  __syncthreads();
  const bool masked = uses_masks(limits, *counters);

  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * rows_per_block;
  const int here = static_cast<int>(min(static_cast<std::int64_t>(rows_per_block), rows - first));
  const auto conclude = [&](int r, std::int64_t entries_of_a, const RowSums& found) {
    const std::int64_t row = first + r;
    const RowFacts facts = found.facts();
    int need = 0;
    const int bin = count_bin(facts, entries_of_a, limits, masked, need);
    out.products[row] = facts.products;
    out.low[row] = facts.low;
    out.span[row] = facts.span;
    if (out.bounds != nullptr) out.bounds[row] = found.bound();
    if (masked) {
      out.words[row] = facts.words;
      out.blocks[row] = 0;  // not known
    }
    out.entries[row] = bin == count_known ? facts.products : 0;
    bins[r] = static_cast<std::int8_t>(bin);
    if (bin != count_known) positions[r] = static_cast<short>(writer.claim(bin, need));
  };

  const Team team = team_of_lane(lanes);
  const int teams = analysis_threads / lanes;
  for (int r = static_cast<int>(threadIdx.x) / lanes; r < here; r += teams) {
    const std::int64_t begin = a.offsets[first + r];
    const std::int64_t end = a.offsets[first + r + 1];
    if (end - begin > static_cast<std::int64_t>(most_turns) * lanes) {
      if (team.rank != 0) continue;
      if (end - begin > long_row) {
        later[most_rows_per_block - 1 - atomicAdd(&block_rows, 1)] = static_cast<short>(r);
      } else {
        later[atomicAdd(&warp_rows, 1)] = static_cast<short>(r);
      }
      continue;
    }
    RowSums s = RowSums::none();
    s.add_all(a, b, masks, begin, end, team.rank, lanes);
    s.join(team);
    if (team.rank == 0) conclude(r, end - begin, s);
  }
  __syncthreads();
  const Team warp = team_of_lane(32);
  for (int n = static_cast<int>(threadIdx.x >> 5U); n < warp_rows; n += analysis_threads / 32) {
    const int r = later[n];
    const std::int64_t begin = a.offsets[first + r];
    const std::int64_t end = a.offsets[first + r + 1];
    RowSums s = RowSums::none();
    s.add_all(a, b, masks, begin, end, warp.rank, 32);
    s.join(warp);
    if (warp.rank == 0) conclude(r, end - begin, s);
  }
  for (int n = 0; n < block_rows; ++n) {
    const int r = later[most_rows_per_block - 1 - n];
    if (threadIdx.x == 0) sums = RowSums::none();
    __syncthreads();
    const std::int64_t begin = a.offsets[first + r];
    const std::int64_t end = a.offsets[first + r + 1];
    RowSums s = RowSums::none();
    s.add_all(a, b, masks, begin, end, static_cast<int>(threadIdx.x), analysis_threads);
    s.join(warp);
    if (warp.rank == 0 && s.products > 0) {
      atomicAdd(&sums.products, s.products);
      atomicMin(&sums.low, s.low);
      atomicMax(&sums.high, s.high);
      atomicAdd(&sums.words, s.words);
    }
    __syncthreads();
    if (threadIdx.x == 0) conclude(r, end - begin, sums);
    __syncthreads();
  }
  __syncthreads();
  writer.reserve(0, counters);
  if (out.bounds != nullptr) {
    // One row per thread, since a block has no more.
    unsigned long long own =
        static_cast<int>(threadIdx.x) < here ? out.bounds[first + threadIdx.x] : 0;
    own = team_sum(warp, own);
    if (warp.rank == 0) atomicAdd(&bounds, own);
  }
  __syncthreads();
  if (threadIdx.x == 0 && bounds > 0) atomicAdd(&counters->sample.all_bounds, bounds);
  for (int r = static_cast<int>(threadIdx.x); r < here; r += analysis_threads) {
    const int bin = bins[r];
    if (bin == count_known) continue;
    const int at = writer.base[bin] + positions[r];
    if (bin == count_giant) {
      out.giants[at] = static_cast<Index>(first + r);
    } else {
      put(out, rows, bin, at, first + r);
    }
  }
  if (is_last_block(&counters->tickets[0])) tell_host(0, counters, summary);
}

constexpr int scan_threads = 256;
constexpr int rows_per_thread = 4;
constexpr int rows_per_tile = scan_threads * rows_per_thread;

/// What a tile of the scan has published, in the two upper bits; the sum in the others.
constexpr unsigned long long tile_sum = 1ULL << 62U;     ///< of the tile alone
constexpr unsigned long long tile_prefix = 2ULL << 62U;  ///< of all tiles up to it
constexpr unsigned long long tile_value = tile_sum - 1;

/// Row offsets of C and the bins of the numeric phase, in one pass: the single-pass scan with
/// decoupled look-back of Merrill and Garland 2016. `tiles` is zero before. Does nothing when a
/// sample says so.
__global__ void __launch_bounds__(scan_threads)
    offsets_and_bins(std::int64_t rows, Offsets a_offsets, Limits limits, RowArrays row,
                     Counters* counters, volatile unsigned long long* tiles, Summary* summary,
                     const Sample* sample) {
  if (sample != nullptr && !sample->bounds_pay()) return;
  __shared__ BinWriter writer;
  __shared__ unsigned tile_index;
  __shared__ long long warp_sums[scan_threads / 32];
  __shared__ long long before;
  if (threadIdx.x == 0) tile_index = atomicAdd(&counters->tickets[1], 1U);
  writer.clear();
  __syncthreads();
  const unsigned tile = tile_index;
  const std::int64_t first = static_cast<std::int64_t>(tile) * rows_per_tile;
  const int lane = static_cast<int>(threadIdx.x & 31U);
  const int warp = static_cast<int>(threadIdx.x >> 5U);

  int entries[rows_per_thread];
  long long sum = 0;
  const std::int64_t mine = first + threadIdx.x * rows_per_thread;
#pragma unroll
  for (int t = 0; t < rows_per_thread; ++t) {
    entries[t] = mine + t < rows ? row.entries[mine + t] : 0;
    sum += entries[t];
  }
  long long inclusive = sum;
  for (int step = 1; step < 32; step *= 2) {
    const long long other = __shfl_up_sync(0xffffffffU, inclusive, static_cast<unsigned>(step));
    if (lane >= step) inclusive += other;
  }
  if (lane == 31) warp_sums[warp] = inclusive;
  __syncthreads();
  long long warps_before = 0;
  long long total = 0;
  for (int w = 0; w < scan_threads / 32; ++w) {
    if (w < warp) warps_before += warp_sums[w];
    total += warp_sums[w];
  }
  if (threadIdx.x == 0) {
    // One 64-bit word holds state and sum, so that no fence is needed between them.
    if (tile == 0) {
      tiles[0] = tile_prefix | static_cast<unsigned long long>(total);
      before = 0;
    } else {
      tiles[tile] = tile_sum | static_cast<unsigned long long>(total);
    }
  }
  if (tile > 0 && warp == 0) {
    long long back = 0;
    for (long long from = static_cast<long long>(tile) - 1;; from -= 32) {
      const long long at = from - lane;
      unsigned long long word = tile_prefix;  // before the first tile: a prefix of 0
      if (at >= 0) {
        do {
          word = tiles[at];
        } while (word < tile_sum);
      }
      const unsigned done = __ballot_sync(0xffffffffU, word >= tile_prefix);
      const int stop = done == 0 ? 31 : __ffs(static_cast<int>(done)) - 1;
      long long part = lane <= stop ? static_cast<long long>(word & tile_value) : 0;
      for (int step = 16; step > 0; step /= 2) part += __shfl_xor_sync(0xffffffffU, part, step);
      back += part;
      if (done != 0) break;
    }
    if (lane == 0) {
      before = back;
      tiles[tile] = tile_prefix | static_cast<unsigned long long>(back + total);
    }
  }

  const bool masked = uses_masks(limits, *counters);
  int bins[rows_per_thread];
  int positions[rows_per_thread];
#pragma unroll
  for (int t = 0; t < rows_per_thread; ++t) {
    bins[t] = fill_none;
    if (entries[t] == 0) continue;
    const std::int64_t r = mine + t;
    int need = 0;
    bins[t] = fill_bin({row.products[r], row.low[r], row.span[r], masked ? row.blocks[r] : 0,
                        masked ? row.words[r] : 0},
                       entries[t], a_offsets[r + 1] - a_offsets[r], limits, masked, need);
    if (bins[t] != fill_none) positions[t] = writer.claim(bins[t], need);
  }
  __syncthreads();
  writer.reserve(1, counters);
  __syncthreads();
  long long offset = before + warps_before + inclusive - sum;
#pragma unroll
  for (int t = 0; t < rows_per_thread; ++t) {
    if (mine + t >= rows) break;
    row.offsets[mine + t] = offset;
    offset += entries[t];
    if (mine + t == rows - 1) {
      row.offsets[rows] = offset;
      summary->entries = offset;
    }
    if (bins[t] != fill_none) {
      put(row, rows, bins[t], writer.base[bins[t]] + positions[t], mine + t);
    }
  }
  if (is_last_block(&counters->tickets[2])) tell_host(1, counters, summary);
}

}  // namespace sptune::spgemm::cuda
