// SPDX-License-Identifier: BSD-3-Clause
// What the store takes and gives, beside the records of harness/records.
#pragma once

#include "harness/records/trial.hpp"
#include "sptune/types.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace sptune::db {

/// Identity of a matrix feature as stored: rows of feature_def and matrix_feature.
struct FeatureRow {
  std::string name;
  int version = 1;
  int tier = 0;
  std::string unit;
  double value = 0;
};

struct FeatureCost {
  std::string matrix_hash;  ///< of its content
  int tier = 0;
  double seconds = 0;
};

struct RunInfo {
  std::int64_t run_id = 0;
  std::string uuid;
  std::string suite;
  std::string plan_json;  ///< what the sweep was asked to do; resume reads it
  std::string state;      ///< running | finished | interrupted
  std::string hardware_hash, environment_hash, policy_hash;
  std::string started_at, ended_at;  ///< UTC; `ended_at` empty while running or after a kill
};

/// One stored trial, as training and resuming need it.
struct StoredTrial {
  std::int64_t trial_id = 0;
  std::string problem_hash;
  std::string matrix_hash, matrix_name;
  std::string matrix_source;  ///< path, URL or generator's id
  std::string group, split;
  Operation operation{};
  ValueType value_type = ValueType::f64;
  Backend backend = Backend::cpu;
  std::int64_t x_cols = 0;    ///< columns of the problem's dense operand
  std::string parameters;     ///< of the operation, such as k=32,layout=row; else empty
  std::string configuration;  ///< canonical text
  bool baseline = false;
  harness::CachePolicy cache = harness::CachePolicy::hot;
  harness::Outcome outcome = harness::Outcome::ok;
  harness::Summary total_us;
  int runs_per_sample = 1;  ///< runs that share one of them
  double prepare_s = 0;
  double compulsory_bytes = 0;
  double floor_us = 0;
  // Numbers may be compared where these three are equal.
  std::string hardware_hash, environment_hash, policy_hash;
  bool verified = false;    ///< agreed with the reference
  bool is_default = false;  ///< the default point of its variant
  int attempt = 1;
  std::int64_t flops = 0, nnz_out = 0, memory_bytes = 0;
  double bytes_per_run = 0;
  std::string message;     ///< of a refusal or failure
  bool repeated = false;   ///< a finalist's: measured again beside others, the times are of all
  std::string started_at;  ///< UTC; of the newest attempt
  bool tried_again =
      false;  ///< another attempt of its key is there, of whatever number and outcome
};

/// One trained model, as remembered; the file that ships is its own.
struct ModelRow {
  std::string uuid, kind;
  Operation operation{};
  ValueType value_type = ValueType::f64;
  Backend backend = Backend::cpu;
  std::string hardware_hash, environment_hash, policy_hash;
  int feature_version = 1;
  std::string training_query, training_hash;
  std::string metrics_json = "{}";
  std::string artefact;
};

/// What a model said about one configuration on one problem that it was not trained on.
struct PredictionRow {
  std::string problem_hash;
  std::string configuration;  ///< canonical text, of a configuration that has trials
  int fold = 0;
  int position = 1;  ///< 1: the one it would choose
  double us = 0, low_us = 0, high_us = 0;
};

/// Where a trial is measured, and what was known when the search that asks for it began.
struct Place {
  std::string device;  ///< "GPU-…" or "cores 0-7"; empty: nothing to tell apart
  /// Trials of the file that had ended then (Store::ended_trials); none: those that have now.
  std::optional<std::int64_t> begun_after;
};

/// What a dispatcher chose in an application.
struct DispatchRow {
  std::string at, pattern_hash, configuration, match;
  Operation operation{};
  double expected_runs = 0, expected_gain = 0;
  double median_us = 0;  ///< NaN when it was not measured
};

}  // namespace sptune::db
