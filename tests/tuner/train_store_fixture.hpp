// SPDX-License-Identifier: BSD-3-Clause
// The synthetic data set as a database file, stored the way a sweep stores it.
#pragma once

#include "harness/environment/environment.hpp"
#include "kernels/api/catalogue.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tuner/train_fixture.hpp"
#include "tuner/train/read_dataset.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sptune::testing {

namespace fs = std::filesystem;
using train::Cell;
using train::Dataset;
using train::Problem;

/// Shipped configurations that stand in for those of the synthetic data set.
inline std::vector<std::string> shipped_texts() {
  std::vector<std::string> out;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu || v.facts.baseline) {
      continue;
    }
    for (const ResolvedConfiguration& c : v.full_grid()) {
      if (out.size() < 5) out.push_back(c.text());
    }
  }
  return out;
}

inline Catalogue catalogue_with_baseline() {
  Catalogue all = shipped_catalogue();
  Variant baseline = *all.default_variant(Operation::spmv, Backend::cpu);
  baseline.facts.name = "others";
  baseline.facts.baseline = true;
  all.append(Catalogue({baseline}));
  return all;
}

inline harness::Trial trial(const Configuration& configuration, double us, double prepare_s) {
  harness::Trial t;
  t.configuration = configuration;
  t.outcome = harness::Outcome::ok;
  t.stage = "measure";
  t.samples["total"] = std::vector<float>(9, static_cast<float>(us));
  t.prepare_s = prepare_s;
  t.floor_us = 0.3;
  t.wall_s = 0.01;
  t.compulsory_bytes = 1000;
  t.verification.done = true;
  t.verification.ok = true;
  return t;
}

class StoredDataset : public ::testing::Test {
 protected:
  /// Stores the synthetic data set as a sweep would have.
  void fill(const Dataset& data, const harness::Protocol& protocol) {
    db::Store store(file(), db::OpenMode::create);
    hardware_ = harness::capture_hardware();
    const db::RunInfo run =
        store.begin_run(hardware_, harness::capture_environment(), protocol,
                        catalogue_with_baseline(), "synthetic", R"({"search": "exhaustive"})");
    for (const Problem& p : data.problems) put(store, run.run_id, p);
    store.end_run(run.run_id, "finished");
  }

  void put(db::Store& store, std::int64_t run, const Problem& p) {
    suites::MatrixInfo info;
    info.name = p.matrix;
    info.group = p.group;
    const auto source = sources_.find(p.matrix);
    info.source = source == sources_.end() ? "/matrices/" + p.matrix + ".mtx" : source->second;
    info.content_hash = info.pattern_hash = p.matrix_hash;
    // A feature may be infinite for a test's sake; a size is not.
    const auto size = [&](Feature feature) {
      const double value = p.features.at(feature);
      return std::isfinite(value) ? static_cast<std::int64_t>(value) : 0;
    };
    info.rows = info.cols = size(Feature::rows);
    info.nnz = size(Feature::nnz);
    store.put_matrix(info, split_);
    std::vector<db::FeatureRow> rows;
    for (std::size_t f = 0; f < feature_count; ++f) {
      const FeatureDef& def = feature_table()[f];
      rows.push_back(
          {std::string(def.name), features::version, def.tier, "", p.features.values[f]});
    }
    store.put_features(p.matrix_hash, rows, {0, p.features_s / 2, p.features_s / 2, 1},
                       hardware_.hash);  // the last tier is not asked for products with vectors
    harness::ProblemKey problem;
    problem.a_hash = p.matrix_hash;
    problem.b_kind = "x";
    const auto record = [&](harness::Trial t) {
      t.problem = problem;
      store.finish_trial(store.begin_trial(run, Backend::cpu, problem, t.configuration), t);
    };
    for (std::size_t c = 0; c < p.cells.size(); ++c) {
      if (!p.cells[c].tried()) continue;
      const auto configuration = Configuration::parse(texts_[c]).value();
      harness::Trial t = trial(configuration, p.cells[c].us, p.cells[c].prepare_s);
      if (p.cells[c].state == Cell::State::refused) {
        t.outcome = harness::Outcome::refused;
        t.samples.clear();
        t.verification = {};
        t.message = "too many diagonals";
      }
      const bool again = !std::isnan(p.cells[c].alone_us);
      if (again) t.samples["total"].assign(9, static_cast<float>(p.cells[c].alone_us));
      record(std::move(t));
      if (!again) continue;
      t = trial(configuration, p.cells[c].us, p.cells[c].prepare_s);
      t.stop_reason = stop_of_finalists_;
      record(std::move(t));
    }
    Configuration other = Configuration::parse(texts_[0]).value();
    other.variant = "others";
    for (const auto& b : p.baselines) record(trial(other, b.us, b.prepare_s));
  }

  std::string file() const { return (folder_ / "trials.sqlite").string(); }

  sptune::test::TemporaryFolder folder_;
  std::vector<std::string> texts_ = shipped_texts();
  std::map<std::string, std::string> sources_;  ///< of matrices that are no files
  std::string split_ = "train";
  std::string stop_of_finalists_ = std::string(harness::in_repetitions);
  harness::Hardware hardware_;
};

}  // namespace sptune::testing
