// SPDX-License-Identifier: BSD-3-Clause
// How runs on the GPU are timed: by events behind a blocking kernel, launched one by one or by
// graphs.
#pragma once

#include "harness/engine/target.hpp"
#include "sptune/device.hpp"

#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace sptune::harness {

/// One for all trials of a process, which come one after the other: pinned memory, a stream, and
/// the buffer that flushes the cache cost more to make than many trials take. Never given back: at
/// the end of the process the device may be gone already.
[[nodiscard]] cuda::Timer& timer();

/// Times what `enqueue` enqueues: from the host, or in a graph of as many runs as are asked for.
class RunTimer {
 public:
  explicit RunTimer(std::function<void()> enqueue) : enqueue_(std::move(enqueue)) {}

  void use_graphs() { by_graph_ = true; }

  /// Mean of `runs` runs. Where graphs are used, the one that `many` launches for as many: the
  /// first launch of a graph takes longer.
  [[nodiscard]] PhaseTimes one(int runs);

  /// Samples one behind the other: the stream is held until the first of them are enqueued, then
  /// the host enqueues further ones while the device works. A sample counts when all its runs were
  /// in the queue before it began, so that the host's launching is in none. (Of a plan whose single
  /// run does not fit the queue it is in all, as in use.)
  [[nodiscard]] std::vector<PhaseTimes> many(int runs, int samples, bool flushed);

 private:
  void prepare_graph(int runs);
  void hold();
  /// After `runs` runs behind hold(). False where the stream was no longer held: the queue was
  /// full, the host waited until the blocking kernel gave up, and then its launching is in what was
  /// timed. From then on a quarter of them are held, since each such wait takes two seconds; none
  /// where it was a single one.
  [[nodiscard]] bool let_go(int runs);
  int take(int runs, int wanted, bool flushed);
  void sample(int number, int runs);
  [[nodiscard]] static double seconds(int number);
  void enqueue(int runs) {
    for (int i = 0; i < runs; ++i) enqueue_();
  }

  std::function<void()> enqueue_;
  bool by_graph_ = false;
  int head_start_ = 1;  ///< samples that are enqueued before the stream is let go
  /// Runs that fit the queue behind the blocking kernel, as far as is known: it takes about a
  /// thousand launches and marks, and a run may be any number of them.
  int most_runs_held_ = 100;
  std::map<int, std::unique_ptr<cuda::Graph>> graphs_;  ///< by runs
};

}  // namespace sptune::harness
