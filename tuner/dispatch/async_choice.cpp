// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/async_choice.hpp"

#include "tuner/dispatch/async_plan.hpp"
#include "tuner/dispatch/device_thread.hpp"
#include "tuner/dispatch/fitting.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sptune::dispatch {
namespace {

/// Chooses and prepares on the thread of an asynchronous plan.
class ChosenBeside final : public Successor {
 public:
  ChosenBeside(std::shared_ptr<const Chooser> chooser, std::unique_ptr<Problem> problem,
               Options options, Configuration runs_now)
      : chooser_(std::move(chooser)),
        problem_(std::move(problem)),
        options_(std::move(options)),
        runs_now_(std::move(runs_now)) {
    // The caller's stream is his: features, too, go where plans are prepared, which follows it.
    problem_->resources.stream = {};
    told_.sink = [this](std::string_view line) { (said_ += "; ") += line; };
  }

  void choose() override { chosen_ = chooser_->choose(*problem_, options_, told_); }

  [[nodiscard]] Made prepare(const void* values) override {
    // What fits was asked of the values that there were then.
    const bool others = std::exchange(problem_->a.values, values) != values;
    if (others && !fit(chosen_->configuration, *problem_)) {
      chosen_ = chooser_->choose(*problem_, options_, told_);
    }
    Made made;
    if (!chosen_->contenders.empty() || chosen_->choice.configuration != runs_now_) {
      made.plan = chooser_->dense_plan(*problem_, *chosen_, options_, told_);
    }
    made.probes = !chosen_->contenders.empty();
    made.choice = std::move(chosen_->choice);
    made.choice.reason += said_;
    return made;
  }

 private:
  std::shared_ptr<const Chooser> chooser_;
  std::unique_ptr<Problem> problem_;
  Options options_;
  Configuration runs_now_;
  Warnings told_;
  std::string said_;
  std::optional<Chosen> chosen_;
};

/// Whether the default of so many runs looks at the matrix, and would wait with that for a stream
/// that may still be writing it; for its own look alone nobody waits.
bool waits_to_look(const Problem& problem, double runs) {
  constexpr double patience_s = 30e-6;  // about what such a look takes
  if (problem.a.space != MemorySpace::device) return false;
  const bool looks =
      default_at(problem, runs) != default_at(problem, 1) || looks_at_rows(problem, runs);
  return looks && !nothing_to_wait_for(patience_s);
}

}  // namespace

std::pair<std::unique_ptr<DensePlan>, Choice> plan_beside(std::shared_ptr<const Chooser> chooser,
                                                          Problem& problem,
                                                          const Options& options) {
  const double runs = chooser->runs(problem, options).at_first;
  const bool waits = waits_to_look(problem, runs);
  const ResolvedConfiguration now =
      (waits ? unprepared(problem) : fallback(problem, runs)).configuration;
  if (chooser->chooses_at_once(now, !waits, problem, options)) {
    Chosen chosen = chooser->choose(problem, options, *chooser->warnings);
    auto plan = chooser->dense_plan(problem, chosen, options, *chooser->warnings);
    return {std::move(plan), std::move(chosen.choice)};
  }
  std::unique_ptr<DensePlan> first = now.dense_plan(problem);
  problem.found = {};
  Choice choice;
  choice.configuration = now.configuration();
  choice.match = Match::abstained;
  choice.pending = true;
  // Of others no model takes one that copies values that may change.
  const auto next = chooser->forced(options, problem);
  choice.copies_values =
      now.variant().copies_values(problem) || (next && next->variant().copies_values(problem));
  choice.reason = "what runs without a model, until one has chosen";
  auto rest = problem.clone();
  std::int64_t& limit = rest->resources.memory_limit;
  limit = std::max<std::int64_t>(0, limit - first->memory_bytes());  // the default goes beyond it
  auto plan = std::make_unique<AsyncPlan>(
      problem.a, std::move(first), choice,
      std::make_unique<ChosenBeside>(std::move(chooser), std::move(rest), options,
                                     now.configuration()),
      options.settled);
  return {std::move(plan), std::move(choice)};
}

}  // namespace sptune::dispatch
