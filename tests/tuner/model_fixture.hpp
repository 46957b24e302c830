// SPDX-License-Identifier: BSD-3-Clause
// A small model by hand, for the tests of the model and the dispatcher: csr against one other
// configuration, decided by the mean row length and by which candidate it is.
#pragma once

#include "tuner/model/model.hpp"

#include <limits>
#include <string>

namespace sptune::testing {

inline features::Features features_with(double rows, double nnz) {
  features::Features out;
  const auto table = feature_table();
  out.values.assign(table.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto name = table[i].name;
    if (name == "rows" || name == "cols") out.values[i] = rows;
    if (name == "nnz") out.values[i] = nnz;
    if (name == "mean_row") out.values[i] = nnz / rows;
    if (name == "offset_bytes") out.values[i] = 8;
    if (name == "value_bytes") out.values[i] = 8;
  }
  return out;
}

/// Candidate 0 is the default, candidate 1 is `other`: twice as fast where rows hold 8 entries or
/// more on average, three times as slow elsewhere. Bounds of 10 % on either side.
inline model::ModelData small_model(const std::string& standard, const std::string& other) {
  model::ModelData d;
  d.provenance.uuid = "00000000-0000-4000-8000-000000000001";
  d.provenance.training_query = "operation = 'spmv'";
  d.machine = model::this_machine();
  d.feature_inputs = {"mean_row", "nnz"};
  for (const std::string& text : {standard, other}) {
    model::Candidate c;
    c.configuration = Configuration::parse(text).value();
    c.time_low = -0.2;
    c.time_high = 0.2;
    d.candidates.push_back(c);
  }
  d.candidates[1].ratio_low = -0.1;
  d.candidates[1].ratio_high = d.candidates[1].ratio_worst = 0.1;
  d.candidates[1].prepare.fixed_s = 1e-6;
  d.candidates[1].prepare.per_entry_s = 1e-9;
  d.configuration_inputs =
      model::configuration_inputs({d.candidates[0].configuration, d.candidates[1].configuration});
  d.base.offset = -2.5;  // log(ns per byte)
  d.relative.offset = 0;
  d.relative.roots = {0};
  // mean_row < 8 ? (is it candidate 0 ? 0 : log 3) : (is it candidate 0 ? 0 : log 0.5)
  d.relative.nodes = {{8.0F, 4, 0, true},   {0.5F, 3, 2, true}, {1.0986123F, 0, -1, false},
                      {0.0F, 0, -1, false}, {0.5F, 6, 2, true}, {-0.6931472F, 0, -1, false},
                      {0.0F, 0, -1, false}};
  d.relative.means = {0.1F, 0.55F, 1.0986123F, 0.0F, -0.35F, -0.6931472F, 0.0F};
  d.deciding.rule = {0.0, 0.01, 1.5};
  d.deciding.asking = model::Asking::from(6);
  d.metrics = {{"cv_share", 0.97}};
  return d;
}

}  // namespace sptune::testing
