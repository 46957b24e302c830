// SPDX-License-Identifier: BSD-3-Clause
// Accumulators of a row of C in shared memory: open addressing, and the order of its keys.
#pragma once

#include "sptune/kernels/spgemm/cuda/rows.cuh"

#include <array>
#include <string_view>
#include <utility>

namespace sptune::spgemm::cuda {

constexpr Index empty_key = -1;

/// Where a probe sequence begins in a table of 2^bits slots. `multiply`: Knuth's multiplicative
/// hash (The Art of Computer Programming 3, section 6.4), which parts neighbouring columns; `low`:
/// the low bits, which keeps them neighbours.
enum class Hash : std::uint8_t { multiply, low };
constexpr std::array<std::pair<Hash, std::string_view>, 2> enum_names(Hash) {
  return {{{Hash::multiply, "multiply"}, {Hash::low, "low"}}};
}

__device__ __forceinline__ unsigned first_slot(Hash hash, Index column, int bits) {
  const auto c = static_cast<unsigned>(column);
  return hash == Hash::multiply ? (c * 2654435769U) >> static_cast<unsigned>(32 - bits)
                                : c & ((1U << static_cast<unsigned>(bits)) - 1U);
}

/// The slot of `column`, claimed if it was not there yet; linear probing. The table must have a
/// free slot. `fresh` grows by one when the column is new.
__device__ __forceinline__ unsigned claim(Index* keys, int bits, Hash hash, Index column,
                                          int& fresh) {
  const unsigned last = (1U << static_cast<unsigned>(bits)) - 1U;
  unsigned slot = first_slot(hash, column, bits);
  while (true) {
    Index key = *static_cast<volatile Index*>(keys + slot);
    if (key == column) return slot;
    if (key == empty_key) {
      key = atomicCAS(keys + slot, empty_key, column);
      if (key == empty_key) {
        ++fresh;
        return slot;
      }
      if (key == column) return slot;
    }
    slot = (slot + 1) & last;
  }
}

/// Least b with 2^b >= n, at least `least`.
__host__ __device__ __forceinline__ int bits_for(std::int64_t n, int least) {
  int bits = least;
  while ((std::int64_t{1} << bits) < n) ++bits;
  return bits;
}

/// A table with values: keys apart from values. Once all is summed its keys make room for the pairs
/// (column, slot) that are sorted: half the slots are free, so the room suffices.
template <class V>
struct Table {
  V* values;
  Index* keys;
  int bits;
  [[nodiscard]] __device__ __forceinline__ int slots() const { return 1 << bits; }
  [[nodiscard]] __device__ __forceinline__ unsigned long long* pairs() const {
    return reinterpret_cast<unsigned long long*>(keys);
  }
};

/// Shared memory of such a table.
__host__ __device__ constexpr int table_bytes(int slots, int value_size) {
  return slots * (value_size + 4);
}

/// Slots per thread at most, where a table is sorted.
constexpr int most_slots_per_thread = 16;

template <class V>
__device__ __forceinline__ Table<V> table_at(unsigned char* memory, int bits) {
  auto* const values = reinterpret_cast<V*>(memory);
  return {values, reinterpret_cast<Index*>(values + (1 << bits)), bits};
}

/// Sorts `count` pairs in shared memory by Batcher's bitonic network (1968); there must be room up
/// to the next power of two. `size` threads (a power of two) call this together. `meet` is their
/// barrier and `meet_warp` that of those in one warp: exchanges over at most 32 places stay within
/// the 64 pairs that a warp's threads hold.
template <class Meet, class MeetWarp>
__device__ __forceinline__ void sort_pairs(unsigned long long* pairs, int count, int rank, int size,
                                           Meet&& meet, MeetWarp&& meet_warp) {
  const int n = 1 << bits_for(count, 1);
  for (int i = count + rank; i < n; i += size) pairs[i] = ~0ULL;
  meet();
  bool wide = false;
  for (int run = 2; run <= n; run *= 2) {
    for (int step = run / 2; step > 0; step /= 2) {
      if (run > 2 || step > 1) {
        if (step >= 64 || wide) {
          meet();
        } else {
          meet_warp();
        }
      }
      wide = step >= 64;
      for (int t = rank; t < n / 2; t += size) {
        const int i = 2 * t - (t & (step - 1));
        const unsigned long long x = pairs[i];
        const unsigned long long y = pairs[i + step];
        if ((x > y) == ((i & run) == 0)) {
          pairs[i] = y;
          pairs[i + step] = x;
        }
      }
    }
  }
  meet();
}

}  // namespace sptune::spgemm::cuda
