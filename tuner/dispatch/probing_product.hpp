// SPDX-License-Identifier: BSD-3-Clause
// A plan of a sparse product that finds the fastest of a few configurations in the products that
// the application asks for, as ProbingPlan does for dense results.
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/host/one_user.hpp"
#include "sptune/plan.hpp"
#include "tuner/dispatch/probing_plan.hpp"
#include "tuner/dispatch/product_phases.hpp"
#include "tuner/dispatch/race_books.hpp"
#include "tuner/dispatch/run_times.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace sptune::dispatch {

/// A run is a product: `symbolic`, `allocate` and the first `numeric` or `complete`, and takes what
/// these take together; what an application does between them is not its time. So another
/// configuration has its turn where `symbolic` is called, and C may stand elsewhere from then on
/// (and after `numeric` alone, where a contender fails); an application that calls `numeric` alone
/// stays with what it has. There is one plan at a time, which is prepared when its turn comes, so
/// that no more than one C is held. Where a contender fails before it has won, whatever the reason,
/// it is out, and the best so far computes the product. Phases out of order are a UsageError.
///
/// On a device plans are prepared on the default stream, behind what is on the product's, and the
/// former one is given back once the device has done all there is, reads of its C that the
/// application has enqueued on any stream included: the `symbolic` of a turn waits for that. Where
/// it cannot be (RunTimes::possible, may_prepare) nothing changes, nobody is out, and the product
/// is no run of the race; nor is one whose `numeric` is captured into a graph.
class ProbingProduct final : public SparsePlan {
 public:
  /// As for ProbingPlan.
  ProbingProduct(const Problem& problem, const ResolvedConfiguration& first,
                 std::unique_ptr<SparsePlan> plan, std::vector<Contender> contenders, Pace pace,
                 ProbingPlan::Settled settled = {}, std::unique_ptr<RunTimes> times = {},
                 std::shared_ptr<RaceNotes> notes = {});
  ~ProbingProduct() override;

  std::int64_t symbolic(Stream stream) override;
  void allocate(Stream stream) override;
  void numeric(Stream stream) override;
  void complete(Stream stream) override;
  [[nodiscard]] AnyCsr result() const override { return plan_->result(); }
  [[nodiscard]] bool sorted() const override { return plan_->sorted(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  using Phase = ProductPhase;
  /// What is known so far of a product that is timed.
  struct Timed {
    int entrant;
    double seconds = 0;
    int phases = 0;
  };

  void take_values(const void* a, const void* b, Stream stream) override;
  [[nodiscard]] bool may_change(Stream stream) {
    return times_->possible(stream) && times_->may_prepare();
  }
  void begin_product(Stream stream);
  void take_turn(Stream stream);
  void note_times();
  [[nodiscard]] bool fits(int entrant) const;
  [[nodiscard]] bool leave_present(Stream stream);
  [[nodiscard]] bool change_to(int entrant, Stream stream);
  void settle(int winner, Stream stream);
  void run(Phase phase, Stream stream, const std::function<void()>& what);
  void repeat_before(Phase phase, Stream stream);

  std::unique_ptr<Problem> problem_;
  ProbingPlan::Settled on_settled_;
  std::unique_ptr<RunTimes> times_;
  RaceBooks books_;
  host::OneUser user_;

  std::unique_ptr<SparsePlan> plan_;  ///< of entrant current_
  Phase ready_ = Phase::symbolic;     ///< the latest phase that it can run
  Phase redo_ = Phase::symbolic;      ///< … once those before have been run for the application
  bool present_failed_ = false;       ///< and nobody could take its place
  int current_ = 0;
  bool settled_ = false;
  model::Race::Turn turn_{};   ///< of the present product
  bool turn_is_open_ = false;  ///< not run to its end yet
  Phase next_ = Phase::none;   ///< of the present product; none: it is done, or no run of the race
  int product_ = 0;            ///< its number
  std::map<int, Timed> pending_;  ///< by number
};

}  // namespace sptune::dispatch
