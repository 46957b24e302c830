// SPDX-License-Identifier: BSD-3-Clause
// The one trial runner. The sweep, `sptune run` and sptune-bench all measure through it.
#pragma once

#include "harness/records/trial.hpp"
#include "kernels/api/variant.hpp"

#include <cstddef>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sptune::harness {

/// Where the binary file of a matrix is, by content hash (suites::Library::binary_path).
using MatrixLocator = std::function<std::filesystem::path(const std::string& content_hash)>;

/// Asked while something long is under way; true ends it. May be empty.
using Stop = std::function<bool()>;

/// A trial that was under way when its runner was asked to stop: nothing came of it.
class Stopped final : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "stopped during a trial"; }
};

class Runner {
 public:
  virtual ~Runner() = default;
  /// Never throws for what a configuration does; every misbehaviour is an Outcome.
  /// `best_us`: best median known for the problem, 0 when none; used for the dominated rule, and
  /// a worker is killed that takes far longer to measure than this lets it.
  [[nodiscard]] virtual Trial run(const TrialKey& key, double best_us) = 0;

  /// Prepares and verifies every configuration once, keeps all plans alive, then measures them in
  /// turn `repetitions` times with a rotating start, `samples_per_repetition` samples each. Drift
  /// of the machine then falls on all alike, and sample i of one trial pairs with sample i of
  /// another. One trial per configuration, in the order given; the measured ones have stop_reason
  /// "repetitions" (or "budget": after five repetitions and 5 x time_budget_s per configuration)
  /// and equally many samples. Misbehaviour of one is its own outcome, and the others are measured
  /// all the same. Empty when `stop` said so; how soon that is heard is the runner's: a worker is
  /// killed at once. All configurations are of one backend. This default, for runners that know
  /// `run` alone, interleaves whole trials.
  [[nodiscard]] virtual std::vector<Trial> interleaved(
      const std::vector<ResolvedConfiguration>& configurations, const ProblemKey& problem,
      const Protocol& protocol, int repetitions, const Stop& stop);
};

inline constexpr int samples_per_repetition = 3;

/// Positions of the `ok` trials whose median is within `slack` of the best one, fastest first.
[[nodiscard]] std::vector<std::size_t> finalists(const std::vector<Trial>& trials,
                                                 double slack = 0.05);

/// Measures finalists again, interleaved, because the minimum over noisy medians flatters itself.
/// `Runner::interleaved`; nothing for fewer than two. The sweep has passes of its own.
[[nodiscard]] std::vector<Trial> remeasure(Runner& runner,
                                           const std::vector<ResolvedConfiguration>& configurations,
                                           const ProblemKey& problem, const Protocol& protocol,
                                           int repetitions = 12);

/// In this process: for tests and debuggers. No protection against crashes and hangs.
[[nodiscard]] std::unique_ptr<Runner> in_process_runner(MatrixLocator locator);

/// In a worker process that is fed, limited, killed and respawned by this one.
/// `worker`: path of the sptune-worker executable; empty: beside this executable, else
/// $SPTUNE_WORKER. Throws InputError when there is none. The worker is started by the first trial
/// and dies with the thread that started it. A worker that was ended from outside, or that crashed
/// before it had loaded the problem, is replaced and the trial begun again, three times at most. A
/// configuration that killed it twice on a problem is `skipped` there; a problem that cannot
/// be loaded is `skipped` from then on. The worker runs on the cores of that thread, with
/// `variables` ("NAME=value") in its environment. `stop` is asked all the time: when it says so,
/// the worker is killed and `run` throws Stopped. InputError where a worker's code of a variant
/// is not this program's.
[[nodiscard]] std::unique_ptr<Runner> worker_runner(MatrixLocator locator,
                                                    std::filesystem::path worker = {},
                                                    std::vector<std::string> variables = {},
                                                    Stop stop = {});

}  // namespace sptune::harness
