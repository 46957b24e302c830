// SPDX-License-Identifier: BSD-3-Clause
// The runs of a sweep in the database, and what they hold of a problem. Private to the room.
#pragma once

#include "sptune/db/store.hpp"
#include "sptune/tuner/search/search.hpp"
#include "sptune/tuner/sweep/sweep.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sptune::sweep {

/// One stored trial, as resuming needs it.
struct Known {
  harness::Outcome outcome = harness::Outcome::ok;
  double median_us = 0;
  double least_us = 0;  ///< fastest sample
  bool baseline = false;
  int rounds = 0;  ///< attempts in interleaved rounds
  int cut = 0;     ///< later attempts that died with the sweep
};

/// Newest trial of every configuration of the problem in the context of the run, by canonical text.
[[nodiscard]] std::map<std::string, Known> known_trials(const db::Store& store, std::int64_t run_id,
                                                        Backend backend,
                                                        const harness::Problem& problem);

/// By canonical text: what the newest attempts of finalists hold.
[[nodiscard]] std::map<std::string, harness::PhaseSamples> known_samples(
    const db::Store& store, std::int64_t run_id, Backend backend, const harness::Problem& problem);

/// Mean wall time of stored trials by problem hash.
[[nodiscard]] std::map<std::string, double> stored_walls(const db::Store& store, Backend backend);

/// The runs of a plan, one per cache policy.
class Session {
 public:
  /// Begins (`first` empty) or continues the runs of the plan. `first` is the run that the caller
  /// named: the last one that the plan began.
  Session(Plan plan, const db::RunInfo* first, const Context& context);

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] std::int64_t run_id(harness::CachePolicy cache) const;
  [[nodiscard]] std::vector<std::string> uuids() const;
  [[nodiscard]] harness::Protocol protocol(harness::CachePolicy cache) const;
  void end(const std::string& state);

 private:
  Plan plan_;
  db::Store& store_;
  std::vector<db::RunInfo> runs_;  ///< in the order of plan_.caches
};

}  // namespace sptune::sweep
