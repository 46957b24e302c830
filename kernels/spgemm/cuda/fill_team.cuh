// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that a warp or a part of one takes alone. Where all its lanes share a
// row of B they hold different columns at any moment, so that values are added without atomics.
#pragma once

#include "sptune/kernels/spgemm/cuda/count.cuh"

namespace sptune::spgemm::cuda {

/// C being filled.
template <class V>
struct Product {
  Pattern a;
  const V* a_values;
  Pattern b;
  const V* b_values;
  RowArrays row;
  Index* columns;
  V* values;
};

/// Rows of C that are a multiple of a row of B. A team per row.
template <class V>
__global__ void __launch_bounds__(team_threads) fill_copies(RowList list, Product<V> c, int lanes) {
  const int i =
      static_cast<int>(blockIdx.x) * (team_threads / lanes) + static_cast<int>(threadIdx.x) / lanes;
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  const std::int64_t at = c.a.offsets[r];
  const V factor = __ldg(c.a_values + at);
  const Index k = __ldg(c.a.columns + at);
  const std::int64_t from = c.b.offsets[k];
  const std::int64_t to = c.row.offsets[r];
  const int length = c.row.entries[r];
  for (int j = static_cast<int>(threadIdx.x) & (lanes - 1); j < length; j += lanes) {
    c.columns[to + j] = __ldg(c.b.columns + from + j);
    c.values[to + j] = factor * __ldg(c.b_values + from + j);
  }
}

/// Adds to a table's value: plain where the column belongs to this lane for now.
template <bool Ordered, class V>
__device__ __forceinline__ void add(V* to, V v) {
  if constexpr (Ordered) {
    *to += v;
  } else {
    atomicAdd(to, v);
  }
}

/// Zeroes a table. A barrier must follow.
template <class V>
__device__ __forceinline__ void clear_table(const Table<V>& t, int rank, int size) {
  fill_words(t.values, t.slots() * static_cast<int>(sizeof(V) / 4), 0, rank, size);
  fill_words(t.keys, t.slots(), empty_key, rank, size);
  fill_words(t.counters, t.buckets(), 0, rank, size);
}

/// Puts the slots of one row in the order of their columns: a counting sort over a monotone map of
/// the columns, then the rank within the few that share a bucket. `scan` turns the counters into
/// the exclusive sums, `meet` is the barrier of the `size` threads that do this together.
template <class V, class Scan, class Meet>
__device__ __forceinline__ void write_sorted(const Table<V>& t, Index low, int span, int rank,
                                             int size, Index* columns, V* values, Scan&& scan,
                                             Meet&& meet, int entries) {
  const Buckets bucket = Buckets::of(low, span, t.buckets());
  for (int s = rank; s < t.slots(); s += size) {
    const Index key = t.keys[s];
    if (key != empty_key) atomicAdd(t.counters + bucket(key), 1);
  }
  meet();
  scan();
  meet();
  for (int s = rank; s < t.slots(); s += size) {
    const Index key = t.keys[s];
    if (key != empty_key) {
      t.places[atomicAdd(t.counters + bucket(key), 1)] = static_cast<std::uint16_t>(s);
    }
  }
  meet();
  // Each counter now stands at the end of its bucket, and the one before at its begin.
  for (int i = rank; i < entries; i += size) {
    const int slot = t.places[i];
    const Index key = t.keys[slot];
    const int own = bucket(key);
    const int begin = own == 0 ? 0 : t.counters[own - 1];
    const int end = t.counters[own];
    int to = begin;
    for (int j = begin; j < end; ++j) to += t.keys[t.places[j]] < key ? 1 : 0;
    columns[to] = key;
    values[to] = t.values[slot];
  }
}

/// A team per row, its table of up to 2^most_bits slots in shared memory, half full at most.
template <class V, bool Ordered>
__global__ void __launch_bounds__(team_threads)
    fill_team_tables(RowList list, Product<V> c, int team_size, int lanes, int most_bits,
                     Hash hash) {
  const Team team = team_of_lane(team_size);
  const int in_block = static_cast<int>(threadIdx.x) / team_size;
  const int i = static_cast<int>(blockIdx.x) * (team_threads / team_size) + in_block;
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  const int entries = c.row.entries[r];
  const int bits = min(bits_for(2 * static_cast<std::int64_t>(entries), 4), most_bits);
  const auto t = table_at<V>(
      shared_memory() + in_block * table_bytes(1 << most_bits, static_cast<int>(sizeof(V))), bits);
  clear_table(t, team.rank, team_size);
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  __syncwarp(team.mask);
  int fresh = 0;
  for_products<Ordered>(c.a, c.a_values, c.b, c.b_values, begin, entries_of_a, team,
                        Ordered ? team_size : lanes, nullptr, [&](Index column, V v) {
                          add<Ordered>(t.values + claim(t.keys, bits, hash, column, fresh), v);
                        });
  __syncwarp(team.mask);
  const auto scan = [&] {
    const int per = (t.buckets() + team_size - 1) / team_size;
    int* const own = t.counters + team.rank * per;
    int sum = 0;
    for (int j = 0; j < per; ++j) sum += own[j];
    int before = team_scan(team, sum) - sum;
    for (int j = 0; j < per; ++j) {
      const int n = own[j];
      own[j] = before;
      before += n;
    }
  };
  const std::int64_t to = c.row.offsets[r];
  write_sorted(
      t, c.row.low[r], c.row.span[r], team.rank, team_size, c.columns + to, c.values + to, scan,
      [&] { __syncwarp(team.mask); }, entries);
}

/// A warp per row with a value per column of the row's span, and a bit that says it was touched.
/// `columns`: the widest span of the launch, a multiple of 32.
template <class V, bool Ordered>
__global__ void __launch_bounds__(team_threads)
    fill_team_windows(RowList list, Product<V> c, int lanes, int columns) {
  const Team team = team_of_lane(32);
  const int in_block = static_cast<int>(threadIdx.x) / 32;
  const int i = static_cast<int>(blockIdx.x) * (team_threads / 32) + in_block;
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  auto* const sums = reinterpret_cast<V*>(
      shared_memory() + in_block * (columns * static_cast<int>(sizeof(V)) + columns / 8));
  auto* const touched = reinterpret_cast<unsigned*>(sums + columns);
  const Index low = c.row.low[r];
  const int span = c.row.span[r];
  fill_words(sums, span * static_cast<int>(sizeof(V) / 4), 0, team.rank, 32);
  for (int w = team.rank; w < (span + 31) / 32; w += 32) touched[w] = 0;
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  __syncwarp();
  for_products<Ordered>(c.a, c.a_values, c.b, c.b_values, begin, entries_of_a, team,
                        Ordered ? 32 : lanes, nullptr, [&](Index column, V v) {
                          const auto at = static_cast<unsigned>(column - low);
                          set_bit(touched, at);
                          add<Ordered>(sums + at, v);
                        });
  __syncwarp();
  std::int64_t to = c.row.offsets[r];
  for (int from = 0; from < span; from += 32) {
    const unsigned word = touched[from / 32];
    if ((word >> static_cast<unsigned>(team.rank) & 1U) != 0) {
      const std::int64_t at = to + __popc(word & ((1U << static_cast<unsigned>(team.rank)) - 1U));
      c.columns[at] = low + from + team.rank;
      c.values[at] = sums[from + team.rank];
    }
    to += __popc(word);
  }
}

}  // namespace sptune::spgemm::cuda
