// SPDX-License-Identifier: BSD-3-Clause
// One problem under one cache policy: refusals, search, finalists. Private to the room.
#pragma once

#include "sptune/tuner/search/search.hpp"
#include "sptune/tuner/sweep/session.hpp"
#include "sptune/tuner/sweep/subject.hpp"
#include "sptune/tuner/sweep/sweep.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sptune::sweep {

/// The searcher that a plan asks for, over the configurations that fit.
[[nodiscard]] std::unique_ptr<search::Searcher> make_searcher(const Plan& plan,
                                                              std::vector<Configuration> fitting);

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
  /// measured, finalists in their rounds too.
  struct Hooks {
    std::function<bool()> interrupted;
    std::function<void(const harness::Trial&, double modelled_s)> report;
    std::function<void(const harness::Trial&)> spent;
    std::function<void(EventKind, const std::string& text)> tell;
  };

  ProblemSweep(const Session& session, const Context& context, const PlannedProblem& problem,
               harness::CachePolicy cache, Hooks hooks);

  /// One turn, the first is 0: refusals, search and finalists in the first, finalists again in the
  /// later ones. False when it was interrupted.
  bool run(int lap);
  [[nodiscard]] std::int64_t remeasured() const { return remeasured_; }

 private:
  bool record_refusals();
  bool search();
  bool remeasure(int lap);
  [[nodiscard]] bool rounds_complete(int lap) const;
  void measure(const Configuration& configuration);
  void commit(std::int64_t trial_id, const harness::Trial& trial, double modelled_s);
  void remember(const harness::Trial& trial);
  [[nodiscard]] std::vector<Configuration> finalists(int lap) const;
  [[nodiscard]] double best_us() const;
  void tell_best() const;

  const Session& session_;
  const Context& context_;
  const PlannedProblem& problem_;
  harness::Protocol protocol_;
  std::int64_t run_id_;
  Hooks hooks_;
  std::map<std::string, Known> known_;
  std::vector<search::Seen> history_;
  std::int64_t fresh_ = 0;  ///< trials measured by this invocation
  std::int64_t remeasured_ = 0;
};

}  // namespace sptune::sweep
