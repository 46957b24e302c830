// SPDX-License-Identifier: BSD-3-Clause
// What races in real runs found, by pattern: from a file that former processes wrote, and added to
// it (docs/decisions/023).
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/api/variant.hpp"
#include "sptune/choice.hpp"
#include "tuner/dispatch/fork_mutex.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/dispatch/pattern_memory.hpp"
#include "tuner/dispatch/probing_plan.hpp"
#include "tuner/learned/log.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::dispatch {

/// For any number of threads. Plans that race keep it alive.
class LearnedChoices : public std::enable_shared_from_this<LearnedChoices> {
 public:
  /// Patterns that are kept in memory for each machine; the one that was learned first goes.
  static constexpr std::size_t most = 4096;

  /// Reads the file and the one before it. What cannot be read, and that it cannot be written, is a
  /// warning, lines that are none are one for all of them. So is what cannot be written later,
  /// once, in the run that found it.
  LearnedChoices(const std::string& file, std::shared_ptr<const Warnings> warnings);

  /// What a race on this machine, with this code, found for an equal pattern, if it fits these
  /// operands and pays within `runs`: the least of preparing and running. False leaves both as they
  /// are. Where a model could answer (`modelled`) it does if a race could try more now: the values
  /// are promised to be constant and were not then, or ten times as many runs are expected.
  [[nodiscard]] bool recall(Problem& problem, const Options& options, double runs, bool modelled,
                            ResolvedConfiguration& configuration, Choice& choice) const;

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

  [[nodiscard]] std::size_t size() const;

 private:
  struct Ran {
    Configuration configuration;
    std::string code_hash;
    double prepare_s;  ///< NaN: not known (learned::Measured)
    double run_s;
  };
  struct Found {
    double expected_runs = 0;
    bool constant_values = false;
    std::size_t winner = 0;
    std::vector<Ran> ran;
  };
  using Key = std::pair<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>;
  static Key key_of(const PatternKey& key) {
    return {key.sizes, {key.pattern.low, key.pattern.high}};
  }
  /// What is known of machines that are alike. Which of them this is, is asked when a product is:
  /// a GPU's driver must not be awake in a process that only does work on the CPU, and may fork.
  struct OnMachine {
    model::Machine machine;
    std::map<Key, std::shared_ptr<const Found>> found;
    std::deque<Key> order;  ///< of learning, first the oldest
  };

  void read(const std::string& file);
  void add(const learned::Record& record);
  void settle(const learned::Record& record);
  void tell(const std::string& trouble);
  /// Null: nothing is known of it.
  [[nodiscard]] const OnMachine* on(const model::Machine& machine) const;
  [[nodiscard]] bool knows(const model::Machine& here, std::uint64_t sizes) const;
  [[nodiscard]] std::shared_ptr<const Found> find(const model::Machine& here,
                                                  const PatternKey& key) const;

  std::string file_;
  std::shared_ptr<const Warnings> warnings_;
  std::atomic<bool> told_{false};  ///< that it cannot be written
  mutable ForkMutex mutex_;        ///< of what follows
  std::vector<OnMachine> machines_;
};

}  // namespace sptune::dispatch
