// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/features/glance.hpp"

#include "tuner/features/tiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sptune::features {
namespace {

constexpr std::int64_t rows_at_once = 8;  ///< of which lengths are compared
constexpr std::int64_t most_lengths = 32;
constexpr std::int64_t rows_of_columns = 12;  ///< divisible by 3
constexpr std::int64_t most_columns = 10;
constexpr std::int64_t entries_of_row = 6;

/// They come while the first ones are looked at.
template <class O>
void fetch_offsets(const Pattern<O>& a, const RowBlocks& blocks) {
  for (std::int64_t b = 0; b < blocks.count; ++b) __builtin_prefetch(a.offsets + blocks.first(b));
}

/// Keys of few entries, told apart by a table that fits into some lines of a cache. What meets in a
/// slot counts again.
class Seen {
 public:
  /// 1 where the key is new in this group. Groups have numbers of their own, from 1 on.
  int add(std::int32_t key, std::uint32_t group) {
    std::uint64_t& slot = slots_[slot_of(key, bits)];
    const std::uint64_t tag = std::uint64_t{group} << 32U | static_cast<std::uint32_t>(key);
    const int found = slot != tag ? 1 : 0;
    slot = tag;
    return found;
  }

 private:
  static constexpr int bits = 8;
  std::array<std::uint64_t, std::size_t{1} << bits> slots_{};
};

/// Nobody has looked at the offsets before.
template <class O>
std::int64_t begin_of(const Pattern<O>& a, std::int64_t row) {
  return std::clamp<std::int64_t>(a.begin(row), 0, a.nnz);
}

template <class O>
void look_at_lengths(const Pattern<O>& a, Glance& out) {
  const RowBlocks blocks(a.rows, rows_at_once, most_lengths);
  fetch_offsets(a, blocks);
  double rows = 0;
  double entries = 0;
  double squares = 0;
  double stored = 0;
  for (std::int64_t b = 0; b < blocks.count; ++b) {
    double longest = 0;
    for (std::int64_t row = blocks.first(b); row < blocks.last(b); ++row) {
      const auto length =
          static_cast<double>(std::max<std::int64_t>(begin_of(a, row + 1) - begin_of(a, row), 0));
      longest = std::max(longest, length);
      entries += length;
      squares += length * length;
      ++rows;
    }
    stored += longest * rows_at_once;
  }
  const double mean = ratio(entries, rows);
  out.row_cv = ratio(std::sqrt(std::max(0.0, ratio(squares, rows) - mean * mean)), mean);
  out.sell8_fill = fill(stored, entries);
}

/// The first entries of one row.
struct FirstEntries {
  const Index* columns = nullptr;
  std::int32_t count = 0;
  std::int32_t row = 0;
  std::int32_t rows = 0;  ///< of its block
};

template <class O>
void look_at_columns(const Pattern<O>& a, Glance& out) {
  const RowBlocks blocks(a.rows, rows_of_columns, most_columns);
  fetch_offsets(a, blocks);
  std::array<FirstEntries, most_columns * rows_of_columns> rows;  // filled as far as `count`
  std::size_t count = 0;
  for (std::int64_t b = 0; b < blocks.count; ++b) {
    const auto height = static_cast<std::int32_t>(blocks.last(b) - blocks.first(b));
    for (std::int64_t row = blocks.first(b); row < blocks.last(b); ++row) {
      const std::int64_t begin = begin_of(a, row);
      const std::int64_t end =
          std::clamp(begin_of(a, row + 1), begin, std::min(a.nnz, begin + entries_of_row));
      if (begin < end) __builtin_prefetch(a.columns + begin);
      rows[count++] = {a.columns + begin, static_cast<std::int32_t>(end - begin),
                       static_cast<std::int32_t>(row), height};
    }
  }
  Seen diagonals;
  Seen blocks3;
  int entries = 0;
  int runs = 0;
  int of_diagonals = 0;
  int of_blocks = 0;
  for (const FirstEntries& s : std::span(rows).first(count)) {
    const auto group12 = static_cast<std::uint32_t>(s.row / rows_of_columns + 1);
    const auto group3 = static_cast<std::uint32_t>(s.row / 3 + 1);
    for (std::int32_t i = 0; i < s.count; ++i) {
      const auto column = static_cast<std::uint32_t>(s.columns[i]);
      runs += i == 0 || column != static_cast<std::uint32_t>(s.columns[i - 1]) + 1 ? 1 : 0;
      const std::uint32_t diagonal = column - static_cast<std::uint32_t>(s.row);
      // Each is stored as long as the block has rows.
      of_diagonals += s.rows * diagonals.add(static_cast<std::int32_t>(diagonal), group12);
      of_blocks += blocks3.add(static_cast<std::int32_t>(column / 3), group3);
    }
    entries += s.count;
  }
  out.run = ratio(entries, runs);
  out.dia_fill = fill(of_diagonals, entries);
  out.bsr3_fill = fill(static_cast<double>(of_blocks) * 9, entries);
}

}  // namespace

std::optional<Glance> glance(const AnyCsr& any) {
  if (any.space == MemorySpace::device) return std::nullopt;
  Glance out;
  if (any.rows == 0) return out;
  visit_pattern(any, [&](const auto& a) {
    look_at_lengths(a, out);
    if (any.nnz > 0) look_at_columns(a, out);
  });
  return out;
}

std::optional<Glance> glance_of(const Features& features) {
  const Glance out{features.at(Feature::glance_row_cv), features.at(Feature::glance_sell8_fill),
                   features.at(Feature::glance_run), features.at(Feature::glance_dia_fill),
                   features.at(Feature::glance_bsr3_fill)};
  const double sum = out.row_cv + out.sell8_fill + out.run + out.dia_fill + out.bsr3_fill;
  return std::isfinite(sum) ? std::optional(out) : std::nullopt;
}

}  // namespace sptune::features
