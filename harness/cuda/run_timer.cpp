// SPDX-License-Identifier: BSD-3-Clause
#include "harness/cuda/run_timer.hpp"

#include <algorithm>

namespace sptune::harness {
namespace {

/// Runs that fit the queue behind the blocking kernel, whatever a plan launches per run.
constexpr int most_runs_held = 100;

}  // namespace

cuda::Timer& timer() {
  static auto* const one = new cuda::Timer;
  return *one;
}

PhaseTimes RunTimer::one(int runs) {
  double sum = 0;
  for (int done = 0; done < runs;) {
    const int batch = std::min(runs - done, most_runs_held);
    make_graph(batch);
    timer().hold();
    sample(0, batch);
    timer().release();
    sum += timer().seconds(0, 1);
    done += batch;
  }
  return {.total = sum / runs};
}

std::vector<PhaseTimes> RunTimer::many(int runs, int samples, bool flushed) {
  std::vector<PhaseTimes> out;
  out.reserve(static_cast<std::size_t>(samples));
  const auto left = [&] { return samples - static_cast<int>(out.size()); };
  if (runs > most_runs_held) {
    while (left() > 0) {
      if (flushed) timer().flush_cache();
      out.push_back(one(runs));
    }
    return out;
  }
  make_graph(runs);
  while (left() > 0) {
    const int taken = take(runs, left(), flushed);
    for (int i = 0; i < taken; ++i) {
      out.push_back({.total = timer().seconds(2 * i, 2 * i + 1) / runs});
    }
  }
  return out;
}

/// Before the stream is held: making a graph may wait for the device.
void RunTimer::make_graph(int runs) {
  if (!by_graph_ || (graph_ != nullptr && runs == runs_in_graph_)) return;
  runs_in_graph_ = runs;
  graph_.reset();
  graph_ = std::make_unique<cuda::Graph>(timer().stream(), [&] { enqueue(runs); });
}

/// Enqueues up to `wanted` samples, numbered from 0; returns how many of them count, at least one.
int RunTimer::take(int runs, int wanted, bool flushed) {
  const int most_held = most_runs_held / runs;
  const int held = std::min({head_start_, most_held, wanted});
  timer().hold();
  for (int i = 0; i < wanted; ++i) {
    if (i == held) timer().release();
    if (flushed) timer().flush_cache();
    sample(i, runs);
    if (i < held || !timer().reached(2 * i)) continue;
    // The device has caught up: from now on more is enqueued before it starts.
    head_start_ = std::min(head_start_ * 4, most_held);
    return i;
  }
  if (wanted == held) timer().release();
  return wanted;
}

void RunTimer::sample(int number, int runs) {
  timer().mark(2 * number);
  if (by_graph_) {
    graph_->launch();
  } else {
    enqueue(runs);
  }
  timer().mark(2 * number + 1);
}

}  // namespace sptune::harness
