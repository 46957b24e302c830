// SPDX-License-Identifier: BSD-3-Clause
// The result database: append-only trials in one SQLite file, one writer, one transaction per trial.
// No SQL outside this room but in reports/queries. The schema is in db/schema/NNN_*.sql.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sptune/harness/environment.hpp"
#include "sptune/harness/trial.hpp"
#include "sptune/kernels/api/catalogue.hpp"
#include "sptune/suites/matrix.hpp"

namespace sptune::db {

enum class OpenMode : std::uint8_t { read_only, read_write, create };

/// Identity of a matrix feature as stored: rows of feature_def and matrix_feature.
struct FeatureRow {
  std::string name;
  int version = 1;
  int tier = 0;
  std::string unit;
  double value = 0;
};

struct RunInfo {
  std::int64_t run_id = 0;
  std::string uuid;
  std::string suite;
  std::string plan_json;  ///< what the sweep was asked to do; resume reads it
  std::string state;      ///< running | finished | interrupted
};

/// One stored trial, as training and resuming need it.
struct StoredTrial {
  std::int64_t trial_id = 0;
  std::string problem_hash;
  std::string matrix_hash, matrix_name, group, split;
  Operation operation = Operation::spmv;
  ValueType value_type = ValueType::f64;
  Backend backend = Backend::cpu;
  std::string configuration;  ///< canonical text
  bool baseline = false;
  harness::CachePolicy cache = harness::CachePolicy::hot;
  harness::Outcome outcome = harness::Outcome::ok;
  harness::Summary total_us;
  double prepare_s = 0;
  double compulsory_bytes = 0;
  double floor_us = 0;
};

/// Throws DatabaseError, one line: busy, damaged, not a sptune database, newer than this program,
/// read-only, disk full. Nothing already stored is lost by any of them.
class Store {
 public:
  Store(const std::filesystem::path& file, OpenMode mode);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  // --- writing -------------------------------------------------------------------------------
  /// Inserts (or finds) hardware, environment, policy, variants and starts a run.
  RunInfo begin_run(const harness::Hardware& hardware, const harness::Environment& environment,
                    const harness::Protocol& protocol, const Catalogue& catalogue,
                    const std::string& suite, const std::string& plan_json);
  void end_run(std::int64_t run_id, const std::string& state);
  /// Idempotent by content hash.
  void put_matrix(const suites::MatrixInfo& info, const std::string& split);
  void put_features(const std::string& content_hash, const std::vector<FeatureRow>& features,
                    const std::vector<double>& seconds_per_tier, const std::string& hardware_hash);
  /// Marks (run, problem, configuration) as begun: a `running` row, committed. Returns its id.
  std::int64_t begin_trial(std::int64_t run_id, Backend backend, const harness::Problem& problem,
                           const Configuration& configuration);
  /// Replaces the `running` row by the outcome, its samples and its verification, committed.
  void finish_trial(std::int64_t trial_id, const harness::Trial& trial);

  // --- resuming ------------------------------------------------------------------------------
  [[nodiscard]] std::optional<RunInfo> last_run(const std::string& suite) const;
  [[nodiscard]] std::optional<RunInfo> run(const std::string& uuid) const;
  /// Turns `running` rows of dead processes into outcome `crashed`, attempt counted. Returns how many.
  int reap_running(std::int64_t run_id);
  /// Is there a finished trial (of any outcome) for this key under the run's hardware, environment,
  /// policy and the variant's present code hash?
  [[nodiscard]] bool has_trial(std::int64_t run_id, Backend backend,
                               const harness::Problem& problem,
                               const Configuration& configuration) const;
  [[nodiscard]] int attempts(std::int64_t run_id, Backend backend,
                             const harness::Problem& problem,
                             const Configuration& configuration) const;

  // --- reading -------------------------------------------------------------------------------
  /// Finished trials, verified or not, newest per key; `where` is appended as a condition on the
  /// view trial_flat (docs/schema.md), for example "operation = 'spmv' AND cache = 'hot'".
  void each_trial(const std::string& where,
                  const std::function<void(const StoredTrial&)>& visit) const;
  /// Features by matrix content hash: name → value.
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<std::pair<std::string, double>>>>
  features() const;

  struct Impl;
  [[nodiscard]] Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace sptune::db
