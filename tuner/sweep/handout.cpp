// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/handout.hpp"

#include <algorithm>

namespace sptune::sweep {

Task Handout::hand_out(Task task) {
  states_[task.matrix].in_hand = true;
  cut_ |= task.stage == Stage::finalists;
  return task;
}

bool Handout::elsewhere(std::size_t matrix, std::size_t lane) const {
  const std::set<std::size_t>& refused = states_[matrix].refused_by;
  return std::any_of(lanes_.begin(), lanes_.end(),
                     [&](std::size_t other) { return other != lane && !refused.contains(other); });
}

bool Handout::left_to_others(std::size_t lane) const {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const State& s = states_[i];
    if (unfinished(s) && s.refused_by.contains(lane) && elsewhere(i, lane)) return true;
  }
  return false;
}

bool Handout::free(std::size_t matrix) const {
  const State& s = states_[matrix];
  return !s.in_hand && !(s.refused_by.contains(asking_) && elsewhere(matrix, asking_));
}

std::optional<Task> Handout::take(double left_s, std::size_t lane) {
  asking_ = lane;
  if (floors_) {
    if (const auto task = take_before(left_s)) return hand_out(*task);
  }
  for (int repetition = floors_ ? 1 : 0; repetition < repetitions_; ++repetition) {
    if (const auto first = first_of(repetition)) {
      return hand_out({repetition == 0 ? rather_than(*first) : *first, repetition});
    }
  }
  const bool all_done = std::all_of(states_.begin(), states_.end(),
                                    [&](const State& s) { return s.done == repetitions_; });
  for (std::size_t i = 0; all_done && i < states_.size(); ++i) {
    if (states_[i].postponed && free(i)) return hand_out({i, 0, true});
  }
  return std::nullopt;
}

/// Finalists of what has its floor are kept time for.
std::optional<Task> Handout::take_before(double left_s) {
  constexpr double unsure = 1.2;  // expectations are rough
  std::optional<std::size_t> without_floor;
  std::optional<std::size_t> without_finalists;
  double kept_s = 0;
  for (std::size_t i = states_.size(); i-- > 0;) {
    const State& s = states_[i];
    if (s.done > 0 || !free(i)) continue;
    (s.floor ? without_finalists : without_floor) = i;
    if (s.floor) kept_s += unsure * s.floor->finalists_s / static_cast<double>(lanes_.size());
  }
  if (left_s > kept_s && without_floor) return Task{*without_floor, 0, false, Stage::floor};
  if (left_s > kept_s) {
    if (const auto i = most_promising(left_s - kept_s)) return Task{*i};
  }
  if (without_finalists) return Task{*without_finalists, 0, false, Stage::finalists};
  return std::nullopt;
}

std::optional<std::size_t> Handout::most_promising(double within_s) const {
  std::optional<std::size_t> best;
  const auto worth = [&](std::size_t i) {
    const Prospect& p = *states_[i].floor;
    return p.gain / std::max(p.rest_s, 1e-6);
  };
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const State& s = states_[i];
    if (s.done > 0 || !free(i) || !s.floor || s.floor->rest_s > within_s) continue;
    if (!best || worth(i) > worth(*best)) best = i;
  }
  return best;
}

/// In its order, but a matrix that takes as long as everything that is left would if it were
/// shared goes first: begun last, it would be waited for by all devices but one.
std::size_t Handout::rather_than(std::size_t first) const {
  if (lanes_.size() < 2) return first;
  double all = 0;
  std::size_t longest = first;
  for (std::size_t i = first; i < states_.size(); ++i) {
    if (states_[i].done > 0 || !free(i)) continue;
    all += expected_s_[i];
    if (expected_s_[i] > expected_s_[longest]) longest = i;
  }
  constexpr double unsure = 1.5;  // expectations are rough
  const double share = all / static_cast<double>(lanes_.size());
  return unsure * expected_s_[longest] >= share ? longest : first;
}

std::optional<std::size_t> Handout::first_of(int repetition) const {
  for (std::size_t i = 0; i < states_.size(); ++i) {
    if (states_[i].done == repetition && free(i)) return i;
  }
  return std::nullopt;
}

void Handout::done(const Task& task, bool postponed) {
  State& state = states_[task.matrix];
  state.in_hand = false;
  state.postponed = !task.postponed && (state.postponed || postponed);
  if (!task.postponed) ++state.done;
}

void Handout::floor_done(const Task& task, const Prospect& prospect) {
  State& state = states_[task.matrix];
  state.in_hand = false;
  state.floor = prospect;
}

bool Handout::idle() const {
  return std::none_of(states_.begin(), states_.end(), [](const State& s) { return s.in_hand; });
}

bool Handout::over() const {
  return std::none_of(states_.begin(), states_.end(),
                      [&](const State& s) { return unfinished(s); });
}

std::size_t Handout::matrices_done(int repetition) const {
  return static_cast<std::size_t>(std::count_if(
      states_.begin(), states_.end(), [&](const State& s) { return s.done > repetition; }));
}

std::size_t Handout::with_floor() const {
  return static_cast<std::size_t>(std::count_if(
      states_.begin(), states_.end(), [](const State& s) { return s.floor || s.done > 0; }));
}

bool Handout::on_floors() const {
  return floors_ && with_floor() < states_.size();
}

std::size_t Handout::matrices_passed() const {
  return on_floors() ? with_floor() : matrices_done(repetition());
}

int Handout::repetition() const {
  for (int repetition = 0; repetition < repetitions_; ++repetition) {
    if (matrices_done(repetition) < states_.size()) return repetition;
  }
  return repetitions_ - 1;
}

}  // namespace sptune::sweep
