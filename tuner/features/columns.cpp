// SPDX-License-Identifier: BSD-3-Clause
// Tier 2: columns of sampled blocks of 24 consecutive rows (divisible by every block size looked
// at). About 6000 entries are looked at, whatever the size of the matrix. Where rows are long, the
// 24 rows are seen through one common window of columns, so that what neighbouring rows share stays
// visible.
#include "tuner/features/tiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace sptune::features {
namespace {

constexpr Index no_key = std::numeric_limits<Index>::min();  ///< no column, group or diagonal

/// Tells whether a key was met since the last `clear`. A collision of two keys of one block of rows
/// is counted as new, which 2048 slots make rare; the slot is hashed (Knuth, volume 3, 6.4),
/// because diagonals like to lie at powers of two.
class Recent {
 public:
  void clear() { ++epoch_; }
  [[nodiscard]] bool add(std::int32_t key) {
    const auto bits = static_cast<std::uint32_t>(key);
    const std::uint64_t tag = (epoch_ << 32) | bits;
    std::uint64_t& slot = slots_[slot_of(key, recent_bits)];
    if (slot == tag) return false;
    slot = tag;
    return true;
  }

 private:
  std::array<std::uint64_t, std::size_t{1} << recent_bits> slots_{};
  std::uint64_t epoch_ = 1;
};

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

/// A row of a block: its ends, and the stretch of it that is looked at.
struct RowStretch {
  std::int64_t row = 0;
  std::int64_t length = 0;  ///< of the whole row
  Index first = 0;          ///< column of its first entry and of its last, where there is one
  Index last = 0;
  const Index* begin = nullptr;
  const Index* end = nullptr;
};

struct ColumnBlock {
  std::array<RowStretch, rows_per_column_block> rows;
  std::size_t count = 0;
};

class Columns {
 public:
  explicit Columns(Tally& to) : tally_(to.sums), maxima_(to.maxima) {}

  void add_block(const ColumnBlock& block) {
    const RowStretch* const rows = block.rows.data();
    const std::size_t count = block.count;
    for (std::size_t i = 0; i < count; ++i) {
      if (rows[i].length > 0) add_whole_row(rows[i]);
      add_row(rows[i]);
    }
    tally_.block_groups8 += distinct(rows, count, [](Index c, Index) { return c >> 3; });
    tally_.block_diagonals += distinct(rows, count, [](Index c, Index row) { return c - row; });
    for (std::size_t i = 0; i < count; i += 8) {
      const std::size_t n = std::min<std::size_t>(8, count - i);
      tally_.blocks[3] += distinct(rows + i, n, [](Index c, Index) { return c >> 3; });
    }
    for (std::size_t i = 0; i < count; i += 4) {
      const std::size_t n = std::min<std::size_t>(4, count - i);
      tally_.blocks[2] += distinct(rows + i, n, [](Index c, Index) { return c >> 2; });
    }
    for (std::size_t i = 0; i < count; i += 3) {
      const std::size_t n = std::min<std::size_t>(3, count - i);
      tally_.blocks[1] += distinct(rows + i, n, [](Index c, Index) {
        return static_cast<Index>(static_cast<std::uint32_t>(c) / 3U);
      });
    }
    for (std::size_t i = 0; i < count; i += 2) {
      const std::size_t n = std::min<std::size_t>(2, count - i);
      tally_.blocks[0] += distinct(rows + i, n, [](Index c, Index) { return c >> 1; });
    }
  }

  [[nodiscard]] int diagonals() const { return diagonals_.count(); }

 private:
  void add_whole_row(const RowStretch& s) {
    const std::int64_t span = std::int64_t{s.last} - s.first + 1;
    tally_.disorder += span < s.length ? 1 : 0;
    ++tally_.rows;
    maxima_.bandwidth =
        std::max({maxima_.bandwidth, std::abs(s.first - s.row), std::abs(s.last - s.row)});
    tally_.narrow += span <= 65536 ? 1 : 0;
    tally_.span += span;
    tally_.length += s.length;
  }

  /// What one row shows by itself; the loop has no dependency but its sums.
  void add_row(const RowStretch& s) {
    const auto n = static_cast<std::int32_t>(s.end - s.begin);
    if (n == 0) return;
    const Index* const c = s.begin;
    const auto row = static_cast<std::int32_t>(s.row);
    std::int32_t runs = 1;
    std::int32_t groups4 = 1;
    std::int32_t groups8 = 1;
    std::int32_t groups16 = 1;
    std::int64_t distance = std::abs(c[0] - row);
    std::int32_t disorder = c[0] < s.first || c[n - 1] > s.last ? 1 : 0;
    for (std::int32_t i = 1; i < n; ++i) {
      disorder += c[i] <= c[i - 1] ? 1 : 0;
      runs += c[i] != c[i - 1] + 1 ? 1 : 0;
      groups4 += (c[i] >> 2) != (c[i - 1] >> 2) ? 1 : 0;
      groups8 += (c[i] >> 3) != (c[i - 1] >> 3) ? 1 : 0;
      groups16 += (c[i] >> 4) != (c[i - 1] >> 4) ? 1 : 0;
      const std::int32_t d = c[i] - row;
      distance += d < 0 ? -d : d;
    }
    tally_.disorder += disorder;
    tally_.entries += n;
    tally_.runs += runs;
    tally_.groups4 += groups4;
    tally_.groups8 += groups8;
    tally_.groups16 += groups16;
    tally_.distance += distance;
    if (s.row % 4 == 0) {
      for (const Index* p = s.begin; p != s.end; ++p) diagonals_.add(*p - row);
    }
  }

  template <class Key>
  std::int64_t distinct(const RowStretch* rows, std::size_t count, Key key) {
    recent_.clear();
    std::int64_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto row = static_cast<Index>(rows[i].row);
      Index last = no_key;
      for (const Index* c = rows[i].begin; c != rows[i].end; ++c) {
        const Index k = key(*c, row);
        if (k == last) continue;
        last = k;
        found += recent_.add(k) ? 1 : 0;
      }
    }
    return found;
  }

  Sums& tally_;
  Maxima& maxima_;
  Recent recent_;
  Diagonals diagonals_;
};

/// One block of rows: all of it, or a common window where it holds too many entries.
template <class O>
ColumnBlock look_at(const Pattern<O>& a, const ColumnBlocks& chosen, std::int64_t number) {
  const std::int64_t first = chosen.blocks.first(number);
  const std::int64_t last = chosen.blocks.last(number);
  ColumnBlock block;
  block.count = static_cast<std::size_t>(last - first);
  std::int64_t longest = first;
  for (std::int64_t row = first; row < last; ++row) {
    RowStretch& s = block.rows[static_cast<std::size_t>(row - first)];
    const std::int64_t length = a.length(row);
    s = {row, length, 0, 0, a.columns + a.begin(row), a.columns + a.end(row)};
    if (length == 0) continue;
    s.first = *s.begin;
    s.last = s.end[-1];
    if (length > a.length(longest)) longest = row;
  }
  if (a.begin(last) - a.begin(first) > chosen.most) {
    const std::int64_t at =
        a.begin(longest) + ColumnBlocks::place(number, a.length(longest), chosen.width);
    const Index low = a.columns[at];
    const Index high = a.columns[std::min(at + chosen.width, a.end(longest)) - 1];
    for (std::size_t i = 0; i < block.count; ++i) {
      RowStretch& s = block.rows[i];
      s.begin = std::lower_bound(s.begin, s.end, low);
      s.end = std::min(std::upper_bound(s.begin, s.end, high), s.begin + 4 * chosen.width);
    }
  }
  return block;
}

}  // namespace

void count_columns(const AnyCsr& any, Tally& to) {
  if (any.nnz == 0) return;
  const ColumnBlocks chosen(any.rows, any.nnz);
  Columns columns(to);
  visit_pattern(any, [&](const auto& a) {
    for (std::int64_t b = 0; b < chosen.blocks.count; ++b) {
      columns.add_block(look_at(a, chosen, b));
    }
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
