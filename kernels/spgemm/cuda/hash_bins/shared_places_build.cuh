// SPDX-License-Identifier: BSD-3-Clause
// Makes the places that the rows of a class share, once for all of them by a block.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/shared_places.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// Shared memory of a block that makes a class of up to so many products: where those of each row
/// of B begin, and all of them, which are sorted.
constexpr int starts_bytes = RowClass::quads(4 * (most_shared_rows_of_b + 1));
constexpr int build_bytes(int products) {
  return starts_bytes + products * static_cast<int>(sizeof(unsigned long long));
}

/// One class being made by a block: its products are sorted by their columns.
struct ClassBuilder {
  const Pattern& a;
  const Pattern& b;
  RowClass& own;
  unsigned char* memory;     ///< for its places
  int* starts;               ///< of the products of each row of B, and their end
  unsigned long long* keys;  ///< column relative to the row, and product

  /// Signed numbers in the order of unsigned ones.
  static constexpr unsigned sign = 0x80000000U;

  /// What aligns the parts is copied with them.
  __device__ __forceinline__ void clear(const RowOfA& row) const {
    const auto bytes =
        static_cast<int>(RowClass::bound(own.products, static_cast<int>(row.entries), own.lanes));
    fill_words(memory, bytes / 4, 0, static_cast<int>(threadIdx.x), shape_threads);
  }
  __device__ __forceinline__ void measure_rows_of_b(const RowOfA& row) const {
    int so_far = 0;
    for (int from = 0; from < row.entries; from += shape_threads) {
      const int e = from + static_cast<int>(threadIdx.x);
      int length = 0;
      if (e < row.entries) {
        const Index k = __ldg(a.columns + row.begin + e);
        length = static_cast<int>(b.offsets[k + 1] - b.offsets[k]);
      }
      int all = 0;
      const int first = so_far + block_scan(length, all);
      if (e < row.entries) starts[e] = first;
      so_far += all;
    }
    if (threadIdx.x == 0) starts[row.entries] = so_far;
    __syncthreads();
  }
  __device__ __forceinline__ void sort_products(const RowOfA& row) const {
    const Team warp = team_of_lane(32);
    for (int e = static_cast<int>(threadIdx.x >> 5U); e < row.entries; e += shape_threads / 32) {
      const std::int64_t begin = b.offsets[__ldg(a.columns + row.begin + e)];
      for (int p = starts[e] + warp.rank; p < starts[e + 1]; p += 32) {
        const Index column = __ldg(b.columns + begin + (p - starts[e]));
        const unsigned relative = static_cast<unsigned>(column - own.representative) ^ sign;
        keys[p] = static_cast<unsigned long long>(relative) << 32U | static_cast<unsigned>(p);
      }
    }
    sort_by_block(keys, own.products, static_cast<int>(threadIdx.x), shape_threads);
  }
  __device__ __forceinline__ void write_places() const {
    auto* const places = reinterpret_cast<std::uint16_t*>(memory);
    auto* const columns = reinterpret_cast<int*>(memory + own.columns_at());
    int entries = 0;
    for (int from = 0; from < own.products; from += shape_threads) {
      const int i = from + static_cast<int>(threadIdx.x);
      const unsigned long long key = i < own.products ? keys[i] : 0;
      const bool head = i < own.products && (i == 0 || key >> 32U != keys[i - 1] >> 32U);
      int all = 0;
      const int before = entries + block_scan(head ? 1 : 0, all);
      const int place = head ? before : before - 1;
      if (i < own.products) places[key & 0xffffffffU] = static_cast<std::uint16_t>(place);
      if (head && place < most_shared_entries) {
        columns[place] = static_cast<int>(static_cast<unsigned>(key >> 32U) ^ sign);
      }
      entries += all;
    }
    own.entries = entries;
  }
  __device__ __forceinline__ void write_pieces(const RowOfA& row) const {
    auto* const pieces = reinterpret_cast<Piece*>(memory + own.pieces_at());
    int so_far = 0;
    for (int from = 0; from < row.entries; from += shape_threads) {
      const int e = from + static_cast<int>(threadIdx.x);
      const int first = e < row.entries ? starts[e] : 0;
      const int end = e < row.entries ? starts[e + 1] : 0;
      int all = 0;
      int at = so_far + block_scan((end - first + own.lanes - 1) / own.lanes, all);
      for (int p = first; p < end; p += own.lanes) {
        const Index k = __ldg(a.columns + row.begin + e);
        pieces[at++] = {k - own.representative, static_cast<std::uint16_t>(e),
                        static_cast<std::uint16_t>(first),
                        make_ushort2(static_cast<unsigned short>(p),
                                     static_cast<unsigned short>(min(p + own.lanes, end)))};
      }
      so_far += all;
    }
    own.pieces = so_far;
  }
  /// Leaves a class without rows where its places are too many.
  __device__ __forceinline__ void build(int value_size, int most_shared) const {
    const RowOfA row = RowOfA::of(a, own.representative);
    clear(row);
    measure_rows_of_b(row);  // with barriers
    sort_products(row);
    write_places();
    if (own.entries > most_shared_entries) {
      own.rows = 0;
      return;
    }
    // Fewer teams rather than fewer blocks on a multiprocessor.
    own.pieces = row.entries + own.products / own.lanes;
    while (own.lanes < 32 && own.bytes_of_block(value_size) > 24 * 1024) own.lanes *= 2;
    write_pieces(row);
    own.need = own.bytes_of_block(value_size);
    own.bin = own.need <= 24 * 1024 ? shared_24k : own.need <= 54 * 1024 ? shared_54k : shared_full;
    if (own.need > most_shared) own.rows = 0;
  }
};

/// By the last block, once all classes are made: the tasks of each kernel, and what the host must
/// know.
__device__ __forceinline__ void lay_out_tasks(const SharedPlaces& out, SharedSummary* summary) {
  __shared__ int need[shared_bins];
  const auto rank = static_cast<int>(threadIdx.x);
  if (rank < shared_bins) need[rank] = 0;
  __syncthreads();
  int tasks[shared_bins]{};
  std::int64_t rows = 0;
  const int all = out.shapes();
  for (int from = 0; from < all; from += shape_threads) {
    const int i = from + rank;
    RowClass* const own = out.classes + i;
    const int own_rows = i < all ? __ldcg(&own->rows) : 0;
    const int bin = own_rows > 0 ? __ldcg(&own->bin) : 0;
    const int of_task = own_rows > 0 ? RowClass::rows_of_task(__ldcg(&own->lanes)) : 1;
    const int own_tasks = (own_rows + of_task - 1) / of_task;
    if (own_rows > 0) atomicMax(need + bin, __ldcg(&own->need));
#pragma unroll
    for (int n = 0; n < shared_bins; ++n) {
      int sum = 0;
      const int before = tasks[n] + block_scan(bin == n ? own_tasks : 0, sum);
      if (own_rows > 0 && bin == n) own->first_task = before;
      tasks[n] += sum;
    }
    int sum = 0;
    (void)block_scan(own_rows, sum);
    rows += sum;
  }
  __syncthreads();
  if (rank != 0) return;
  summary->rows = rows;
  summary->filled = __ldcg(&out.state->filled);
#pragma unroll
  for (int n = 0; n < shared_bins; ++n) {
    summary->tasks[n] = tasks[n];
    summary->need[n] = need[n];
  }
  __threadfence_system();
}

/// A block makes one class after the other.
__global__ void __launch_bounds__(shape_threads)
    build_places(Pattern a, Pattern b, int value_size, int most_shared, SharedPlaces out,
                 SharedSummary* summary) {
  if (out.given_up()) return;  // found by the kernels before
  const int all = out.shapes();
  for (int i = static_cast<int>(blockIdx.x); i < all; i += static_cast<int>(gridDim.x)) {
    RowClass own = out.classes[i];
    if (own.rows == 0) continue;
    const ClassBuilder builder{
        a,
        b,
        own,
        out.memory + own.at,
        reinterpret_cast<int*>(shared_memory()),
        reinterpret_cast<unsigned long long*>(shared_memory() + starts_bytes)};
    builder.build(value_size, most_shared);
    __syncthreads();  // all have read the class
    if (threadIdx.x == 0) out.classes[i] = own;
  }
  if (is_last_block(&out.state->ticket)) lay_out_tasks(out, summary);
}

}  // namespace sptune::spgemm::hash_bins
