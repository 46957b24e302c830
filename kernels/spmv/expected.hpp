// SPDX-License-Identifier: BSD-3-Clause
// What the formats are expected to store per needed entry, from features of the matrix: the bytes
// that a format needs, with the fill that the features measure or sample. x and y are left out,
// they cost every format the same. A variant hands one of these to make_variant.
#pragma once

#include "kernels/api/variant.hpp"
#include "sptune/types.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sptune::spmv::expect {

inline constexpr double index32 = 4;

/// Rows per entry: what an array with one item per row costs an entry.
inline double rows_per_entry(const FeatureLookup& feature) {
  return 1 / std::max(1e-9, feature(Feature::mean_row));
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

/// ELL of the rule's width, coordinates for the rest.
inline Expected hyb(ValueType type, const FeatureLookup& feature) {
  const double tail = feature(Feature::hyb_tail);
  const double stored = feature(Feature::hyb_width) * rows_per_entry(feature);
  const auto value = static_cast<double>(size_of(type));
  return {stored + tail, stored * (value + index32) + tail * (value + 2 * index32)};
}

/// One index and length per run of neighbouring columns.
inline Expected runs(ValueType type, const FeatureLookup& feature) {
  const double run = std::max(1.0, feature(Feature::contiguous_run));
  return {1, static_cast<double>(size_of(type)) + 2 * index32 / run +
                 index32 * rows_per_entry(feature)};
}

}  // namespace sptune::spmv::expect
