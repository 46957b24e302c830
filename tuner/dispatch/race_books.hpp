// SPDX-License-Identifier: BSD-3-Clause
// The books of a race in an application's runs: who waits for it, what runs and preparing have
// taken by now, whose run is next, and who is the best so far. What a run is, and when another
// configuration can have its turn, is the plans' (ProbingPlan, ProbingProduct).
#pragma once

#include "kernels/api/variant.hpp"
#include "tuner/dispatch/race_notes.hpp"
#include "tuner/model/race.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sptune::dispatch {

struct Contender {
  ResolvedConfiguration configuration;
  double prepare_s = 0;  ///< predicted
};

/// When contenders are prepared.
enum class Pace : std::uint8_t {
  at_once,  ///< with the plan: enough runs are expected
  /// When the runs so far have taken as long as preparing will (Karlin, Manasse, Rudolph and
  /// Sleator, "Competitive snoopy caching", Algorithmica 3, 1988): whenever the application ends,
  /// no more than twice the better of staying and of having prepared at the first run.
  as_paid
};

/// Timed runs of the leader that say what it takes, before any race.
inline constexpr std::size_t enough_times = 3;

/// Entrants by number: 0 is what was chosen first. One thread at a time.
class RaceBooks {
 public:
  /// `notes` are told what each took; null: of no use to anybody.
  RaceBooks(const ResolvedConfiguration& first, std::vector<Contender> contenders, Pace pace,
            std::shared_ptr<RaceNotes> notes);

  [[nodiscard]] const ResolvedConfiguration& configuration_of(int entrant) const {
    return entrants_[static_cast<std::size_t>(entrant)].configuration;
  }
  [[nodiscard]] bool racing() const noexcept { return race_.has_value(); }
  /// Nobody races, and nobody waits for a race: the leader has won.
  [[nodiscard]] bool decided() const noexcept { return !race_ && waiting_.empty(); }
  /// The best so far.
  [[nodiscard]] int leader() const noexcept { return leader_; }

  /// Whose run is next: outside a race the leader's, timed until it is known what it takes.
  /// `awaited`: timed runs whose times are not known yet.
  [[nodiscard]] model::Race::Turn next(std::size_t awaited);
  /// The timed run that `next` gave last failed: it is next again.
  void give_back() noexcept {
    if (race_) race_->give_back();
  }
  /// Nobody has a turn before times are known: the leader is next, untimed, or whoever is there.
  [[nodiscard]] bool awaits() const noexcept { return race_ && race_->awaits(); }

  /// What happened.
  ///@{
  void prepared(int entrant, double seconds);
  void timed(int entrant, double seconds);
  void untimed() noexcept { ++untimed_runs_; }
  ///@}
  /// Once all times that are known are told: untimed runs are paid as the leader's are, and a race
  /// that is over ends.
  void balance();

  /// Of the leader and of those whose preparing is paid, the cheapest first, who wait no more; each
  /// is asked whether it can.
  void start_race(const std::function<bool(int entrant)>& is_ready);
  /// It cannot run any more. Outside a race the first one leads then, of whom it is not known yet
  /// what he takes.
  void remove(int entrant);
  /// Nobody races any more: `winner` leads.
  void stay_with(int winner);

 private:
  std::vector<Contender> entrants_;
  std::deque<int> waiting_;  ///< have not been in a race, the next one first
  Pace pace_;
  std::shared_ptr<RaceNotes> notes_;
  std::optional<model::Race> race_;
  int leader_ = 0;
  std::vector<double> first_times_;  ///< of the leader, outside a race
  double leader_s_ = 0;              ///< of one run; 0: not known yet
  double untimed_runs_ = 0;          ///< not in spent_s_ yet
  double spent_s_ = 0;               ///< in runs
  double prepared_s_ = 0;            ///< in preparing contenders
};

}  // namespace sptune::dispatch
