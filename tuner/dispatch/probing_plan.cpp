// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/probing_plan.hpp"

#include "kernels/api/clock.hpp"
#include "sptune/device.hpp"

#include <unistd.h>

#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace sptune::dispatch {
namespace {

/// Counts a run beside for as long as it lives.
class RunBeside {
 public:
  explicit RunBeside(std::atomic<int>& count) : count_(count) { ++count_; }
  ~RunBeside() { --count_; }
  RunBeside(const RunBeside&) = delete;
  RunBeside& operator=(const RunBeside&) = delete;

 private:
  std::atomic<int>& count_;
};

}  // namespace

ProbingPlan::ProbingPlan(const Problem& problem, const ResolvedConfiguration& first,
                         std::unique_ptr<DensePlan> plan, std::vector<Contender> contenders,
                         Pace pace, Settled settled, std::unique_ptr<RunTimes> times,
                         std::shared_ptr<RaceNotes> notes)
    : problem_(problem.clone()),
      plans_(contenders.size() + 1),
      on_settled_(std::move(settled)),
      times_(times != nullptr ? std::move(times) : make_run_times(problem.a.space)),
      books_(first, std::move(contenders), pace, std::move(notes)),
      leader_(plan.get()),
      process_(getpid()) {
  made_for(AnyValues(problem.a), {});
  plan_of(0) = std::move(plan);
  // Whom nobody can race with has won in the first run: the application has no plan yet to ask.
  if (pace == Pace::at_once) start_race({});
}

ProbingPlan::~ProbingPlan() = default;

void ProbingPlan::run(double alpha, const void* x, double beta, void* y, Stream stream) {
  if (DensePlan* const only = settled_.load()) return only->run(alpha, x, beta, y, stream);
  std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock() || !times_->possible(stream)) {
    return run_beside(alpha, x, beta, y, stream);
  }
  bool settles = false;
  if (settled_.load() == nullptr) {
    note_times();
    if (!books_.racing() && awaited_times_ == 0) start_race(stream);
    settles = books_.decided() && awaited_times_ == 0;
    if (settles) settle();
  }
  if (DensePlan* const only = settled_.load()) {
    lock.unlock();  // who is told may ask this plan
    if (settles && on_settled_) on_settled_(books_.configuration_of(books_.leader()));
    return only->run(alpha, x, beta, y, stream);
  }
  const model::Race::Turn turn = books_.next(awaited_times_);
  DensePlan& plan = *plan_of(turn.entrant);
  try {
    if (turn.timed) {
      times_->time(turn.entrant, stream, [&] { plan.run(alpha, x, beta, y, stream); });
      ++awaited_times_;
    } else {
      plan.run(alpha, x, beta, y, stream);
      books_.untimed();
    }
  } catch (const std::exception&) {
    // With beta y may have been changed by what failed.
    if (!leave(turn) || beta != 0) throw;
    leader_.load()->run(alpha, x, beta, y, stream);
  }
}

void ProbingPlan::run_beside(double alpha, const void* x, double beta, void* y, Stream stream) {
  const RunBeside counted(beside_);  // before settled_ is read: settle() writes it, then waits
  DensePlan* const only = settled_.load();
  (only != nullptr ? only : leader_.load())->run(alpha, x, beta, y, stream);
}

void ProbingPlan::note_times() {
  for (const RunTime& t : times_->take()) {
    --awaited_times_;
    books_.timed(t.tag, t.seconds);
  }
  books_.balance();
  leader_ = plan_of(books_.leader()).get();
}

/// Of those whose turn to race has come; where nobody is left to wait for, it is decided.
void ProbingPlan::start_race(Stream stream) {
  if (!times_->may_prepare()) return;
  books_.start_race([&](int entrant) { return prepare(entrant, stream); });
}

/// False where it cannot be: the application has a plan that runs and need not hear of it. Plans
/// are prepared on the default stream, behind what wrote the values that runs on `stream` read.
bool ProbingPlan::prepare(int entrant, Stream stream) {
  const auto problem = problem_->clone();
  problem->resources.memory_limit -= held_bytes();
  const ResolvedConfiguration& configuration = books_.configuration_of(entrant);
  std::unique_ptr<DensePlan>& plan = plan_of(entrant);
  const double begin = now_s();
  try {
    if (problem->a.space == MemorySpace::device) cuda::default_stream_follows(stream);
    if (problem->resources.memory_limit >= 0 && configuration.fit_for_plan(*problem)) {
      plan = configuration.dense_plan(*problem);
    }
  } catch (const std::exception&) {
    plan = nullptr;
  }
  books_.prepared(entrant, now_s() - begin);
  return plan != nullptr;
}

/// In host memory the others go, once no run can use them; in a child with this plan, where runs
/// beside stayed behind in the parent.
void ProbingPlan::settle() {
  DensePlan* const best = plan_of(books_.leader()).get();
  settled_ = best;
  if (problem_->a.space == MemorySpace::host) {
    while (beside_ > 0) {
      if (getpid() != process_) return;
      std::this_thread::yield();
    }
    for (auto& plan : plans_) {
      if (plan.get() != best) plan = nullptr;
    }
  }
}

/// Where the best so far cannot take them nothing has changed; any other that cannot is out.
void ProbingPlan::take_values(const void* a, const void* /*b*/, Stream stream) {
  const std::lock_guard lock(mutex_);
  AnyValues given(problem_->a);
  given.data = a;
  DensePlan* const only = settled_.load();
  DensePlan* const best = only != nullptr ? only : leader_.load();
  best->update_values(given, stream);
  problem_->a.values = a;
  if (only != nullptr) return;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    if (plans_[i] == nullptr || plans_[i].get() == best) continue;
    try {
      plans_[i]->update_values(given, stream);
    } catch (const std::exception&) {
      remove(static_cast<int>(i));
    }
  }
}

/// Who is not the best so far. The next run settles where nobody is left to race with.
void ProbingPlan::remove(int entrant) {
  if (books_.racing()) books_.remove(entrant);
  if (problem_->a.space == MemorySpace::host) plan_of(entrant) = nullptr;
  leader_ = plan_of(books_.leader()).get();
}

/// Who failed is out, or where it is what the application would run anyhow, has its turn again;
/// else its time would be awaited for ever. Whether another one can run in its place. Runs beside
/// may still use its plan, which goes when it is decided.
bool ProbingPlan::leave(const model::Race::Turn& failed) {
  if (!books_.racing()) return false;
  if (failed.entrant == 0 && books_.leader() == 0) {
    if (failed.timed) books_.give_back();
    return false;
  }
  books_.remove(failed.entrant);
  leader_ = plan_of(books_.leader()).get();
  return true;
}

double ProbingPlan::bytes_per_run() const {
  const RunBeside counted(beside_);
  const DensePlan* const only = settled_.load();
  return (only != nullptr ? only : leader_.load())->bytes_per_run();
}

std::int64_t ProbingPlan::memory_bytes() const {
  const std::lock_guard lock(mutex_);
  return held_bytes();
}

std::int64_t ProbingPlan::held_bytes() const {
  std::int64_t sum = 0;
  for (const auto& plan : plans_) sum += plan != nullptr ? plan->memory_bytes() : 0;
  return sum;
}

}  // namespace sptune::dispatch
