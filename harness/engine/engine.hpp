// SPDX-License-Identifier: BSD-3-Clause
// The one trial engine: fit, prepare, first run, verify, measure. It runs inside whichever process
// is to bear the risk: the worker, a test, or sptune-bench.
#pragma once

#include "harness/engine/problem_data.hpp"
#include "harness/engine/sampler.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/variant.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace sptune::harness {

/// Called as each stage begins: load, fit, prepare, first_run, verify, measure, recheck; with the
/// index of the configuration (0 for a single trial). Whoever enforces limits restarts its watch.
using StageListener = std::function<void(std::string_view stage, std::size_t index)>;

class Engine;

/// A verified plan that stays alive, timed sample by sample at the caller's pace.
class Session {
 public:
  Session(Trial trial, std::shared_ptr<const ProblemData> data, std::unique_ptr<Target> target,
          const Protocol& protocol, int threads, Engine& engine);
  /// Outcome is ok when it may be sampled; otherwise it says why not.
  [[nodiscard]] const Trial& trial() const noexcept { return trial_; }
  /// Seconds per run, measured as in a trial (hot: several runs; cold: one after a flush).
  [[nodiscard]] double sample();
  /// Whether what was sampled so far was right; from a no on, the trial's outcome says why, and the
  /// engine loads the problem anew for whoever comes next.
  [[nodiscard]] bool recheck();

 private:
  Trial trial_;
  std::shared_ptr<const ProblemData> data_;  ///< that the target was made of
  std::unique_ptr<Target> target_;
  Protocol protocol_;
  Engine& engine_;
  Sampler sampler_;
};

class Engine {
 public:
  explicit Engine(MatrixSource source);

  /// One trial. Exceptions become outcomes; crashes and hangs are the caller's business.
  [[nodiscard]] Trial run(const TrialKey& key, double best_us, const StageListener& listener = {});

  /// See Runner::interleaved.
  [[nodiscard]] std::vector<Trial> interleaved(
      const std::vector<ResolvedConfiguration>& configurations, const ProblemKey& problem,
      const Protocol& protocol, int repetitions, const StageListener& listener = {});

  /// Prepares and verifies; the session must not outlive the engine.
  [[nodiscard]] std::unique_ptr<Session> open(const TrialKey& key);

  /// True once something wrote where it must not: start a fresh process before the next trial.
  [[nodiscard]] bool tainted() const noexcept { return tainted_; }

 private:
  friend class Session;
  struct Context;
  std::unique_ptr<Target> prepare(const ResolvedConfiguration& configuration, Trial& trial,
                                  Context& context);
  std::unique_ptr<Target> verified_target(const ResolvedConfiguration& configuration, Trial& trial,
                                          Context& context);
  /// A target that is measured among others, with the index of its trial.
  struct Member;
  void sample_interleaved(std::vector<Trial>& trials, Context& context,
                          std::vector<Member>& members, int repetitions);
  void recheck_members(std::vector<Trial>& trials, Context& context, std::vector<Member>& members);
  void forget_if_suspect(const std::vector<Trial>& trials);
  double floor_us(const Context& context, Backend place);

  ProblemCache cache_;
  Flusher flusher_;
  /// Least floor seen, and the problem at which it was last measured.
  struct Floor {
    double us;
    std::string problem_hash;
  };
  std::map<std::tuple<Backend, CachePolicy, Launch, int>, Floor> floors_;
  /// Where, and for which problem, a plan was prepared last.
  std::pair<Backend, std::string> prepared_{};
  std::set<std::tuple<Operation, Backend, std::string>> loaded_;  ///< variants that had a plan
  bool tainted_ = false;
};

/// Bytes that a worker may hold under `protocol`: its limit, or 80 % of the machine's.
[[nodiscard]] std::int64_t resolve_memory_limit(const Protocol& protocol);
/// Threads granted under `protocol`: its number, or all cores that this thread may use, and
/// no more than the process's quota of time allows.
[[nodiscard]] int resolve_threads(const Protocol& protocol);

}  // namespace sptune::harness
