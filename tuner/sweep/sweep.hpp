// SPDX-License-Identifier: BSD-3-Clause
// The sweep: every configuration of a plan on every matrix of a suite, one committed trial at a
// time. Killed at any moment it loses the trial in hand and nothing else; `resume` goes on.
#pragma once

#include "db/store.hpp"
#include "harness/engine/runner.hpp"
#include "harness/records/environment.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/sweep/plan.hpp"
#include "tuner/sweep/planned_problem.hpp"
#include "tuner/sweep/progress.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sptune::sweep {

/// One of several devices that a sweep measures on at the same time, fed by a thread of its own.
struct Lane {
  std::string device;           ///< stored with its trials
  harness::Runner& runner;      ///< used by that thread alone
  std::function<void()> enter;  ///< called by that thread before all else; may be empty
  /// The device is this process's own, and no other rank's: what features cost on a GPU is timed by
  /// the thread itself.
  bool own = true;
};

/// Everything a sweep uses; all of it outlives the call.
struct Context {
  const Catalogue& catalogue;
  suites::Library& library;
  harness::Runner& runner;
  db::Store& store;
  harness::Hardware hardware;
  harness::Environment environment;
  Sink sink;                   ///< may be empty
  std::function<bool()> stop;  ///< asked before every trial; true ends the sweep; may be empty
  /// Cores used by other programs, asked between matrices while nothing is measured; may be empty.
  std::function<double()> busy_cores;
  /// Instead of `runner`, each to measure other matrices than the rest at the same time. A single
  /// one, too, is fed by the calling thread. What throws DeviceError is left out while others are
  /// there.
  std::vector<Lane> lanes{};
  /// Generator id of the matrix on which a reference kernel is timed between problems, so that the
  /// drift of the machine is known; empty: none is.
  std::string drift_matrix{};
  /// How many lanes share the memory of a host, at most; 0: all.
  std::size_t lanes_per_host = 0;
  /// Bytes that a worker of any lane may take, where the machines that measure are not this one; 0:
  /// this machine's, over its lanes.
  std::int64_t memory_per_lane = 0;
};

enum class Ending : std::uint8_t {
  finished,    ///< everything of the plan is in the database
  incomplete,  ///< all was tried, some points are pending or matrices gone: see Summary; resumable
  budget,      ///< the time budget is spent; resumable
  stopped,     ///< `stop` said so; resumable
  busy,  ///< on every device left, other programs disturbed `most_disturbed_in_a_row` trials one
         ///< after another, a set of finalists counted as one; resumable
};
/// Of a device that is busy for minutes nothing is to be learned: each is measured again at the
/// end. After so many the sweep goes on without it.
inline constexpr std::int64_t most_disturbed_in_a_row = 60;
[[nodiscard]] std::string_view to_string(Ending ending) noexcept;

struct Summary {
  Ending ending = Ending::finished;
  std::vector<std::string> runs;                      ///< uuids, one per cache policy
  std::map<harness::Outcome, std::int64_t> outcomes;  ///< of the trials of this invocation
  std::int64_t trials = 0;                            ///< of this invocation, refusals included
  std::int64_t already_stored = 0;
  std::int64_t disturbed = 0;   ///< trials that count for nothing, see the query `disturbed`
  std::int64_t remeasured = 0;  ///< finalists, measured again in interleaved repetitions
  /// Points that are not known (docs/decisions/007): those that were not reached, and those that
  /// were tried, but disturbed or ended from outside again and again, or not to be loaded.
  std::int64_t pending = 0;
  std::int64_t unreached = 0;  ///< of them, when the sweep was stopped; of about so many trials
  /// A worker's limit of memory, in bytes, within which a problem could not be loaded; 0: none.
  std::int64_t too_little_memory = 0;
  std::int64_t left_finalists = 0;   ///< of sets that the rest of the budget is too short for
  std::size_t matrices = 0;          ///< that were reached
  std::size_t devices = 1;           ///< that measured at the same time
  std::size_t devices_left_out = 0;  ///< of them, on the way: lost, or kept busy by others
  std::vector<Excluded> excluded;    ///< by the plan's limits, and what is another matrix again
  std::vector<Excluded> unreadable;  ///< matrices and problems that could not be; the sweep went on
  /// Matrices of Plan::matrices that the suite has no more. A finished sweep stays so without them.
  std::vector<std::string> gone;
  double seconds = 0;
  double device_s = 0;                    ///< of all devices, each until it was left out
  double measured_s = 0;                  ///< in the runs that were sampled
  std::map<std::string, double> stage_s;  ///< of all trials; `measure` holds measured_s
};

/// Throws UsageError for a plan that makes no sense, InputError when its suite cannot be opened:
/// what `run` would throw before it writes anything.
void check(const Plan& plan, const Catalogue& catalogue);

/// Starts a run (one per cache policy) and works on it until it is done, stopped or out of budget.
/// Trials that the database holds already under the same keys are not measured again. Throws
/// UsageError for a plan that makes no sense, DatabaseError when a result cannot be stored,
/// InputError when the suite cannot be opened; in every case what is committed stays and the run
/// can be resumed.
[[nodiscard]] Summary run(Plan plan, const Context& context);

/// Uuid of the run that was started last, of a sweep or of `sptune evaluate --measure`; empty:
/// there is none.
[[nodiscard]] std::string newest_run(const db::Store& store);
/// The run of this uuid, or the newest one when it is empty; of a plan of several cache policies
/// the last one. Throws DatabaseError when there is none, UsageError when it is no sweep.
[[nodiscard]] db::RunInfo run_to_resume(const db::Store& store, const std::string& uuid);

/// The plan of the run of this uuid, or of the newest one when it is empty, as another occasion
/// (Plan::again), to be given to `run`. Throws as run_to_resume.
[[nodiscard]] Plan plan_of_another_occasion(const db::Store& store, const std::string& uuid);

/// Limits of a plan, which change nothing of what its trials mean.
struct Replaced {
  double budget_s = 0;                                      ///< 0: the plan's
  std::optional<std::int64_t> memory_limit = std::nullopt;  ///< of a worker, in bytes
  std::optional<double> stage_limit_s = std::nullopt;       ///< see Protocol::limit_stages
};

/// Goes on with the run of this uuid, or with the newest one when it is empty, with the plan that
/// is stored there, less what is `replaced`. Throws DatabaseError when there is none, or when this
/// machine or build is not the one that began it.
[[nodiscard]] Summary resume(const std::string& uuid, const Replaced& replaced,
                             const Context& context);

/// What `run` would do.
struct Forecast {
  struct Line {
    Operation operation{};
    std::string variant;
    bool baseline = false;
    std::int64_t pending = 0;  ///< trials to measure
    std::int64_t stored = 0;   ///< in the database already
    std::int64_t refused = 0;  ///< configurations that do not fit, each a row without a launch
    double seconds = 0;
  };
  std::vector<Line> lines;
  std::size_t matrices = 0;
  std::int64_t problems = 0;
  double seconds = 0;       ///< all pending trials and what stands around them
  bool calibrated = false;  ///< the estimate rests on stored wall times, not on a model alone
  std::vector<Excluded> excluded, unreadable;
};

struct ForecastContext {
  const Catalogue& catalogue;
  suites::Library& library;
  const db::Store* store = nullptr;  ///< what is measured already and how long it took; may be null
  Sink sink;
};
[[nodiscard]] Forecast forecast(const Plan& plan, const ForecastContext& context);

}  // namespace sptune::sweep
