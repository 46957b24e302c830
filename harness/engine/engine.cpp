// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/engine.hpp"

#include "harness/cuda/target.hpp"
#include "harness/engine/runner.hpp"
#include "harness/environment/clock.hpp"
#include "harness/environment/cores.hpp"
#include "harness/environment/load_watch.hpp"
#include "harness/environment/machine.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/host/places.hpp"
#include "suites/io/limits.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <limits>
#include <new>
#include <optional>

namespace sptune::harness {

struct Engine::Context {
  Backend backend;
  const ProblemKey& problem;
  const Protocol& protocol;
  const StageListener& listener;
  int threads;
  std::size_t index = 0;
  double begin = now_s();
  Trial* at_work = nullptr;  ///< on its present stage
  double since = 0;

  void enter(Trial& trial, std::string_view stage) {
    leave();
    at_work = &trial;
    since = now_s();
    trial.stage = stage;
    if (listener) listener(stage, index);
  }
  /// Books the time of the stage that ends.
  void leave() {
    if (at_work != nullptr) at_work->stage_s[at_work->stage] += now_s() - since;
    at_work = nullptr;
  }
};

namespace {

Trial new_trial(const TrialKey& key) {
  Trial trial = blank_trial(key);
  trial.outcome = Outcome::ok;
  return trial;
}

/// Runs one step of a trial; what it throws becomes the trial's outcome. False when it threw.
template <class F>
bool guarded(Trial& trial, F&& step) {
  try {
    step();
    return true;
  } catch (const std::bad_alloc&) {
    trial.outcome = Outcome::out_of_memory;
    trial.message = "allocation failed at the memory limit";
  } catch (const suites::LimitError& e) {  // of a problem that was loaded
    trial.outcome = Outcome::out_of_memory;
    trial.message = e.what();
  } catch (const std::exception& e) {
    trial.outcome = Outcome::error;
    trial.message = e.what();
  } catch (...) {
    trial.outcome = Outcome::error;
    trial.message = "threw something that is not an exception";
  }
  return false;
}

void mark_wrong(Trial& trial, const std::string& why) {
  trial.outcome = Outcome::wrong_result;
  trial.message = why;
  trial.verification.ok = false;
  trial.verification.first_bad = why;
}

void conclude(Trial& trial, const ResolvedConfiguration& configuration) {
  const Verification& v = trial.verification;
  if (!v.ok) {
    trial.outcome = Outcome::wrong_result;
    trial.message = v.first_bad;
  } else if (!v.repeatable && configuration.deterministic()) {
    trial.outcome = Outcome::wrong_result;
    trial.message = "declared deterministic, but two runs gave different bits";
  }
}

std::string joined(const std::string& what, const std::string& and_then) {
  return and_then.empty() ? what : what + "; " + and_then;
}

/// What a plan must not do, whatever its result.
void check_stray_writes(Trial& trial, const Target& target, std::string_view when) {
  if (target.memory_intact()) return;
  mark_wrong(trial, joined(fmt::format("wrote outside y{}", when), trial.message));
}
void check_changed_input(Trial& trial, const Target& target) {
  const std::string changed = target.changed_input();
  if (!changed.empty()) mark_wrong(trial, joined("changed its input: " + changed, trial.message));
}

/// Checks what the last timed run left. Whatever is to be believed runs once more for that, from a
/// poisoned output: a result that lies there since an earlier run says nothing of the last.
/// `again`: called before each of many more runs, for each of which a stage has time.
void recheck_output(Trial& trial, Target& target, Sampler& sampler,
                    const std::function<void()>& again) {
  if (trial.outcome == Outcome::ok) sampler.repeat_poisoned();
  target.check_last(trial.verification);
  if (!trial.verification.ok) {
    mark_wrong(trial, trial.verification.first_bad + " (right when verified, wrong after timing)");
  }
  check_stray_writes(trial, target, " (after timing)");
  if (trial.outcome != Outcome::ok) return;
  target.check_closely(trial.verification, again);
  if (!trial.verification.ok) mark_wrong(trial, trial.verification.first_bad);
}

/// Times of something else than what was asked for are no times; it went wrong while measured.
void drop_wrong_samples(Trial& trial) {
  if (trial.outcome != Outcome::wrong_result) return;
  trial.samples.clear();
  trial.stop_reason.clear();
  trial.stage = "measure";
}

/// Only times can be disturbed: a wrong result stays one.
void note_disturbance(Trial& trial, int threads) {
  if (trial.outcome == Outcome::ok || trial.outcome == Outcome::dominated) {
    trial.disturbed = disturbed_by(trial.load, std::max(0, threads - allowed_cores()));
  }
}

/// To each trial its own stages; what belongs to none is shared evenly.
void share_out(double all_s, std::vector<Trial>& trials) {
  double rest_s = all_s;
  for (Trial& trial : trials) {
    for (const auto& [stage, seconds] : trial.stage_s) trial.wall_s += seconds;
    rest_s -= trial.wall_s;
  }
  for (Trial& trial : trials) trial.wall_s += rest_s / static_cast<double>(trials.size());
}

}  // namespace

std::int64_t resolve_memory_limit(const Protocol& protocol) {
  return protocol.memory_limit > 0 ? protocol.memory_limit : machine_memory() / 10 * 8;
}

int resolve_threads(const Protocol& protocol) {
  return protocol.threads > 0 ? std::min(protocol.threads, host::thread_limit())
                              : within_quota(allowed_cores());
}

Engine::Engine(MatrixSource source) : cache_(std::move(source)) {}

/// Measured at the first trial of every problem; the least of all samples counts, because a floor
/// that was taken in a busy moment would make every later trial look better than it is.
double Engine::floor_us(const Context& context, Backend place) {
  constexpr double long_enough_s = 0.02;
  const std::string problem = context.problem.hash();
  const auto [at, fresh] =
      floors_.try_emplace({place, context.protocol.cache, context.protocol.launch, context.threads},
                          Floor{std::numeric_limits<double>::infinity(), ""});
  Floor& floor = at->second;
  if (fresh || floor.problem_hash != problem) {
    Protocol p = context.protocol;
    p.time_budget_s = std::min(p.time_budget_s, long_enough_s);
    Trial trial;
    const auto target = empty_target(place, context.threads);
    if (p.launch == Launch::graph) target->launch_by_graph();
    Sampler(*target, p, context.threads, flusher_).measure(trial, 0);
    floor.us = std::min(floor.us, summarise(trial.samples.at("total")).min);
    floor.problem_hash = problem;
  }
  return floor.us;
}

/// Load, fit, prepare. Null when the trial is over.
std::unique_ptr<Target> Engine::prepare(const ResolvedConfiguration& configuration, Trial& trial,
                                        Context& context) {
  context.enter(trial, "load");
  omp_set_dynamic(0);  // OMP_DYNAMIC: regions would have fewer threads, and the trial not say it
  omp_set_num_threads(context.threads);
  const ProblemData& data = cache_.get(context.problem);
  const Backend place = place_of(context.backend, data);
  // Where that does not fit, it is the problem that does not, and no configuration.
  if (place == Backend::cuda) put_on_device(data);
  trial.flops = data.flops;
  trial.compulsory_bytes = data.compulsory_bytes;
  trial.nnz_out = data.product.c.nnz();
  trial.floor_us = floor_us(context, place);

  context.enter(trial, "fit");
  const std::int64_t left = resolve_memory_limit(context.protocol) - data.bytes();
  Resources resources{context.threads, std::max<std::int64_t>(left, 0)};
  // As an application says that goes on with new values.
  if (context.protocol.repeat == Repeat::values) {
    resources.recomputes = std::numeric_limits<double>::infinity();
  }
  const auto problem = problem_for(context.backend, data, resources);
  // Some formats count what they would store, which whoever takes them pays for, too.
  double fit_s = 0;
  const auto fits = [&] {
    problem->found = {};
    const double begin = now_s();
    Fit out = configuration.fit_for_plan(*problem);
    fit_s = now_s() - begin;
    return out;
  };
  const Fit fit = data.unverifiable.empty() ? fits() : Fit::no(data.unverifiable);
  if (!fit) {
    trial.outcome = Outcome::refused;
    trial.message = fit.reason;
    return nullptr;
  }

  context.enter(trial, "prepare");
  // The first plan of a problem also pays for what the process sets up once, such as a pool of
  // device memory, and a sweep's first is always the default: SpGEMM's took 625 us instead of 350
  // (H200, 177 products). The first of a variant loads its code: sell's took 31 ms instead of
  // 65 us there. And one that is soon made takes twice as long where its code is not in the
  // caches (36 us instead of 20), which would favour whatever is made twice. So all these are.
  const std::pair first{context.backend, context.problem.hash()};
  const Variant& variant = configuration.variant();
  const bool loads = loaded_.emplace(variant.operation, context.backend, variant.facts.name).second;
  const bool sets_up = prepared_ != first || loads;
  prepared_ = first;
  auto target = prepare_target(configuration, data, *problem);
  constexpr double soon_s = 2e-3;
  if (sets_up || target->prepare_s() < soon_s) {
    target.reset();
    context.enter(trial, "fit");  // whose limits, and the other's, are those of one time
    static_cast<void>(fits());
    context.enter(trial, "prepare");
    target = prepare_target(configuration, data, *problem);
  }
  problem->found = {};
  trial.prepare_s = fit_s + target->prepare_s();
  return target;
}

/// Null when the trial is over, with its outcome set.
std::unique_ptr<Target> Engine::verified_target(const ResolvedConfiguration& configuration,
                                                Trial& trial, Context& context) {
  std::unique_ptr<Target> target;
  guarded(trial, [&] {
    auto candidate = prepare(configuration, trial, context);
    if (candidate == nullptr) return;
    context.enter(trial, "first_run");
    candidate->first_run();
    context.enter(trial, "verify");
    trial.verification = candidate->verify();
    if (trial.verification.ok && context.protocol.repeat == Repeat::values) {
      const double before = candidate->prepare_s();
      candidate->repeat_values(trial.verification);
      trial.prepare_s += candidate->prepare_s() - before;
    }
    candidate->describe(trial);
    conclude(trial, configuration);
    check_stray_writes(trial, *candidate, "");
    if (trial.outcome != Outcome::ok) check_changed_input(trial, *candidate);
    if (context.protocol.launch == Launch::graph) candidate->launch_by_graph();
    if (trial.outcome == Outcome::ok) target = std::move(candidate);
  });
  context.leave();
  return target;
}

Trial Engine::run(const TrialKey& key, double best_us, const StageListener& listener) {
  const Protocol& protocol = key.protocol;
  Trial trial = new_trial(key);
  Context context{key.backend(), key.problem, protocol, listener, resolve_threads(protocol)};
  auto target = verified_target(key.configuration, trial, context);
  if (target != nullptr) {
    guarded(trial, [&] {
      context.enter(trial, "measure");
      Sampler sampler(*target, protocol, context.threads, flusher_);
      const LoadWatch watch(context.backend);
      sampler.measure(trial, best_us);
      if (context.backend == Backend::cuda) trial.mhz_mean = 0;  // it was a core's of the host
      trial.load = watch.seen();
      const auto recheck = [&] { context.enter(trial, "recheck"); };
      recheck();
      recheck_output(trial, *target, sampler, recheck);
      check_changed_input(trial, *target);
    });
    context.leave();
    drop_wrong_samples(trial);
    note_disturbance(trial, context.threads);
  }
  target.reset();
  forget_if_suspect({trial});
  trial.wall_s = now_s() - context.begin;
  return trial;
}

/// Data that something may have written to is not used again, nor is the process where it can be
/// replaced.
void Engine::forget_if_suspect(const std::vector<Trial>& trials) {
  const bool wrong = std::any_of(trials.begin(), trials.end(),
                                 [](const Trial& t) { return t.outcome == Outcome::wrong_result; });
  if (wrong) cache_.forget();
  tainted_ = tainted_ || wrong;
}

struct Engine::Member {
  std::size_t index;
  std::unique_ptr<Target> target;
  Sampler sampler;
  bool broken = false;
};

void Engine::sample_interleaved(std::vector<Trial>& trials, Context& context,
                                std::vector<Member>& members, int repetitions) {
  constexpr int least_repetitions = 5;
  constexpr double overtime = 5;
  const double begin = now_s();
  const double budget =
      overtime * context.protocol.time_budget_s * static_cast<double>(members.size());
  const char* reason = in_repetitions;
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    if (repetition >= least_repetitions && now_s() - begin > budget) {
      reason = "budget";
      break;
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
      Member& m = members[(i + static_cast<std::size_t>(repetition)) % members.size()];
      if (m.broken) continue;
      Trial& trial = trials[m.index];
      context.index = m.index;
      m.broken = !guarded(trial, [&] {
        context.enter(trial, "measure");
        m.sampler.resume();
        m.sampler.take(samples_per_repetition, trial.samples);
        if (context.backend != Backend::cuda) {
          trial.mhz_mean += (estimate_mhz() - trial.mhz_mean) / (repetition + 1);
        }
      });
    }
  }
  context.leave();
  for (const Member& m : members) trials[m.index].stop_reason = reason;
}

void Engine::recheck_members(std::vector<Trial>& trials, Context& context,
                             std::vector<Member>& members) {
  for (Member& m : members) {
    if (m.broken) continue;
    Trial& trial = trials[m.index];
    context.index = m.index;
    guarded(trial, [&] {
      const auto recheck = [&] { context.enter(trial, "recheck"); };
      recheck();
      recheck_output(trial, *m.target, m.sampler, recheck);
    });
  }
  context.leave();
  if (members.empty()) return;
  // They all read the same arrays: who wrote there is found by trying each of them alone.
  std::string changed;
  guarded(trials[members.front().index],
          [&] { changed = members.front().target->changed_input(); });
  for (const Member& m : members) {
    Trial& trial = trials[m.index];
    if (!changed.empty() && trial.outcome == Outcome::ok) {
      mark_wrong(trial,
                 fmt::format("an input changed while this was measured together with others, "
                             "one of which is at fault: {}",
                             changed));
    }
    drop_wrong_samples(trial);
  }
}

std::vector<Trial> Engine::interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                       const ProblemKey& problem, const Protocol& protocol,
                                       int repetitions, const StageListener& listener) {
  if (configurations.empty()) return {};
  const Backend backend = configurations.front().variant().facts.backend;
  Context context{backend, problem, protocol, listener, resolve_threads(protocol)};
  std::vector<Trial> trials;
  std::vector<Member> members;
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    trials.push_back(new_trial({configurations[i], problem, protocol}));
    context.index = i;
    auto target = verified_target(configurations[i], trials[i], context);
    if (target == nullptr) continue;
    guarded(trials[i], [&] {
      context.enter(trials[i], "measure");
      Sampler sampler(*target, protocol, context.threads, flusher_);
      sampler.warm_up();
      trials[i].runs_per_sample = sampler.runs_per_sample();
      members.push_back({i, std::move(target), sampler});
    });
    context.leave();
  }
  const LoadWatch watch(backend);
  sample_interleaved(trials, context, members, repetitions);
  const Load load = watch.seen();
  for (const Member& m : members) trials[m.index].load = load;
  recheck_members(trials, context, members);
  for (const Member& m : members) note_disturbance(trials[m.index], context.threads);
  members.clear();
  forget_if_suspect(trials);
  share_out(now_s() - context.begin, trials);
  return trials;
}

std::unique_ptr<Session> Engine::open(const TrialKey& key) {
  Trial trial = new_trial(key);
  const StageListener nobody;
  Context context{key.backend(), key.problem, key.protocol, nobody, resolve_threads(key.protocol)};
  auto target = verified_target(key.configuration, trial, context);
  forget_if_suspect({trial});
  auto data = target == nullptr ? nullptr : cache_.last();
  return std::make_unique<Session>(std::move(trial), std::move(data), std::move(target),
                                   key.protocol, context.threads, *this);
}

Session::Session(Trial trial, std::shared_ptr<const ProblemData> data,
                 std::unique_ptr<Target> target, const Protocol& protocol, int threads,
                 Engine& engine)
    : trial_(std::move(trial)),
      data_(std::move(data)),
      target_(target == nullptr ? empty_target(Backend::cpu, 1) : std::move(target)),
      protocol_(protocol),
      engine_(engine),
      sampler_(*target_, protocol_, threads, engine.flusher_) {
  if (trial_.outcome == Outcome::ok) sampler_.warm_up();
}

double Session::sample() {
  if (trial_.outcome != Outcome::ok) {
    throw UsageError(
        fmt::format("{} cannot be sampled: {}", trial_.configuration.text(), trial_.message));
  }
  return sampler_.sample().total;
}

bool Session::recheck() {
  if (trial_.outcome != Outcome::ok) return false;
  recheck_output(trial_, *target_, sampler_, [] {});
  check_changed_input(trial_, *target_);
  engine_.forget_if_suspect({trial_});
  if (trial_.outcome != Outcome::ok) return false;
  sampler_.resume();
  return true;
}

}  // namespace sptune::harness
