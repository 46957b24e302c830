// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/race_books.hpp"

#include <algorithm>
#include <utility>

namespace sptune::dispatch {

RaceBooks::RaceBooks(const ResolvedConfiguration& first, std::vector<Contender> contenders,
                     Pace pace, std::shared_ptr<RaceNotes> notes)
    : pace_(pace), notes_(notes != nullptr ? std::move(notes) : std::make_shared<RaceNotes>()) {
  entrants_.push_back({first});
  for (Contender& c : contenders) {
    waiting_.push_back(static_cast<int>(entrants_.size()));
    entrants_.push_back(std::move(c));
  }
  // The cheapest to prepare is the first to be paid.
  std::stable_sort(waiting_.begin(), waiting_.end(), [&](int a, int b) {
    return entrants_[static_cast<std::size_t>(a)].prepare_s <
           entrants_[static_cast<std::size_t>(b)].prepare_s;
  });
}

model::Race::Turn RaceBooks::next(std::size_t awaited) {
  if (race_) return race_->next();
  const bool enough = leader_s_ > 0 || first_times_.size() + awaited >= enough_times;
  return {leader_, !enough};
}

void RaceBooks::prepared(int entrant, double seconds) {
  prepared_s_ += seconds;
  notes_->prepared(static_cast<std::size_t>(entrant), seconds);
}

void RaceBooks::timed(int entrant, double seconds) {
  spent_s_ += seconds;
  if (race_) {
    race_->add(entrant, seconds);
    notes_->timed(static_cast<std::size_t>(entrant), seconds);
  } else if (leader_s_ == 0 && entrant == leader_) {
    first_times_.push_back(seconds);
    if (first_times_.size() == enough_times) leader_s_ = model::median(first_times_);
  }
}

void RaceBooks::balance() {
  if (leader_s_ > 0) spent_s_ += std::exchange(untimed_runs_, 0) * leader_s_;
  if (!race_) return;
  leader_ = race_->leader();
  if (!race_->over()) return;
  leader_s_ = race_->median_of(leader_);
  first_times_.clear();
  race_.reset();
}

void RaceBooks::start_race(const std::function<bool(int)>& is_ready) {
  std::vector<int> entrants{leader_};
  while (!waiting_.empty()) {
    const int next = waiting_.front();
    const double costs = entrants_[static_cast<std::size_t>(next)].prepare_s;
    if (pace_ == Pace::as_paid && spent_s_ < prepared_s_ + costs) break;
    waiting_.pop_front();
    if (is_ready(next)) entrants.push_back(next);
  }
  if (entrants.size() > 1) race_.emplace(std::move(entrants));
}

void RaceBooks::remove(int entrant) {
  notes_->removed(static_cast<std::size_t>(entrant));
  if (race_) {
    race_->remove(entrant);
    return balance();
  }
  leader_ = 0;
  leader_s_ = 0;
  first_times_.clear();
}

void RaceBooks::stay_with(int winner) {
  race_.reset();
  leader_ = winner;
}

}  // namespace sptune::dispatch
