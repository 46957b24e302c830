// SPDX-License-Identifier: BSD-3-Clause
// Tier 1: row offsets. Maximum, deviation and counts come from one pass over all offsets, which
// reads less than an SpMV does; percentiles, Gini and SELL come from a histogram of at most 6144
// sampled rows, because a histogram update costs about ten times a vectorised pass.
#include "tuner/features/device_sample.hpp"
#include "tuner/features/tiers.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace sptune::features {
namespace {

using Lengths = std::array<std::int32_t, stretch>;

/// How many of the first n satisfy `is`. One loop per question: several questions in one loop make
/// the compiler chain them by branches, which costs four times as much on irregular rows.
template <class Is>
std::int64_t count(const Lengths& lengths, std::size_t n, Is is) {
  std::int32_t found = 0;
  for (std::size_t i = 0; i < n; ++i) found += is(lengths[i]) ? 1 : 0;
  return found;
}

double sum_of_squares(const Lengths& lengths, std::size_t n, std::int32_t longest) {
  if (longest < (1 << 26)) {  // 2048 squares below 2^52 stay within 64 bits
    std::uint64_t exact = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const auto length = static_cast<std::uint32_t>(lengths[i]);
      exact += std::uint64_t{length} * length;
    }
    return static_cast<double>(exact);
  }
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(lengths[i]) * lengths[i];
  return sum;
}

/// Lengths go through a 32-bit buffer that stays in L1, so that the loops over it vectorise.
template <class O>
RowTotals totals(const Pattern<O>& a) {
  RowTotals t;
  for (std::int64_t begin = 0; begin < a.rows; begin += stretch) {
    const auto n = static_cast<std::size_t>(std::min(stretch, a.rows - begin));
    Lengths lengths;  // filled below
    const O* const o = a.offsets + begin;
    for (std::size_t i = 0; i < n; ++i) lengths[i] = static_cast<std::int32_t>(o[i + 1] - o[i]);
    std::int32_t longest = 0;
    for (std::size_t i = 0; i < n; ++i) longest = lengths[i] > longest ? lengths[i] : longest;
    std::int32_t changes = 0;
    for (std::size_t i = 1; i < n; ++i) changes += lengths[i] != lengths[i - 1] ? 1 : 0;
    const std::int64_t empty = count(lengths, n, [](std::int32_t l) { return l == 0; });
    t.longest = std::max<std::int64_t>(t.longest, longest);
    t.empty += empty;
    t.one += count(lengths, n, [](std::int32_t l) { return l == 1; });
    t.short_rows += count(lengths, n, [](std::int32_t l) { return l < 5; }) - empty;
    t.changes += changes;
    t.squares += sum_of_squares(lengths, n, longest);
  }
  return t;
}

/// Row lengths counted exactly below 256 and in 16 bins per octave above (resolution 6 %).
class Histogram {
 public:
  static constexpr std::size_t exact = 256;
  static constexpr std::size_t bins = exact + 16 * 24;

  void add(std::int64_t length) { ++count_[bin(length)]; }

  [[nodiscard]] std::int64_t count(std::size_t b) const { return count_[b]; }

  /// Lower border of a bin.
  [[nodiscard]] static double length(std::size_t b) {
    if (b < exact) return static_cast<double>(b);
    const std::size_t octave = (b - exact) / 16;
    const std::size_t step = (b - exact) % 16;
    return std::ldexp(16.0 + static_cast<double>(step), static_cast<int>(octave) + 4);
  }

 private:
  [[nodiscard]] static std::size_t bin(std::int64_t length) {
    const auto n = static_cast<std::uint64_t>(length);
    if (n < exact) return static_cast<std::size_t>(n);
    const int top = 63 - std::countl_zero(n);  // 8 or more
    return exact + static_cast<std::size_t>(top - 8) * 16 +
           static_cast<std::size_t>((n >> (top - 4)) & 15U);
  }

  std::array<std::int32_t, bins> count_{};
};

struct Sample {
  Histogram histogram;
  std::int64_t rows = 0;
  std::int64_t entries = 0;
  std::int64_t sell8 = 0;  ///< entries stored by chunks of 8 rows
  std::int64_t sell32 = 0;
};

/// `offsets_of(b)`: the offsets of the rows of block b, and one more.
template <class OffsetsOf>
Sample sample(const RowBlocks& blocks, OffsetsOf offsets_of) {
  Sample s;
  for (std::int64_t b = 0; b < blocks.count; ++b) {
    const auto* const offsets = offsets_of(b);
    const std::int64_t rows = blocks.last(b) - blocks.first(b);
    for (std::int64_t top = 0; top < rows; top += 32) {
      std::int64_t longest32 = 0;
      for (std::int64_t chunk = top; chunk < std::min(top + 32, rows); chunk += 8) {
        std::int64_t longest8 = 0;
        for (std::int64_t row = chunk; row < std::min(chunk + 8, rows); ++row) {
          const std::int64_t length = offsets[row + 1] - offsets[row];
          s.histogram.add(length);
          longest8 = std::max(longest8, length);
        }
        s.sell8 += 8 * longest8;
        longest32 = std::max(longest32, longest8);
      }
      s.sell32 += 32 * longest32;
    }
    s.rows += rows;
    s.entries += offsets[rows] - offsets[0];
  }
  return s;
}

/// Smallest length that at least `share` of the sampled rows do not exceed.
double percentile(const Sample& s, double share) {
  const double wanted = share * static_cast<double>(s.rows);
  double seen = 0;
  for (std::size_t b = 0; b < Histogram::bins; ++b) {
    seen += static_cast<double>(s.histogram.count(b));
    if (seen >= wanted && s.histogram.count(b) > 0) return Histogram::length(b);
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
  for (std::size_t b = Histogram::bins; b-- > 0;) {
    const double rows = static_cast<double>(s.histogram.count(b)) * scale;
    if (rows == 0) continue;
    const double length = Histogram::length(b);
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
  for (std::size_t b = 0; b < Histogram::bins; ++b) {
    total += static_cast<double>(s.histogram.count(b)) * Histogram::length(b);
  }
  if (total == 0) return 0;
  double area = 0;
  for (std::size_t b = 0; b < Histogram::bins; ++b) {
    const auto rows = static_cast<double>(s.histogram.count(b));
    if (rows == 0) continue;
    const double entries = rows * Histogram::length(b);
    area += rows * (2 * below + entries);
    below += entries;
  }
  return std::clamp(1 - area / (static_cast<double>(s.rows) * total), 0.0, 1.0);
}

/// K by HYB's rule (Bell and Garland 2008, section 3.5: at least a third of the rows have K or
/// more).
void hyb(const Sample& s, std::vector<double>& v) {
  double reaching = 0;
  double width = 0;
  for (std::size_t b = Histogram::bins; b-- > 0;) {
    reaching += static_cast<double>(s.histogram.count(b));
    if (reaching * 3 >= static_cast<double>(s.rows) && s.rows > 0) {
      width = Histogram::length(b);
      break;
    }
  }
  double tail = 0;
  double total = 0;
  for (std::size_t b = 0; b < Histogram::bins; ++b) {
    const auto rows = static_cast<double>(s.histogram.count(b));
    tail += rows * std::max(0.0, Histogram::length(b) - width);
    total += rows * Histogram::length(b);
  }
  v[index(Feature::hyb_width)] = width;
  v[index(Feature::hyb_tail)] = ratio(tail, total);
}

std::int64_t parts_for(int threads) {
  return std::clamp<std::int64_t>(threads, 1, most_parts);
}

/// `offset_at(t)`: entries before part t of the rows, cut into equal parts.
template <class OffsetAt>
double thread_imbalance(std::int64_t parts, std::int64_t nnz, OffsetAt offset_at) {
  if (nnz == 0) return 1;
  std::int64_t fullest = 0;
  for (std::int64_t t = 0; t < parts; ++t) {
    fullest = std::max(fullest, static_cast<std::int64_t>(offset_at(t + 1) - offset_at(t)));
  }
  return static_cast<double>(fullest) * static_cast<double>(parts) / static_cast<double>(nnz);
}

void store(const AnyCsr& a, const RowTotals& t, const Sample& s, double imbalance,
           std::vector<double>& v) {
  const auto set = [&](Feature id, double value) { v[index(id)] = value; };
  const auto rows = static_cast<double>(a.rows);
  const auto nnz = static_cast<double>(a.nnz);
  const double mean = ratio(nnz, rows);
  const auto longest = static_cast<double>(t.longest);
  const double sd = std::sqrt(std::max(0.0, ratio(t.squares, rows) - mean * mean));
  set(Feature::row_sd, sd);
  set(Feature::row_cv, ratio(sd, mean));
  set(Feature::row_max, longest);
  set(Feature::row_max_per_mean, ratio(longest, mean));
  set(Feature::row_p50, percentile(s, 0.50));
  set(Feature::row_p90, percentile(s, 0.90));
  set(Feature::row_p99, percentile(s, 0.99));
  set(Feature::row_gini, gini(s));
  set(Feature::empty_rows, ratio(static_cast<double>(t.empty), rows));
  set(Feature::rows_of_1, ratio(static_cast<double>(t.one), rows));
  set(Feature::rows_of_1_to_4, ratio(static_cast<double>(t.short_rows), rows));
  set(Feature::row_length_changes, ratio(static_cast<double>(t.changes), rows));
  set(Feature::ell_fill, fill(longest * rows, nnz));
  set(Feature::sell8_fill, fill(static_cast<double>(s.sell8), static_cast<double>(s.entries)));
  set(Feature::sell32_fill, fill(static_cast<double>(s.sell32), static_cast<double>(s.entries)));
  const double scale = ratio(rows, static_cast<double>(s.rows));
  set(Feature::sell8_fill_sorted, sorted_fill(s, 8, scale));
  set(Feature::sell32_fill_sorted, sorted_fill(s, 32, scale));
  hyb(s, v);
  set(Feature::thread_imbalance, imbalance);
}

}  // namespace

void row_tier(const AnyCsr& any, int threads, std::vector<double>& v) {
  const RowBlocks blocks = row_blocks(any.rows);
  const std::int64_t parts = parts_for(threads);
  if (any.space == MemorySpace::device) {
    const DeviceRows seen(any, parts);
    const auto offsets_of = [&](std::int64_t b) { return seen.offsets(b); };
    const auto offset_at = [&](std::int64_t t) { return seen.part(t); };
    store(any, seen.totals(), sample(blocks, offsets_of),
          thread_imbalance(parts, any.nnz, offset_at), v);
    return;
  }
  visit_pattern(any, [&](const auto& a) {
    const auto offsets_of = [&](std::int64_t b) { return a.offsets + blocks.first(b); };
    const auto offset_at = [&](std::int64_t t) { return a.begin(a.rows * t / parts); };
    store(any, totals(a), sample(blocks, offsets_of), thread_imbalance(parts, a.nnz, offset_at), v);
  });
}

}  // namespace sptune::features
