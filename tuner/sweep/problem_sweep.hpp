// SPDX-License-Identifier: BSD-3-Clause
// One problem under one cache policy: refusals, search, finalists. Private to the room.
#pragma once

#include "tuner/search/search.hpp"
#include "tuner/sweep/planned_problem.hpp"
#include "tuner/sweep/session.hpp"
#include "tuner/sweep/sweep.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sptune::sweep {

/// A point, or the rounds of a problem's finalists, that was ended from outside this often in a row
/// is tried after all others, once per invocation: it may be what takes the machine down.
inline constexpr int deaths_until_last = 3;

/// The searcher that a plan asks for, over the configurations that fit.
[[nodiscard]] std::unique_ptr<search::Searcher> make_searcher(
    const Plan& plan, std::vector<ResolvedConfiguration> fitting);

/// How many trials are to do on this problem, given what is known: refusals and searched points.
struct Pending {
  std::int64_t refusals = 0;
  std::int64_t trials = 0;
  std::int64_t stored = 0;
};
[[nodiscard]] Pending pending(const Plan& plan, const PlannedProblem& problem,
                              const std::map<std::string, Known>& known);

class ProblemSweep {
 public:
  /// `interrupted` is asked before every trial; `report` is called after every committed one with
  /// the trial and what the model said it would take (0 for refusals); `spent` with whatever was
  /// measured, finalists in their rounds too; `visited` as these go on.
  struct Hooks {
    std::function<bool()> interrupted;
    std::function<void(const harness::Trial&, double modelled_s)> report;
    std::function<void(const harness::Trial&)> spent;
    std::function<void(std::size_t points, int passes)> visited;
    std::function<void(EventKind, const std::string& text)> tell;
  };

  /// When to try what was ended from outside `deaths_until_last` times: not now, or after all.
  enum class Doubtful : std::uint8_t { later, now };

  ProblemSweep(const Session& session, const Context& context, const PlannedProblem& problem,
               harness::CachePolicy cache, Hooks hooks);

  /// One turn, the first is 0: refusals, search and finalists in the first, finalists again in the
  /// later ones. False when it was interrupted.
  bool run(int lap, Doubtful doubtful);
  [[nodiscard]] std::int64_t remeasured() const { return remeasured_; }
  /// Was something left for after all?
  [[nodiscard]] bool postponed() const { return postponed_; }
  /// Points of the plan that are not known after this turn, and finalists that were not measured
  /// again in it.
  [[nodiscard]] std::int64_t pending(int lap) const;
  /// Why the problem could not be loaded; empty when it could.
  [[nodiscard]] const std::string& unloadable() const { return unloadable_; }

 private:
  bool record_refusals();
  bool search(Doubtful doubtful);
  bool remeasure(int lap, Doubtful doubtful);
  [[nodiscard]] bool rounds_due(int lap) const;
  void measure(const ResolvedConfiguration& configuration);
  [[nodiscard]] harness::TrialKey key_of(const ResolvedConfiguration& configuration) const;
  void commit(std::int64_t trial_id, const harness::Trial& trial, double modelled_s);
  void remember(const ResolvedConfiguration& configuration, const harness::Trial& trial);
  [[nodiscard]] std::vector<ResolvedConfiguration> finalists(int lap) const;
  [[nodiscard]] double best_us() const;
  void tell_best() const;

  const Session& session_;
  const Context& context_;
  const PlannedProblem& problem_;
  harness::Protocol protocol_;
  std::int64_t run_id_;
  Hooks hooks_;
  Stored stored_;
  std::vector<search::Observation>
      history_;  ///< of the points that are known or were tried just now
  std::int64_t remeasured_ = 0;
  bool postponed_ = false;
  std::string unloadable_;
};

}  // namespace sptune::sweep
