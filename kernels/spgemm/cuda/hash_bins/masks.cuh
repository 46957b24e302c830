// SPDX-License-Identifier: BSD-3-Clause
// B with the columns of a row 32 to a word: where columns lie close together there are far fewer
// words than entries, and the columns of C are found from them (KokkosKernels and HSMU-SpGEMM do
// so, each in its own way).
#pragma once

#include "kernels/spgemm/cuda/hash_bins/products.cuh"
#include "kernels/spgemm/cuda/hash_table.cuh"

namespace sptune::spgemm::hash_bins {

/// What the analysis needs of a row of B, in one load.
struct alignas(16) RowOfB {
  int entries;
  Index low;   ///< first column, if there is one
  Index high;  ///< last column
  int words;
};

/// What the columns of B are found by: `words` {column / 32, bits} of row k begin where its entries
/// do. A word may come twice.
struct Masks {
  Offsets offsets;  ///< of B
  const RowOfB* rows = nullptr;
  const uint2* words = nullptr;
  const std::uint8_t* groups = nullptr;  ///< of rows of B with the same columns
  [[nodiscard]] __host__ __device__ __forceinline__ bool on() const { return words != nullptr; }
};

/// A source of for_products: f gets a word.
struct Words {
  Masks masks;
  const std::uint8_t* groups = nullptr;  ///< as for Columns
  using Item = uint2;
  using Factor = char;
  static constexpr bool windows = false;
  static constexpr bool batched = false;
  [[nodiscard]] __device__ __forceinline__ std::int64_t begin(Index k) const {
    return masks.offsets[k];
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t end(Index k, std::int64_t begin) const {
    return begin + __ldg(&masks.rows[k].words);
  }
  [[nodiscard]] __device__ __forceinline__ Factor factor(std::int64_t /*i*/,
                                                         std::int64_t /*begin*/) const {
    return 0;
  }
  static __device__ __forceinline__ Factor shared(const Team& /*team*/, Factor own, int /*from*/) {
    return own;
  }
  [[nodiscard]] __device__ __forceinline__ Item load(std::int64_t j, Factor /*factor*/) const {
    return __ldg(masks.words + j);
  }
  template <class F>
  static __device__ __forceinline__ void emit(F&& f, Factor /*factor*/, Item word) {
    f(word);
  }
};

constexpr int mask_threads = 256;

/// The words of the entries [begin, end) of one row by a team, to `words` on unless they are only
/// counted. Returns how many they are. Teams of a warp go in step: see team_in_step.
template <bool Write>
__device__ __forceinline__ int mask_entries(const Pattern& b, std::int64_t begin, std::int64_t end,
                                            const Team& team, uint2* words) {
  int count = 0;
  const auto length = static_cast<unsigned>(end - begin);
  const Index* const columns = b.columns + begin;
  constexpr Index none = -32;
  const auto column_at = [&](unsigned i) { return i < length ? __ldg(columns + i) : none; };
  Index next = column_at(static_cast<unsigned>(team.rank));
  for (auto i = static_cast<unsigned>(team.rank);
       __any_sync(team.mask, i - static_cast<unsigned>(team.rank) < length);
       i += static_cast<unsigned>(team.size)) {
    const bool there = i < length;
    const Index column = next;
    next = column_at(i + static_cast<unsigned>(team.size));
    const int block = column >> 5;
    unsigned bits = there ? 1U << (static_cast<unsigned>(column) & 31U) : 0;
    const int before = __shfl_up_sync(team.mask, block, 1U, team.size);
    const bool first = there && (team.rank == 0 || before != block);
    // Equal blocks are neighbours: each lane gathers what follows it, in as many steps as the
    // longest run of the warp takes: `left` are the lanes that continue the block of the lane
    // before them, as do the next 1, 3, 7, … lanes.
    unsigned left = __ballot_sync(team.mask, there && !first);
    for (int step = 1; left != 0; step *= 2) {
      const int other = __shfl_down_sync(team.mask, block, static_cast<unsigned>(step), team.size);
      const unsigned more =
          __shfl_down_sync(team.mask, bits, static_cast<unsigned>(step), team.size);
      if (team.rank + step < team.size && other == block) bits |= more;
      left &= left >> static_cast<unsigned>(step);
    }
    const unsigned firsts =
        (__ballot_sync(team.mask, first) >> static_cast<unsigned>(team.base)) & team.lanes();
    if (Write && first) {
      const int at = count + __popc(firsts & ((1U << static_cast<unsigned>(team.rank)) - 1U));
      words[at] = make_uint2(static_cast<unsigned>(block), bits);
    }
    count += __popc(firsts);
  }
  return count;
}

[[nodiscard]] __device__ __forceinline__ RowOfB row_of_b(const Pattern& b, std::int64_t begin,
                                                         std::int64_t end, int words) {
  if (begin == end) return {0, 0, -1, 0};
  return {static_cast<int>(end - begin), __ldg(b.columns + begin), __ldg(b.columns + end - 1),
          words};
}

/// The words of one row by the block, each warp a part of it. Returns how many are of this warp.
/// `counts`: one for each warp.
__device__ __forceinline__ int mask_long_row(const Pattern& b, std::int64_t r, const Team& warp,
                                             int* counts, RowOfB* out, uint2* words) {
  constexpr int warps = mask_threads / 32;
  const auto own = static_cast<int>(threadIdx.x >> 5U);
  const std::int64_t begin = b.offsets[r];
  const std::int64_t end = b.offsets[r + 1];
  const std::int64_t from = begin + (end - begin) * own / warps;
  const std::int64_t to = begin + (end - begin) * (own + 1) / warps;
  const int count = mask_entries<false>(b, from, to, warp, nullptr);
  if (warp.rank == 0) counts[own] = count;
  __syncthreads();
  int before = 0;
  int all = 0;
  for (int w = 0; w < warps; ++w) {
    if (w < own) before += counts[w];
    all += counts[w];
  }
  (void)mask_entries<true>(b, from, to, warp, words + begin + before);
  if (threadIdx.x == 0) out[r] = row_of_b(b, begin, end, all);
  __syncthreads();
  return count;
}

/// Which rows a block takes, where `lanes` share one: those of a warp are neighbours, those of the
/// next warp far from them. Long rows often stand together, and a block that had them all would be
/// at work when all others are done.
struct SpreadRows {
  std::int64_t rows;
  int blocks;
  int block;
  int run_bits;  ///< 2^run_bits rows of a warp
  int per_block;

  [[nodiscard]] __device__ __forceinline__ std::int64_t operator[](int i) const {
    const std::int64_t run = static_cast<std::int64_t>(i >> run_bits) * blocks + block;
    return (run << run_bits) + (i & ((1 << run_bits) - 1));
  }
  [[nodiscard]] __device__ __forceinline__ bool has(int i) const {
    return i < per_block && (*this)[i] < rows;
  }
};

constexpr int most_masked_rows = 512;
/// The words of all rows of B, and how many they are.
struct WordsTask {
  int blocks;
  std::int64_t rows;
  Pattern b;
  int lanes;           ///< a row
  int rows_per_block;  ///< at most most_masked_rows
  RowOfB* out;
  uint2* words;
  unsigned long long* total;
};
__device__ __forceinline__ void mask_rows(const WordsTask& task, int block) {
  const auto& [blocks, rows, b, lanes, rows_per_block, out, words, total] = task;
  constexpr int most_steps = 8;
  constexpr int long_row = 512;  // entries: a warp would still be at it when all others are done
  // Rows that take a team too long, for a warp from the front, for the block from the back.
  __shared__ short later[most_masked_rows];
  __shared__ int warp_rows;
  __shared__ int block_rows;
  __shared__ int counts[mask_threads / 32];
  __shared__ int sum;
  if (threadIdx.x == 0) warp_rows = block_rows = sum = 0;
  __syncthreads();
  const Team team = team_in_step(lanes);
  const Team warp = team_of_lane(32);
  int own = 0;
  const int shift = 31 - __clz(lanes);
  const SpreadRows spread{rows, blocks, block, 5 - shift, rows_per_block};
  for (int from = 0; from < rows_per_block; from += mask_threads >> shift) {
    const int i = from + (static_cast<int>(threadIdx.x) >> shift);
    const std::int64_t r = spread[i];
    const bool here = spread.has(i);
    std::int64_t begin = 0;
    std::int64_t end = 0;
    if (here) {
      begin = b.offsets[r];
      end = b.offsets[r + 1];
    }
    const bool to_block = end - begin > long_row;
    const bool to_warp =
        !to_block && lanes < 32 && end - begin > static_cast<std::int64_t>(most_steps) * lanes;
    if (team.rank == 0 && to_block) {
      later[most_masked_rows - 1 - atomicAdd(&block_rows, 1)] = static_cast<short>(i);
    }
    if (team.rank == 0 && to_warp) later[atomicAdd(&warp_rows, 1)] = static_cast<short>(i);
    if (to_block || to_warp) end = begin;
    const int count = mask_entries<true>(b, begin, end, team, words + begin);
    if (team.rank != 0 || !here || to_block || to_warp) continue;
    out[r] = row_of_b(b, begin, end, count);
    own += count;
  }
  __syncthreads();
  for (int n = static_cast<int>(threadIdx.x >> 5U); n < warp_rows; n += mask_threads / 32) {
    const std::int64_t r = spread[later[n]];
    const std::int64_t begin = b.offsets[r];
    const std::int64_t end = b.offsets[r + 1];
    const int count = mask_entries<true>(b, begin, end, warp, words + begin);
    if (warp.rank != 0) continue;
    out[r] = row_of_b(b, begin, end, count);
    own += count;
  }
  for (int n = 0; n < block_rows; ++n) {
    const int count =
        mask_long_row(b, spread[later[most_masked_rows - 1 - n]], warp, counts, out, words);
    if (warp.rank == 0) own += count;
  }
  __syncwarp();
  own = team_sum(warp, own);
  if (warp.rank == 0) atomicAdd(&sum, own);
  __syncthreads();
  if (threadIdx.x == 0 && sum > 0) atomicAdd(total, static_cast<unsigned long long>(sum));
}

/// Calls f(column / 32, bits) until all columns of a row of C have been named, from words of B
/// where there are any. Parameters as for for_products.
template <class TeamType, class F>
__device__ __forceinline__ void for_bits(const Pattern& a, const Pattern& b, const Masks& masks,
                                         std::int64_t a_begin, int count, const TeamType& team,
                                         int lanes, F&& f) {
  if (masks.on()) {
    for_products<false>(a, Words{masks, masks.groups}, a_begin, count, team, lanes, nullptr,
                        [&](uint2 word) { f(static_cast<Index>(word.x), word.y); });
  } else {
    for_products<false>(
        a, Columns{b, masks.groups}, a_begin, count, team, lanes, nullptr,
        [&](Index column) { f(column >> 5, 1U << (static_cast<unsigned>(column) & 31U)); });
  }
}

/// Sets bits of a word. Returns how many were not set; `blocks` grows by one when none was.
__device__ __forceinline__ int set_bits(unsigned* word, unsigned bits, int& blocks) {
  // Most bits are set already: reading is cheaper than an atomic.
  if ((bits & ~*static_cast<volatile unsigned*>(word)) == 0) return 0;
  const unsigned old = atomicOr(word, bits);
  if (old == 0) ++blocks;
  return __popc(bits & ~old);
}

/// Columns of a row of C, 32 to a slot {column / 32, bits}: open addressing like claim().
struct MaskTable {
  uint2* slots;
  int bits;
  Hash hash;

  [[nodiscard]] __device__ __forceinline__ int size() const { return 1 << bits; }
  /// A barrier must follow.
  __device__ __forceinline__ void clear(int rank, int threads) {
    auto* const pairs = reinterpret_cast<int4*>(slots);
    for (int i = rank; i < size() / 2; i += threads) {
      pairs[i] = make_int4(empty_key, 0, empty_key, 0);
    }
  }
  /// Returns how many of the columns are new; `blocks` grows by one when the slot is.
  __device__ __forceinline__ int insert(Index block, unsigned mask, int& blocks) {
    const unsigned last = (1U << static_cast<unsigned>(bits)) - 1U;
    unsigned slot = first_slot(hash, block, bits);
    while (true) {
      auto* const key = reinterpret_cast<Index*>(&slots[slot].x);
      Index found = *static_cast<volatile Index*>(key);
      if (found == empty_key) found = atomicCAS(key, empty_key, block);
      if (found == empty_key || found == block) break;
      slot = (slot + 1) & last;
    }
    return set_bits(&slots[slot].y, mask, blocks);
  }
  /// The slot of a block that is there.
  [[nodiscard]] __device__ __forceinline__ unsigned find(Index block, unsigned& mask) const {
    const unsigned last = (1U << static_cast<unsigned>(bits)) - 1U;
    unsigned slot = first_slot(hash, block, bits);
    while (true) {
      const uint2 found = slots[slot];
      if (static_cast<Index>(found.x) == block) {
        mask = found.y;
        return slot;
      }
      slot = (slot + 1) & last;
    }
  }
};

}  // namespace sptune::spgemm::hash_bins
