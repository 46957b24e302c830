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

/// Shared memory of a table of `slots` slots with values and what its sorting needs: keys, values,
/// a counter per four slots (32 at least), a 16-bit place per two slots.
__host__ __device__ constexpr int table_bytes(int slots, int value_size) {
  const int counters = slots / 4 < 32 ? 32 : slots / 4;
  return slots * (value_size + 4) + counters * 4 + slots;
}

/// The parts of such a table; values first, for their alignment.
template <class V>
struct Table {
  V* values;
  Index* keys;
  int* counters;
  std::uint16_t* places;
  int bits;
  __device__ __forceinline__ int slots() const { return 1 << bits; }
  __device__ __forceinline__ int buckets() const { return bits < 7 ? 32 : 1 << (bits - 2); }
};

template <class V>
__device__ __forceinline__ Table<V> table_at(unsigned char* memory, int bits) {
  Table<V> t{};
  const int slots = 1 << bits;
  t.bits = bits;
  t.values = reinterpret_cast<V*>(memory);
  t.keys = reinterpret_cast<Index*>(t.values + slots);
  t.counters = reinterpret_cast<int*>(t.keys + slots);
  t.places = reinterpret_cast<std::uint16_t*>(t.counters + t.buckets());
  return t;
}

/// A monotone map from the columns [low, low+span) onto [0, buckets).
struct Buckets {
  unsigned scale;
  int last;
  Index low;
  [[nodiscard]] static __device__ __forceinline__ Buckets of(Index low, std::int64_t span,
                                                             int buckets) {
    const double exact = 4294967296.0 * buckets / static_cast<double>(span);
    return {static_cast<unsigned>(fmin(exact, 4294967295.0)), buckets - 1, low};
  }
  __device__ __forceinline__ int operator()(Index column) const {
    return min(static_cast<int>(__umulhi(static_cast<unsigned>(column - low), scale)), last);
  }
};

}  // namespace sptune::spgemm::cuda
