// SPDX-License-Identifier: BSD-3-Clause
// Open addressing in shared or global memory: the slot of a column.
#pragma once

#include "sptune/matrix.hpp"

#include <cuda_runtime.h>

#include <array>
#include <cstdint>
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

}  // namespace sptune::spgemm::cuda
