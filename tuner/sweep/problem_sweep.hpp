// SPDX-License-Identifier: BSD-3-Clause
// One problem under one cache policy: refusals, search, finalists. Private to the module.
#pragma once

#include "tuner/sweep/experience.hpp"
#include "tuner/sweep/handout.hpp"
#include "tuner/sweep/planned_problem.hpp"
#include "tuner/sweep/searching.hpp"
#include "tuner/sweep/session.hpp"
#include "tuner/sweep/sweep.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sptune::sweep {

/// A point, or a problem's set of finalists, whose worker was ended from outside this often in a
/// row is tried after all others, once per invocation: it may be what crashes the machine.
inline constexpr int deaths_until_last = 3;

/// How far a set of finalists has come.
struct FinalistsAt {
  std::size_t finalists = 0;
  double expected_s = 0;  ///< of all of them, before they are begun
  double measured = 0;    ///< finalists; a part of each after each preparation
};

class ProblemSweep {
 public:
  /// `interrupted` is asked before every trial; `committed` is called after every committed one
  /// with the trial and the time that the model expected (0 for refusals); `spent` with everything
  /// that was measured, finalists included, those of a set together; `discarded` with how many
  /// trials count for nothing, as they were disturbed or measured together with one that was;
  /// `repeated` before finalists are measured and meanwhile.
  struct Hooks {
    std::function<bool()> interrupted;
    std::function<bool()> in_time;                     ///< whether the budget is not spent
    std::function<bool(double seconds)> has_time_for;  ///< whether finalists may be begun
    std::function<void(const harness::Trial&, double modelled_s)> committed;
    std::function<void(std::span<const harness::Trial>)> spent;
    std::function<void(std::int64_t trials)> discarded;
    std::function<void(const FinalistsAt&)> repeated;
    std::function<void(EventKind, const std::string& text)> report;
    std::function<void()> search_over;  ///< no more points of this problem
    /// Runs what takes long and touches nothing that other devices' threads do.
    std::function<void(const std::function<void()>&)> aside;
    std::string device;  ///< stored with every trial
    /// May another device take the matrix? Empty: none.
    std::function<bool()> elsewhere = {};
  };

  /// When to retry points whose worker was ended from outside `deaths_until_last` times.
  enum class Retry : std::uint8_t { later, now };

  ProblemSweep(const Session& session, const Context& context, const PlannedProblem& problem,
               harness::CachePolicy cache, Hooks hooks);

  /// Repetition 0: refusals, search and finalists, or a stage of them; later ones: finalists again.
  /// False when interrupted. Throws harness::NotHere.
  bool run(int repetition, Retry retry, Stage stage = Stage::whole);
  /// What the rest of the search may gain, after its floor: share of the best time.
  [[nodiscard]] double expected_gain() const { return expected_gain_; }
  [[nodiscard]] std::int64_t remeasured() const { return remeasured_; }
  /// What finalists are expected to take that were left for want of time; else 0.
  [[nodiscard]] double late_s() const { return late_s_; }
  /// Were points left for Retry::now?
  [[nodiscard]] bool postponed() const { return postponed_; }
  /// Points of the plan without a stored result, right after repetition 0.
  [[nodiscard]] std::int64_t pending_points() const;
  /// Finalists that were not measured in this repetition.
  [[nodiscard]] std::int64_t pending_finalists(int repetition) const;
  /// Why the problem could not be loaded; empty when it could.
  [[nodiscard]] const std::string& unloadable() const { return unloadable_; }
  /// Was the worker's limit of memory too small to load it?
  [[nodiscard]] bool short_of_memory() const { return short_of_memory_; }

 private:
  bool record_refusals();
  bool search(Retry retry, Stage stage);
  bool remeasure(int repetition, Retry retry);
  [[nodiscard]] bool repetition_due(int repetition) const;
  bool measure_baselines(Retry retry, Stage stage);
  bool postpone(const ResolvedConfiguration& configuration, Retry retry);
  search::Answer measure(const ResolvedConfiguration& configuration,
                         const search::Question& question);
  [[nodiscard]] harness::TrialKey key_of(const ResolvedConfiguration& configuration) const;
  std::int64_t begin(const harness::TrialKey& key);
  /// What `run` gives, or `otherwise` where no device can have the matrix; the trial is withdrawn
  /// where it throws.
  template <class Run, class Otherwise>
  auto measured(std::int64_t trial_id, Run run, Otherwise otherwise);
  std::vector<harness::Trial> measure_set(std::int64_t trial_id,
                                          const std::vector<ResolvedConfiguration>& chosen,
                                          FinalistsAt& at);
  void commit(std::int64_t trial_id, const harness::Trial& trial, double modelled_s);
  void note_unloadable(const harness::Trial& trial);
  void believe(harness::Trial& trial) const;
  void discard_times(std::vector<harness::Trial>& trials, const std::string& why) const;
  double remember(const ResolvedConfiguration& configuration, const harness::Trial& trial);
  [[nodiscard]] search::Experience known() const;
  [[nodiscard]] std::vector<ResolvedConfiguration> near_best(bool probing) const;
  [[nodiscard]] std::vector<ResolvedConfiguration> finalists(int repetition) const;
  [[nodiscard]] double best_us() const;
  /// Of all of them together.
  [[nodiscard]] double expected_s(const std::vector<ResolvedConfiguration>& finalists) const;
  void report_best() const;

  const Session& session_;
  const Context& context_;
  const PlannedProblem& problem_;
  harness::Protocol protocol_;
  std::int64_t run_id_;
  Hooks hooks_;
  Known known_before_;
  Stored stored_;
  ProblemSearch search_;
  std::int64_t remeasured_ = 0;
  double expected_gain_ = 0;
  bool postponed_ = false;
  double late_s_ = 0;
  /// Points that were asked for and have no result, once the search is over.
  std::optional<std::int64_t> in_vain_;
  std::string unloadable_;
  bool short_of_memory_ = false;
};

}  // namespace sptune::sweep
