// SPDX-License-Identifier: BSD-3-Clause
// A plan that finds the fastest of a few configurations in the runs that the application asks for:
// each of them gives a valid product, and is timed. Afterwards it is the plan of the winner.
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/api/variant.hpp"
#include "sptune/plan.hpp"
#include "tuner/dispatch/fork_mutex.hpp"
#include "tuner/dispatch/race_books.hpp"
#include "tuner/dispatch/run_times.hpp"

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace sptune::dispatch {

/// Threads and streams as for any DensePlan: runs beside a timed one go to the best so far,
/// untimed, and so do runs that are captured into graphs. A contender that fails while they race is
/// out, and the best so far runs in its place, unless beta says that y is needed as it was: then,
/// and where what was chosen first fails, the application is told. On a device times come when the
/// host asks again after a run is over there, many runs later where the host is ahead; meanwhile
/// the best so far runs, untimed. Plans that lost are given back at once in host memory, on a
/// device with this plan: giving back waits for the device, and graphs may use them.
class ProbingPlan final : public DensePlan {
 public:
  /// Called once, by the run that decides, with what won.
  using Settled = std::function<void(const ResolvedConfiguration& winner)>;

  /// `first` is what the model chose, and its plan; contenders that cannot be prepared, or not
  /// within what the problem's memory limit leaves, or not take other values, are left out. `notes`
  /// are told what each took.
  ProbingPlan(const Problem& problem, const ResolvedConfiguration& first,
              std::unique_ptr<DensePlan> plan, std::vector<Contender> contenders, Pace pace,
              Settled settled = {}, std::unique_ptr<RunTimes> times = {},
              std::shared_ptr<RaceNotes> notes = {});
  ~ProbingPlan() override;

  void run(double alpha, const void* x, double beta, void* y, Stream stream) override;
  [[nodiscard]] double bytes_per_run() const override;
  [[nodiscard]] std::int64_t memory_bytes() const override;  ///< of all that are prepared

 private:
  void take_values(const void* a, const void* b, Stream stream) override;
  void run_beside(double alpha, const void* x, double beta, void* y, Stream stream);
  [[nodiscard]] std::unique_ptr<DensePlan>& plan_of(int entrant) {
    return plans_[static_cast<std::size_t>(entrant)];
  }
  [[nodiscard]] std::int64_t held_bytes() const;  ///< of all plans there are
  void note_times();
  void start_race(Stream stream);
  [[nodiscard]] bool prepare(int entrant, Stream stream);
  void settle();
  void remove(int entrant);
  [[nodiscard]] bool leave(const model::Race::Turn& failed);

  std::unique_ptr<Problem> problem_;
  /// By entrant; null: not prepared yet, or not in the race any more.
  std::vector<std::unique_ptr<DensePlan>> plans_;
  Settled on_settled_;
  std::unique_ptr<RunTimes> times_;
  RaceBooks books_;
  std::size_t awaited_times_ = 0;  ///< of runs that were timed
  mutable ForkMutex mutex_;        ///< of all above

  std::atomic<DensePlan*> leader_;            ///< for runs beside
  std::atomic<DensePlan*> settled_{nullptr};  ///< the only one from now on
  mutable std::atomic<int> beside_{0};        ///< runs that may use any plan now
  const pid_t process_;                       ///< whose runs those are, and in a child its own
};

}  // namespace sptune::dispatch
