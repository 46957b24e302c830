// SPDX-License-Identifier: BSD-3-Clause
// The result database: append-only trials in one SQLite file, one writer, one transaction per
// trial. No SQL outside this module but in reports/queries. The schema is in db/schema/NNN_*.sql
// and explained in docs/schema.md; what counts as the same trial is argued in docs/decisions/003.
#pragma once

#include "db/rows.hpp"
#include "harness/records/environment.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/catalogue.hpp"
#include "suites/io/matrix.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sptune::db {

/// `create` makes the file when it is missing. Both writing modes migrate an older file (after a
/// backup beside it) and hold a lock: one writer at a time, readers any time.
enum class OpenMode : std::uint8_t { read_only, read_write, create };

struct Migration;

struct StoreOptions {
  /// Network filesystem, migration, newer file, a matrix that changes sides; empty: as
  /// warn_by_default says.
  std::function<void(const std::string& line)> warn;
  int busy_timeout_ms = 10'000;                        ///< how long to wait for other programs
  std::optional<bool> network_filesystem;              ///< instead of asking the filesystem
  const std::vector<Migration>* migrations = nullptr;  ///< instead of db/schema, for tests
};

/// Who is told where options say nobody, and of files that functions without options open (query,
/// info, check, export): each line once. Nobody, until a program says so. Threads may be told.
void warn_by_default(std::function<void(const std::string& line)> warn);

/// Throws DatabaseError, one line: busy, damaged, not a sptune database, newer than this program,
/// read-only, disk full. Nothing already stored is lost by any of them.
class Store {
 public:
  Store(const std::filesystem::path& file, OpenMode mode, const StoreOptions& options = {});
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  // --- writing -------------------------------------------------------------------------------
  /// Inserts (or finds) hardware, environment, policy, variants and starts a run. What dead writers
  /// left running is reaped first, and their runs become `interrupted`.
  RunInfo begin_run(const harness::Hardware& hardware, const harness::Environment& environment,
                    const harness::Protocol& protocol, const Catalogue& catalogue,
                    const std::string& suite, const std::string& plan_json);
  /// Goes on with an interrupted run. Throws DatabaseError when hardware, environment or policy are
  /// not those of the run: start a new one then, `has_trial` still finds what is comparable.
  RunInfo continue_run(const std::string& uuid, const harness::Hardware& hardware,
                       const harness::Environment& environment, const harness::Protocol& protocol,
                       const Catalogue& catalogue);
  void end_run(std::int64_t run_id, const std::string& state);
  /// Idempotent by content hash; all words about it (name, group, split, source, kind, symmetry,
  /// field, how its file was read) follow the last call. Warns where one that was measured changes
  /// sides: models that were trained before have seen it, or will not be judged on it.
  void put_matrix(const suites::MatrixInfo& info, const std::string& split);
  void put_features(const std::string& content_hash, const std::vector<FeatureRow>& features,
                    const std::vector<double>& seconds_per_tier, const std::string& hardware_hash);
  /// Marks (run, problem, configuration) as begun: a `running` row, committed. Returns its id.
  /// The matrices must have been put, the variant must be known from begin_run or continue_run.
  std::int64_t begin_trial(std::int64_t run_id, Backend backend, const harness::ProblemKey& problem,
                           const Configuration& configuration, const Place& place = {});
  std::int64_t begin_trial(std::int64_t run_id, const harness::TrialKey& key,
                           const Place& place = {}) {
    return begin_trial(run_id, key.backend(), key.problem, key.configuration.configuration(),
                       place);
  }
  /// How many trials of the file have ended: trials of several devices end in another order than
  /// they begin.
  [[nodiscard]] std::int64_t ended_trials() const;
  /// Replaces the `running` row by the outcome, its samples and its verification, committed.
  /// A trial is finished once; `trial.cache` must be the policy's where there are samples. One that
  /// is `inconclusive` (harness/records/trial.hpp) is kept with reaped = 1 and leaves its key
  /// pending.
  void finish_trial(std::int64_t trial_id, const harness::Trial& trial);
  /// Finishes a trial that was begun for a set of configurations of one problem measured together,
  /// with the first of `trials`, and stores the others as begun when it was. One transaction: a set
  /// is there whole or not at all.
  void finish_together(std::int64_t trial_id, std::span<const harness::Trial> trials);
  /// Notes what the reference kernel took between the trials of a run.
  void put_drift(std::int64_t run_id, const std::string& device, const harness::Trial& reference);
  /// Takes a trial back that this Store began and that was not measured after all: no row stays.
  void withdraw_trial(std::int64_t trial_id);
  std::int64_t put_model(const ModelRow& model);
  void put_predictions(std::int64_t model_id, const std::vector<PredictionRow>& predictions);
  void put_dispatches(const std::vector<DispatchRow>& dispatches);

  // --- resuming ------------------------------------------------------------------------------
  [[nodiscard]] std::optional<RunInfo> last_run(const std::string& suite) const;
  [[nodiscard]] std::optional<RunInfo> run(const std::string& uuid) const;
  /// Turns `running` rows of dead processes into outcome `crashed` with reaped = 1, attempt
  /// counted. Returns how many. Rows that this Store began are left alone.
  int reap_running(std::int64_t run_id);
  /// Is there a finished trial (of any outcome) for this key under the run's hardware, environment,
  /// policy and the variant's present code hash? Reaped attempts do not count, however many there
  /// are: they say nothing of the key, and it is measured again.
  [[nodiscard]] bool has_trial(std::int64_t run_id, Backend backend,
                               const harness::ProblemKey& problem,
                               const Configuration& configuration) const;

  // --- reading -------------------------------------------------------------------------------
  /// Results of the newest code, verified or not, one per key (view result), reaped trials left
  /// out; `where` is appended as a condition on columns of trial_flat (docs/schema.md), for example
  /// "operation = 'spmv' AND cache = 'hot'"; empty: all. Throws UsageError for a wrong condition.
  void each_trial(const std::string& where,
                  const std::function<void(const StoredTrial&)>& visit) const;
  /// The same of the trials that were measured alone, before repetitions, where there were any,
  /// made the result: by trial_id, which is no order of time where files were merged.
  void each_trial_alone(const std::string& where,
                        const std::function<void(const StoredTrial&)>& visit) const;
  /// `where` in parentheses, to be joined to other conditions on trial_flat. Throws UsageError
  /// unless it is one expression: "1) OR (1" would end the parentheses.
  [[nodiscard]] std::string condition(const std::string& where) const;
  /// By matrix content hash: name → value of features of that version, NaN where undefined. Without
  /// any for a matrix whose features are of other versions: their numbers mean something else.
  [[nodiscard]] std::vector<std::pair<std::string, std::vector<std::pair<std::string, double>>>>
  features(int version) const;
  [[nodiscard]] std::vector<FeatureCost> feature_costs(const std::string& hardware_hash) const;

  struct Impl;
  [[nodiscard]] Impl& impl() const { return *impl_; }

 private:
  void each_trial_of(const char* rows, const std::string& where,
                     const std::function<void(const StoredTrial&)>& visit) const;

  std::unique_ptr<Impl> impl_;
};

}  // namespace sptune::db
