// SPDX-License-Identifier: BSD-3-Clause
// A synthetic data set whose times are known functions of known features, so that the best choice
// is known too: csr pays per row and for uneven rows, ell for its fill, dia for its diagonals, and
// a configuration `trap` that is fast in the sample's common corner and terrible elsewhere.
#pragma once

#include "tuner/train/dataset.hpp"
#include "tuner/train/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <utility>

namespace sptune::testing {

inline void set_feature(features::Features& f, Feature feature, double value) {
  f.values.at(index(feature)) = value;
}

inline train::Dataset synthetic(std::size_t groups, std::size_t per_group, double noise,
                                unsigned seed) {
  train::Dataset data;
  data.machine = model::this_machine();
  data.provenance.training_query = "synthetic";
  for (const char* text : {"csr{unroll=1}", "csr{unroll=4}", "ell{}", "dia{}", "trap{}"}) {
    data.configurations.push_back(Configuration::parse(text).value());
  }
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::normal_distribution<double> normal(0, noise);
  for (std::size_t g = 0; g < groups; ++g) {
    const double group_mean = std::exp(uniform(rng) * 4);
    const double group_fill = 1 + 6 * uniform(rng) * uniform(rng);
    for (std::size_t k = 0; k < per_group; ++k) {
      train::Problem p;
      p.matrix = "g" + std::to_string(g) + "/m" + std::to_string(k);
      p.hash = p.matrix_hash = p.matrix;
      p.group = p.family = "g" + std::to_string(g);
      const double mean = group_mean * (0.8 + 0.4 * uniform(rng));
      const double rows = std::exp(7 + 5 * uniform(rng));
      const double fill = group_fill * (0.9 + 0.2 * uniform(rng));
      const double diagonals = uniform(rng) < 0.3 ? mean : 400 * uniform(rng) + mean;
      const double nnz = rows * mean;
      p.features.values.assign(feature_count, std::nan(""));
      set_feature(p.features, Feature::rows, rows);
      set_feature(p.features, Feature::cols, rows);
      set_feature(p.features, Feature::nnz, nnz);
      set_feature(p.features, Feature::mean_row, mean);
      set_feature(p.features, Feature::ell_fill, fill);
      set_feature(p.features, Feature::dia_fill, diagonals / mean);
      set_feature(p.features, Feature::offset_bytes, 8);
      p.bound_bytes = features::bound_bytes(p.features, Operation::spmv, ValueType::f64);
      p.floor_us = 0.2;
      p.features_s = 1e-6 * (2 + rows * 1e-4);
      const double unit = nnz * 1e-3;  // us
      const double us[] = {unit * (1 + 8 / mean), unit * (1.1 + 3 / mean), unit * 0.7 * fill,
                           unit * 0.5 * diagonals / mean,
                           mean < 10 ? unit * 0.6 : unit * (4 + mean / 10)};
      for (std::size_t c = 0; c < data.configurations.size(); ++c) {
        train::Cell cell{train::Cell::State::usable, us[c] * std::exp(normal(rng)), 0};
        if (c >= 2) cell.prepare_s = 1e-6 * (5 + 4 * unit);
        if (c == 3 && diagonals / mean > 8) cell = {train::Cell::State::refused, {}, {}};
        p.cells.push_back(cell);
      }
      p.baselines = {{"other{}", p.cells[0].us * 1.1, 0}};
      data.problems.push_back(std::move(p));
    }
  }
  return data;
}

/// Less than people train with: one recipe, of fewer and bolder trees.
inline train::TrainOptions quick() {
  train::TrainOptions options;
  options.threads = 2;
  options.folds = 3;
  options.recipes.resize(1);
  options.recipes[0].booster.trees = 100;
  options.recipes[0].booster.eta = 0.15;
  return options;
}

}  // namespace sptune::testing
