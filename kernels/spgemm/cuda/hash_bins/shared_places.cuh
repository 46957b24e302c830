// SPDX-License-Identifier: BSD-3-Clause
// What rows of A of one shape share: where each of their products goes among the entries of its
// row of C, and the columns of these, relative to the row. Made once for all of them by a block.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/offsets.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_shapes.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_tables.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int most_shared_entries = 2048;  ///< of a row of C whose places are shared
constexpr int shared_threads = 256;        ///< of a block that fills rows by shared places
constexpr int rows_of_task = 64;           ///< rows of one shape that such a block takes

/// Kernels that fill rows by shared places, by the shared memory that they need.
enum SharedBin : std::int8_t { shared_24k, shared_54k, shared_full, shared_bins };

/// Part of a row of B that an entry of A names, as long as a team has lanes at most. Its products
/// are [first, end) among those of its row of C.
struct Piece {
  int relative;             ///< row of B - row of A
  std::uint16_t entry;      ///< of the row of A
  std::uint16_t row_first;  ///< first product of the whole row of B
  ushort2 products;         ///< first, end
};

/// Rows of A of one shape, if they are enough that they share their places.
struct RowClass {
  int representative;
  int rows;       ///< 0: too few, or their places are too many
  int first_row;  ///< of the class, in the list of all classes' rows
  int first_task;
  unsigned placed;  ///< rows that are in the list
  int lanes;        ///< of the team that takes a row
  int products;
  int entries;  ///< of a row of C
  int pieces;
  int bin;
  int need;         ///< shared memory of a block
  std::int64_t at;  ///< where its places stand, in bytes

  __host__ __device__ static constexpr int quads(int bytes) { return (bytes + 15) / 16 * 16; }
  /// The places, two bytes each, then the columns, then the pieces.
  [[nodiscard]] __host__ __device__ constexpr int columns_at() const { return quads(2 * products); }
  [[nodiscard]] __host__ __device__ constexpr int pieces_at() const {
    return columns_at() + quads(4 * entries);
  }
  [[nodiscard]] __host__ __device__ constexpr int bytes() const {
    return pieces_at() + quads(static_cast<int>(sizeof(Piece)) * pieces);
  }
  /// Values between the sums of two teams: odd, so that they use other banks.
  [[nodiscard]] __host__ __device__ constexpr int stride() const { return entries | 1; }
  /// Beside what the rows share: factors of A, a quad for each thread, and the sums of each team.
  [[nodiscard]] __host__ __device__ constexpr int bytes_of_block(int value_size) const {
    return bytes() + 16 * shared_threads + shared_threads / lanes * stride() * value_size;
  }
  /// Most bytes, before entries and pieces are known.
  [[nodiscard]] __host__ __device__ static constexpr std::int64_t bound(int products,
                                                                        int entries_of_a,
                                                                        int lanes) {
    const int entries = products < most_shared_entries ? products : most_shared_entries;
    return quads(2 * products) + quads(4 * entries) +
           quads(static_cast<int>(sizeof(Piece)) * (entries_of_a + products / lanes));
  }
};

/// What the host learns.
struct SharedSummary {
  unsigned sampled;   ///< rows
  unsigned alike;     ///< … that were equal to one that follows, but for a shift
  std::int64_t rows;  ///< that share places
  int tasks[shared_bins];
  int need[shared_bins];  ///< bytes of a block
};

/// The classes in device memory.
struct SharedPlaces {
  ShapeState* state;
  RowClass* classes;
  const int* rows_by_number;  ///< a row of each shape
  const int* numbers;         ///< place of a shape there, by row
  int* counts;                ///< rows of a shape, by the row that names it; zero before
  Index* rows;                ///< of the classes
  int* tasks;                 ///< class of each, most_tasks for each bin
  std::int64_t most_tasks;
  unsigned char* memory;
  std::int64_t bytes;  ///< there

  [[nodiscard]] __device__ __forceinline__ int shapes() const {
    return static_cast<int>(min(__ldcg(state->shapes + 1), most_shapes));
  }
  [[nodiscard]] __device__ __forceinline__ bool given_up() const {
    return __ldcg(&state->given_up) != 0;
  }
};

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

}  // namespace sptune::spgemm::hash_bins
