// SPDX-License-Identifier: BSD-3-Clause
// A plan under measurement: the plan, its operands, and how its phases are timed. The same for
// every operation, so that sampling and stopping are written once.
#pragma once

#include "harness/engine/problem_data.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/team_watch.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sptune::harness {

/// Seconds per run. A dense result has `total` alone.
struct PhaseTimes {
  double symbolic = 0;
  double allocate = 0;
  double numeric = 0;
  double total = 0;
  /// Of a run that several ranks share, the slowest rank's, instead of those before `total`.
  std::map<std::string, double> of_ranks{};
};

class Target {
 public:
  virtual ~Target() = default;
  /// Time spent in making the plan, and after repeat_values in what comes once before runs of
  /// values alone: the whole product, and what the first of them take beyond the later ones.
  [[nodiscard]] double prepare_s() const noexcept { return prepare_s_; }
  /// Runs on poisoned output, with alpha = 1 and beta = 0 as when timed.
  virtual void first_run() = 0;
  /// Checks the first run, and runs again for repeatability and for beta != 0.
  [[nodiscard]] virtual Verification verify() = 0;
  /// Makes the output one that no run leaves, so that a run that writes nothing is seen.
  virtual void poison() {}
  /// Checks what the last run left, which was one as when timed; adds to `v`.
  virtual void check_last(Verification& /*v*/) {}
  /// What takes many runs more (long_rows.hpp), so that it is asked of times that are believed
  /// alone; adds to `v`. Calls `before_run` before each.
  virtual void check_closely(Verification& /*v*/, const std::function<void()>& /*before_run*/) {}
  /// Mean times of `runs` runs back to back.
  virtual PhaseTimes time(int runs) = 0;
  /// True when `time_many` takes samples with less between them than `time` does.
  [[nodiscard]] virtual bool times_many() const noexcept { return false; }
  /// `samples` times of `runs` runs each, one after the other, after a flush each when `flushed`.
  virtual std::vector<PhaseTimes> time_many(int /*runs*/, int /*samples*/, bool /*flushed*/) {
    return {};
  }
  /// After a first run that is right: from now on a run makes values alone, where that means
  /// something. Runs a few times, for what a plan notes while it does, which counts as preparing,
  /// and checks the last of them.
  virtual void repeat_values(Verification& /*v*/) {}
  /// From now on runs are launched by graphs, where that means something.
  virtual void launch_by_graph() {}
  /// Of the CPU, that a run takes: of a library's, of which nothing is known, all that it may.
  [[nodiscard]] virtual int threads() const { return 1; }
  /// Evicts caches before a cold run, where that is not the CPU's business; true when it did.
  virtual bool flush_own_cache() { return false; }
  /// True when the phases before `total` mean something.
  [[nodiscard]] virtual bool phased() const noexcept { return false; }
  /// False when something outside the output was overwritten: this process is not to be trusted.
  [[nodiscard]] virtual bool memory_intact() const { return true; }
  /// Name of an array that the plan is given to read and that is not as it was loaded; empty: none.
  /// Reads all of them.
  [[nodiscard]] virtual std::string changed_input() const { return {}; }
  /// Fills bytes_per_run, memory_bytes, nnz_out.
  virtual void describe(Trial& trial) const = 0;

 protected:
  /// Calls `work`, a run or part of one, and remembers the threads that it took.
  template <class Work>
  void note_team(Work&& work) {
    host::forget_teams();
    work();
    team_ = host::largest_team();
  }

  double prepare_s_ = 0;
  int team_ = 1;  ///< of the run noted last
};

/// Where the operands of a trial are, and so how its runs are timed: of what computes on a device
/// there, unless the problem is called from the host.
[[nodiscard]] Backend place_of(Backend backend, const ProblemData& data);

/// The problem where the configuration runs, with what a plan may use there.
[[nodiscard]] std::unique_ptr<Problem> problem_for(Backend backend, const ProblemData& data,
                                                   const Resources& resources);

/// Makes the plan for such a problem, timed. `configuration` fits.
[[nodiscard]] std::unique_ptr<Target> prepare_target(const ResolvedConfiguration& configuration,
                                                     const ProblemData& data,
                                                     const Problem& problem);

/// The empty trial: a parallel region of `threads` threads that does nothing, or an empty kernel.
/// Its time is the floor under every other.
[[nodiscard]] std::unique_ptr<Target> empty_target(Backend backend, int threads);

}  // namespace sptune::harness
