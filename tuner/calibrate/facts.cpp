// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/calibrate/facts.hpp"

#include <algorithm>
#include <cmath>

namespace sptune::calibrate {
namespace {

using policies::RowFeature;

/// Of 32 columns, where B's columns are taken by words at all (hash_bins/plan.cuh). The feature
/// counts words of 64: half as many of 32 would hold a row that is dense, as many one that is not,
/// and between the two lies what rows of the suite `rows` have.
double words_per_product(const MatrixFeatures& f) {
  constexpr double fewest_products = 1 << 21;
  constexpr double fewest_uses = 8;
  if (f.products < fewest_products || f.products < fewest_uses * f.nnz) return 1;
  return std::min(1.0, 1.4 * f.b_words_per_product);
}

/// Columns of a window of all the shared memory: a value and nine bits each (hash_bins/plan.cuh).
double window_columns(const MatrixFeatures& f) {
  constexpr double of_most_devices = 99.0 * 1024;
  const double shared = f.shared_bytes > 0 ? f.shared_bytes : of_most_devices;
  return std::max(128.0, std::floor(shared * 8 / (8 * f.value_bytes + 9) / 128) * 128);
}

}  // namespace

Facts facts_of(const MatrixFeatures& f) {
  const double products = std::max(f.products_per_row, 1e-9);
  const double entries = std::max(f.c_nnz_per_row, 1e-9);
  const double span = f.c_span_density > 0 ? entries / f.c_span_density : entries;
  Facts out{};
  const auto set = [&](RowFeature feature, double value) {
    out[static_cast<std::size_t>(feature)] = value;
  };
  set(RowFeature::products, products);
  set(RowFeature::entries_of_a, f.mean_row);
  set(RowFeature::mean_row, f.products_per_nnz);
  set(RowFeature::span, span);
  set(RowFeature::span_per_product, span / products);
  set(RowFeature::words_per_product, words_per_product(f));
  set(RowFeature::rows_per_sm, f.rows / std::max(f.multiprocessors, 1.0));
  set(RowFeature::mean_products, products);
  set(RowFeature::entries, entries);
  set(RowFeature::compression, f.compression);
  set(RowFeature::span_per_entry, span / entries);
  set(RowFeature::passes, std::ceil(span / window_columns(f)));
  return out;
}

}  // namespace sptune::calibrate
