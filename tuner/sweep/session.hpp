// SPDX-License-Identifier: BSD-3-Clause
// The runs of a sweep in the database, and the results they hold for a problem. Private to the
// module.
#pragma once

#include "db/store.hpp"
#include "tuner/sweep/planned_problem.hpp"
#include "tuner/sweep/sweep.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sptune::sweep {

/// What the database says of a point (view result).
struct StoredResult {
  harness::Outcome outcome = harness::Outcome::ok;
  double median_us = 0;
  double least_us = 0;  ///< fastest sample
  bool baseline = false;
};

/// One attempt that was measured alone.
struct StoredAttempt {
  harness::Outcome outcome = harness::Outcome::ok;
  double median_us = 0;
  bool brief = false;  ///< harness::cut_short
};

/// Whose trials count: those of the run, or (`own` false) all in its context.
struct Occasion {
  std::int64_t run_id = 0;
  bool own = false;
};

/// What is stored of a problem on an occasion; points by canonical text. Points that are
/// not `known` are pending, however often they were tried.
struct Stored {
  std::map<std::string, StoredResult> known;
  std::map<std::string, std::vector<StoredAttempt>> alone;  ///< attempts that ended, in order
  std::map<std::string, int> died;  ///< attempts on pending points that were ended from outside
  int interleaved_died = 0;         ///< the same for sets of finalists, since the last complete one
  int interleaved_sets = 0;         ///< sets of finalists that were measured whole
  bool searched_since_interleaved =
      false;  ///< a point was measured alone after the last set of finalists
};
/// A refusal of what fits now, which a smaller limit of memory refused, is not known.
[[nodiscard]] Stored stored_trials(const db::Store& store, const Occasion& occasion,
                                   Backend backend, const PlannedProblem& problem);

/// Canonical texts of the points that are stored as refused, on any of the occasions: what did not
/// fit when the matrix was looked at.
[[nodiscard]] std::set<std::string> refused_points(const db::Store& store,
                                                   const std::vector<Occasion>& occasions,
                                                   Backend backend,
                                                   const harness::ProblemKey& problem);

/// The newest run, on whatever machine, whose context has trials of the problem under the protocol.
[[nodiscard]] std::optional<Occasion> measured_before(const db::Store& store,
                                                      const harness::ProblemKey& problem,
                                                      const harness::Protocol& protocol);

/// Mean wall time of a problem's trials on an occasion; nothing where none took any.
[[nodiscard]] std::optional<double> stored_wall_s(const db::Store& store, const Occasion& occasion,
                                                  Backend backend,
                                                  const harness::ProblemKey& problem);

/// What a plan measures of an operation.
struct PlannedPoints {
  std::vector<std::string> parameters;      ///< of its problems
  std::vector<std::string> configurations;  ///< canonical texts
  std::size_t expected = 0;  ///< trials on a problem that all of them fit (expected_points)
};

/// How many points of a matrix are stored, of those that a plan selects.
struct StoredPoints {
  double known = 0;     ///< without refusals
  double searched = 0;  ///< of them, those that a search as the plan's measured
  double refused = 0;
};
/// Adds those of each matrix, by content hash.
void add_stored_points(const db::Store& store, const Occasion& occasion, Operation operation,
                       ValueType type, const PlannedPoints& planned,
                       std::map<std::string, StoredPoints>& points);

/// Of the plan's run with this cache policy.
[[nodiscard]] harness::Protocol protocol_of(const Plan& plan, harness::CachePolicy cache);

/// The runs of a plan, one per cache policy.
class Session {
 public:
  /// Begins (`first` empty) or continues the runs of the plan. `first` is the run that the caller
  /// named: the last one that the plan began.
  Session(Plan plan, const db::RunInfo* first, const Context& context);

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] std::int64_t run_id(harness::CachePolicy cache) const;
  [[nodiscard]] Occasion occasion(harness::CachePolicy cache) const {
    return {run_id(cache), plan_.again};
  }
  /// Of all cache policies.
  [[nodiscard]] std::vector<Occasion> occasions() const;
  [[nodiscard]] std::vector<std::string> uuids() const;
  [[nodiscard]] harness::Protocol protocol(harness::CachePolicy cache) const {
    return protocol_of(plan_, cache);
  }
  void end(const std::string& state);
  /// Everything of the plan was in the database before.
  [[nodiscard]] bool was_finished() const { return was_finished_; }

 private:
  Plan plan_;
  db::Store& store_;
  bool was_finished_;
  std::vector<db::RunInfo> runs_;  ///< in the order of plan_.caches
};

}  // namespace sptune::sweep
