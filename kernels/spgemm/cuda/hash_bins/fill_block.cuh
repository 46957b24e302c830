// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a block takes: a hash table, or a value per column of a window.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/fill_team.cuh"

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
/// places are known.
template <class V>
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
  const Team team = team_of_block(threads);
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

}  // namespace sptune::spgemm::hash_bins
