// SPDX-License-Identifier: BSD-3-Clause
// What features of a matrix say of its rows, in the terms of a policy.
#pragma once

#include "tuner/calibrate/trials.hpp"

namespace sptune::calibrate {

/// Features of A and of A*A as the database has them, and the device.
struct MatrixFeatures {
  double rows, nnz, mean_row, products, products_per_row, products_per_nnz, b_words_per_product,
      compression, c_nnz_per_row, c_span_density;
  double multiprocessors;
  double shared_bytes;  ///< most of a block; 0: not known
  double value_bytes;
};

/// … where it is not known, of most devices.
[[nodiscard]] double shared_of(const MatrixFeatures& f);

/// As of a row with the mean of everything.
[[nodiscard]] Facts facts_of(const MatrixFeatures& f);
/// What may be asked about the product alone; 0 else.
[[nodiscard]] Facts facts_of_product(double rows, double products, double multiprocessors);

/// Questions about rows that a split may ask: what features tell. Words and passes are reckoned too
/// coarsely here.
inline constexpr std::array asked_of_rows{
    policies::RowFeature::products,         policies::RowFeature::entries_of_a,
    policies::RowFeature::mean_row,         policies::RowFeature::span,
    policies::RowFeature::span_per_product, policies::RowFeature::entries,
    policies::RowFeature::compression,      policies::RowFeature::span_per_entry};

}  // namespace sptune::calibrate
