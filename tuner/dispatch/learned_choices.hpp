// SPDX-License-Identifier: BSD-3-Clause
// What races in real runs found, by pattern: from a file that former processes wrote, and added to
// it (docs/decisions/023).
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/api/variant.hpp"
#include "sptune/choice.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/dispatch/learned_patterns.hpp"
#include "tuner/dispatch/probing_plan.hpp"
#include "tuner/features/features.hpp"
#include "tuner/learned/record.hpp"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::dispatch {

/// For any number of threads. Plans that race keep it alive.
class LearnedChoices : public std::enable_shared_from_this<LearnedChoices> {
 public:
  static constexpr std::size_t most = LearnedPatterns::most;

  /// Knows what the file and the one before it say, and what others in this process learn who name
  /// that file (LearnedPatterns::of). What cannot be read, and that it cannot be written, is a
  /// warning, lines that are none are one for all of them. So is what cannot be written later,
  /// once, in the run that found it.
  LearnedChoices(const std::string& file, std::shared_ptr<const Warnings> warnings);

  /// What a race on this machine, with this code, found for an equal pattern, if it fits these
  /// operands and pays within `runs`: the least of preparing and running. Returns what preparing it
  /// takes, NaN where nobody knows that; none leaves both as they are. Where a model could answer
  /// (`modelled`) it does if a race could try more now: the values are promised to be constant and
  /// were not then, or ten times as many runs are expected.
  [[nodiscard]] std::optional<double> recall(Problem& problem, const Options& options, double runs,
                                             bool modelled, ResolvedConfiguration& configuration,
                                             Choice& choice) const;

  /// A race that is about to begin: where its times are to be noted, and what is to be called when
  /// it is decided, which calls `told` in the end.
  struct Listener {
    std::shared_ptr<RaceNotes> notes;
    ProbingPlan::Settled settled;
  };
  /// `prepare_s`: what preparing the first took.
  [[nodiscard]] Listener listen(const Problem& problem, const Options& options,
                                const features::Features& features,
                                const ResolvedConfiguration& first, double prepare_s,
                                const std::vector<Contender>& contenders,
                                ProbingPlan::Settled told);

  [[nodiscard]] std::size_t size() const { return patterns_->size(); }

 private:
  void settle(const learned::Record& record);
  void tell(const std::string& trouble);

  std::string file_;
  std::shared_ptr<const Warnings> warnings_;
  std::atomic<bool> told_{false};  ///< that it cannot be written
  std::shared_ptr<LearnedPatterns> patterns_;
};

}  // namespace sptune::dispatch
