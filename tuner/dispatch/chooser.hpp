// SPDX-License-Identifier: BSD-3-Clause
// Private to the dispatcher: what decides for a problem, and makes the plan of what was decided.
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/api/variant.hpp"
#include "sptune/choice.hpp"
#include "sptune/plan.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/dispatch/learned_choices.hpp"
#include "tuner/dispatch/pattern_memory.hpp"
#include "tuner/dispatch/probing_plan.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::dispatch {

/// What was chosen, with the form that can be planned.
struct Chosen {
  ResolvedConfiguration configuration;
  Choice choice;
  std::vector<Contender> contenders{};           ///< to probe in the first runs
  std::shared_ptr<const Judgement> judgement{};  ///< of the model; null: it was not asked

  void take(const ResolvedConfiguration& other) {
    configuration = other;
    choice.configuration = other.configuration();
  }
};

/// What is known of a problem before features are.
struct Beforehand {
  model::Header header;  ///< with a glance, where that costs next to nothing
  /// What was said of it before, or null; none: nobody has searched for it yet.
  std::optional<std::shared_ptr<const Judgement>> recalled;
  model::SizedAsking asking;  ///< what the laws of its model say
};

/// For any number of threads, once it is configured. Copies share what they learn of patterns.
class Chooser {
 public:
  KnownModels models;
  /// The application's; plans that outlive its dispatcher have them, too.
  std::shared_ptr<Warnings> warnings = std::make_shared<Warnings>();

  /// Reads what the environment says.
  void configure(Dispatcher::Sink sink);
  /// One that is like this but for where what probing finds is kept; empty: nowhere. Plans that are
  /// pending keep to the one they were made by.
  [[nodiscard]] std::shared_ptr<Chooser> remembering(const std::string& file) const;
  [[nodiscard]] Resources resources(const Options& options) const;

  /// Notes in the problem what it learns of it. `told`: where warnings go.
  [[nodiscard]] Chosen choose(Problem& problem, const Options& options, const Warnings& told) const;
  /// Whether choosing costs nothing and ends in `now`, which fits, or in what prepares next to
  /// nothing: nothing is forced nor remembered from former runs, and there is no model and it is
  /// what `fallback` returns (`is_fallback`), or too few runs for asking one to pay. Looks where
  /// the plan of `now` would, and notes in the problem what that has found. Throws UsageError where
  /// an unknown configuration is forced.
  [[nodiscard]] bool chooses_at_once(const ResolvedConfiguration& now, bool is_fallback,
                                     Problem& problem, const Options& options) const;

  /// Runs that a choice counts on: the expected ones. Where nobody knows how many will come
  /// (Probe::as_paid) and a race follows, what runs first is chosen for a single one, and whether
  /// to ask and who contends goes by endless ones, since nothing is prepared before it is paid.
  struct Runs {
    double at_first, in_all;
  };
  [[nodiscard]] Runs runs(const Problem& problem, const Options& options) const;
  /// What is taken whatever a model says; none: nothing.
  [[nodiscard]] std::optional<ResolvedConfiguration> forced(const Options& options,
                                                            const Problem& problem) const;

  /// The plan of what was chosen, or where it cannot be prepared, of the default, which `chosen`
  /// then says. It probes where `chosen` has contenders still.
  ///@{
  [[nodiscard]] std::unique_ptr<DensePlan> dense_plan(Problem& problem, Chosen& chosen,
                                                      const Options& options,
                                                      const Warnings& told) const;
  [[nodiscard]] std::unique_ptr<SparsePlan> sparse_plan(Problem& problem, Chosen& chosen,
                                                        const Options& options,
                                                        const Warnings& told) const;
  ///@}

 private:
  [[nodiscard]] const KnownModel* known_for(const Problem& problem, const Options& options) const;
  /// Whether plans that such a model chooses may be probed.
  [[nodiscard]] static bool races(const KnownModel& known);
  /// Fills Choice::considered where the model was not asked.
  void list(Problem& problem, const Options& options, Choice& choice) const;
  void consult(Problem& problem, const Options& options, const ResolvedConfiguration& standard,
               Chosen& chosen, const Warnings& told) const;
  /// What was learned of an equal pattern. With Probe::as_paid it contends, with the model's price
  /// where nobody knows what preparing it takes. False leaves `chosen` as it is: nothing was, or
  /// there is no price. `known`: null where there is no model.
  [[nodiscard]] bool take_learned(const KnownModel* known, Problem& problem, const Options& options,
                                  Chosen& chosen) const;
  /// Seconds that preparing takes, by the model; none where it does not say.
  [[nodiscard]] std::optional<double> price_of(const KnownModel& known, Problem& problem,
                                               const Options& options,
                                               const ResolvedConfiguration& c) const;
  void predict(const KnownModel& known, Problem& problem, const Options& options,
               Chosen& chosen) const;
  [[nodiscard]] Beforehand beforehand(const KnownModel& known, const Problem& problem,
                                      const Options& options, double runs) const;
  /// What the model says of the problem, or said before; null where asking it does not pay.
  [[nodiscard]] std::shared_ptr<const Judgement> ask(const KnownModel& known,
                                                     const Beforehand& before, Problem& problem,
                                                     const Options& options, Chosen& chosen) const;
  template <class Probing, class PlanKind>
  [[nodiscard]] std::unique_ptr<PlanKind> probing_plan(
      Problem& problem, Chosen& chosen, const Options& options, const Warnings& told,
      std::unique_ptr<PlanKind> (ResolvedConfiguration::*kind)(const Problem&) const) const;

  std::string force_;  ///< of the environment; empty where that cannot be used
  std::shared_ptr<PatternMemory> memory_ = std::make_shared<PatternMemory>();
  std::shared_ptr<LearnedChoices> learned_;  ///< null: nothing is remembered
};

}  // namespace sptune::dispatch
