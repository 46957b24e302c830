// SPDX-License-Identifier: BSD-3-Clause
// The parent's side: one worker, a watch per stage, and the typed outcome of every way in which a
// worker can end.
#include "harness/engine/engine.hpp"
#include "harness/engine/runner.hpp"
#include "harness/worker/fresh_verdict.hpp"
#include "harness/worker/stage_watch.hpp"
#include "harness/worker/wire.hpp"
#include "harness/worker/worker_process.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/api/json_text.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

using Json = nlohmann::ordered_json;

constexpr int deaths_until_skipped = 2;
constexpr int most_tries = 3;  ///< of one request whose worker ends for no fault of a point
constexpr int canary_attempts = 3;
constexpr double canary_limit_s = 30;
constexpr double watch_interval_s = 0.02;  ///< how often the worker's memory is looked at

/// What one stage may take.
struct StageLimit {
  double seconds = 0;
  const char* option = "";  ///< that raises it, as a message ends with it
};

StageLimit stage_limit(const std::string& stage, const Protocol& p, double best_us) {
  constexpr const char* option = " (--stage-limit)";
  if (stage == "load" || stage == "fit") return {p.load_limit_s};
  if (stage == "prepare") return {p.prepare_limit_s, option};
  if (stage != "measure") return {p.run_limit_s, option};
  if (best_us <= 0 || p.dominated_ratio <= 0) return {p.measure_limit_s, option};
  // One run may take 20 x the best, and there are two before it can be told that a point is
  // hopeless: to warm up, and to look. Who is slow and not hopeless has its pilot samples after
  // warming up. Honest sampling takes up to 5 x its budget more.
  constexpr double least_s = 2;
  constexpr double hopeless = 2 * 20;
  constexpr double times_budget = 6;
  const double times_best = std::max(hopeless, (1 + p.pilot_samples) * p.dominated_ratio);
  const double enough_s =
      std::max(least_s, times_best * best_us * 1e-6) + times_budget * p.time_budget_s;
  if (enough_s < p.measure_limit_s) return {enough_s};
  return {p.measure_limit_s, option};
}

/// Where a conversation with the worker ended, when it did not end with an answer.
struct WorkerFailure {
  bool stopped = false;       ///< because the caller wanted so
  bool from_outside = false;  ///< see WorkerExit
  Outcome outcome = Outcome::crashed;
  std::string stage = "load";
  std::size_t index = 0;
  std::string message;
  int signal = 0;
  double limit_s = 0;
};

std::filesystem::path find_worker(std::filesystem::path worker) {
  namespace fs = std::filesystem;
  std::error_code none;
  std::string tried;
  const auto usable = [&](const fs::path& path) {
    tried += (tried.empty() ? "" : ", ") + path.string();
    return fs::is_regular_file(path, none) && access(path.c_str(), X_OK) == 0;
  };
  if (!worker.empty()) {
    if (usable(worker)) return worker;
  } else {
    fs::path beside = fs::read_symlink("/proc/self/exe", none).parent_path() / "sptune-worker";
    if (usable(beside)) return beside;
    const char* variable = std::getenv("SPTUNE_WORKER");  // NOLINT(concurrency-mt-unsafe)
    if (variable != nullptr && usable(variable)) return variable;
  }
  throw InputError("no worker executable (looked for " + tried +
                   "): build the target sptune-worker, or set SPTUNE_WORKER to its path");
}

/// Requests are JSON, which holds no other bytes.
std::string path_for_worker(const std::filesystem::path& path) {
  if (is_utf8(path.string())) return path.string();
  throw InputError(
      "expected a cache of matrices whose path is UTF-8, found other bytes in it: set SPTUNE_CACHE "
      "to another folder");
}

/// Checksums of the files by which kernels decide, as they were when the environment was captured,
/// by the variables that name them: a worker reads them later.
Json policy_checksums() {
  Json out = Json::object();
  for (const Operation operation : all_operations()) {
    const char* const variable = record_of(operation).policy_variable;
    if (variable == nullptr) continue;
    if (const auto expected = row_policy::expected_checksum(variable)) out[variable] = *expected;
  }
  return out;
}

class WorkerRunner final : public ProcessRunner {
 public:
  WorkerRunner(MatrixLocator locator, std::filesystem::path worker,
               std::vector<std::string> variables, Stop stop)
      : locator_(std::move(locator)),
        executable_(find_worker(std::move(worker))),
        variables_(std::move(variables)),
        stop_(std::move(stop)) {}

  Trial run(const TrialKey& key, double best_us) override {
    const double begin = now_s();
    Trial trial;
    if (auto skipped = skip(key)) return *skipped;
    const bool first_there = fresh();
    Json request = request_of("trial", {key.configuration}, key.problem, key.protocol);
    request["best_us"] = best_us;
    std::vector<Trial> answer;
    auto failure = converse(request, key.backend(), key.protocol, best_us, answer, stop_);
    for (int tries = 1; failure && worth_another_try(*failure, tries); ++tries) {
      failure = converse(request, key.backend(), key.protocol, best_us, answer, stop_);
    }
    if (failure && failure->stopped) throw Stopped();
    if (failure) {
      trial = failed(*failure, key);
    } else {
      trial = std::move(answer.at(0));
    }
    remember(trial, first_there);
    // Whatever it died of before was what others left behind.
    if (first_there && trial.outcome == Outcome::ok) deaths_.erase(name_of(trial));
    trial.wall_s = now_s() - begin;
    return trial;
  }

  std::vector<Trial> interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                 const ProblemKey& problem, const Protocol& protocol,
                                 int repetitions, const Stop& stop) override {
    if (configurations.empty()) return {};
    const Backend backend = configurations.front().variant().facts.backend;
    const auto key_of = [&](const ResolvedConfiguration& c) {
      return TrialKey{c, problem, protocol};
    };
    std::vector<std::optional<Trial>> done(configurations.size());
    int tries = 0;
    for (;;) {
      std::vector<ResolvedConfiguration> left;
      std::vector<std::size_t> position;
      for (std::size_t i = 0; i < configurations.size(); ++i) {
        if (done[i]) continue;
        done[i] = skip(key_of(configurations[i]));
        if (done[i]) continue;
        left.push_back(configurations[i]);
        position.push_back(i);
      }
      if (left.empty()) break;
      Json request = request_of("interleaved", left, problem, protocol);
      request["repetitions"] = repetitions;
      const bool first_there = fresh();
      std::vector<Trial> answer;
      if (auto failure = converse(request, backend, protocol, 0, answer, stop)) {
        if (failure->stopped) return {};
        if (worth_another_try(*failure, ++tries)) continue;
        tries = 0;
        if (failure->from_outside) {  // whichever was at work, none of them did it
          for (std::size_t i = 0; i < left.size(); ++i) {
            done[position[i]] = failed(*failure, key_of(left[i]));
          }
          break;
        }
        const std::size_t culprit = std::min(failure->index, left.size() - 1);
        Trial trial = failed(*failure, key_of(left[culprit]));
        // Of a crash beside others a trial alone tells whose it is; a timeout is believed.
        if (trial.stage == "load" || trial.outcome == Outcome::timeout) {
          remember(trial, first_there);
        }
        done[position[culprit]] = std::move(trial);
        continue;  // the others again, without it
      }
      for (std::size_t i = 0; i < left.size(); ++i) done[position[i]] = std::move(answer.at(i));
    }
    std::vector<Trial> out;
    out.reserve(done.size());
    for (auto& trial : done) out.push_back(std::move(*trial));
    return out;
  }

  [[nodiscard]] bool fresh() const override { return worker_ == nullptr || !used_; }
  void retire() override {
    worker_.reset();
    suspicious_ = true;
  }

 private:
  static std::string name_of(const Trial& trial) {
    return trial.problem.hash() + std::string(sptune::to_string(trial.backend)) +
           trial.configuration.text();
  }

  /// What has failed too often is not tried again.
  std::optional<Trial> skip(const TrialKey& key) const {
    Trial trial = blank_trial(key);
    trial.outcome = Outcome::skipped;
    if (const auto why = unloadable_.find(trial.problem.hash()); why != unloadable_.end()) {
      trial.stage = "load";
      trial.message = "the problem could not be loaded before: " + why->second;
      return trial;
    }
    const auto deaths = deaths_.find(name_of(trial));
    if (deaths == deaths_.end() || deaths->second < deaths_until_skipped) return std::nullopt;
    trial.stage = "fit";
    trial.message = fmt::format("killed its worker {} times on this problem", deaths->second);
    return trial;
  }

  /// Not the doing of what was asked for: the worker was ended from outside, or it crashed before
  /// the problem was there, which may be the doing of what it ran before.
  static bool worth_another_try(const WorkerFailure& failure, int tries) {
    const bool crashed_early = failure.outcome == Outcome::crashed && failure.stage == "load";
    return tries < most_tries && (failure.from_outside || crashed_early);
  }

  /// `first_there`: in its process, where nobody else can have taken the memory.
  void remember(const Trial& trial, bool first_there) {
    if (trial.from_outside) return;
    if (trial.outcome == Outcome::crashed || trial.outcome == Outcome::timeout ||
        trial.outcome == Outcome::out_of_memory || trial.outcome == Outcome::error) {
      if (trial.stage == "load") {
        if (trial.outcome == Outcome::out_of_memory && !first_there) return;
        unloadable_[trial.problem.hash()] = trial.message;
      } else if (trial.outcome != Outcome::error) {
        ++deaths_[name_of(trial)];
      }
    }
  }

  static Trial failed(const WorkerFailure& failure, const TrialKey& key) {
    Trial trial = blank_trial(key);
    trial.outcome = failure.outcome;
    trial.stage = failure.stage;
    trial.message = failure.message;
    if (failure.from_outside) {
      trial.message =
          fmt::format("the last of {} workers in a row that were ended from outside: {}",
                      most_tries, failure.message);
    }
    trial.signal = failure.signal;
    trial.from_outside = failure.from_outside;
    trial.limit_s = failure.limit_s;
    return trial;
  }

  Json request_of(const char* type, const std::vector<ResolvedConfiguration>& configurations,
                  const ProblemKey& problem, const Protocol& protocol) const {
    const Backend backend = configurations.front().variant().facts.backend;
    Json request{{"type", type}, {"backend", sptune::to_string(backend)}};
    request["problem"] = to_json(problem);
    request["protocol"] = to_json(protocol);
    request["policies"] = policy_checksums();
    request["configurations"] = Json::array();
    request["code_hashes"] = Json::array();
    for (const ResolvedConfiguration& c : configurations) {
      request["configurations"].push_back(c.text());
      request["code_hashes"].push_back(c.variant().code_hash);
    }
    request["files"] = Json::object();
    for (const std::string& hash : {problem.a_hash, problem.b_hash}) {
      if (!hash.empty()) request["files"][hash] = path_for_worker(locator_(hash));
    }
    return request;
  }

  /// A worker that is known to work. A fresh one after a failure has to pass the canary first.
  /// False when `stop` said so meanwhile.
  bool ensure_worker(Backend backend, const Stop& stop) {
    if (worker_ != nullptr) return true;
    std::string why;
    for (int attempt = 0; attempt < canary_attempts; ++attempt) {
      worker_ = std::make_unique<WorkerProcess>(executable_, variables_);
      used_ = false;
      if (!suspicious_ || passes_canary(backend, stop, why)) {
        suspicious_ = false;
        return true;
      }
      worker_.reset();
      if (stop && stop()) return false;
    }
    throw DeviceError(fmt::format("{}: {} fresh workers failed the canary: {}",
                                  executable_.string(), canary_attempts, why));
  }

  bool passes_canary(Backend backend, const Stop& stop, std::string& why) {
    const Json request{{"type", "canary"}, {"backend", sptune::to_string(backend)}};
    why = "it died";
    if (!worker_->send(json_text(request))) return false;
    StageWatch watch(canary_limit_s);
    std::string payload;
    while (watch.left_s() > 0) {
      if (stop && stop()) return false;
      const auto event = worker_->wait(watch_interval_s, payload);
      if (event == WorkerProcess::Event::closed) {
        why = "it died: " + worker_->finish().output;
        return false;
      }
      if (event == WorkerProcess::Event::tick) continue;
      const Json answer = parse_message(payload);
      why = answer.at("message").get<std::string>();
      return answer.at("type") == "canary" && answer.at("ok").get<bool>();
    }
    why = fmt::format("no answer in {} s", canary_limit_s);
    return false;
  }

  [[noreturn]] void refuse_other_build(const std::string& variant) const {
    throw InputError(fmt::format(
        "{}: expected a worker of this program's build, found one of another, in which {} is other "
        "code: start again, with both of one build",
        executable_.string(), variant));
  }

  /// Sends, watches, and either fills `answer` or tells how the worker was lost.
  std::optional<WorkerFailure> converse(const Json& request, Backend backend,
                                        const Protocol& protocol, double best_us,
                                        std::vector<Trial>& answer, const Stop& stop) {
    WorkerFailure failure;
    if (!ensure_worker(backend, stop)) {
      failure.stopped = true;
      return failure;
    }
    const std::int64_t memory_limit = resolve_memory_limit(protocol);
    StageLimit limit = stage_limit(failure.stage, protocol, best_us);
    StageWatch watch(limit.seconds);
    if (!worker_->send(json_text(request))) return reap(std::move(failure), false);
    std::string payload;
    for (;;) {
      if (stop && stop()) {
        failure.stopped = true;
        return reap(std::move(failure), true);
      }
      const double left = watch.left_s();
      if (left <= 0) {
        failure.outcome = Outcome::timeout;
        failure.limit_s = limit.seconds;
        failure.message = fmt::format("killed after {:.3g} s in {}{}", limit.seconds, failure.stage,
                                      limit.option);
        return reap(std::move(failure), true);
      }
      switch (worker_->wait(std::min(left, watch_interval_s), payload)) {
        case WorkerProcess::Event::closed:
          return reap(std::move(failure), false);
        case WorkerProcess::Event::tick:
          if (worker_->resident_bytes() > memory_limit) {
            failure.outcome = Outcome::out_of_memory;
            failure.message = fmt::format("killed above its limit of {} MiB", memory_limit >> 20);
            return reap(std::move(failure), true);
          }
          continue;
        case WorkerProcess::Event::frame:
          break;
      }
      const Json message = parse_message(payload);
      const auto type = message.at("type").get<std::string>();
      if (type == "stage") {
        failure.stage = message.at("stage").get<std::string>();
        failure.index = message.at("index").get<std::size_t>();
        limit = stage_limit(failure.stage, protocol, best_us);
        watch = StageWatch(limit.seconds);
        continue;
      }
      if (type == "other_build") refuse_other_build(message.at("variant").get<std::string>());
      if (type == "failed") {
        failure.outcome = Outcome::error;
        failure.message = message.at("message").get<std::string>();
        return reap(std::move(failure), true);
      }
      used_ = true;
      for (const Json& trial : message.at("trials")) answer.push_back(trial_from_json(trial));
      retire_if_suspect(answer, message.at("tainted").get<bool>());
      return std::nullopt;
    }
  }

  /// An exception, a stray write or whatever made a result wrong may have left anything behind: the
  /// next trial gets a new process, which loads the problem anew.
  void retire_if_suspect(const std::vector<Trial>& trials, bool tainted) {
    const bool failed = std::any_of(trials.begin(), trials.end(), [](const Trial& t) {
      return t.outcome == Outcome::error || t.outcome == Outcome::out_of_memory ||
             t.outcome == Outcome::wrong_result;
    });
    if (failed || tainted) retire();
  }

  /// Ends the worker. Where it died by itself, finds out of what; where it was killed, `failure`
  /// says it.
  WorkerFailure reap(WorkerFailure failure, bool killed) {
    constexpr double grace_s = 1;  // its socket is closed: it is about to end by itself
    const WorkerExit end = worker_->finish(killed ? 0 : grace_s);
    worker_.reset();
    suspicious_ = true;
    if (end.left) {
      failure.message += fmt::format(
          "{}it does not end when it is killed, and is left behind: it hangs in the kernel or in a "
          "driver",
          failure.message.empty() ? "" : "; ");
    }
    if (killed || end.left) return failure;
    failure.signal = end.signal;
    if (end.output.find("std::bad_alloc") != std::string::npos || end.kernel_killed) {
      failure.outcome = Outcome::out_of_memory;
      failure.message = end.signal == SIGKILL ? "killed by the kernel: out of memory"
                                              : "allocation failed inside a parallel region";
    } else if (end.signal != 0) {
      failure.outcome = Outcome::crashed;
      failure.from_outside = end.from_outside;
      failure.message = fmt::format("signal {} ({})", end.signal,
                                    strsignal(end.signal));  // NOLINT(concurrency-mt-unsafe)
    } else {
      failure.outcome = Outcome::crashed;
      failure.message = fmt::format("the worker exited with status {}", end.status);
    }
    if (!end.output.empty()) failure.message += ": " + end.output;
    return failure;
  }

  MatrixLocator locator_;
  std::filesystem::path executable_;
  std::vector<std::string> variables_;
  Stop stop_;
  std::unique_ptr<WorkerProcess> worker_;
  bool used_ = false;        ///< it has run a trial
  bool suspicious_ = false;  ///< the one before failed
  std::map<std::string, int> deaths_;
  std::map<std::string, std::string> unloadable_;
};

}  // namespace

std::unique_ptr<Runner> worker_runner(MatrixLocator locator, std::filesystem::path worker,
                                      std::vector<std::string> variables, Stop stop) {
  return with_fresh_verdicts(std::make_unique<WorkerRunner>(std::move(locator), std::move(worker),
                                                            std::move(variables), std::move(stop)));
}

}  // namespace sptune::harness
