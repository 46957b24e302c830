// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a block takes: a hash table, or a value per column of a window.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/fill_masks.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// A block per row, its table of up to 2^most_bits slots in shared memory, half full at most.
template <class V>
__global__ void __launch_bounds__(1024)
    fill_block_tables(RowList list, Product<V> c, int lanes, int most_bits, Hash hash) {
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const int bits = min(bits_for(std::int64_t{2} * c.row.entries[r], 7), most_bits);
  const auto t = table_at<V>(shared_memory(), bits);
  clear_table(t, rank, size);
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  __syncthreads();
  int fresh = 0;
  const int threads = row_lanes(c.row.products[r], entries_of_a, lanes, size);
  for_products<false>(c.a, c.entries_of_b(), begin, entries_of_a, team_of_block(threads),
                      min(threads, 32), nullptr, [&](Index column, V v) {
                        atomicAdd(t.values + claim(t.keys, bits, hash, column, fresh), v);
                      });
  __syncthreads();
  const std::int64_t to = c.row.offsets[r];
  const Index low = c.row.low[r];
  const auto write = [&]<class Key>(const PairCode<Key>& code) {
    const int entries = write_sorted(
        t, code, rank, size, c.columns + to, c.values + to,
        [](int n, int& total) { return block_scan(n, total); }, [] { __syncthreads(); },
        [&](Key* pairs, int count) { sort_by_block(pairs, count, rank, size); });
    if (rank == 0) record_length(c.row, r, entries);
  };
  if (bits + bits_for(c.row.span[r], 0) <= 32) {
    write(PairCode<unsigned>{low, bits});
  } else {
    write(PairCode<unsigned long long>{low, 32});
  }
}

/// Counts the bits before each word and writes the columns. Returns how many they are.
__device__ __forceinline__ int rank_by_block(const RankedBits& bits, int quads, Index low,
                                             Index* columns) {
  const auto size = static_cast<int>(blockDim.x);
  int so_far = 0;
  for (int from = 0; from < quads; from += size) {
    const int q = from + static_cast<int>(threadIdx.x);
    uint4 w = make_uint4(0, 0, 0, 0);
    if (q < quads) w = bits.quads[q];
    const QuadCounts counts = QuadCounts::of(w);
    int total = 0;
    const int first = so_far + block_scan(counts.all, total);
    if (q < quads) bits.before[q] = counts.from(first);
    Index* at = columns + first;
    const auto write = [&](unsigned word, int part) {
      for (; word != 0; word &= word - 1) {
        *at++ = low + (q * 4 + part) * 32 + __ffs(static_cast<int>(word)) - 1;
      }
    };
    write(w.x, 0);
    write(w.y, 1);
    write(w.z, 2);
    write(w.w, 3);
    so_far += total;
  }
  return so_far;
}

/// A block per row; as fill_team_bits_rows, with atomic sums and columns written as soon as their
/// places are known. `Even`: see EvenTeam.
template <class V, bool Even>
__global__ void __launch_bounds__(1024) fill_block_bits(RowList list, Product<V> c, int lanes) {
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const int entries = c.row.entries[r];
  const Index low = c.row.low[r];
  const int quads = (c.row.span[r] + 127) / 128;  // of words, of 32 columns
  auto* const sums = reinterpret_cast<V*>(shared_memory());
  auto* const words = reinterpret_cast<uint4*>(
      shared_memory() + (entries * static_cast<int>(sizeof(V)) + 15) / 16 * 16);
  const RankedBits bits{words, reinterpret_cast<ushort4*>(words + quads)};
  fill_words(words, quads * 4, 0, rank, size);
  fill_words(sums, entries * static_cast<int>(sizeof(V) / 4), 0, rank, size);
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  const int threads = row_lanes(c.row.products[r], entries_of_a, lanes, size);
  const BlockTeam<Even> team{team_of_block(threads)};
  __syncthreads();
  const int word_lanes =
      c.masks.on() ? row_lanes(c.row.words[r], entries_of_a, lanes, 32) : min(threads, 32);
  int blocks = 0;
  for_bits(c.a, c.b, c.masks, begin, entries_of_a, team, word_lanes,
           [&](Index block, unsigned mask) {
             set_bits(bits.words() + (block - (low >> 5)), mask, blocks);
           });
  __syncthreads();
  const std::int64_t to = c.row.offsets[r];
  const int found = rank_by_block(bits, quads, low, c.columns + to);
  __syncthreads();
  for_products<false>(c.a, c.entries_of_b(), begin, entries_of_a, team, min(threads, 32), nullptr,
                      [&](Index column, V v) {
                        atomicAdd(sums + bits.rank(static_cast<unsigned>(column - low)), v);
                      });
  __syncthreads();
  for (int j = rank; j < found; j += size) c.values[to + j] = sums[j];
  if (rank == 0) record_length(c.row, r, found);
}

/// Bins by the size of the table, and one for rows that outlast others.
struct FillBlockTable {
  static constexpr std::string_view name = "block_table";
  static constexpr int bins = 6;
  static constexpr int long_bin = 2;
  static constexpr bool replayed = true;
  static constexpr bool by_atomics = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    const int n = row.entries;
    if (n > l.most_in_table) return cannot;
    return {n > 4096                       ? 0
            : n > 2048                     ? 1
            : outlasts_few_threads(row, l) ? long_bin
            : n > 1024                     ? 3
            : n > 512                      ? 4
                                           : 5,
            n};
  }
  template <class V>
  static void launch(const Launch<V>& at) {
    for (int bin = 0; bin < bins; ++bin) {
      const int rows = at.bins.rows(bin);
      if (rows == 0) continue;
      const int slots = bits_for(std::int64_t{2} * at.bins.need(bin), 7);
      const int bytes = table_bytes(1 << slots, static_cast<int>(sizeof(V)));
      const int wanted =
          bin == long_bin ? at.facts.threads_for_long(rows) : at.facts.threads_for(bytes, rows);
      const int threads = std::max(wanted, (1 << slots) / most_slots_per_thread);
      hash_bins::launch(fill_block_tables<V>, static_cast<unsigned>(rows), threads, bytes,
                        at.streams.next(), at.bins.list(bin), at.c, at.facts.lanes, slots,
                        at.facts.hash);
    }
  }
  template <class V, class F>
  static void with_kernels(F&& f) {
    f(fill_block_tables<V>);
  }
};

/// Bins by how many blocks share a multiprocessor, and one for rows that would keep the few threads
/// of such a block long: HiGHS_commit_file has one of 8871 entries of A, most of the 700 µs of this
/// kernel alone at work (H200, 25 November 2026).
struct FillBlockBits {
  static constexpr std::string_view name = "block_bits";
  static constexpr int bins = 5;
  static constexpr int long_bin = 2;
  static constexpr bool replayed = true;
  static constexpr bool by_atomics = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    if (!suits_bits(row, l)) return cannot;
    const std::int64_t bytes = block_bits_bytes(row.facts.span, row.entries, l.value_size);
    if (bytes > l.most_shared || bytes > std::int64_t{2} * bytes_by_words(row, l)) return cannot;
    return {bytes > 112 * 1024             ? 0
            : bytes > 54 * 1024            ? 1
            : outlasts_few_threads(row, l) ? long_bin
            : bytes > 24 * 1024            ? 3
                                           : 4,
            static_cast<int>(bytes)};
  }
  template <class V>
  static void launch(const Launch<V>& at) {
    launch_by_blocks<FillBlockBits>(
        at, at.facts.uneven ? fill_block_bits<V, true> : fill_block_bits<V, false>);
  }
  template <class V, class F>
  static void with_kernels(F&& f) {
    f(fill_block_bits<V, false>);
    f(fill_block_bits<V, true>);
  }
};

}  // namespace sptune::spgemm::hash_bins
