// SPDX-License-Identifier: BSD-3-Clause
// Tier 2: columns of sampled blocks of 24 consecutive rows (divisible by every block size looked
// at). About 6000 entries are looked at, whatever the size of the matrix. Where rows are long, the
// 24 rows are seen through one common window of columns, so that what neighbouring rows share stays
// visible.
#include "tuner/features/entry_counts.hpp"
#include "tuner/features/tiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace sptune::features {
namespace {

/// A set of at most `diagonal_cap` offsets.
class Diagonals {
 public:
  Diagonals() { slots_.fill(free_slot); }
  void add(std::int32_t offset) {
    if (offset == last_ || count_ >= diagonal_cap) return;
    last_ = offset;
    std::size_t i = slot_of(offset, 10);
    for (; slots_[i] != free_slot; i = (i + 1) % slots_.size()) {
      if (slots_[i] == offset) return;
    }
    slots_[i] = offset;
    ++count_;
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  static constexpr std::int32_t free_slot = INT32_MIN;  // |j - i| < 2^31 - 1, never this
  std::array<std::int32_t, 1024> slots_;                // filled by the constructor
  std::int32_t last_ = free_slot;
  int count_ = 0;
};

class Columns {
 public:
  Columns(const ColumnBlocks& chosen, Tally& to)
      : chosen_(chosen),
        tally_(to.sums),
        maxima_(to.maxima),
        columns_(static_cast<std::size_t>(chosen.most_entries())),
        row_of_(static_cast<std::size_t>(chosen.most_entries() + step)) {}

  template <class O>
  void add_block(const Pattern<O>& a, std::int64_t number) {
    add_whole_rows(a, number);
    const Entries e = look_at(a, number);
    count_entries(e, recent_, tally_);
    const auto first = static_cast<std::int32_t>(e.first_row);
    for (std::int32_t i = 0; i < e.count; ++i) {
      if (e.row_of[i] % 4 == 0) diagonals_.add(e.columns[i] - (first + e.row_of[i]));
    }
  }

  [[nodiscard]] int diagonals() const { return diagonals_.count(); }

 private:
  static constexpr std::int64_t step = 8;  ///< numbers of rows are written so many at a time

  template <class O>
  void add_whole_rows(const Pattern<O>& a, std::int64_t number) {
    for (std::int64_t row = chosen_.blocks.first(number); row < chosen_.blocks.last(number);
         ++row) {
      const std::int64_t length = a.length(row);
      if (length <= 0) continue;
      const Index first = a.columns[a.begin(row)];
      const Index last = a.columns[a.end(row) - 1];
      const std::int64_t span = std::int64_t{last} - first + 1;
      tally_.disorder += span < length ? 1 : 0;
      ++tally_.rows;
      maxima_.bandwidth =
          std::max({maxima_.bandwidth, std::abs(first - row), std::abs(last - row)});
      tally_.narrow += span <= 65536 ? 1 : 0;
      tally_.span += span;
      tally_.length += length;
    }
  }

  /// All of the block, where it lies, or a common window, copied, where it holds too many entries.
  template <class O>
  Entries look_at(const Pattern<O>& a, std::int64_t number) {
    const std::int64_t first = chosen_.blocks.first(number);
    const std::int64_t last = chosen_.blocks.last(number);
    if (a.begin(last) - a.begin(first) > chosen_.most) return window(a, number, first, last);
    std::int64_t count = 0;
    for (std::int64_t row = first; row < last; ++row) {
      count = note_row(row - first, count, a.length(row));
    }
    return {first, static_cast<std::int32_t>(count), a.columns + a.begin(first), row_of_.data()};
  }

  template <class O>
  Entries window(const Pattern<O>& a, std::int64_t number, std::int64_t first, std::int64_t last) {
    std::int64_t longest = first;
    for (std::int64_t row = first; row < last; ++row) {
      if (a.length(row) > a.length(longest)) longest = row;
    }
    const std::int64_t at =
        a.begin(longest) + ColumnBlocks::place(number, a.length(longest), chosen_.width);
    const Index low = a.columns[at];
    const Index high = a.columns[std::min(at + chosen_.width, a.end(longest)) - 1];
    std::int64_t count = 0;
    for (std::int64_t row = first; row < last; ++row) {
      if (a.length(row) <= 0) continue;
      const Index* const row_begin = a.columns + a.begin(row);
      const Index* const row_end = a.columns + a.end(row);
      const Index* const begin = std::lower_bound(row_begin, row_end, low);
      const Index* const end =
          std::min(std::upper_bound(begin, row_end, high), begin + 4 * chosen_.width);
      if (begin == end) continue;
      tally_.disorder += *begin < *row_begin || end[-1] > row_end[-1] ? 1 : 0;
      const std::int64_t before = count;
      count = note_row(row - first, count, end - begin);
      std::copy_n(begin, count - before, columns_.begin() + before);
    }
    return {first, static_cast<std::int32_t>(count), columns_.data(), row_of_.data()};
  }

  /// Of `length` entries behind `count` others; returns how many there are then. Never more than
  /// there is room for, even where offsets decrease.
  std::int64_t note_row(std::int64_t in_block, std::int64_t count, std::int64_t length) {
    const std::int64_t end = count + std::clamp<std::int64_t>(length, 0, room() - count);
    for (std::int64_t i = count; i < end; i += step) {
      std::fill_n(row_of_.data() + i, step, static_cast<std::int32_t>(in_block));
    }
    return end;
  }

  [[nodiscard]] std::int64_t room() const { return static_cast<std::int64_t>(columns_.size()); }

  const ColumnBlocks& chosen_;
  Sums& tally_;
  Maxima& maxima_;
  Recent recent_;
  Diagonals diagonals_;
  std::vector<Index> columns_;
  std::vector<std::int32_t> row_of_;
};

}  // namespace

void count_columns(const AnyCsr& any, Tally& to) {
  if (any.nnz == 0) return;
  const ColumnBlocks chosen(any.rows, any.nnz);
  Columns columns(chosen, to);
  visit_pattern(any, [&](const auto& a) {
    for (std::int64_t b = 0; b < chosen.blocks.count; ++b) columns.add_block(a, b);
  });
  to.sums.diagonals = columns.diagonals();
}

bool column_tier(const AnyCsr& a, const Tally& seen, std::vector<double>& v) {
  const auto set = [&](Feature id, double value) { v[index(id)] = value; };
  const Sums& t = seen.sums;
  const auto rows = static_cast<double>(t.rows);
  const auto entries = static_cast<double>(t.entries);
  const auto bandwidth = static_cast<double>(seen.maxima.bandwidth);
  set(Feature::bandwidth, bandwidth);
  set(Feature::bandwidth_per_cols, ratio(bandwidth, static_cast<double>(a.cols)));
  set(Feature::mean_distance, ratio(static_cast<double>(t.distance), entries));
  set(Feature::row_span, ratio(static_cast<double>(t.span), rows));
  set(Feature::row_span_density, ratio(static_cast<double>(t.length), static_cast<double>(t.span)));
  set(Feature::span_16bit_rows, t.rows == 0 ? 1.0 : static_cast<double>(t.narrow) / rows);
  const auto diagonals = static_cast<double>(std::min<std::int64_t>(t.diagonals, diagonal_cap));
  set(Feature::diagonals, diagonals);
  // A diagonal is stored as long as the matrix has rows.
  set(Feature::dia_fill, fill(diagonals * static_cast<double>(a.rows), static_cast<double>(a.nnz)));
  set(Feature::dia_block_fill,
      fill(static_cast<double>(t.block_diagonals) * rows_per_column_block, entries));
  constexpr std::array<std::pair<Feature, double>, 4> sizes{{{Feature::bsr2_fill, 4},
                                                             {Feature::bsr3_fill, 9},
                                                             {Feature::bsr4_fill, 16},
                                                             {Feature::bsr8_fill, 64}}};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    set(sizes[i].first, fill(static_cast<double>(t.blocks[i]) * sizes[i].second, entries));
  }
  set(Feature::contiguous_run, ratio(entries, static_cast<double>(t.runs)));
  set(Feature::x_groups4_per_nnz, ratio(static_cast<double>(t.groups4), entries));
  set(Feature::x_groups8_per_nnz, ratio(static_cast<double>(t.groups8), entries));
  set(Feature::x_groups16_per_nnz, ratio(static_cast<double>(t.groups16), entries));
  set(Feature::x_block_groups8_per_nnz, ratio(static_cast<double>(t.block_groups8), entries));
  set(Feature::x_group8_reuse,
      ratio(static_cast<double>(t.groups8), static_cast<double>(t.block_groups8)));
  return t.disorder == 0;
}

}  // namespace sptune::features
