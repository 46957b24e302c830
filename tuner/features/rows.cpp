// SPDX-License-Identifier: BSD-3-Clause
// Tier 1: row offsets. Maximum, deviation and counts come from one pass over all offsets, which
// reads less than an SpMV does; percentiles, Gini and SELL come from a histogram of at most 6144
// sampled rows, because a histogram update costs about ten times a vectorised pass.
#include "tuner/features/row_counts.hpp"
#include "tuner/features/tiers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace sptune::features {
namespace {

template <class O>
void count_sample(const Pattern<O>& a, Tally& t) {
  const RowBlocks blocks = row_blocks(a.rows);
  // By turns: rows that follow one another have equal lengths often, and an addition would wait for
  // the one before.
  std::array<std::array<std::int32_t, LengthBins::count>, 4> bins{};
  for (std::int64_t b = 0; b < blocks.count; ++b) {
    const O* const offsets = a.offsets + blocks.first(b);
    const std::int64_t rows = blocks.last(b) - blocks.first(b);
    std::array<std::int64_t, rows_per_row_block> lengths{};
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t length = offsets[row + 1] - offsets[row];
      lengths[static_cast<std::size_t>(row)] = length;
      ++bins[static_cast<std::size_t>(row % 4)][static_cast<std::size_t>(LengthBins::of(length))];
    }
    for (std::size_t top = 0; top < lengths.size(); top += 32) {
      std::int64_t longest32 = 0;
      for (std::size_t chunk = top; chunk < top + 32; chunk += 8) {
        std::int64_t longest8 = 0;
        for (std::size_t row = chunk; row < chunk + 8; ++row) {
          longest8 = std::max(longest8, lengths[row]);
        }
        t.sums.sell8 += 8 * longest8;
        longest32 = std::max(longest32, longest8);
      }
      t.sums.sell32 += 32 * longest32;
    }
    t.sums.sampled_rows += rows;
    t.sums.sampled_entries += offsets[rows] - offsets[0];
  }
  for (const auto& turn : bins) {
    for (std::size_t bin = 0; bin < turn.size(); ++bin) t.lengths[bin] += turn[bin];
  }
}

/// Rows of one length, to the resolution of the bins.
struct Bin {
  double length;
  double rows;
};

/// The sampled rows in order of length; lengths that nobody has are left out.
struct Sample {
  std::array<Bin, static_cast<std::size_t>(LengthBins::count)> all;  // filled as far as `count`
  std::size_t count = 0;
  double rows = 0;

  explicit Sample(const Tally& t) : rows(static_cast<double>(t.sums.sampled_rows)) {
    for (std::int64_t b = 0; b < LengthBins::count; ++b) {
      const std::int32_t found = t.lengths[static_cast<std::size_t>(b)];
      if (found > 0) all[count++] = {LengthBins::length(b), static_cast<double>(found)};
    }
  }
  [[nodiscard]] std::span<const Bin> bins() const { return std::span(all).first(count); }
};

/// Smallest length that at least `share` of the sampled rows do not exceed.
double percentile(const Sample& s, double share) {
  const double wanted = share * s.rows;
  double seen = 0;
  for (const Bin& bin : s.bins()) {
    seen += bin.rows;
    if (seen >= wanted) return bin.length;
  }
  return 0;
}

/// Stored over needed when all rows of the matrix stand in order of length and every `height` of
/// them share the length of their longest. The sample stands for the matrix, `scale` rows for one.
double sorted_fill(const Sample& s, double height, double scale) {
  double position = 0;  // rows already placed, longest first
  double next_chunk = 0;
  double stored = 0;
  double needed = 0;
  for (std::size_t b = s.count; b-- > 0;) {
    const double rows = s.all[b].rows * scale;
    const double length = s.all[b].length;
    position += rows;
    needed += rows * length;
    if (next_chunk < position) {
      const double chunks = std::ceil((position - next_chunk) / height);
      stored += chunks * height * length;
      next_chunk += chunks * height;
    }
  }
  return fill(stored, needed);
}

double gini(const Sample& s) {
  // G = 1 - sum over rows in order of (share of entries so far + share before) / rows
  double below = 0;
  double total = 0;
  for (const Bin& bin : s.bins()) total += bin.rows * bin.length;
  if (total == 0) return 0;
  double area = 0;
  for (const Bin& bin : s.bins()) {
    const double entries = bin.rows * bin.length;
    area += bin.rows * (2 * below + entries);
    below += entries;
  }
  return std::clamp(1 - area / (s.rows * total), 0.0, 1.0);
}

/// K by HYB's rule (Bell and Garland 2008, section 3.5: at least a third of the rows have K or
/// more).
void hyb(const Sample& s, std::vector<double>& v) {
  double reaching = 0;
  double width = 0;
  for (std::size_t b = s.count; b-- > 0;) {
    reaching += s.all[b].rows;
    if (reaching * 3 >= s.rows) {
      width = s.all[b].length;
      break;
    }
  }
  double tail = 0;
  double total = 0;
  for (const Bin& bin : s.bins()) {
    tail += bin.rows * std::max(0.0, bin.length - width);
    total += bin.rows * bin.length;
  }
  v[index(Feature::hyb_width)] = width;
  v[index(Feature::hyb_tail)] = ratio(tail, total);
}

}  // namespace

void count_rows(const AnyCsr& any, std::int64_t parts, Tally& to) {
  visit_pattern(any, [&](const auto& a) {
    count_all_rows(a.offsets, a.rows, to);
    count_sample(a, to);
    if (a.rows == 0) return;
    for (std::int64_t t = 0; t < parts; ++t) {
      to.maxima.fullest = std::max<std::int64_t>(
          to.maxima.fullest, a.begin(a.rows * (t + 1) / parts) - a.begin(a.rows * t / parts));
    }
  });
}

void row_tier(const AnyCsr& a, std::int64_t parts, const Tally& seen, std::vector<double>& v) {
  const auto set = [&](Feature id, double value) { v[index(id)] = value; };
  const auto number = [](auto count) { return static_cast<double>(count); };
  const Sums& t = seen.sums;
  const Sample s(seen);
  const double rows = number(a.rows);
  const double nnz = number(a.nnz);
  const double mean = ratio(nnz, rows);
  const double longest = number(seen.maxima.longest);
  const double sd = std::sqrt(std::max(0.0, ratio(number(t.squares), rows) - mean * mean));
  set(Feature::row_sd, sd);
  set(Feature::row_cv, ratio(sd, mean));
  set(Feature::row_max, longest);
  set(Feature::row_max_per_mean, ratio(longest, mean));
  set(Feature::row_p50, percentile(s, 0.50));
  set(Feature::row_p90, percentile(s, 0.90));
  set(Feature::row_p99, percentile(s, 0.99));
  set(Feature::row_gini, gini(s));
  set(Feature::empty_rows, ratio(number(t.empty), rows));
  set(Feature::rows_of_1, ratio(number(t.one), rows));
  set(Feature::rows_of_1_to_4, ratio(number(t.short_rows), rows));
  set(Feature::row_length_changes, ratio(number(t.changes), rows));
  set(Feature::ell_fill, fill(longest * rows, nnz));
  set(Feature::sell8_fill, fill(number(t.sell8), number(t.sampled_entries)));
  set(Feature::sell32_fill, fill(number(t.sell32), number(t.sampled_entries)));
  const double scale = ratio(rows, s.rows);
  set(Feature::sell8_fill_sorted, sorted_fill(s, 8, scale));
  set(Feature::sell32_fill_sorted, sorted_fill(s, 32, scale));
  hyb(s, v);
  set(Feature::thread_imbalance,
      a.nnz == 0 ? 1.0 : number(seen.maxima.fullest) * number(parts) / nnz);
}

}  // namespace sptune::features
