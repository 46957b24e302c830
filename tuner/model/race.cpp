// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/race.hpp"

#include <algorithm>
#include <utility>

namespace sptune::model {
double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

Race::Race(std::vector<int> entrants, RaceSettings settings)
    : settings_(settings), first_(entrants.front()), leader_(first_) {
  for (const int number : entrants) entrants_.push_back({number, {}});
  begin_round();
}

void Race::begin_round() {
  turns_.clear();
  next_ = 0;
  for (const Entrant& e : entrants_) {
    for (int i = 0; i < settings_.warm; ++i) turns_.push_back({e.number, false});
    for (int i = 0; i < settings_.timed; ++i) turns_.push_back({e.number, true});
  }
  awaited_ = entrants_.size() * static_cast<std::size_t>(settings_.timed);
}

Race::Turn Race::next() {
  if (over_ || next_ == turns_.size()) return {leader_, false};
  return turns_[next_++];
}

void Race::give_back() noexcept {
  if (!over_ && next_ > 0) --next_;
}

void Race::add(int entrant, double seconds) {
  if (over_ || awaited_ == 0) return;
  for (Entrant& e : entrants_) {
    if (e.number != entrant) continue;
    e.seconds.push_back(seconds);
    if (--awaited_ == 0) end_round();
    return;
  }
}

void Race::remove(int entrant) {
  const auto gone = std::find_if(entrants_.begin(), entrants_.end(),
                                 [&](const Entrant& e) { return e.number == entrant; });
  if (over_ || gone == entrants_.end()) return;
  const auto timed = static_cast<std::size_t>(settings_.timed);
  awaited_ -= timed * static_cast<std::size_t>(round_ + 1) - gone->seconds.size();
  const auto rest = turns_.begin() + static_cast<std::ptrdiff_t>(next_);
  turns_.erase(
      std::remove_if(rest, turns_.end(), [&](const Turn& t) { return t.entrant == entrant; }),
      turns_.end());
  entrants_.erase(gone);
  if (leader_ == entrant) {
    const auto ahead = [](const Entrant& a, const Entrant& b) {
      return !a.seconds.empty() && (b.seconds.empty() || median(a.seconds) < median(b.seconds));
    };
    leader_ = std::min_element(entrants_.begin(), entrants_.end(), ahead)->number;
  }
  over_ = entrants_.size() == 1;
  if (over_) {
    leader_ = entrants_.front().number;
  } else if (awaited_ == 0) {
    end_round();
  }
}

double Race::median_of(int entrant) const {
  for (const Entrant& e : entrants_) {
    if (e.number == entrant) return median(e.seconds);
  }
  return 0;
}

void Race::end_round() {
  const auto faster = [](const Entrant& a, const Entrant& b) {
    return median(a.seconds) < median(b.seconds);
  };
  const Entrant& best = *std::min_element(entrants_.begin(), entrants_.end(), faster);
  const double least = median(best.seconds);
  const double of_first = median_of(first_);
  const bool first_is_as_good = of_first > 0 && of_first * (1 - settings_.same) <= least;
  leader_ = first_is_as_good ? first_ : best.number;
  std::erase_if(entrants_, [&](const Entrant& e) {
    return e.number != leader_ && median(e.seconds) > settings_.behind * least;
  });
  over_ = ++round_ == settings_.rounds || entrants_.size() == 1;
  if (!over_) begin_round();
}

}  // namespace sptune::model
