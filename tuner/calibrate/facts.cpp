// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/calibrate/facts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sptune::calibrate {
namespace {

using policies::RowFeature;

/// Of 32 columns, where B's columns are taken by words at all. The feature counts words of 64: half
/// as many of 32 would hold a row that is dense, as many one that is not, and between the two lies
/// what rows of the suite `rows` have.
double words_per_product(const MatrixFeatures& f) {
  const auto products = static_cast<std::int64_t>(f.products);
  if (!policies::words_may_pay(products, static_cast<std::int64_t>(f.nnz))) return 1;
  return std::min(1.0, 1.4 * f.b_words_per_product);
}

/// Of a window of all the shared memory.
double window_columns(const MatrixFeatures& f) {
  return std::max(128, policies::window_columns(static_cast<std::int64_t>(shared_of(f)),
                                                static_cast<int>(f.value_bytes)));
}

void set(Facts& facts, RowFeature feature, double value) {
  facts[static_cast<std::size_t>(feature)] = value;
}

}  // namespace

double shared_of(const MatrixFeatures& f) {
  constexpr double of_most_devices = 99.0 * 1024;
  return f.shared_bytes > 0 ? f.shared_bytes : of_most_devices;
}

Facts facts_of_product(double rows, double products, double multiprocessors) {
  Facts out{};
  set(out, RowFeature::rows_per_sm, rows / std::max(multiprocessors, 1.0));
  set(out, RowFeature::mean_products, products / std::max(rows, 1.0));
  return out;
}

Facts facts_of(const MatrixFeatures& f) {
  const double products = std::max(f.products_per_row, 1e-9);
  const double entries = std::max(f.c_nnz_per_row, 1e-9);
  const double span = f.c_span_density > 0 ? entries / f.c_span_density : entries;
  Facts out = facts_of_product(f.rows, f.products_per_row * f.rows, f.multiprocessors);
  set(out, RowFeature::products, products);
  set(out, RowFeature::entries_of_a, f.mean_row);
  set(out, RowFeature::mean_row, f.products_per_nnz);
  set(out, RowFeature::span, span);
  set(out, RowFeature::span_per_product, span / products);
  set(out, RowFeature::words_per_product, words_per_product(f));
  set(out, RowFeature::entries, entries);
  set(out, RowFeature::compression, f.compression);
  set(out, RowFeature::span_per_entry, span / entries);
  set(out, RowFeature::passes, std::ceil(span / window_columns(f)));
  return out;
}

}  // namespace sptune::calibrate
