// SPDX-License-Identifier: BSD-3-Clause
// How devices are fed, from the first matrix to the last word.
#include "tuner/sweep/sweeper.hpp"

#include "harness/engine/not_here.hpp"
#include "kernels/api/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

namespace sptune::sweep {

Sweeper::Sweeper(Session session, const Context& context)
    : session_(std::move(session)),
      context_(context),
      lanes_(context.lanes),
      begun_s_(now_s()),
      load_monitor_(context.busy_cores, session_.plan().backend, context.hardware.cores,
                    session_.plan().protocol.threads) {
  if (lanes_.empty()) lanes_.push_back({"", context.runner, {}});
  left_ = lanes_.size();
  time_left_ = TimeLeft(repetitions(), session_.plan().finalists, left_);
}

Summary Sweeper::work() {
  try {
    survey_matrices();
    feed_all();
    if (trouble_) std::rethrow_exception(trouble_);
  } catch (...) {
    abandon();
    throw;
  }
  for (const auto& [problem, points] : pending_) summary_.pending += points;
  for (const auto& [problem, points] : late_) summary_.left_finalists += points;
  const bool asked_to_end = summary_.ending == Ending::budget || summary_.ending == Ending::stopped;
  // Of one device, while another made the last set.
  if (asked_to_end && surveyed_ && handout_.over()) summary_.ending = Ending::finished;
  if (summary_.ending == Ending::finished && (handout_.cut() || summary_.left_finalists > 0)) {
    summary_.ending = Ending::budget;
  }
  const bool lost = std::any_of(lost_.begin(), lost_.end(),
                                [&](std::size_t i) { return looked_at_.contains(i); });
  if (summary_.ending == Ending::finished &&
      (summary_.pending > 0 || (!summary_.gone.empty() && !session_.was_finished()) || lost)) {
    summary_.ending = Ending::incomplete;
  }
  if (summary_.ending == Ending::budget && still_finished()) summary_.ending = Ending::finished;
  const bool finished = summary_.ending == Ending::finished || still_finished();
  if (!finished && summary_.ending != Ending::incomplete) {  // it ended before all was tried
    // Who stops it does not wait for searches to be led through what is stored.
    announce_unreached(summary_.ending == Ending::stopped);
    summary_.unreached = tracker_.expected() - tracker_.done();
    for (const std::size_t i : cut_) {
      const std::vector<std::int64_t>& left = planned_trials_.at(i);
      summary_.unreached += std::accumulate(left.begin(), left.end(), std::int64_t{0});
    }
    summary_.pending += summary_.unreached;
  }
  session_.end(finished ? "finished" : "interrupted");
  summary_.runs = session_.uuids();
  summary_.devices = lanes_.size();
  summary_.seconds = now_s() - begun_s_;
  summary_.device_s +=
      static_cast<double>(summary_.devices - summary_.devices_left_out) * summary_.seconds;
  return std::move(summary_);
}

bool Sweeper::still_finished() const {
  return session_.was_finished() && !newcomers_ && summary_.trials == 0 &&
         summary_.remeasured == 0 && summary_.disturbed == 0 && summary_.pending == 0 &&
         summary_.left_finalists == 0;
}

void Sweeper::abandon() noexcept {
  try {
    session_.end(still_finished() ? "finished" : "interrupted");
  } catch (const std::exception&) {
    return;
  }
}

void Sweeper::survey_matrices() {
  Survey survey = survey_suite(session_.plan(), context_.library, context_.sink, context_.stop);
  entries_ = std::move(survey.entries);
  summary_.excluded = std::move(survey.excluded);
  summary_.unreadable = std::move(survey.unreadable);
  newcomers_ = survey.newcomers;
  surveyed_ = !survey.stopped;
  if (survey.stopped) summary_.ending = Ending::stopped;
  summary_.gone = std::move(survey.gone);
  const Plan& plan = session_.plan();
  std::vector<double> expected_s;
  infos_ = std::move(survey.infos);
  points_ = points_of(plan, context_.catalogue);
  std::map<std::string, StoredPoints> stored = points_stored();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    ExpectedWork expected = expected_work(infos_[i], plan, points_);
    const double left = trials_left(expected, stored[infos_[i].content_hash]);
    expected_s.push_back(expected.size.modelled_s);
    time_left_.expect(expected.size,
                      left / std::max(static_cast<double>(expected.work.trials), 1.0));
    tracker_.expect(i, std::move(expected.work));
  }
  handout_ = Handout(std::move(expected_s), repetitions(), lanes_.size());
  // With time for everything, floors would be loading twice; the first estimate is rough.
  constexpr double surely = 4;
  const double budget = plan.limits.budget_s;
  if (budget > 0 && budget < surely * time_left_.left_s(begun_s_)) handout_.floors_first();
}

std::map<std::string, StoredPoints> Sweeper::points_stored() const {
  std::map<std::string, StoredPoints> out;
  const Plan& plan = session_.plan();
  for (const harness::CachePolicy cache : plan.caches) {
    for (const auto& [operation, points] : points_) {
      for (const ValueType type : plan.value_types) {
        add_stored_points(context_.store, session_.occasion(cache), operation, type, points, out);
      }
    }
  }
  return out;
}

bool Sweeper::reached(std::size_t i) const {
  return looked_at_.contains(i) || lost_.contains(i);
}

void Sweeper::announce_unreached(bool at_once) {
  const Plan& plan = session_.plan();
  const std::map<std::string, StoredPoints> stored = points_stored();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const auto known = stored.find(infos_[i].content_hash);
    if (reached(i) || known == stored.end()) continue;
    if (at_once) {
      const double left = trials_left(expected_work(infos_[i], plan, points_), known->second);
      tracker_.begin(i, {std::llround(left), {}}, std::llround(known->second.known));
      continue;
    }
    announce(i, {plan_without_matrix(infos_[i], plan, context_.catalogue,
                                     [&](const harness::ProblemKey& problem) {
                                       return refused_points(context_.store, session_.occasions(),
                                                             plan.backend, problem);
                                     }),
                 {}});
  }
}

int Sweeper::repetitions() const {
  return session_.plan().finalists ? session_.plan().repetitions : 1;
}

void Sweeper::feed_all() {
  if (lanes_.size() == 1) return feed(0);
  std::vector<std::jthread> feeders;
  feeders.reserve(lanes_.size());
  for (std::size_t i = 0; i < lanes_.size(); ++i) feeders.emplace_back([this, i] { feed(i); });
}

void Sweeper::feed(std::size_t number) {
  const Lane& lane = lanes_[number];
  Hand hand(context_, lane, number, turns_, [this] { return stopped(); });
  std::optional<Task> task;
  try {
    if (lane.enter) {
      const Aside aside(hand.turn);
      lane.enter();
    }
    while ((task = next(hand))) {
      hand.task = *task;
      try {
        if (!work_on(hand)) break;
      } catch (const harness::NotHere& e) {
        leave_to_others(hand, e.what());
      }
    }
    if (hand.busy && left_ > 1) {
      left_out(lane, "other programs keep it busy, one trial after another was disturbed", task);
    } else if (hand.busy) {
      summary_.ending = Ending::busy;
    }
  } catch (const harness::Stopped&) {
    summary_.ending = Ending::stopped;
  } catch (const DeviceError& e) {
    if (left_ > 1) {
      left_out(lane, e.what(), task);
    } else {
      give_up();
    }
  } catch (...) {
    give_up();
  }
  --left_;
  handout_.lose_lane(number);
  freed_.notify_all();
}

void Sweeper::leave_to_others(const Hand& hand, const std::string& why) {
  handout_.refuse(hand.task, hand.number);
  time_left_.give_back(hand.task.matrix);
  freed_.notify_all();
  report(EventKind::note, entries_[hand.task.matrix].name,
         fmt::format("left to other devices than {}: {}", hand.device, why));
}

void Sweeper::left_out(const Lane& lane, const std::string& why, const std::optional<Task>& task) {
  if (task) {
    handout_.give_back(*task);
    time_left_.give_back(task->matrix);
  }
  time_left_.lose_lane();
  ++summary_.devices_left_out;
  summary_.device_s += now_s() - begun_s_;
  report(EventKind::warning, task ? entries_[task->matrix].name : "",
         fmt::format("{} is left out from here on: {}", lane.device, why));
}

void Sweeper::give_up() {
  if (!trouble_) trouble_ = std::current_exception();
  failed_ = true;
}

std::optional<Task> Sweeper::next(Hand& hand) {
  while (!handout_.over() && !interrupted(hand)) {
    handout_.reconsider([&](std::size_t matrix, Prospect& prospect) {
      prospect.rest_s = time_left_.rest_s(matrix);
      prospect.finalists_s = time_left_.repetition_s(matrix);
    });
    if (const auto task = handout_.take(budget_left_s(), hand.number)) {
      begin_repetition_of(*task);
      return task;
    }
    if (handout_.idle() && !handout_.left_to_others(hand.number)) {  // too late for what is left
      summary_.ending = Ending::budget;
      break;
    }
    freed_.wait_for(hand.turn, std::chrono::milliseconds(100));  // stopping wakes nobody
  }
  return std::nullopt;
}

void Sweeper::begin_repetition_of(const Task& task) {
  if (task.postponed || (task.repetition <= begun_repetition_)) return;
  begun_repetition_ = task.repetition;
  if (task.repetition == 0) return;
  report(EventKind::note, "",
         fmt::format("repetition {} of {}: finalists again", task.repetition + 1, repetitions()));
}

bool Sweeper::work_on(Hand& hand) {
  const Task task = hand.task;
  hand.postponed = false;
  hand.gain = 0;
  time_left_.begin(task.matrix, now_s());
  const bool whole = task.postponed         ? retry_on(hand)
                     : task.repetition == 0 ? search_on(hand)
                                            : remeasure_on(hand);
  if (!whole) return false;
  if (task.stage == Stage::floor) {
    time_left_.pause(task.matrix, now_s());
    handout_.floor_done(task, {hand.gain});
    freed_.notify_all();
    return true;
  }
  handout_.done(task, hand.postponed);
  if (task.postponed) {
    time_left_.give_back(task.matrix);
  } else {
    time_left_.done(task.matrix, now_s());
  }
  freed_.notify_all();
  return true;
}

bool Sweeper::interrupted(Hand& hand) {
  if (stopped()) {
    summary_.ending = Ending::stopped;
    return true;
  }
  if (budget_left_s() <= 0) {
    summary_.ending = Ending::budget;
    return true;
  }
  hand.busy = hand.disturbed_in_a_row >= most_disturbed_in_a_row;
  return hand.busy;
}

bool Sweeper::has_time_for(double seconds) {
  const bool has = !progressed_ || budget_left_s() > seconds;
  progressed_ = true;  // of several devices one begins what takes longer
  return has;
}

double Sweeper::budget_left_s() const {
  const double budget = session_.plan().limits.budget_s;
  return budget > 0 ? begun_s_ + budget - now_s() : std::numeric_limits<double>::infinity();
}

void Sweeper::report(EventKind kind, const std::string& matrix, const std::string& text,
                     const harness::Trial* trial) const {
  if (!context_.sink) return;
  double eta = time_left_.left_s(now_s());
  const double elapsed = now_s() - begun_s_;
  eta = std::min(eta, std::max(budget_left_s(), 0.0));
  const int repetition = handout_.repetition();
  context_.sink(
      {kind,
       matrix,
       text,
       trial,
       {handout_.matrices_passed(), tracker_.matrices(), tracker_.done(), tracker_.expected(),
        elapsed, eta, repetition + 1, repetitions(), handout_.on_floors()}});
}

}  // namespace sptune::sweep
