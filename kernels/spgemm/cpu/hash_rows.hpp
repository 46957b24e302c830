// SPDX-License-Identifier: BSD-3-Clause
// Rows of C through a hash table of their own, sized by the row.
#pragma once

#include "kernels/spgemm/cpu/buffer.hpp"
#include "kernels/spgemm/cpu/radix_sort.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

namespace sptune::spgemm {

enum class Probing : std::uint8_t { linear, quadratic };
constexpr auto enum_names(Probing /*tag*/) {
  return std::array{std::pair{Probing::linear, "linear"},
                    std::pair{Probing::quadratic, "quadratic"}};
}
enum class HashFunction : std::uint8_t { identity, multiply };
constexpr auto enum_names(HashFunction /*tag*/) {
  return std::array{std::pair{HashFunction::identity, "identity"},
                    std::pair{HashFunction::multiply, "multiply"}};
}

/// A power of two of slots with a mask; empty slots hold -1. Searches end because callers keep the
/// load below one.
template <Probing P, HashFunction H>
class Slots {
 public:
  Slots(Index* keys, std::int64_t slots)
      : keys_(keys),
        mask_(static_cast<std::uint32_t>(slots - 1)),
        shift_(32 - std::countr_zero(static_cast<std::uint64_t>(slots))) {
    std::memset(keys, 0xff, static_cast<std::size_t>(slots) * sizeof(Index));
  }
  /// Slot of `key`, or the empty one where it belongs.
  [[nodiscard]] std::uint32_t find(Index key) const {
    const auto k = static_cast<std::uint32_t>(key);
    // Knuth's multiplier: the high bits of the product depend on all bits of the key.
    // Low bits keep neighbours together, but are all the same where columns are multiples of a
    // power of two.
    std::uint32_t slot = H == HashFunction::identity ? k & mask_ : (k * 2654435769U) >> shift_;
    for (std::uint32_t step = 1; keys_[slot] != key && keys_[slot] >= 0; ++step) {
      slot = (slot + (P == Probing::linear ? 1U : step)) & mask_;
    }
    return slot;
  }

 private:
  const Index* keys_;
  std::uint32_t mask_;
  int shift_;
};

/// Slots for `entries` keys at the given load: a power of two, at least 16.
[[nodiscard]] inline std::int64_t slots_for(std::int64_t entries, double load) {
  const auto least = static_cast<std::uint64_t>(static_cast<double>(entries) / load) + 1;
  return static_cast<std::int64_t>(std::bit_ceil(std::max<std::uint64_t>(least, 16)));
}

/// Refuses rows of so many entries that slots could not be numbered.
[[nodiscard]] inline Fit fit_slots(std::int64_t entries, double load) {
  if (slots_for(entries, load) <= std::int64_t{1} << 31) return Fit::yes();
  return Fit::no("a row of " + std::to_string(entries) + " entries needs more than 2^31 slots");
}

/// Of one thread that hashes rows of up to so many entries: keys, positions and the sort's second
/// buffer.
[[nodiscard]] inline std::int64_t table_bytes(std::int64_t entries, double load) {
  return 8 * slots_for(entries, load) + 4 * entries;
}

/// Memory of one thread's tables.
struct HashSpace {
  Buffer<Index> keys;
  Buffer<Index> positions;
  Buffer<std::uint32_t> sorted;
  [[nodiscard]] std::int64_t memory() const {
    return keys.bytes() + positions.bytes() + sorted.bytes();
  }
};

/// Sorts the columns of a row in place.
inline void sort_columns(Index* cols, std::int64_t count, std::int64_t all_columns,
                         HashSpace& space) {
  if (count < 256) {
    std::sort(cols, cols + count);
    return;
  }
  space.sorted.reserve(count);
  auto* const keys = reinterpret_cast<std::uint32_t*>(cols);
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(all_columns)));
  const std::uint32_t* const end = count < 4096
                                       ? radix_sort<8>(keys, space.sorted.data(), count, 0, bits)
                                       : radix_sort<11>(keys, space.sorted.data(), count, 0, bits);
  if (end != keys) std::memcpy(keys, end, static_cast<std::size_t>(count) * sizeof(Index));
}

/// Sorted distinct columns of one row of C; `out` has room for min(products, columns of C).
template <Probing P, HashFunction H, class V>
std::int64_t hashed_row(const Operands<V>& p, HashSpace& space, double load, std::int64_t row,
                        std::int64_t products, Index* out) {
  const auto& [a, b] = p;
  const std::int64_t slots = slots_for(std::min(products, b.cols), load);
  space.keys.reserve(slots);
  Index* const keys = space.keys.data();
  const Slots<P, H> table(keys, slots);
  std::int64_t count = 0;
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const std::int64_t end = b.row_offsets[k + 1];
    for (std::int64_t j = b.row_offsets[k]; j < end; ++j) {
      const Index col = b.col_indices[j];
      const std::uint32_t slot = table.find(col);
      if (keys[slot] < 0) {
        keys[slot] = col;
        out[count++] = col;
      }
    }
  }
  sort_columns(out, count, b.cols, space);
  return count;
}

/// Values of one row whose columns are known: the table leads from a column to its place.
template <Probing P, HashFunction H, class V>
void hashed_values(const Operands<V>& p, HashSpace& space, double load, std::int64_t row,
                   const Index* cols, std::int64_t count, V* out) {
  const auto& [a, b] = p;
  const std::int64_t slots = slots_for(count, load);
  space.keys.reserve(slots);
  space.positions.reserve(slots);
  Index* const keys = space.keys.data();
  Index* const positions = space.positions.data();
  const Slots<P, H> table(keys, slots);
  for (std::int64_t t = 0; t < count; ++t) {
    const std::uint32_t slot = table.find(cols[t]);
    keys[slot] = cols[t];
    positions[slot] = static_cast<Index>(t);
    out[t] = 0;
  }
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const V factor = a.values[i];
    const std::int64_t end = b.row_offsets[k + 1];
    for (std::int64_t j = b.row_offsets[k]; j < end; ++j) {
      out[positions[table.find(b.col_indices[j])]] += factor * b.values[j];
    }
  }
}

}  // namespace sptune::spgemm
