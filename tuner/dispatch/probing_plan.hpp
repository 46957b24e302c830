// SPDX-License-Identifier: BSD-3-Clause
// A plan that finds the fastest of a few configurations in the runs that the application asks for:
// each of them gives a valid product, and is timed. Afterwards it is the plan of the winner.
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/api/variant.hpp"
#include "sptune/plan.hpp"
#include "tuner/dispatch/race_notes.hpp"
#include "tuner/dispatch/run_times.hpp"
#include "tuner/model/race.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace sptune::dispatch {

/// Timed runs of what was chosen first that say what it takes, before any race.
inline constexpr std::size_t enough_times = 3;

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

/// Threads and streams as for any DensePlan: runs beside a timed one go to the best so far,
/// untimed, and so do runs that are captured into graphs. On a device times come when the host asks
/// again after a run is over there, many runs later where the host is ahead; meanwhile the best so
/// far runs, untimed. Plans that lost are given back at once in
/// host memory, on a device with this plan: giving back waits for the device, and graphs may use
/// them.
class ProbingPlan final : public DensePlan {
 public:
  /// Called once, by the run that decides, with what won.
  using Settled = std::function<void(const ResolvedConfiguration& winner)>;

  /// `first` is what the model chose, and its plan; contenders that cannot be prepared, or not
  /// within what the problem's memory limit leaves, are left out. `notes` are told what each took.
  ProbingPlan(const Problem& problem, const ResolvedConfiguration& first,
              std::unique_ptr<DensePlan> plan, std::vector<Contender> contenders, Pace pace,
              Settled settled = {}, std::unique_ptr<RunTimes> times = {},
              std::shared_ptr<RaceNotes> notes = {});
  ~ProbingPlan() override;

  void run(double alpha, const void* x, double beta, void* y, Stream stream) override;
  [[nodiscard]] double bytes_per_run() const override;
  [[nodiscard]] std::int64_t memory_bytes() const override;  ///< of all that are prepared

 private:
  struct Entrant {
    ResolvedConfiguration configuration;
    double prepare_s;
    std::unique_ptr<DensePlan> plan;  ///< null: not prepared yet, or not in the race any more
  };

  void take_values(const void* a, const void* b, Stream stream) override;
  void run_beside(double alpha, const void* x, double beta, void* y, Stream stream);
  [[nodiscard]] DensePlan& plan_of(int entrant) const;
  [[nodiscard]] std::int64_t held_bytes() const;  ///< of all plans there are
  void note_times();
  void start_race(Stream stream);
  [[nodiscard]] model::Race::Turn next_turn();
  [[nodiscard]] bool prepare(Entrant& entrant, Stream stream);
  void settle(int winner);

  std::unique_ptr<Problem> problem_;
  std::vector<Entrant> entrants_;  ///< the first chosen at the front
  std::vector<int> waiting_;       ///< contenders that have not been prepared, next one first
  Pace pace_;
  Settled on_settled_;
  std::unique_ptr<RunTimes> times_;
  std::shared_ptr<RaceNotes> notes_;

  mutable std::mutex mutex_;  ///< of all above and of the race
  std::optional<model::Race> race_;
  int leader_number_ = 0;
  std::size_t awaited_times_ = 0;    ///< of runs that were timed
  std::vector<double> first_times_;  ///< of the leader, before any race
  double leader_s_ = 0;              ///< of one run; 0: not known yet
  double untimed_runs_ = 0;          ///< not in spent_s_ yet
  double spent_s_ = 0;               ///< in runs
  double prepared_s_ = 0;            ///< in preparing contenders

  std::atomic<DensePlan*> leader_;            ///< for runs beside
  std::atomic<DensePlan*> settled_{nullptr};  ///< the only one from now on
  std::atomic<int> beside_{0};                ///< runs that may use any plan now
};

}  // namespace sptune::dispatch
