// SPDX-License-Identifier: BSD-3-Clause
// Scattered rows of C: too many entries for a table, and so few products on so many columns that
// a window would be gone through for next to nothing, and the row read again for each. Their
// columns are parted by the upper bits, in memory for all products of the row, and sorted bucket by
// bucket (distribution by the most significant digit: Knuth, TAOCP 3, 5.2.5). Work grows with the
// products alone, whatever the span.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/accumulator.cuh"
#include "kernels/spgemm/cuda/hash_bins/sort_lanes.cuh"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace sptune::spgemm::hash_bins {

constexpr int scattered_threads = 1024;
constexpr int bucket_bits = 13;
constexpr int buckets = 1 << bucket_bits;
/// Products of a bucket that a thread sorts, and a warp; of larger ones a block sets bits.
constexpr int most_by_thread = 8;
constexpr int most_by_warp = 256;
/// Marks the place of a column that was there before. Above every column.
constexpr unsigned repeated = 0xffffffffU;

/// Shared memory for rows whose span is up to 2^span_bits: where buckets end, and a bit per column
/// of one of them.
constexpr int bucket_bytes(int span_bits) {
  const int columns = 1 << std::max(span_bits - bucket_bits, 7);
  return buckets * static_cast<int>(sizeof(int)) + columns / 8;
}
/// Widest span of a row whose buckets fit in `bytes`; 0: none does.
constexpr int scattered_span(int bytes) {
  int bits = 31;
  while (bits > bucket_bits && bucket_bytes(bits) > bytes) --bits;
  if (bits == bucket_bits) return 0;
  return bits == 31 ? 0x7fffffff : 1 << bits;
}
static_assert(scattered_span(64 * 1024) == 0x7fffffff && scattered_span(47 * 1024) == 1 << 29 &&
              scattered_span(32 * 1024) == 0);

/// Whether the columns of a row can be sorted so.
[[nodiscard]] __device__ __forceinline__ bool fits_buckets(const RowFacts& facts, const Limits& l) {
  return facts.span <= l.scattered_span && facts.products <= l.scattered_products;
}
/// Whether windows that are summed densely get products enough: one with fewer costs more to go
/// through than to leave to a table, or to sort.
[[nodiscard]] __device__ __forceinline__ bool windows_pay(const RowFacts& facts, const Limits& l) {
  constexpr int least_per_window = 2048;
  return facts.span <= l.wide_window ||
         facts.products / least_per_window > facts.span / l.wide_window;
}
/// Whether the span takes more than so many windows of `columns`.
[[nodiscard]] __device__ __forceinline__ bool takes_windows(const RowFacts& facts, int columns,
                                                            int more_than) {
  return facts.span > std::int64_t{more_than} * columns;
}

/// How many blocks sort rows at the same time, and the products that each has room for.
struct ScatteredLaunch {
  std::int64_t blocks = 0;
  std::int64_t room = 0;
  [[nodiscard]] static ScatteredLaunch of(int rows, int most_products, const LaunchFacts& facts,
                                          const Limits& l) {
    if (rows == 0) return {};
    const std::int64_t room = ceil_div(most_products, 64) * 64;
    const std::int64_t at_once = std::max<std::int64_t>(1, l.scattered_products / room);
    return {std::min({std::int64_t{rows}, std::int64_t{facts.sm_count}, at_once}), room};
  }
  [[nodiscard]] std::int64_t bytes() const {
    return blocks * room * static_cast<std::int64_t>(sizeof(unsigned));
  }
};

/// A warp sorts a bucket of up to most_by_warp columns. Returns how many different ones this lane
/// has left.
__device__ __forceinline__ int sort_bucket(const Team& warp, unsigned* columns, int count) {
  constexpr int each = most_by_warp / 32;
  unsigned key[each];
#pragma unroll
  for (int j = 0; j < each; ++j) {
    const int i = j * 32 + warp.rank;
    key[j] = i < count ? columns[i] : repeated;
  }
  sort_in_registers(warp, key, 32);
  unsigned before = __shfl_up_sync(warp.mask, key[each - 1], 1);
  if (warp.rank == 0) before = repeated;
  __syncwarp(warp.mask);  // all columns are in registers
  int different = 0;
#pragma unroll
  for (int j = 0; j < each; ++j) {
    const int i = warp.rank * each + j;
    const bool again = key[j] == before;
    before = key[j];
    if (i >= count) continue;
    columns[i] = again ? repeated : key[j];
    different += again ? 0 : 1;
  }
  return different;
}
/// … a thread one of up to most_by_thread.
__device__ __forceinline__ int sort_bucket(unsigned* columns, int count) {
  unsigned key[most_by_thread];
#pragma unroll
  for (int j = 0; j < most_by_thread; ++j) key[j] = j < count ? columns[j] : repeated;
  sort_in_lane(key);
  int different = 0;
#pragma unroll
  for (int j = 0; j < most_by_thread; ++j) {
    if (j >= count) continue;
    const bool again = j > 0 && key[j] == key[j > 0 ? j - 1 : 0];
    columns[j] = again ? repeated : key[j];
    different += again ? 0 : 1;
  }
  return different;
}
/// … a block any other: `bits` are those of its columns from `first` on, `words` of 32, zero before
/// and after. Returns how many columns the bucket has. By all threads; ends with a barrier.
__device__ __forceinline__ int sort_bucket(unsigned* bits, int words, unsigned first,
                                           unsigned* columns, int count) {
  const auto rank = static_cast<int>(threadIdx.x);
  for (int i = rank; i < count; i += scattered_threads) set_bit(bits, columns[i] - first);
  __syncthreads();  // all columns are bits: their memory may be written
  const int per = (words + scattered_threads - 1) / scattered_threads;
  int mine = 0;
  for (int w = rank * per; w < min((rank + 1) * per, words); ++w) mine += __popc(bits[w]);
  int all = 0;
  unsigned* to = columns + block_scan(mine, all);
  for (int w = rank * per; w < min((rank + 1) * per, words); ++w) {
    for (unsigned word = bits[w]; word != 0; word &= word - 1) {
      *to++ = first + static_cast<unsigned>(w * 32 + __ffs(static_cast<int>(word)) - 1);
    }
    bits[w] = 0;
  }
  for (int i = all + rank; i < count; i += scattered_threads) columns[i] = repeated;
  __syncthreads();
  return all;
}

/// Where buckets begin, of how many columns each has. By all threads; ends with a barrier.
__device__ __forceinline__ void begin_buckets(int* counts) {
  constexpr int each = buckets / scattered_threads;
  int* const own = counts + static_cast<int>(threadIdx.x) * each;
  int mine = 0;
#pragma unroll
  for (int j = 0; j < each; ++j) mine += own[j];
  int all = 0;
  int before = block_scan(mine, all);
#pragma unroll
  for (int j = 0; j < each; ++j) {
    const int count = own[j];
    own[j] = before;
    before += count;
  }
  __syncthreads();
}

/// The columns of a row's products, less the row's first, go to `columns`: in order, each once, and
/// repeated in all other places of the row's products. Returns how many columns there are. By all
/// threads of a block; ends with a barrier. `Even`: see EvenTeam.
template <bool Even, class V>
__device__ __forceinline__ int sort_columns(const Product<V>& c, std::int64_t r, int lanes,
                                            unsigned* columns) {
  __shared__ unsigned large[buckets / 32];  // bits: buckets that the block sorts
  const auto rank = static_cast<int>(threadIdx.x);
  const RowOfA a = RowOfA::of(c.a, r);
  const Index low = c.row.low[r];
  const int shift = max(bits_for(c.row.span[r]) - bucket_bits, 0);
  const int words = ((1 << shift) + 31) / 32;  // of a bucket
  auto* const ends = reinterpret_cast<int*>(shared_memory());
  auto* const bits = reinterpret_cast<unsigned*>(ends + buckets);
  fill_words(ends, buckets, 0, rank, scattered_threads);
  fill_words(bits, words, 0, rank, scattered_threads);
  __syncthreads();
  const int threads = row_lanes(c.row.products[r], a.entries, lanes, 32);
  const BlockTeam<Even> team{team_of_block(threads)};
  // Columns are counted, and then put into their buckets, by one loop: what it calls is inlined.
#pragma unroll 1
  for (int round = 0; round < 2; ++round) {
    for_products<false>(c.a, Columns{c.b}, a.begin, a.entries, team, min(threads, 32), nullptr,
                        [&](Index column) {
                          const auto own = static_cast<unsigned>(column - low);
                          const int at = atomicAdd(ends + (own >> static_cast<unsigned>(shift)), 1);
                          if (round > 0) columns[at] = own;
                        });
    __syncthreads();
    if (round == 0) begin_buckets(ends);
  }
  const Team warp = team_of_lane(32);
  int different = 0;
  for (int bucket = rank; bucket < buckets; bucket += scattered_threads) {
    const int begin = bucket == 0 ? 0 : ends[bucket - 1];
    const int count = ends[bucket] - begin;
    if (count <= most_by_thread) different += sort_bucket(columns + begin, count);
    unsigned medium = __ballot_sync(warp.mask, count > most_by_thread && count <= most_by_warp);
    const unsigned others = __ballot_sync(warp.mask, count > most_by_warp);
    if (warp.rank == 0) large[bucket / 32] = others;
    for (; medium != 0; medium &= medium - 1) {
      const int lane = __ffs(static_cast<int>(medium)) - 1;
      different += sort_bucket(warp, columns + __shfl_sync(warp.mask, begin, lane),
                               __shfl_sync(warp.mask, count, lane));
    }
  }
  __syncthreads();
  for (int group = 0; group < buckets / 32; ++group) {
    for (unsigned here = large[group]; here != 0; here &= here - 1) {
      const int bucket = group * 32 + __ffs(static_cast<int>(here)) - 1;
      const int begin = bucket == 0 ? 0 : ends[bucket - 1];
      const int all =
          sort_bucket(bits, words, static_cast<unsigned>(bucket) << static_cast<unsigned>(shift),
                      columns + begin, ends[bucket] - begin);
      if (rank == 0) different += all;
    }
  }
  int all = 0;
  (void)block_scan(different, all);
  return all;
}

/// Columns and values of a row whose columns have been sorted: these are moved together, and each
/// product finds its own among them. By all threads.
template <bool Even, class V>
__device__ __forceinline__ void fill_sorted(const Product<V>& c, std::int64_t r, int lanes,
                                            const unsigned* sorted, int entries) {
  const auto rank = static_cast<int>(threadIdx.x);
  const RowOfA a = RowOfA::of(c.a, r);
  const Index low = c.row.low[r];
  const int products = c.row.products[r];
  Index* const columns = c.columns + c.row.offsets[r];
  V* const values = c.values + c.row.offsets[r];
  int done = 0;
  for (int from = 0; from < products; from += scattered_threads) {
    const unsigned own = from + rank < products ? sorted[from + rank] : repeated;
    int here = 0;
    const int at = done + block_scan(own != repeated ? 1 : 0, here);
    if (own != repeated) {
      columns[at] = low + static_cast<Index>(own);
      values[at] = 0;
    }
    done += here;
  }
  __syncthreads();
  const int threads = row_lanes(products, a.entries, lanes, scattered_threads);
  const BlockTeam<Even> team{team_of_block(threads)};
  for_products<false>(c.a, c.entries_of_b(), a.begin, a.entries, team, min(threads, 32), nullptr,
                      [&](Index column, V v) {
                        int first = 0;  // the column is there
                        for (int count = entries; count > 1;) {
                          const int half = count / 2;
                          if (columns[first + half] <= column) {
                            first += half;
                            count -= half;
                          } else {
                            count = half;
                          }
                        }
                        atomicAdd(values + first, v);
                      });
  if (rank == 0) record_length(c.row, r, entries);
}

/// Rows of a list, counted or (V is not void) filled by blocks that come back for more, each with
/// memory for `room` products of its own.
template <class V, bool Even>
__global__ void __launch_bounds__(scattered_threads)
    scattered_rows(RowList list, Product<V> c, int lanes, unsigned* queue, unsigned* memory,
                   std::int64_t room) {
  __shared__ int next;
  unsigned* const columns = memory + static_cast<std::int64_t>(blockIdx.x) * room;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) next = static_cast<int>(atomicAdd(queue, 1U));
    __syncthreads();
    if (next >= list.count) return;
    const std::int64_t r = list[next];
    const int entries = sort_columns<Even>(c, r, lanes, columns);
    if constexpr (std::is_void_v<V>) {
      if (threadIdx.x == 0) c.row.entries[r] = entries;
    } else {
      fill_sorted<Even>(c, r, lanes, columns, entries);
    }
  }
}

/// Bin `bin` of whoever is launched.
template <class V>
void launch_scattered(const Launch<V>& at, int bin) {
  const int rows = at.bins.rows(bin);
  if (rows == 0) return;
  const auto plan = ScatteredLaunch::of(rows, at.bins.need(bin), at.facts, at.limits);
  const int span_bits =
      bits_for(std::min<std::int64_t>(at.facts.columns, at.limits.scattered_span));
  launch(at.facts.uneven ? scattered_rows<V, true> : scattered_rows<V, false>,
         static_cast<unsigned>(plan.blocks), scattered_threads, bucket_bytes(span_bits),
         at.streams.next(), at.bins.list(bin), at.c, at.facts.lanes,
         at.queues + at.bins.first + bin, at.scattered, plan.room);
}

}  // namespace sptune::spgemm::hash_bins
