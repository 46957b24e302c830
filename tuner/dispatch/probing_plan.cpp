// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/probing_plan.hpp"

#include "kernels/api/clock.hpp"
#include "sptune/device.hpp"

#include <algorithm>
#include <exception>
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
      pace_(pace),
      on_settled_(std::move(settled)),
      times_(times != nullptr ? std::move(times) : make_run_times(problem.a.space)),
      notes_(notes != nullptr ? std::move(notes) : std::make_shared<RaceNotes>()),
      leader_(plan.get()) {
  made_for(AnyValues(problem.a), {});
  entrants_.push_back({first, 0, std::move(plan)});
  for (Contender& c : contenders) {
    waiting_.push_back(static_cast<int>(entrants_.size()));
    entrants_.push_back({std::move(c.configuration), c.prepare_s, nullptr});
  }
  // The cheapest to prepare is the first to be paid.
  std::stable_sort(waiting_.begin(), waiting_.end(), [&](int a, int b) {
    return entrants_[static_cast<std::size_t>(a)].prepare_s <
           entrants_[static_cast<std::size_t>(b)].prepare_s;
  });
  if (pace_ == Pace::at_once || waiting_.empty()) start_race({});
}

ProbingPlan::~ProbingPlan() = default;

DensePlan& ProbingPlan::plan_of(int entrant) const {
  return *entrants_[static_cast<std::size_t>(entrant)].plan;
}

void ProbingPlan::run(double alpha, const void* x, double beta, void* y, Stream stream) {
  if (DensePlan* const only = settled_.load()) return only->run(alpha, x, beta, y, stream);
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock() || !times_->possible(stream)) {
    return run_beside(alpha, x, beta, y, stream);
  }
  if (settled_.load() == nullptr) {
    note_times();
    if (!race_ && awaited_times_ == 0) start_race(stream);
  }
  if (DensePlan* const only = settled_.load()) return only->run(alpha, x, beta, y, stream);
  const model::Race::Turn turn = next_turn();
  DensePlan& plan = plan_of(turn.entrant);
  if (turn.timed) {
    times_->time(turn.entrant, stream, [&] { plan.run(alpha, x, beta, y, stream); });
    ++awaited_times_;
  } else {
    plan.run(alpha, x, beta, y, stream);
    ++untimed_runs_;
  }
}

model::Race::Turn ProbingPlan::next_turn() {
  if (race_) return race_->next();
  const bool enough = leader_s_ > 0 || first_times_.size() + awaited_times_ >= enough_times;
  return {leader_number_, !enough};
}

void ProbingPlan::run_beside(double alpha, const void* x, double beta, void* y, Stream stream) {
  const RunBeside counted(beside_);  // before settled_ is read: settle() writes it, then waits
  DensePlan* const only = settled_.load();
  (only != nullptr ? only : leader_.load())->run(alpha, x, beta, y, stream);
}

void ProbingPlan::note_times() {
  for (const RunTime& t : times_->take()) {
    spent_s_ += t.seconds;
    --awaited_times_;
    if (race_) {
      race_->add(t.tag, t.seconds);
      notes_->timed(static_cast<std::size_t>(t.tag), t.seconds);
    } else if (leader_s_ == 0) {
      first_times_.push_back(t.seconds);
      if (first_times_.size() == enough_times) leader_s_ = model::median(first_times_);
    }
  }
  if (leader_s_ > 0) spent_s_ += std::exchange(untimed_runs_, 0) * leader_s_;
  if (!race_) return;
  leader_number_ = race_->leader();
  leader_ = &plan_of(leader_number_);
  if (!race_->over()) return;
  leader_s_ = race_->median_of(leader_number_);
  race_.reset();
}

/// Of the best so far and of what is paid by now; where nothing is left to wait for, it is decided.
void ProbingPlan::start_race(Stream stream) {
  std::vector<int> entrants{leader_number_};
  while (!waiting_.empty()) {
    Entrant& next = entrants_[static_cast<std::size_t>(waiting_.front())];
    const bool paid = pace_ == Pace::at_once || spent_s_ >= prepared_s_ + next.prepare_s;
    if (!paid || !times_->may_prepare()) break;
    if (prepare(next, stream)) entrants.push_back(waiting_.front());
    waiting_.erase(waiting_.begin());
  }
  if (entrants.size() > 1) {
    race_.emplace(std::move(entrants));
  } else if (waiting_.empty()) {
    settle(leader_number_);
  }
}

/// False where it cannot be: the application has a plan that runs and need not hear of it. Plans
/// are prepared on the default stream, behind what wrote the values that runs on `stream` read.
bool ProbingPlan::prepare(Entrant& entrant, Stream stream) {
  const auto problem = problem_->clone();
  problem->resources.memory_limit -= held_bytes();
  const double begin = now_s();
  try {
    if (problem->a.space == MemorySpace::device) cuda::default_stream_follows(stream);
    if (problem->resources.memory_limit >= 0 && entrant.configuration.fit(*problem)) {
      entrant.plan = entrant.configuration.dense_plan(*problem);
    }
  } catch (const std::exception&) {
    entrant.plan = nullptr;
  }
  const double took = now_s() - begin;
  prepared_s_ += took;
  notes_->prepared(static_cast<std::size_t>(&entrant - entrants_.data()), took);
  return entrant.plan != nullptr;
}

/// In host memory the others go, once no run can use them.
void ProbingPlan::settle(int winner) {
  Entrant& best = entrants_[static_cast<std::size_t>(winner)];
  settled_ = best.plan.get();
  if (problem_->a.space == MemorySpace::host) {
    while (beside_ > 0) std::this_thread::yield();
    for (Entrant& e : entrants_) {
      if (&e != &best) e.plan = nullptr;
    }
  }
  if (on_settled_) on_settled_(best.configuration);
}

void ProbingPlan::take_values(const void* a, const void* /*b*/, Stream stream) {
  const std::lock_guard lock(mutex_);
  problem_->a.values = a;
  if (DensePlan* const only = settled_.load()) {
    return only->update_values(AnyValues(problem_->a), stream);
  }
  for (Entrant& e : entrants_) {
    if (e.plan != nullptr) e.plan->update_values(AnyValues(problem_->a), stream);
  }
}

double ProbingPlan::bytes_per_run() const {
  const DensePlan* const only = settled_.load();
  return (only != nullptr ? only : leader_.load())->bytes_per_run();
}

std::int64_t ProbingPlan::memory_bytes() const {
  const std::lock_guard lock(mutex_);
  return held_bytes();
}

std::int64_t ProbingPlan::held_bytes() const {
  std::int64_t sum = 0;
  for (const Entrant& e : entrants_) sum += e.plan != nullptr ? e.plan->memory_bytes() : 0;
  return sum;
}

}  // namespace sptune::dispatch
