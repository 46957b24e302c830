// SPDX-License-Identifier: BSD-3-Clause
// Matrices of which it is known what each accumulator takes.
#pragma once

#include "kernels/api/mix64.hpp"
#include "tuner/calibrate/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::testing {

/// Those that the built-in policy of sm_90 names, in the order of the table.
inline calibrate::Accumulators accumulators() {
  return {{"wide_bits", "block_bits", "block_table", "team_words", "team_bits", "team_table",
           "sort_32", "sort_16", "merge"},
          {"wide_window", "block_group", "block_strips", "block_window", "block_bits",
           "block_words", "block_table", "team_window", "team_words", "team_ranks", "team_bits",
           "team_table", "sort_32", "sort_16", "sort_8", "merge", "copy"}};
}

/// Where `name` stands in a list.
inline std::size_t place_of(std::span<const std::string_view> names, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

/// Rows of so many products, close together; all accumulators take the usual time, but for `noise`
/// of it.
inline calibrate::ProductTimes matrix_of(double products, double noise = 0.01) {
  const calibrate::Accumulators all = accumulators();
  calibrate::ProductTimes m;
  m.name = m.matrix = m.product = "rows of " + std::to_string(static_cast<int>(products));
  const auto set = [&](calibrate::policies::RowFeature feature, double value) {
    m.facts[static_cast<std::size_t>(feature)] = value;
  };
  using calibrate::policies::RowFeature;
  set(RowFeature::products, products);
  set(RowFeature::entries_of_a, std::sqrt(products));
  set(RowFeature::mean_row, std::sqrt(products));
  set(RowFeature::span, products);
  set(RowFeature::span_per_product, 1);
  set(RowFeature::words_per_product, 0.1);
  set(RowFeature::rows_per_sm, 500);
  set(RowFeature::mean_products, products);
  set(RowFeature::entries, products / 2);
  set(RowFeature::compression, 2);
  set(RowFeature::span_per_entry, 2);
  set(RowFeature::passes, 1);
  auto seed = static_cast<std::uint64_t>(products * 1000);
  const auto time = [&](double us) {
    const double unit = static_cast<double>(mix64(++seed) >> 11U) / 9007199254740992.0;
    return us * (1 + noise * (2 * unit - 1));
  };
  m.phases[0].usual_us = time(100);
  m.phases[1].usual_us = time(200);
  m.total_us = 310;
  for (std::size_t i = 0; i < all.names().count.size(); ++i) {
    m.phases[0].forced_us.push_back(time(100));
  }
  for (std::size_t i = 0; i < all.names().fill.size(); ++i) {
    m.phases[1].forced_us.push_back(time(200));
  }
  return m;
}

/// So many matrices of 70 to 4000 products in a row.
inline calibrate::Trials trials_of(int count, double noise = 0.01) {
  calibrate::Trials out;
  out.machine = "a GPU";
  out.architecture = "sm_90";
  out.hash = "0123";
  for (int i = 0; i < count; ++i) {
    out.products.push_back(
        matrix_of(std::round(70 * std::pow(4000.0 / 70, i / (count - 1.0))), noise));
  }
  return out;
}

/// The matrix's time with that accumulator of counting (0) or filling (1) in front.
inline void take(calibrate::ProductTimes& m, std::size_t phase, std::string_view name,
                 double times_as_long) {
  const calibrate::Accumulators all = accumulators();
  const auto names = phase == 0 ? all.names().count : all.names().fill;
  m.phases[phase].forced_us[place_of(names, name)] = m.phases[phase].usual_us * times_as_long;
}

}  // namespace sptune::testing
