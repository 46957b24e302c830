// SPDX-License-Identifier: BSD-3-Clause
// Which shapes have so many rows that these share their places, and the lists of such rows.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/shared_places.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int listed_per_thread = 4;
constexpr int listed_per_block = listed_per_thread * shape_threads;

/// Places the rows of a block in the lists of their classes, those of a class together.
struct BlockClasses {
  static constexpr int slot_bits = 11;
  static_assert(1 << slot_bits >= 2 * listed_per_block);
  Index keys[1 << slot_bits];
  int counts[1 << slot_bits];
  int bases[1 << slot_bits];

  __device__ __forceinline__ void clear() {
    for (int i = static_cast<int>(threadIdx.x); i < 1 << slot_bits; i += shape_threads) {
      keys[i] = empty_key;
      counts[i] = 0;
    }
    __syncthreads();
  }
  /// The row's place among those of its class in the block, and where the class stands here; of no
  /// concern where `own` is negative. All lanes of a warp call this.
  __device__ __forceinline__ int place(int own, unsigned& slot) {
    const unsigned same = __match_any_sync(0xffffffffU, own);
    const int leader = __ffs(static_cast<int>(same)) - 1;
    const unsigned lane = threadIdx.x & 31U;
    int first = 0;
    slot = 0;
    if (own >= 0 && static_cast<int>(lane) == leader) {
      int fresh = 0;
      slot = claim(keys, slot_bits, Hash::multiply, own, fresh);
      first = atomicAdd(counts + slot, __popc(same));
    }
    slot = __shfl_sync(same, slot, leader);
    first = __shfl_sync(same, first, leader);
    return first + __popc(same & ((1U << lane) - 1U));
  }
  /// Where the block's rows of each class begin in its list.
  __device__ __forceinline__ void reserve(RowClass* classes) {
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < 1 << slot_bits; i += shape_threads) {
      if (keys[i] == empty_key) continue;
      bases[i] =
          static_cast<int>(atomicAdd(&classes[keys[i]].placed, static_cast<unsigned>(counts[i])));
    }
    __syncthreads();
  }
};

/// A block decides which shapes become classes, those of at least `least` rows, and gives each its
/// part of the list of rows and of the memory of places.
__global__ void __launch_bounds__(shape_threads)
    make_classes(Offsets a_offsets, ProductsOfRows of_a, int least, SharedPlaces out) {
  if (out.given_up()) return;  // found by the kernels before
  const int all = out.shapes();
  int first_row = 0;
  std::int64_t at = 0;
  for (int from = 0; from < all; from += shape_threads) {
    const int i = from + static_cast<int>(threadIdx.x);
    RowClass own{};
    int entries_of_a = 0;
    if (i < all) {
      own.representative = out.rows_by_number[i];
      own.rows = __ldcg(out.counts + own.representative);
      own.products = of_a.of(own.representative);
      entries_of_a =
          static_cast<int>(a_offsets[own.representative + 1] - a_offsets[own.representative]);
      if (own.rows < least) own.rows = 0;
    }
    const int mean = entries_of_a > 0 ? (own.products + entries_of_a - 1) / entries_of_a : 1;
    own.lanes = lanes_for(mean, 32);
    const auto bytes =
        own.rows > 0 ? static_cast<int>(RowClass::bound(own.products, entries_of_a, own.lanes) / 16)
                     : 0;
    int all_rows = 0;
    int all_bytes = 0;
    own.first_row = first_row + block_scan(own.rows, all_rows);
    own.at = at + std::int64_t{16} * block_scan(bytes, all_bytes);
    if (i < all) out.classes[i] = own;
    first_row += all_rows;
    at += std::int64_t{16} * all_bytes;
  }
  if (threadIdx.x == 0 && at > out.bytes) out.state->given_up = 1;
}

/// Lists the rows of each class and says how many entries they have. `classes` has the shapes of
/// the rows before and their classes after, no_shape for none. Of `groups`, unless null, the
/// analysis has left the first rows alone with entries: where all rows that have products are in
/// classes, nobody looks at the others again, which have none.
__global__ void __launch_bounds__(shape_threads)
    list_shared_rows(std::int64_t rows, SharedPlaces out, int* classes, int* entries,
                     const std::uint8_t* groups) {
  __shared__ BlockClasses block;
  block.clear();
  const bool given_up = out.given_up();
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * listed_per_block + threadIdx.x;
  int own[listed_per_thread];
#pragma unroll
  for (int u = 0; u < listed_per_thread; ++u) {
    const std::int64_t r = first + u * shape_threads;
    own[u] = r < rows && !given_up ? classes[r] : no_shape;
  }
#pragma unroll
  for (int u = 0; u < listed_per_thread; ++u) {
    if (own[u] != no_shape) own[u] = out.numbers[own[u]];
  }
#pragma unroll
  for (int u = 0; u < listed_per_thread; ++u) {
    if (own[u] != no_shape && out.classes[own[u]].rows == 0) own[u] = no_shape;
  }
  unsigned slots[listed_per_thread];
  int places[listed_per_thread];
#pragma unroll
  for (int u = 0; u < listed_per_thread; ++u) places[u] = block.place(own[u], slots[u]);
  block.reserve(out.classes);
#pragma unroll
  for (int u = 0; u < listed_per_thread; ++u) {
    const std::int64_t r = first + u * shape_threads;
    if (r >= rows) break;
    classes[r] = own[u];
    if (own[u] == no_shape) {
      if (RowGroup::of(groups, r).place > 0) entries[r] = 0;
      continue;
    }
    const int at = block.bases[slots[u]] + places[u];
    const RowClass& mine = out.classes[own[u]];
    out.rows[mine.first_row + at] = static_cast<Index>(r);
    entries[r] = mine.entries;
    const int of_task = RowClass::rows_of_task(mine.lanes);
    if (at % of_task == 0) {
      out.tasks[mine.bin * out.most_tasks + mine.first_task + at / of_task] = own[u];
    }
  }
}

}  // namespace sptune::spgemm::hash_bins
