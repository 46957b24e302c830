// SPDX-License-Identifier: BSD-3-Clause
// Which shapes have so many rows that these share their places, and the lists of such rows.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/shared_places.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// Places the rows of a block in the lists of their classes, those of a class together.
struct BlockClasses {
  static constexpr int slot_bits = 9;
  static_assert(1 << slot_bits >= 2 * shape_threads);
  Index keys[1 << slot_bits];
  int counts[1 << slot_bits];
  int bases[1 << slot_bits];

  /// The place of the thread's row in the list of its class `own`; -1 where that is negative.
  /// `reserve` gets a class and how many rows of the block are in it, and returns the first place.
  /// The whole block calls this.
  template <class Reserve>
  __device__ __forceinline__ int place(int own, Reserve&& reserve) {
    const auto rank = static_cast<int>(threadIdx.x);
    for (int i = rank; i < 1 << slot_bits; i += shape_threads) {
      keys[i] = empty_key;
      counts[i] = 0;
    }
    __syncthreads();
    constexpr unsigned all = 0xffffffffU;
    const unsigned lane = threadIdx.x & 31U;
    unsigned slot = 0;
    int at = 0;
    for (unsigned left = __ballot_sync(all, own >= 0); left != 0;) {
      const int leader = __ffs(static_cast<int>(left)) - 1;
      const int taken = __shfl_sync(all, own, leader);
      const unsigned same = __ballot_sync(all, own == taken);
      unsigned its_slot = 0;
      int its_first = 0;
      if (static_cast<int>(lane) == leader) {
        int fresh = 0;
        its_slot = claim(keys, slot_bits, Hash::multiply, taken, fresh);
        its_first = atomicAdd(counts + its_slot, __popc(same));
      }
      its_slot = __shfl_sync(all, its_slot, leader);
      its_first = __shfl_sync(all, its_first, leader);
      if (own == taken) {
        slot = its_slot;
        at = its_first + __popc(same & ((1U << lane) - 1U));
      }
      left &= ~same;
    }
    __syncthreads();
    for (int i = rank; i < 1 << slot_bits; i += shape_threads) {
      if (keys[i] != empty_key) bases[i] = reserve(keys[i], counts[i]);
    }
    __syncthreads();
    return own < 0 ? -1 : bases[slot] + at;
  }
};

/// Counts the rows of every shape; the last block decides which become classes, those of at least
/// `least` rows, and gives each its part of the list of rows and of the memory of places.
__global__ void __launch_bounds__(shape_threads)
    count_classes(std::int64_t rows, const int* shapes, Offsets a_offsets, const int* products,
                  int least, SharedPlaces out) {
  __shared__ BlockClasses block;
  if (out.given_up()) return;  // found by the kernels before
  const std::int64_t r = static_cast<std::int64_t>(blockIdx.x) * shape_threads + threadIdx.x;
  block.place(r < rows ? shapes[r] : no_shape, [&](int shape, int count) {
    atomicAdd(out.counts + shape, count);
    return 0;
  });
  if (!is_last_block(&out.state->tickets[0])) return;
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
      own.products = products[own.representative];
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
/// the rows before and their classes after, no_shape for none.
__global__ void __launch_bounds__(shape_threads)
    list_shared_rows(std::int64_t rows, SharedPlaces out, int* classes, int* entries) {
  __shared__ BlockClasses block;
  const std::int64_t r = static_cast<std::int64_t>(blockIdx.x) * shape_threads + threadIdx.x;
  int own = no_shape;
  if (r < rows && !out.given_up()) {
    if (const int shape = classes[r]; shape != no_shape) own = out.numbers[shape];
    if (own != no_shape && out.classes[own].rows == 0) own = no_shape;
  }
  const int at = block.place(own, [&](int number, int count) {
    return static_cast<int>(atomicAdd(&out.classes[number].placed, static_cast<unsigned>(count)));
  });
  if (r >= rows) return;
  classes[r] = own;
  if (own == no_shape) return;
  const RowClass& mine = out.classes[own];
  out.rows[mine.first_row + at] = static_cast<Index>(r);
  entries[r] = mine.entries;
  const int of_task = RowClass::rows_of_task(mine.lanes);
  if (at % of_task == 0) {
    out.tasks[mine.bin * out.most_tasks + mine.first_task + at / of_task] = own;
  }
}

}  // namespace sptune::spgemm::hash_bins
