// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/features/entry_counts.hpp"

#include "kernels/host/isa.hpp"

#define SPTUNE_ISA_SOURCE "tuner/features/entry_counts.cpp"
#include "kernels/host/foreach_isa.hpp"

namespace sptune::features {
namespace SPTUNE_ISA {

/// What entries show beside the one before them.
inline void count_neighbours(const Entries& e, Sums& to) {
  const Index* const c = e.columns;
  const std::int32_t* const row_of = e.row_of;
  const auto first = static_cast<std::int32_t>(e.first_row);
  std::int32_t runs = 1;
  std::int32_t groups4 = 1;
  std::int32_t groups8 = 1;
  std::int32_t groups16 = 1;
  std::int32_t disorder = 0;
  for (std::int32_t i = 1; i < e.count; ++i) {
    const std::int32_t starts = row_of[i] != row_of[i - 1] ? 1 : 0;
    disorder += (c[i] <= c[i - 1] ? 1 : 0) & ~starts;
    runs += (c[i] != c[i - 1] + 1 ? 1 : 0) | starts;
    groups4 += ((c[i] >> 2) != (c[i - 1] >> 2) ? 1 : 0) | starts;
    groups8 += ((c[i] >> 3) != (c[i - 1] >> 3) ? 1 : 0) | starts;
    groups16 += ((c[i] >> 4) != (c[i - 1] >> 4) ? 1 : 0) | starts;
  }
  std::int64_t distance = 0;
  for (std::int32_t i = 0; i < e.count; ++i) {
    const std::int32_t d = c[i] - (first + row_of[i]);
    distance += d < 0 ? -d : d;
  }
  to.entries += e.count;
  to.runs += runs;
  to.groups4 += groups4;
  to.groups8 += groups8;
  to.groups16 += groups16;
  to.distance += distance;
  to.disorder += disorder;
}

/// Columns of one group of 2^Bits.
template <int Bits>
struct Aligned {
  static Index key(Index column, Index /*row*/) { return column >> Bits; }
};
struct Thirds {
  static Index key(Index column, Index /*row*/) {
    return static_cast<Index>(static_cast<std::uint32_t>(column) / 3U);
  }
};
struct Offset {
  static Index key(Index column, Index row) { return column - row; }
};

/// Keys that differ within `Height` neighbouring rows. Where they go is worked out by vectors; the
/// loop behind it has no branch that somebody would have to guess.
template <int Height, class Key>
inline std::int64_t distinct(const Entries& e, Recent& recent) {
  constexpr std::int32_t at_once = 512;
  std::uint64_t tags[at_once];
  std::uint32_t slots[at_once];
  const std::uint64_t epoch = recent.epoch;
  recent.epoch += rows_per_column_block;
  const auto first = static_cast<std::int32_t>(e.first_row);
  std::int32_t found = 0;
  for (std::int32_t begin = 0; begin < e.count; begin += at_once) {
    const Index* const columns = e.columns + begin;
    const std::int32_t* const row_of = e.row_of + begin;
    const std::int32_t n = e.count - begin < at_once ? e.count - begin : at_once;
    for (std::int32_t i = 0; i < n; ++i) {
      const Index key = Key::key(columns[i], first + row_of[i]);
      const auto group = static_cast<std::uint32_t>(row_of[i]) / Height;
      slots[i] = slot_of(key, recent_bits);
      tags[i] = (epoch + group) << 32U | static_cast<std::uint32_t>(key);
    }
    for (std::int32_t i = 0; i < n; ++i) {
      std::uint64_t& slot = recent.slots[slots[i]];
      found += slot != tags[i] ? 1 : 0;
      slot = tags[i];
    }
  }
  return found;
}

inline void count_entries(const Entries& e, Recent& recent, Sums& to) {
  count_neighbours(e, to);
  to.block_groups8 += distinct<rows_per_column_block, Aligned<3>>(e, recent);
  to.block_diagonals += distinct<rows_per_column_block, Offset>(e, recent);
  to.blocks[3] += distinct<8, Aligned<3>>(e, recent);
  to.blocks[2] += distinct<4, Aligned<2>>(e, recent);
  to.blocks[1] += distinct<3, Thirds>(e, recent);
  to.blocks[0] += distinct<2, Aligned<1>>(e, recent);
}

}  // namespace SPTUNE_ISA

#ifdef SPTUNE_ISA_LAST

void count_entries(const Entries& entries, Recent& recent, Sums& to) {
  static const auto best = SPTUNE_ISA_SELECT(count_entries);
  if (entries.count > 0) best(entries, recent, to);
}

#endif
}  // namespace sptune::features
