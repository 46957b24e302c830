// SPDX-License-Identifier: BSD-3-Clause
// Before counting, every row is looked at: its products, the span of its columns, and the bin that
// counts its entries. Ends with a few words for the host.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/choices.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_lists.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int analysis_threads = 256;
constexpr int most_rows_per_block = 256;
static_assert(most_rows_per_block <= analysis_threads);
constexpr int long_row = 2048;  ///< entries of A from which a whole block shares the row's analysis
constexpr int most_steps = 8;   ///< of a team of lanes; a row that needs more is left to a warp

struct RowSums {
  unsigned long long products;
  Index low;
  Index high;
  int words;
  [[nodiscard]] static __device__ __forceinline__ RowSums none() { return {0, 0x7fffffff, -1, 0}; }
  /// Entries begin + rank, begin + rank + size, … of A, some at a time: each is a chain of three
  /// loads.
  __device__ __forceinline__ void add_all(const Pattern& a, const Pattern& b, const Masks& masks,
                                          std::int64_t begin, std::int64_t end, int rank,
                                          int size) {
    constexpr unsigned batch = 4;
    const auto step = static_cast<unsigned>(size);
    const auto count = static_cast<unsigned>(end - begin);  // a row has fewer than 2^31
    const Index* const columns = a.columns + begin;
    for (auto from = static_cast<unsigned>(rank); from < count; from += batch * step) {
      Index k[batch];
#pragma unroll
      for (unsigned u = 0; u < batch; ++u) {
        k[u] = from + u * step < count ? __ldg(columns + from + u * step) : -1;
      }
      if (masks.on()) {
        add_masked(masks, k);
      } else {
        add_rows(b, k);
      }
    }
  }
  template <int Batch>
  __device__ __forceinline__ void add_masked(const Masks& masks, const Index (&k)[Batch]) {
    int4 loaded[Batch];
#pragma unroll
    for (int u = 0; u < Batch; ++u) {
      loaded[u] = k[u] < 0 ? int4{} : __ldg(reinterpret_cast<const int4*>(masks.rows + k[u]));
    }
#pragma unroll
    for (int u = 0; u < Batch; ++u) {
      if (loaded[u].x == 0) continue;
      products += static_cast<unsigned long long>(loaded[u].x);
      low = min(low, loaded[u].y);
      high = max(high, loaded[u].z);
      words += loaded[u].w;
    }
  }
  template <int Batch>
  __device__ __forceinline__ void add_rows(const Pattern& b, const Index (&k)[Batch]) {
    std::int64_t from[Batch];
    std::int64_t to[Batch];
#pragma unroll
    for (int u = 0; u < Batch; ++u) {
      from[u] = to[u] = 0;
      if (k[u] < 0) continue;
      from[u] = b.offsets[k[u]];
      to[u] = b.offsets[k[u] + 1];
    }
#pragma unroll
    for (int u = 0; u < Batch; ++u) {
      if (from[u] == to[u]) continue;
      products += static_cast<unsigned long long>(to[u] - from[u]);
      low = min(low, __ldg(b.columns + from[u]));
      high = max(high, __ldg(b.columns + to[u] - 1));
    }
  }
  /// Over the lanes of a team.
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

/// What a block of `analyse` keeps of its rows in shared memory.
struct AnalysisStorage {
  BinWriter writer;
  RowFacts facts[most_rows_per_block];
  /// Rows left to a warp from the front, rows left to the block from the back.
  short deferred[most_rows_per_block];
  int warp_rows;
  int block_rows;
  RowSums sums;               ///< of a row that the block shares
  unsigned long long bounds;  ///< of all rows of the block

  [[nodiscard]] __device__ __forceinline__ short& deferred_to_block(int i) {
    return deferred[most_rows_per_block - 1 - i];
  }
  __device__ __forceinline__ void clear() {
    writer.clear();
    if (threadIdx.x != 0) return;
    warp_rows = block_rows = 0;
    bounds = 0;
  }
};
constexpr int not_analysed = -1;  ///< products of a row that shares its places or follows another

/// A block's part of the analysis: `here` rows from `first` on.
struct AnalysedRows {
  AnalysisStorage& block;
  const Pattern& a;
  const Pattern& b;
  const Masks& masks;
  const Limits& limits;
  const BlockPolicy<CountAccumulators>& policy;
  const RowArrays& out;
  std::int64_t first;
  int here;
  bool masked;

  /// By one thread of the row.
  __device__ __forceinline__ void finish(int r, const RowSums& found) {
    block.facts[r] = found.facts();
    if (out.bounds != nullptr) out.bounds[first + r] = found.bound();
  }
  /// By all threads, once all rows are finished; a block has no more rows than threads.
  __device__ __forceinline__ void choose_bins(std::int64_t rows, Counters* counters) {
    const auto r = static_cast<int>(threadIdx.x);
    const std::int64_t row = first + r;
    BinChoice choice{no_bin, 0};
    if (r < here && block.facts[r].products != not_analysed) {
      const RowFacts facts = block.facts[r];
      choice = choose_counter({facts, a.offsets[row + 1] - a.offsets[row], masked}, policy, limits);
      out.products[row] = facts.products;
      out.low[row] = facts.low;
      out.span[row] = facts.span;
      if (masked) {
        out.words[row] = facts.words;
        out.blocks[row] = 0;  // not known
      }
      out.entries[row] = choice.bin == no_bin ? facts.products : 0;
    }
    const int position = block.writer.claim(choice.bin, choice.need);
    __syncthreads();
    block.writer.reserve(0, counters);
    __syncthreads();
    if (choice.bin == no_bin) return;
    const int at = block.writer.base[choice.bin] + position;
    if (choice.bin == oversized_bin) {
      out.oversized[at] = static_cast<Index>(row);
      atomicMax(&counters->need[0][longest_row_bin],
                static_cast<int>(a.offsets[row + 1] - a.offsets[row]));
    } else {
      append_row(out, rows, choice.bin, at, row);
    }
  }
  __device__ __forceinline__ void defer(int r, std::int64_t entries_of_a) {
    if (entries_of_a > long_row) {
      block.deferred_to_block(atomicAdd(&block.block_rows, 1)) = static_cast<short>(r);
    } else {
      block.deferred[atomicAdd(&block.warp_rows, 1)] = static_cast<short>(r);
    }
  }
  /// All lanes of a warp go through the same steps: see team_in_step.
  __device__ __forceinline__ void analyse_by_lanes(int lanes) {
    const Team team = team_in_step(lanes);
    const int shift = 31 - __clz(lanes);
    const int teams = analysis_threads >> shift;
    for (int from = 0; from < here; from += teams) {
      const int r = from + (static_cast<int>(threadIdx.x) >> shift);
      std::int64_t begin = 0;
      std::int64_t end = 0;
      const bool own = r < here;
      const bool other = own && (out.shares_places(first + r) || out.group(first + r).place > 0);
      if (own && !other) {
        begin = a.offsets[first + r];
        end = a.offsets[first + r + 1];
      }
      const bool later = end - begin > static_cast<std::int64_t>(most_steps) * lanes;
      RowSums s = RowSums::none();
      s.add_all(a, b, masks, begin, later ? begin : end, team.rank, lanes);
      s.join(team);
      if (team.rank != 0 || !own) continue;
      if (later) {
        defer(r, end - begin);
      } else if (other) {
        block.facts[r].products = not_analysed;
      } else {
        finish(r, s);
      }
    }
  }
  __device__ __forceinline__ void analyse_by_warps() {
    const Team warp = team_of_lane(32);
    const int step = analysis_threads / 32;
    for (int n = static_cast<int>(threadIdx.x >> 5U); n < block.warp_rows; n += step) {
      const int r = block.deferred[n];
      const std::int64_t begin = a.offsets[first + r];
      const std::int64_t end = a.offsets[first + r + 1];
      RowSums s = RowSums::none();
      s.add_all(a, b, masks, begin, end, warp.rank, 32);
      s.join(warp);
      if (warp.rank == 0) finish(r, s);
    }
  }
  __device__ __forceinline__ void analyse_by_block() {
    const Team warp = team_of_lane(32);
    for (int n = 0; n < block.block_rows; ++n) {
      const int r = block.deferred_to_block(n);
      if (threadIdx.x == 0) block.sums = RowSums::none();
      __syncthreads();
      const std::int64_t begin = a.offsets[first + r];
      const std::int64_t end = a.offsets[first + r + 1];
      RowSums s = RowSums::none();
      s.add_all(a, b, masks, begin, end, static_cast<int>(threadIdx.x), analysis_threads);
      s.join(warp);
      if (warp.rank == 0 && s.products > 0) {
        atomicAdd(&block.sums.products, s.products);
        atomicMin(&block.sums.low, s.low);
        atomicMax(&block.sums.high, s.high);
        atomicAdd(&block.sums.words, s.words);
      }
      __syncthreads();
      if (threadIdx.x == 0) finish(r, block.sums);
      __syncthreads();
    }
  }
  /// Upper bounds of the rows' entries, summed; a row per thread, since a block has no more.
  __device__ __forceinline__ void add_bounds() {
    if (out.bounds == nullptr) return;
    const Team warp = team_of_lane(32);
    unsigned long long own =
        static_cast<int>(threadIdx.x) < here ? out.bounds[first + threadIdx.x] : 0;
    own = team_sum(warp, own);
    if (warp.rank == 0) atomicAdd(&block.bounds, own);
  }
};

/// Facts and bin of every row. `lanes` (a power of two, 32 at most) share a row; a block takes
/// `rows_per_block` rows, so that its one addition per bin is spread over many. What the next run
/// counts in is made zero.
__global__ void __launch_bounds__(analysis_threads)
    analyse(std::int64_t rows, Pattern a, Pattern b, Masks masks, int lanes, int rows_per_block,
            Limits limits, PolicyView policy, RowArrays out, Counters* counters, Summary* summary,
            uint4* next_state, int state_words) {
  if (!uses_groups(limits, *counters)) out.groups = nullptr;
  __shared__ AnalysisStorage block;
  __shared__ BlockPolicy<CountAccumulators> own_policy;
  own_policy.load(policy);
  block.clear();
  for (int i = static_cast<int>(blockIdx.x * analysis_threads + threadIdx.x); i < state_words;
       i += static_cast<int>(gridDim.x * analysis_threads)) {
    next_state[i] = {};
  }
  __syncthreads();
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * rows_per_block;
  const int here = static_cast<int>(min(static_cast<std::int64_t>(rows_per_block), rows - first));
  AnalysedRows mine{block,      a,   b,     masks, limits,
                    own_policy, out, first, here,  uses_masks(limits, *counters)};
  mine.analyse_by_lanes(lanes);
  __syncthreads();
  mine.analyse_by_warps();
  mine.analyse_by_block();
  own_policy.wait();
  __syncthreads();
  mine.add_bounds();
  mine.choose_bins(rows, counters);
  if (threadIdx.x == 0 && block.bounds > 0) atomicAdd(&counters->sample.all_bounds, block.bounds);
  if (is_last_block(&counters->tickets[0])) report_to_host(0, counters, summary);
}

}  // namespace sptune::spgemm::hash_bins
