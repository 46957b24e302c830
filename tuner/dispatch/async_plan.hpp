// SPDX-License-Identifier: BSD-3-Clause
// A plan that answers at once and becomes a better one: what is chosen for the matrix is chosen and
// prepared on a thread of the plan's own, beside the runs.
#pragma once

#include "sptune/choice.hpp"
#include "sptune/plan.hpp"
#include "tuner/dispatch/own_thread.hpp"
#include "tuner/dispatch/runs_ahead.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace sptune::dispatch {

/// What becomes of an asynchronous plan; used by its thread alone, one step after the other.
class Successor {
 public:
  virtual ~Successor() = default;
  /// Looks at the pattern; reads no values.
  virtual void choose() = 0;
  struct Made {
    std::unique_ptr<DensePlan> plan;  ///< null: the first one is as good
    Choice choice;
    bool probes = false;  ///< its plan will say by itself what won
  };
  /// Prepares what was chosen, with these values in the place of the matrix's.
  [[nodiscard]] virtual Made prepare(const void* values) = 0;
};

/// Threads, streams and graphs as for any DensePlan: both plans live as long as this one, and the
/// second is not told of before it is ready for every stream.
class AsyncPlan final : public DensePlan, public PendingChoice {
 public:
  /// As Options::settled.
  using Settled = std::function<void(const Configuration& winner)>;

  /// `first` is a plan for the matrix `a`, of which `choice` tells. Where no thread is to be had,
  /// it stays.
  AsyncPlan(const AnyCsr& a, std::unique_ptr<DensePlan> first, Choice choice,
            std::unique_ptr<Successor> successor, Settled settled = {});
  ~AsyncPlan() override;

  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    current_.load(std::memory_order_acquire)->run(alpha, x, beta, y, stream);
    if (done_.load(std::memory_order_acquire) || ahead_ == nullptr) return;
    ahead_->follow(stream, [this] { return done_.load(std::memory_order_acquire); });
  }
  [[nodiscard]] double bytes_per_run() const override;
  [[nodiscard]] std::int64_t memory_bytes() const override;
  [[nodiscard]] const Choice& choice() const noexcept override;
  void wait() noexcept override;

 private:
  void take_values(const void* a, const void* b, Stream stream) override;
  void work(const OwnThread::Stop& stop) noexcept;
  void choose_and_prepare(const OwnThread::Stop& stop);
  void stay(const char* why) noexcept;
  void tell_settled() noexcept;
  [[nodiscard]] bool left_behind() const noexcept;

  AnyValues values_;  ///< what a conversion reads that begins now
  std::unique_ptr<DensePlan> first_;
  const Choice first_choice_;
  Settled on_settled_;
  int device_ = 0;

  /// The thread's until done_.
  struct Later {
    std::unique_ptr<Successor> successor;  ///< null: nothing is pending
    std::unique_ptr<DensePlan> plan;       ///< null: the first one stays
    Choice choice;
    bool probes = false;
    bool cut_short = false;  ///< by the destructor
  };
  std::unique_ptr<Later> later_;
  std::unique_ptr<RunsAhead> ahead_;  ///< on a device

  std::mutex mutex_;                 ///< of values_ and, until done_, of the second plan
  bool abandoned_ = false;           ///< there are values that it cannot be prepared with
  std::atomic<DensePlan*> current_;  ///< what runs
  std::atomic<bool> done_{false};    ///< nothing is pending, the second choice is there
  std::optional<OwnThread> thread_;  ///< last: it uses all above
};

}  // namespace sptune::dispatch
