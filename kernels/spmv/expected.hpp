// SPDX-License-Identifier: BSD-3-Clause
// What the formats are expected to store per needed entry, from features of the matrix: the bytes
// that a format needs, with the fill that the features measure or sample. x and y are left out,
// they cost every format the same. A variant hands one of these to make_variant; those on a device
// add their launch, which only they know.
#pragma once

#include "kernels/api/variant.hpp"
#include "sptune/types.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace sptune::spmv::expect {

inline constexpr double index32 = 4;

/// Rows per entry: what an array with one item per row costs an entry.
inline double rows_per_entry(const FeatureLookup& feature) {
  return 1 / std::max(1e-9, feature(Feature::mean_row));
}

/// Loads that wait for one another in a thread that has `entries` to walk, `per_step` at a time:
/// first the borders of its part and the first column, then one round after another.
inline double walk(double entries, double per_step) {
  return 2 + std::ceil(entries / per_step);
}

/// Blocks of `per_block` items each.
inline double blocks(double items, double per_block) {
  return std::max(1.0, std::ceil(items / per_block));
}

/// Registers of a thread that keeps `entries` values and columns of doubles at once, about.
inline double registers(double entries) {
  return 24 + 3 * entries;
}

/// What rows have beyond `width` entries, together: from the percentiles that features know,
/// between which lengths grow geometrically. The longest row counts in any case.
inline double entries_beyond(double width, const FeatureLookup& feature) {
  const double p50 = feature(Feature::row_p50);
  const double first = std::min(p50, feature(Feature::mean_row));
  const std::array<double, 5> length{first, p50, feature(Feature::row_p90),
                                     feature(Feature::row_p99), feature(Feature::row_max)};
  constexpr std::array<double, 4> share{0.5, 0.4, 0.09, 0.01};
  constexpr int points = 8;
  double per_row = 0;
  for (std::size_t part = 0; part < share.size(); ++part) {
    const double low = std::max(0.5, length[part]);
    const double growth = std::max(1.0, length[part + 1] / low);
    const double step = std::pow(growth, 1.0 / points);
    double row = low * std::sqrt(step);
    for (int i = 0; i < points; ++i, row *= step) {
      per_row += share[part] / points * std::max(0.0, row - width);
    }
  }
  return std::max({per_row * feature(Feature::rows), feature(Feature::row_max) - width, 0.0});
}

/// Borders between equal shares of the entries, `count` of them, at which no row ends.
inline double borders_inside_rows(double count, const FeatureLookup& feature) {
  const double rows = feature(Feature::rows) * (1 - feature(Feature::empty_rows));
  return count * std::clamp(1 - rows / std::max(1.0, feature(Feature::nnz)), 0.0, 1.0);
}

/// Compressed rows with columns of `index_bytes` and `row_bytes` per row.
inline Expected csr(ValueType type, double index_bytes, double row_bytes,
                    const FeatureLookup& feature) {
  const auto value = static_cast<double>(size_of(type));
  return {1, value + index_bytes + row_bytes * rows_per_entry(feature)};
}

/// Bytes of a column that is kept in 16 bits where the span of its row allows.
inline double mixed_index_bytes(const FeatureLookup& feature) {
  const double narrow = feature(Feature::span_16bit_rows);
  return narrow * 2 + (1 - narrow) * index32;
}

inline Expected coo(ValueType type) {
  return {1, static_cast<double>(size_of(type)) + 2 * index32};
}

inline Expected ell(ValueType type, const FeatureLookup& feature) {
  const double fill = feature(Feature::ell_fill);
  return {fill, fill * (static_cast<double>(size_of(type)) + index32)};
}

/// Fill is known for chunks of 8 and 32 rows, unsorted and with all rows sorted; a window of sigma
/// rows lies between the two, by the logarithm of its share of the rows. These are sampled, and a
/// sample misses the few rows that are very long: where they are not left out (`cut`), the longest
/// one, which is known exactly, is padded by its chunk's others at least.
inline Expected sell(ValueType type, int chunk, double sigma, int cut, double index_bytes,
                     const FeatureLookup& feature) {
  const bool small = chunk <= 8;
  const double unsorted = feature(small ? Feature::sell8_fill : Feature::sell32_fill);
  const double sorted = feature(small ? Feature::sell8_fill_sorted : Feature::sell32_fill_sorted);
  const double share =
      sigma <= 1
          ? 0
          : std::clamp(std::log(sigma) / std::log(std::max(2.0, feature(Feature::rows))), 0.5, 1.0);
  const double sampled = std::pow(unsorted, 1 - share) * std::pow(sorted, share);
  const double longest =
      feature(Feature::row_max) * rows_per_entry(feature) / feature(Feature::rows);
  const double fill = cut > 0 ? sampled : std::max(sampled, 1 + (chunk - 1) * longest);
  const double permutation = sigma > 1 ? index32 * rows_per_entry(feature) : 0;
  return {fill, fill * (static_cast<double>(size_of(type)) + index_bytes) + permutation};
}

/// By the fill of diagonals as long as the matrix, or of those listed per block of rows.
inline Expected dia(ValueType type, Feature fill_feature, const FeatureLookup& feature) {
  const double fill = feature(fill_feature);
  return {fill, fill * static_cast<double>(size_of(type))};
}

/// Stored over needed entries of r x r blocks; NaN for an r whose fill no feature samples.
inline double bsr_fill(int r, const FeatureLookup& feature) {
  switch (r) {
    case 2:
      return feature(Feature::bsr2_fill);
    case 3:
      return feature(Feature::bsr3_fill);
    case 4:
      return feature(Feature::bsr4_fill);
    case 8:
      return feature(Feature::bsr8_fill);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

/// r x r blocks.
inline Expected bsr(ValueType type, int r, const FeatureLookup& feature) {
  const double fill = bsr_fill(r, feature);
  const double per_block = index32 / (r * r);
  return {fill, fill * (static_cast<double>(size_of(type)) + per_block) +
                    index32 / r * rows_per_entry(feature)};
}

/// ELL of a width, coordinates for the rest. How much that is the features know of the rule's
/// width; of another it is what the ELL part cannot hold, at least.
inline Expected hyb(ValueType type, double width, bool by_rule, const FeatureLookup& feature) {
  const double stored = width * rows_per_entry(feature);
  const double tail = by_rule ? feature(Feature::hyb_tail) : std::max(0.0, 1 - stored);
  const auto value = static_cast<double>(size_of(type));
  return {stored + tail, stored * (value + index32) + tail * (value + 2 * index32)};
}

/// The same for whom only the rule's width matters.
inline Expected hyb(ValueType type, const FeatureLookup& feature) {
  return hyb(type, feature(Feature::hyb_width), true, feature);
}

/// Tiles of `items` entries per thread, of which up to the share `padding` may be left empty to end
/// with a row, summed by a segmented scan over the block. A row that lies in several is finished by
/// the last of them.
inline ExpectedLaunch tiles(double items, double block, double padding,
                            const FeatureLookup& feature) {
  const double tile = items * block;
  const double of_longest = feature(Feature::row_max) / tile;
  const double sums = std::min(tile, tile / std::max(1.0, feature(Feature::mean_row)));
  ExpectedLaunch launch;
  launch.blocks = blocks(feature(Feature::nnz), tile * (1 - padding / 4));  // seldom all of it
  launch.threads = block;
  launch.shared_bytes = sums * feature(Feature::value_bytes);
  launch.registers = registers(items);
  launch.in_flight = items;
  launch.steps = 5 + std::log2(block);
  launch.longest = launch.steps + (of_longest > 1 ? 2 + of_longest / 32 : 0);
  // A tile may end early, with a row, if that leaves no more than `padding` slots empty.
  launch.shared_rows = padding > 0
                           ? launch.blocks * std::min(1.0, entries_beyond(padding * tile, feature) /
                                                               std::max(1.0, feature(Feature::nnz)))
                           : borders_inside_rows(launch.blocks, feature);
  return launch;
}

/// One index, and a length in a byte, per run of neighbouring columns.
inline Expected runs(ValueType type, const FeatureLookup& feature) {
  const double run = std::max(1.0, feature(Feature::contiguous_run));
  return {1, static_cast<double>(size_of(type)) + (index32 + 1) / run +
                 index32 * rows_per_entry(feature)};
}

}  // namespace sptune::spmv::expect
