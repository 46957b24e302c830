// SPDX-License-Identifier: BSD-3-Clause
// What a block does for its rows where one launch computes a small product (at_once.cuh).
#pragma once

#include "kernels/spgemm/cuda/hash_bins/analysis.cuh"
#include "kernels/spgemm/cuda/hash_bins/at_once_state.cuh"
#include "kernels/spgemm/cuda/hash_bins/expand_sort.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_block.cuh"
#include "kernels/spgemm/cuda/hash_bins/fill_team_bits.cuh"

#include <algorithm>
#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// A row, and which it is of its block's: -1 where another block has it.
struct RowAtOnce {
  std::int64_t r;
  int own;
};
/// Few warps are there to hide what one waits for.
struct ColumnsAhead : Columns {
  static constexpr bool batched = true;
};

/// A block's part.
template <class V>
struct RowsAtOnce {
  AtOnceBlock& block;
  const Product<V>& c;
  const AtOnceTask<V>& task;
  unsigned char* work;
  RowOfC<V> kept;

  [[nodiscard]] static __device__ __forceinline__ int warp() {
    return static_cast<int>(threadIdx.x >> 5U);
  }
  [[nodiscard]] static __device__ __forceinline__ int lane() {
    return static_cast<int>(threadIdx.x & 31U);
  }
  [[nodiscard]] __device__ __forceinline__ int rows_here() const {
    return task.chunks * task.chunk;
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t row(int i) const {
    const int k = i * task.by_chunk >> 16;
    const std::int64_t chunk = static_cast<std::int64_t>(k) * gridDim.x + blockIdx.x;
    return chunk * task.chunk + (i - k * task.chunk);
  }
  // Rows that anyone takes: their lists, and what the block that has them learns of them.
  [[nodiscard]] __device__ __forceinline__ volatile int* list(TakenBy by) const {
    return task.shared_rows + number_of(by) * task.rows;
  }
  [[nodiscard]] __device__ __forceinline__ SharedRows& shared(TakenBy by) const {
    return task.state->shared[number_of(by)];
  }
  [[nodiscard]] __device__ __forceinline__ int* places() const { return c.row.products; }

  [[nodiscard]] __device__ __forceinline__ int take_beyond(int entries) const {
    return ~static_cast<int>(atomicAdd(&task.state->beyond, static_cast<unsigned>(entries)));
  }
  /// Room for a row's entries; by one thread.
  __device__ __forceinline__ int take_place(const RowAtOnce& row, int entries) const {
    if (row.own < 0) {
      const int at = take_beyond(entries);
      c.row.entries[row.r] = entries;
      places()[row.r] = at;
      return at;
    }
    // What does not fit is not added, so that shorter rows may; what two rows add at the same time,
    // and too much, is not taken back: a row between could have got a place that is given twice.
    int at = task.kept;
    if (*static_cast<volatile int*>(&block.kept) + entries <= task.kept) {
      at = atomicAdd(&block.kept, entries);
    }
    if (at + entries > task.kept) at = take_beyond(entries);
    block.entries[row.own] = entries;
    block.place[row.own] = at;
    return at;
  }
  [[nodiscard]] __device__ __forceinline__ RowOfC<V> at(int place) const {
    if (place >= 0) return {kept.columns + place, kept.values + place};
    return {task.beyond.columns + ~place, task.beyond.values + ~place};
  }
  /// … by a team of `Lanes`.
  template <int Lanes>
  [[nodiscard]] __device__ __forceinline__ RowOfC<V> take(const Team& team, const RowAtOnce& row,
                                                          int entries) const {
    int place = 0;
    if (team.rank == 0) place = take_place(row, entries);
    return at(__shfl_sync(team.mask, place, 0, Lanes));
  }
  /// Of a bit for each column, and a count for each 32.
  static constexpr int bytes_of_quad = sizeof(uint4) + sizeof(ushort4);
  [[nodiscard]] static __device__ __forceinline__ int quads(const RowFacts& facts) {
    return (facts.span + 127) / 128;
  }
  /// What a warp works in is where it sorts: its neighbours may be sorting while it sets bits.
  static constexpr int warp_bytes =
      std::max({static_cast<int>(sizeof(typename SortBody<32>::template Storage<V>)),
                2 * static_cast<int>(sizeof(typename SortBody<16>::template Storage<V>)),
                4 * static_cast<int>(sizeof(typename SortBody<8>::template Storage<V>))});
  /// Of which the last are a stage for rows of B.
  static constexpr int stage_bytes = 32 * sizeof(uint4);
  [[nodiscard]] static __device__ __forceinline__ int steps_of(const RowOfA& a,
                                                               const RowFacts& facts) {
    return a.entries + facts.products / 32;
  }
  [[nodiscard]] __device__ __forceinline__ bool suits_warp(const RowOfA& a,
                                                           const RowFacts& facts) const {
    return steps_of(a, facts) <= task.warp_steps &&
           quads(facts) <= (warp_bytes - stage_bytes) / bytes_of_quad;
  }
  /// A row by a team, if it is short enough to be sorted.
  template <int Lanes>
  [[nodiscard]] __device__ __forceinline__ bool sort(const RowAtOnce& row, const RowOfA& a) const {
    using Storage = typename SortBody<Lanes>::template Storage<V>;
    const Team team = team_of_lane(Lanes);
    if (a.entries > Lanes) return false;
    const auto rows = rows_of_products<V, Lanes>(team, c, a);
    if (rows.products > Lanes * most_sorted_by_lane<Lanes>) return false;
    if (rows.products == 0) {
      if (team.rank == 0) (void)take_place(row, 0);
      return true;
    }
    Storage& own = reinterpret_cast<Storage*>(work + warp() * warp_bytes)[lane() / Lanes];
    sort_row<V, Lanes>(team, c, rows, 0, own,
                       [&](int entries) { return take<Lanes>(team, row, entries); });
    __syncwarp(team.mask);
    return true;
  }
  /// Products and columns of a row, by a team.
  template <int Lanes>
  [[nodiscard]] __device__ __forceinline__ RowFacts facts_of(const RowOfA& a) const {
    const Team team = team_of_lane(Lanes);
    RowSums sums = RowSums::none();
    sums.add_all(c.a, c.b, {}, a.begin, a.begin + a.entries, team.rank, Lanes);
    sums.join(team);
    return sums.facts();
  }
  /// … by the block.
  [[nodiscard]] __device__ __forceinline__ RowFacts facts_by_block(const RowOfA& a) const {
    if (threadIdx.x == 0) {
      block.sums = RowSums::none();
      block.fresh = 0;
    }
    __syncthreads();
    RowSums sums = RowSums::none();
    sums.add_all(c.a, c.b, {}, a.begin, a.begin + a.entries, static_cast<int>(threadIdx.x),
                 at_once_threads);
    sums.join(team_of_lane(32));
    if (lane() == 0 && sums.products > 0) {
      atomicAdd(&block.sums.products, sums.products);
      atomicMin(&block.sums.low, sums.low);
      atomicMax(&block.sums.high, sums.high);
    }
    __syncthreads();
    return block.sums.facts();
  }
  /// A row by a warp: as fill_team_bits, but sums and columns go where the row is kept.
  __device__ __forceinline__ void sum_by_warp(const RowAtOnce& row, const RowOfA& a,
                                              const RowFacts& facts) const {
    unsigned char* const own = work + warp() * warp_bytes;
    const StagedTeam team{team_of_lane(32),
                          reinterpret_cast<uint4*>(own + warp_bytes - stage_bytes)};
    auto* const words = reinterpret_cast<uint4*>(own);
    const int all_quads = quads(facts);
    const RankedBits bits{words, reinterpret_cast<ushort4*>(words + all_quads)};
    fill_words(words, all_quads * 4, 0, lane(), 32);
    const int lanes = row_lanes(facts.products, a.entries, task.lanes, 32);
    __syncwarp();
    int blocks = 0;
    for_products<false>(c.a, ColumnsAhead{{c.b}}, a.begin, a.entries, team, lanes, nullptr,
                        [&](Index column) {
                          const auto at = static_cast<unsigned>(column - facts.low);
                          (void)set_bits(bits.words() + (at >> 5U), 1U << (at & 31U), blocks);
                        });
    __syncwarp();
    const int entries = rank_by_team(team, bits, all_quads);
    const RowOfC<V> to = take<32>(team, row, entries);
    for (int j = lane(); j < entries; j += 32) to.values[j] = 0;
    __syncwarp();
    for_products<false>(c.a, c.entries_of_b(), a.begin, a.entries, team, lanes, nullptr,
                        [&](Index column, V v) {
                          const int place = bits.rank(static_cast<unsigned>(column - facts.low));
                          to.columns[place] = column;
                          atomicAdd(to.values + place, v);
                        });
    __syncwarp();
  }
  /// A row by the block: as fill_block_bits. False: it is too long.
  [[nodiscard]] __device__ __forceinline__ bool sum_by_block(const RowAtOnce& row) const {
    const auto rank = static_cast<int>(threadIdx.x);
    const RowOfA a = RowOfA::of(c.a, row.r);
    const RowFacts facts = facts_by_block(a);
    const int all_quads = quads(facts);
    if (facts.products > task.most_products || a.entries > most_rows_of_b ||
        all_quads > task.work_bytes / bytes_of_quad) {
      return false;
    }
    auto* const words = reinterpret_cast<uint4*>(work);
    const RankedBits bits{words, reinterpret_cast<ushort4*>(words + all_quads)};
    fill_words(words, all_quads * 4, 0, rank, at_once_threads);
    const int threads = row_lanes(facts.products, a.entries, task.lanes, at_once_threads);
    const int team_lanes = min(threads, 32);
    const Team team = team_of_block(threads);
    __syncthreads();
    int fresh = 0;
    int blocks = 0;
    for_products<false>(c.a, Columns{c.b}, a.begin, a.entries, team, team_lanes, nullptr,
                        [&](Index column) {
                          const auto at = static_cast<unsigned>(column - facts.low);
                          fresh += set_bits(bits.words() + (at >> 5U), 1U << (at & 31U), blocks);
                        });
    fresh = team_sum(team, fresh);
    if (team.rank == 0 && fresh > 0) atomicAdd(&block.fresh, fresh);
    __syncthreads();
    if (rank == 0) block.taken = take_place(row, block.fresh);
    __syncthreads();
    const RowOfC<V> to = at(block.taken);
    const int found = rank_by_block(bits, all_quads, facts.low, to.columns);
    for (int j = rank; j < found; j += at_once_threads) to.values[j] = 0;
    __syncthreads();
    for_products<false>(c.a, c.entries_of_b(), a.begin, a.entries, team, team_lanes, nullptr,
                        [&](Index column, V v) {
                          const auto at = static_cast<unsigned>(column - facts.low);
                          atomicAdd(to.values + bits.rank(at), v);
                        });
    __syncthreads();
    return true;
  }
  __device__ __forceinline__ void give_up() const {
    if (threadIdx.x == 0) atomicOr(&task.state->here, given_up);
  }
  /// A row that its team leaves: for later in this block, or for anyone; by one thread.
  __device__ __forceinline__ void leave(int i, TakenBy by, int steps) const {
    if (by == TakenBy::warp) {
      const int n = atomicAdd(&block.warp_rows, 1);
      if (n < most_later_by_warps) {
        block.for_warps[n] = static_cast<std::uint8_t>(i);
        return;
      }
    } else if (atomicAdd(&block.block_time, start_of_block_row + steps) < most_later_by_block) {
      block.for_block[atomicAdd(&block.block_rows, 1)] = static_cast<std::uint8_t>(i);
      return;
    }
    block.entries[i] = 0;
    block.place[i] = somewhere_else;
    block.others = 1;
    atomicAdd(&task.state->here, one_listed);
    list(by)[atomicAdd(&shared(by).listed, 1U)] = static_cast<int>(row(i)) + 1;
  }
  /// A row that is short enough for a warp.
  __device__ __forceinline__ void take_by_warp(const RowAtOnce& row) const {
    const RowOfA a = RowOfA::of(c.a, row.r);
    if (!sort<32>(row, a)) sum_by_warp(row, a, facts_of<32>(a));
  }
  /// The block's rows: shorter ones at once, then those that take a warp, or all of it.
  template <int Lanes>
  __device__ __forceinline__ void compute() const {
    while (true) {
      // Rows differ: a warp that is done takes the next.
      int next = 0;
      if (lane() == 0) next = atomicAdd(&block.next, 32 / Lanes);
      next = __shfl_sync(0xffffffffU, next, 0);
      if (next >= rows_here()) break;
      const int i = next + lane() / Lanes;
      if (i >= rows_here()) continue;
      const RowAtOnce own{row(i), i};
      const bool first_lane = (threadIdx.x & (Lanes - 1)) == 0;
      if (own.r >= task.rows) {
        if (first_lane) (void)take_place(own, 0);
        continue;
      }
      const RowOfA a = RowOfA::of(c.a, own.r);
      if (sort<Lanes>(own, a)) continue;
      const RowFacts facts = facts_of<Lanes>(a);
      const bool sorts = a.entries <= 32 && facts.products <= 32 * most_sorted_by_lane<32>;
      if (!sorts && !suits_warp(a, facts)) {
        if (first_lane) leave(i, TakenBy::block, steps_of(a, facts));
      } else if constexpr (Lanes < 32) {
        if (first_lane) leave(i, TakenBy::warp, 0);
      } else {
        sum_by_warp(own, a, facts);
      }
    }
    __syncthreads();
    if constexpr (Lanes < 32) {
      for (int n = warp(); n < min(block.warp_rows, most_later_by_warps); n += at_once_warps) {
        take_by_warp({row(block.for_warps[n]), block.for_warps[n]});
      }
      __syncthreads();
    }
    for (int n = 0; n < block.block_rows; ++n) {
      if (sum_by_block({row(block.for_block[n]), block.for_block[n]})) continue;
      give_up();
      return;
    }
  }
  [[nodiscard]] static __device__ __forceinline__ int number_of(TakenBy by) {
    return static_cast<int>(by);
  }
  /// Places of its own, by one thread.
  __device__ __forceinline__ void draw(TakenBy by) const {
    const unsigned places = by == TakenBy::warp ? at_once_warps : 1;
    block.drawn[number_of(by)] = atomicAdd(&shared(by).drawn, places);
    block.pending[number_of(by)] = (1U << places) - 1;
  }
  /// What the block's `nth` place has: 0 or 1 + a row.
  [[nodiscard]] __device__ __forceinline__ volatile int* place(TakenBy by, int nth) const {
    return list(by) + block.drawn[number_of(by)] + nth;
  }
  [[nodiscard]] __device__ __forceinline__ bool is_place(TakenBy by, int nth) const {
    return block.drawn[number_of(by)] + nth < task.rows;
  }
  /// Whether the first of the block's places that had none has a row by now. It has no places
  /// before there is any row for them.
  [[nodiscard]] __device__ __forceinline__ bool has_row(TakenBy by) const {
    const unsigned pending = block.pending[number_of(by)];
    if (pending == 0) {
      draw(by);
      return false;
    }
    const int nth = __ffs(static_cast<int>(pending)) - 1;
    return is_place(by, nth) && *place(by, nth) != 0;
  }
  [[nodiscard]] __device__ __forceinline__ unsigned long long here() const {
    return *static_cast<const volatile unsigned long long*>(&task.state->here);
  }
  [[nodiscard]] static __device__ __forceinline__ unsigned blocks_of(unsigned long long here) {
    return static_cast<unsigned>(here);
  }
  /// Waits for a row, longer ones first, or until all blocks are here and all rows are done. By one
  /// thread.
  __device__ __forceinline__ void wait_for_row() const {
    while (true) {
      const unsigned long long now = here();
      const bool all_here = blocks_of(now) >= gridDim.x;
      const auto listed = static_cast<unsigned>((now & ~given_up) >> 32U);
      if (all_here && (now & given_up) != 0) {
        block.gave_up = true;
        break;
      }
      if (listed == 0) {
        if (all_here) break;
        continue;
      }
      block.any_shared = true;
      for (const TakenBy by : {TakenBy::block, TakenBy::warp}) {
        const volatile SharedRows& rows = shared(by);
        if (rows.listed == 0 || !has_row(by)) continue;
        block.by = by;
        block.had = block.pending[number_of(by)];
        return;
      }
      // No row is listed behind the last block to come; the last row may have been too long.
      if (all_here && *static_cast<const volatile unsigned*>(&task.state->done) == listed) {
        __threadfence();
        block.gave_up = (here() & given_up) != 0;
        break;
      }
    }
    __threadfence();
    block.waits = false;
  }
  /// The rows that the block's places have. The places are empty again.
  __device__ __forceinline__ void take_shared() const {
    const TakenBy by = block.by;
    int row = 0;
    if (lane() == 0 && (block.had >> static_cast<unsigned>(warp()) & 1U) != 0 &&
        is_place(by, warp())) {
      volatile int* const own = place(by, warp());
      row = *own;
      if (row != 0) *own = 0;
    }
    if (by == TakenBy::block) {
      if (threadIdx.x == 0) {
        block.pending[number_of(by)] = 0;
        block.taken = row;
      }
      __syncthreads();
      row = block.taken;
      if (!sum_by_block({row - 1, -1})) give_up();
    } else if (row = __shfl_sync(0xffffffffU, row, 0); row != 0) {
      take_by_warp({row - 1, -1});
      if (lane() == 0) atomicAnd(&block.pending[number_of(by)], ~(1U << threadIdx.x / 32));
    }
    __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    const unsigned left = block.pending[number_of(by)];
    atomicAdd(&task.state->done, static_cast<unsigned>(__popc(block.had ^ left)));
  }
  /// Waits until all blocks are here, and takes rows that anyone takes meanwhile. Returns whether
  /// no row was too long.
  [[nodiscard]] __device__ __forceinline__ bool meet_helping() const {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&task.state->here, 1ULL);
      block.pending[0] = block.pending[1] = 0;
      block.waits = true;
      block.any_shared = block.gave_up = false;
    }
    while (true) {
      if (threadIdx.x == 0) wait_for_row();
      __syncthreads();
      if (!block.waits) return !block.gave_up;
      take_shared();
    }
  }
  /// Learns what became of this block's rows that others took.
  __device__ __forceinline__ void collect_others() const {
    if (block.others == 0) return;
    for (int i = static_cast<int>(threadIdx.x); i < rows_here(); i += at_once_threads) {
      if (block.place[i] != somewhere_else) continue;
      block.entries[i] = __ldcg(c.row.entries + row(i));
      block.place[i] = __ldcg(places() + row(i));
    }
  }
  /// Waits until all blocks are here for the second time. All are resident: the launch is a
  /// cooperative one.
  __device__ __forceinline__ void meet_again() const {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&task.state->here, 1ULL);
      while (blocks_of(here()) < 2 * gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
  }
  /// After the last meeting, when the state is looked at no more: the last block clears it for the
  /// next run.
  __device__ __forceinline__ void leave_clear() const {
    __syncthreads();
    if (threadIdx.x == 0 && atomicAdd(&task.state->left, 1U) == gridDim.x - 1) *task.state = {};
  }
  /// Says how many entries each chunk has.
  __device__ __forceinline__ void publish_chunks() const {
    __syncthreads();
    if (warp() >= task.chunks) return;
    const Team team = team_of_lane(32);
    const int own = lane() < task.chunk ? block.entries[warp() * task.chunk + lane()] : 0;
    const int sum = team_sum(team, own);
    if (lane() == 0) {
      task.chunk_entries[static_cast<unsigned>(warp()) * gridDim.x + blockIdx.x] = sum;
    }
  }
  /// Sums of chunks: a warp for those of each number. Returns the entries of C.
  [[nodiscard]] __device__ __forceinline__ std::int64_t sum_chunks() const {
    const Team team = team_of_lane(32);
    int all = 0;
    int before = 0;
    if (warp() < task.chunks) {
      const int* const entries = task.chunk_entries + static_cast<unsigned>(warp()) * gridDim.x;
#pragma unroll 4
      for (int b = lane(); b < static_cast<int>(gridDim.x); b += 32) {
        const int n = __ldcg(entries + b);
        all += n;
        if (b < static_cast<int>(blockIdx.x)) before += n;
      }
      all = team_sum(team, all);
      before = team_sum(team, before);
    }
    if (lane() == 0) {
      block.all[warp()] = all;
      block.before[warp()] = before;
    }
    __syncthreads();
    std::int64_t entries = 0;
    for (int k = 0; k < task.chunks; ++k) entries += block.all[k];
    return entries;
  }
  /// Negative: a row was too long.
  __device__ __forceinline__ void report(std::int64_t entries) const {
    if (task.summary == nullptr || blockIdx.x != 0 || threadIdx.x != 0) return;
    task.summary->entries = entries;
    __threadfence_system();
    *static_cast<volatile int*>(&task.summary->reported) = 1;
  }
  /// Row offsets of this block's rows; returns where each begins, by its number in the block.
  [[nodiscard]] __device__ __forceinline__ std::int64_t* find_offsets() const {
    auto* const begins = reinterpret_cast<std::int64_t*>(work);
    const Team team = team_of_lane(32);
    if (warp() < task.chunks) {
      std::int64_t base = block.before[warp()];
      for (int k = 0; k < warp(); ++k) base += block.all[k];
      const int i = warp() * task.chunk + lane();
      const bool there = lane() < task.chunk;
      const int own = there ? block.entries[i] : 0;
      const std::int64_t end = base + team_scan(team, own);
      if (there) {
        begins[i] = end - own;
        if (const std::int64_t r = row(i); r < task.rows) {
          c.row.offsets[r] = end - own;
          if (r == task.rows - 1) c.row.offsets[task.rows] = end;
        }
      }
    }
    __syncthreads();
    return begins;
  }
  __device__ __forceinline__ void copy_row(int i, std::int64_t to, int rank, int size) const {
    const RowOfC<V> from = at(block.place[i]);
    for (int e = rank; e < block.entries[i]; e += size) {
      c.columns[to + e] = from.columns[e];
      c.values[to + e] = from.values[e];
    }
  }
  template <int Lanes>
  __device__ __forceinline__ void copy(const std::int64_t* begins) const {
    const auto rank = static_cast<int>(threadIdx.x);
    if (rows_here() <= at_once_warps / 2) {
      for (int i = 0; i < rows_here(); ++i) copy_row(i, begins[i], rank, at_once_threads);
      return;
    }
    for (int i = rank / Lanes; i < rows_here(); i += at_once_threads / Lanes) {
      copy_row(i, begins[i], rank & (Lanes - 1), Lanes);
    }
  }
};

}  // namespace sptune::spgemm::hash_bins
