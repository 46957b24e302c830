// SPDX-License-Identifier: BSD-3-Clause
#include "harness/cuda/run_timer.hpp"

#include <algorithm>

namespace sptune::harness {
namespace {

/// Marks of the timer: where the stream is let go, and before and after each sample.
constexpr int let_go_mark = 0;
constexpr int begin_mark(int sample) {
  return 1 + 2 * sample;
}
constexpr int end_mark(int sample) {
  return 2 + 2 * sample;
}

}  // namespace

cuda::Timer& timer() {
  static auto* const one = new cuda::Timer;
  return *one;
}

PhaseTimes RunTimer::one(int runs) {
  double sum = 0;
  for (int done = 0; done < runs;) {
    const int batch = std::min(runs - done, std::max(most_runs_held_, 1));
    prepare_graph(batch);
    hold();
    sample(0, batch);
    if (!let_go(batch)) continue;
    sum += seconds(0);
    done += batch;
  }
  return {.total = sum / runs};
}

std::vector<PhaseTimes> RunTimer::many(int runs, int samples, bool flushed) {
  std::vector<PhaseTimes> out;
  out.reserve(static_cast<std::size_t>(samples));
  while (static_cast<int>(out.size()) < samples) {
    if (runs > most_runs_held_) {
      if (flushed) timer().flush_cache();
      out.push_back(one(runs));
      continue;
    }
    prepare_graph(runs);
    const int taken = take(runs, samples - static_cast<int>(out.size()), flushed);
    for (int i = 0; i < taken; ++i) out.push_back({.total = seconds(i) / runs});
  }
  return out;
}

/// Before the stream is held: making a graph may wait for the device.
void RunTimer::prepare_graph(int runs) {
  if (!by_graph_) return;
  std::unique_ptr<cuda::Graph>& graph = graphs_[runs];
  if (graph != nullptr) return;
  graph = std::make_unique<cuda::Graph>(timer().stream(), [&] { enqueue(runs); });
}

void RunTimer::hold() {
  if (most_runs_held_ == 0) return;
  timer().hold();
  timer().mark(let_go_mark);
}

bool RunTimer::let_go(int runs) {
  if (most_runs_held_ == 0) return true;
  const bool gone = timer().reached(let_go_mark);
  timer().release();
  if (gone) most_runs_held_ = runs > 1 ? std::max(runs / 4, 1) : 0;
  return !gone;
}

/// Enqueues up to `wanted` samples, numbered from 0; returns how many of them count: none where the
/// first of them did not fit the queue together, else at least one.
int RunTimer::take(int runs, int wanted, bool flushed) {
  const int most_held = most_runs_held_ / runs;
  const int held = std::min({head_start_, most_held, wanted});
  hold();
  for (int i = 0; i < wanted; ++i) {
    if (i == held && !let_go(held * runs)) return 0;
    if (flushed) timer().flush_cache();
    sample(i, runs);
    if (i < held || !timer().reached(begin_mark(i))) continue;
    // The device has caught up: from now on more is enqueued before it starts.
    head_start_ = std::min(head_start_ * 4, most_held);
    return i;
  }
  return wanted > held || let_go(held * runs) ? wanted : 0;
}

void RunTimer::sample(int number, int runs) {
  timer().mark(begin_mark(number));
  if (by_graph_) {
    graphs_.at(runs)->launch();
  } else {
    enqueue(runs);
  }
  timer().mark(end_mark(number));
}

double RunTimer::seconds(int number) {
  return timer().seconds(begin_mark(number), end_mark(number));
}

}  // namespace sptune::harness
