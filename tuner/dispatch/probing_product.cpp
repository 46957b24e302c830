// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/probing_product.hpp"

#include "kernels/api/clock.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace sptune::dispatch {

ProbingProduct::ProbingProduct(const Problem& problem, const ResolvedConfiguration& first,
                               std::unique_ptr<SparsePlan> plan, std::vector<Contender> contenders,
                               Pace pace, ProbingPlan::Settled settled,
                               std::unique_ptr<RunTimes> times, std::shared_ptr<RaceNotes> notes)
    : problem_(problem.clone()),
      on_settled_(std::move(settled)),
      times_(times != nullptr ? std::move(times) : make_run_times(problem.a.space)),
      books_(first, std::move(contenders), pace, std::move(notes)),
      plan_(std::move(plan)) {
  made_for(AnyValues(problem.a), AnyValues(*problem.second()));
}

ProbingProduct::~ProbingProduct() = default;

std::int64_t ProbingProduct::symbolic(Stream stream) {
  const auto held = user_.hold();
  if (!settled_) begin_product(stream);
  std::int64_t entries = 0;
  run(Phase::symbolic, stream, [&] { entries = plan_->symbolic(stream); });
  return entries;
}

void ProbingProduct::allocate(Stream stream) {
  const auto held = user_.hold();
  run(Phase::allocate, stream, [&] { plan_->allocate(stream); });
}

void ProbingProduct::numeric(Stream stream) {
  const auto held = user_.hold();
  run(Phase::numeric, stream, [&] { plan_->numeric(stream); });
}

void ProbingProduct::complete(Stream stream) {
  const auto held = user_.hold();
  run(Phase::numeric, stream, [&] { plan_->complete(stream); });
}

/// A turn whose product was begun and not ended, or not timed, is the next product's, unless a race
/// has begun or ended.
void ProbingProduct::begin_product(Stream stream) {
  next_ = Phase::none;
  if (!may_change(stream)) return;
  const bool raced = books_.racing();
  if (turn_is_open_) pending_.erase(product_);
  note_times();
  if (!books_.racing() && pending_.empty()) {
    books_.start_race([&](int entrant) { return fits(entrant); });
  }
  if (books_.decided()) settle(books_.leader(), stream);
  if (!settled_ && (!turn_is_open_ || books_.racing() != raced)) take_turn(stream);
  if (settled_) return;
  ++product_;
  next_ = Phase::symbolic;
  turn_is_open_ = true;
  if (turn_.timed) pending_[product_] = {turn_.entrant};
}

/// Whose turn it is, and his plan. For what is only awaited nobody is prepared.
void ProbingProduct::take_turn(Stream stream) {
  if (books_.awaits() && !present_failed_) {
    turn_ = {current_, false};
    return;
  }
  while (books_.racing()) {
    turn_ = books_.next(pending_.size());
    if (change_to(turn_.entrant, stream)) return;
    books_.remove(turn_.entrant);
    if (books_.decided()) settle(books_.leader(), stream);
  }
  if (settled_) return;
  if (!change_to(books_.leader(), stream) && !present_failed_) books_.stay_with(current_);
  turn_ = books_.next(pending_.size());
}

void ProbingProduct::run(Phase phase, Stream stream, const std::function<void()>& what) {
  require_ready(phase, std::max(ready_, redo_));
  if (phase == next_ && !times_->possible(stream)) next_ = Phase::none;
  const bool of_product = phase == next_;
  bool again = phase > ready_;
  while (true) {
    try {
      if (again) repeat_before(phase, stream);
      if (of_product && turn_.timed) {
        times_->time(product_, stream, what);
      } else {
        what();
      }
      break;
    } catch (const std::exception&) {
      if (!leave_present(stream)) throw;
      again = true;
    }
  }
  ready_ = phase == Phase::symbolic ? Phase::allocate : Phase::numeric;
  redo_ = Phase::symbolic;
  if (!of_product) return;
  next_ = static_cast<Phase>(static_cast<int>(phase) + 1);
  if (next_ != Phase::none) return;
  turn_is_open_ = false;
  if (!turn_.timed) books_.untimed();
}

/// What comes before a phase, by a plan that has not run yet.
void ProbingProduct::repeat_before(Phase phase, Stream stream) {
  if (phase == Phase::symbolic) return;
  (void)plan_->symbolic(stream);
  ready_ = Phase::allocate;
  if (phase == Phase::allocate) return;
  plan_->allocate(stream);
  ready_ = Phase::numeric;
}

void ProbingProduct::note_times() {
  for (const RunTime& t : times_->take()) {
    const auto found = pending_.find(t.tag);
    if (found == pending_.end()) continue;  // it failed, or was not ended
    found->second.seconds += t.seconds;
    if (++found->second.phases < static_cast<int>(Phase::none)) continue;
    books_.timed(found->second.entrant, found->second.seconds);
    pending_.erase(found);
  }
  books_.balance();
}

/// A contender that cannot be asked does not.
bool ProbingProduct::fits(int entrant) const {
  try {
    return static_cast<bool>(books_.configuration_of(entrant).fit(*problem_));
  } catch (const std::exception&) {
    return false;
  }
}

/// The present one has failed: it is out, and the best so far, or the first one, takes its place.
/// False where nobody can or nothing may change now, or it is what was chosen first or has won:
/// then the application is told.
bool ProbingProduct::leave_present(Stream stream) {
  if (settled_ || !may_change(stream)) return false;
  present_failed_ = true;
  if (current_ == 0) return false;
  pending_.erase(product_);
  turn_.timed = false;
  books_.remove(current_);
  for (const int other : {books_.leader(), 0}) {
    if (other != current_ && change_to(other, stream)) return true;
  }
  return false;
}

/// Whether it could be prepared; a plan whose columns come in another order than the application
/// has seen is none that could. What was there stays otherwise.
bool ProbingProduct::change_to(int entrant, Stream stream) {
  if (entrant == current_) return true;
  const double begin = now_s();
  std::unique_ptr<SparsePlan> next;
  try {
    if (problem_->a.space == MemorySpace::device) cuda::default_stream_follows(stream);
    next = books_.configuration_of(entrant).sparse_plan(*problem_);
  } catch (const std::exception&) {
    next = nullptr;
  }
  books_.prepared(entrant, now_s() - begin);
  if (next == nullptr || next->sorted() != plan_->sorted()) return false;
  plan_ = std::move(next);
  current_ = entrant;
  ready_ = Phase::symbolic;
  present_failed_ = false;
  return true;
}

/// … or where he cannot be prepared now, the first one, or who is there. Where these cannot run
/// either, it is asked again with the next product.
void ProbingProduct::settle(int winner, Stream stream) {
  books_.stay_with(0);
  for (const int one : {winner, 0, current_}) {
    if ((one == current_ && present_failed_) || !change_to(one, stream)) continue;
    books_.stay_with(one);
    settled_ = true;
    pending_.clear();
    if (on_settled_) on_settled_(books_.configuration_of(one));
    return;
  }
}

/// A contender that cannot take them is out; what had been run before is run again with what needs
/// it.
void ProbingProduct::take_values(const void* a, const void* b, Stream stream) {
  const auto held = user_.hold();
  AnyCsr& second = *problem_->second();
  const void* const former_a = std::exchange(problem_->a.values, a);
  const void* const former_b = std::exchange(second.values, b);
  const Phase before = std::max(ready_, redo_);
  try {
    plan_->update_values(AnyValues(problem_->a), AnyValues(second), stream);
  } catch (const std::exception&) {
    if (leave_present(stream)) {
      redo_ = before;
      return;
    }
    present_failed_ = false;  // it goes on with those that it had
    problem_->a.values = former_a;
    second.values = former_b;
    throw;
  }
}

}  // namespace sptune::dispatch
