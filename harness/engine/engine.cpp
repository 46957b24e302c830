// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/engine.hpp"

#include "harness/cuda/subject.hpp"
#include "harness/engine/runner.hpp"
#include "harness/environment/clock.hpp"
#include "harness/environment/machine.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <optional>

namespace sptune::harness {

struct Engine::Context {
  Backend backend;
  const Problem& problem;
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

Trial blank_trial(const Configuration& configuration, Backend backend, const Problem& problem,
                  const Protocol& protocol) {
  Trial trial;
  trial.backend = backend;
  trial.configuration = configuration;
  trial.problem = problem;
  trial.cache = protocol.cache;
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
  } catch (const std::exception& e) {
    trial.outcome = Outcome::error;
    trial.message = e.what();
  } catch (...) {
    trial.outcome = Outcome::error;
    trial.message = "threw something that is not an exception";
  }
  return false;
}

void condemn(Trial& trial, const std::string& why) {
  trial.outcome = Outcome::wrong_result;
  trial.message = why;
  trial.verification.ok = false;
  trial.verification.first_bad = why;
}

void conclude(Trial& trial, const Variant& variant) {
  const Verification& v = trial.verification;
  if (!v.ok) {
    trial.outcome = Outcome::wrong_result;
    trial.message = v.first_bad;
  } else if (!v.repeatable && variant.deterministic(trial.configuration)) {
    trial.outcome = Outcome::wrong_result;
    trial.message = "declared deterministic, but two runs gave different bits";
  }
}

std::string joined(const std::string& what, const std::string& and_then) {
  return and_then.empty() ? what : what + "; " + and_then;
}

/// What a plan must not do, whatever its result.
void condemn_stray_writes(Trial& trial, const Subject& subject, std::string_view when) {
  if (subject.memory_intact()) return;
  condemn(trial, joined(fmt::format("wrote outside y{}", when), trial.message));
}
void condemn_changed_input(Trial& trial, const Subject& subject) {
  const std::string changed = subject.changed_input();
  if (!changed.empty()) condemn(trial, joined("changed its input: " + changed, trial.message));
}

/// Judges what the last timed run left. Whatever is to be believed runs once more for that, from a
/// poisoned output: a result that lies there since an earlier run says nothing of the last.
void recheck_output(Trial& trial, Subject& subject, Sampler& sampler) {
  if (trial.outcome == Outcome::ok) sampler.repeat_poisoned();
  subject.judge_last(trial.verification);
  if (!trial.verification.ok) {
    condemn(trial, trial.verification.first_bad + " (right when verified, wrong after timing)");
  }
  condemn_stray_writes(trial, subject, " (after timing)");
}

/// Times of something else than what was asked for are no times; it went wrong while measured.
void drop_wrong_samples(Trial& trial) {
  if (trial.outcome != Outcome::wrong_result) return;
  trial.samples.clear();
  trial.stop_reason.clear();
  trial.stage = "measure";
}

}  // namespace

std::int64_t resolve_memory_limit(const Protocol& protocol) {
  return protocol.memory_limit > 0 ? protocol.memory_limit : machine_memory() / 10 * 8;
}

int resolve_threads(const Protocol& protocol) {
  return protocol.threads > 0 ? protocol.threads : allowed_cores();
}

Engine::Engine(const Catalogue& catalogue, MatrixSource source)
    : catalogue_(catalogue), cache_(std::move(source)), flusher_(2 * last_level_cache_bytes()) {}

/// Measured at the first trial of every problem; the least of all samples counts, because a floor
/// that was taken in a busy moment would make every later trial look better than it is.
double Engine::floor_us(const Context& context) {
  constexpr double long_enough_s = 0.02;
  const std::string problem = context.problem.hash();
  const auto [at, fresh] = floors_.try_emplace(
      {context.backend, context.protocol.cache, context.protocol.launch, context.threads},
      Floor{std::numeric_limits<double>::infinity(), ""});
  Floor& floor = at->second;
  if (fresh || floor.problem_hash != problem) {
    Protocol p = context.protocol;
    p.time_budget_s = std::min(p.time_budget_s, long_enough_s);
    Trial trial;
    const auto subject = empty_subject(context.backend, context.threads);
    if (p.launch == Launch::graph) subject->launch_by_graph();
    Sampler(*subject, p, context.threads, flusher_).measure(trial, 0);
    floor.us = std::min(floor.us, summarise(trial.samples.at("total")).min);
    floor.problem_hash = problem;
  }
  return floor.us;
}

/// Load, fit, prepare. Null when the trial is over.
std::unique_ptr<Subject> Engine::prepare(Trial& trial, Context& context) {
  context.enter(trial, "load");
  omp_set_num_threads(context.threads);
  const ProblemData& data = cache_.get(context.problem);
  trial.flops = data.flops;
  trial.compulsory_bytes = data.compulsory_bytes;
  trial.nnz_out = data.product.c.nnz();
  trial.floor_us = floor_us(context);

  context.enter(trial, "fit");
  const Variant* variant =
      catalogue_.find(context.problem.operation, context.backend, trial.configuration.variant);
  auto completed = variant == nullptr ? catalogue_.parse(context.problem.operation, context.backend,
                                                         trial.configuration.text())
                                      : variant->complete(trial.configuration);
  if (!completed) throw UsageError(completed.error());
  trial.configuration = completed.value();
  const std::int64_t left = resolve_memory_limit(context.protocol) - data.bytes();
  const Resources resources{context.threads, std::max<std::int64_t>(left, 0)};
  const auto asked = [&] {
    return variant->operation == Operation::spmv
               ? variant->fit_spmv(trial.configuration,
                                   spmv_problem(data, context.backend, resources))
               : variant->fit_spgemm(trial.configuration,
                                     spgemm_problem(data, context.backend, resources));
  };
  const Fit fit = data.unverifiable.empty() ? asked() : Fit::no(data.unverifiable);
  if (!fit) {
    trial.outcome = Outcome::refused;
    trial.message = fit.reason;
    return nullptr;
  }

  context.enter(trial, "prepare");
  auto subject = prepare_subject(*variant, trial.configuration, data, resources);
  trial.prepare_s = subject->prepare_s();
  return subject;
}

/// Null when the trial is over, with its outcome set.
std::unique_ptr<Subject> Engine::verified_subject(Trial& trial, Context& context) {
  std::unique_ptr<Subject> subject;
  guarded(trial, [&] {
    auto candidate = prepare(trial, context);
    if (candidate == nullptr) return;
    context.enter(trial, "first_run");
    candidate->first_run();
    context.enter(trial, "verify");
    trial.verification = candidate->verify();
    if (trial.verification.ok && context.protocol.repeat == Repeat::values) {
      candidate->repeat_values(trial.verification);
    }
    candidate->describe(trial);
    conclude(trial, *catalogue_.find(context.problem.operation, context.backend,
                                     trial.configuration.variant));
    condemn_stray_writes(trial, *candidate, "");
    if (trial.outcome != Outcome::ok) condemn_changed_input(trial, *candidate);
    if (context.protocol.launch == Launch::graph) candidate->launch_by_graph();
    if (trial.outcome == Outcome::ok) subject = std::move(candidate);
  });
  context.leave();
  return subject;
}

Trial Engine::run(const Configuration& configuration, Backend backend, const Problem& problem,
                  const Protocol& protocol, double best_us, const StageListener& listener) {
  Trial trial = blank_trial(configuration, backend, problem, protocol);
  Context context{backend, problem, protocol, listener, resolve_threads(protocol)};
  auto subject = verified_subject(trial, context);
  if (subject != nullptr) {
    guarded(trial, [&] {
      context.enter(trial, "measure");
      Sampler sampler(*subject, protocol, context.threads, flusher_);
      sampler.measure(trial, best_us);
      context.enter(trial, "recheck");
      recheck_output(trial, *subject, sampler);
      condemn_changed_input(trial, *subject);
    });
    context.leave();
    drop_wrong_samples(trial);
  }
  subject.reset();
  forget_if_doubtful({trial});
  trial.wall_s = now_s() - context.begin;
  return trial;
}

/// Data that something may have written to is not used again, nor is the process where it can be
/// replaced.
void Engine::forget_if_doubtful(const std::vector<Trial>& trials) {
  const bool wrong = std::any_of(trials.begin(), trials.end(),
                                 [](const Trial& t) { return t.outcome == Outcome::wrong_result; });
  if (wrong) cache_.forget();
  tainted_ = tainted_ || wrong;
}

struct Engine::Visited {
  std::size_t index;
  std::unique_ptr<Subject> subject;
  Sampler sampler;
  bool broken = false;
};

void Engine::visit_in_rounds(std::vector<Trial>& trials, Context& context,
                             std::vector<Visited>& visited, int visits) {
  constexpr int least_visits = 5;
  constexpr double overtime = 5;
  const double begin = now_s();
  const double budget =
      overtime * context.protocol.time_budget_s * static_cast<double>(visited.size());
  const char* reason = "rounds";
  for (int visit = 0; visit < visits; ++visit) {
    if (visit >= least_visits && now_s() - begin > budget) {
      reason = "budget";
      break;
    }
    for (std::size_t i = 0; i < visited.size(); ++i) {
      Visited& v = visited[(i + static_cast<std::size_t>(visit)) % visited.size()];
      if (v.broken) continue;
      Trial& trial = trials[v.index];
      context.index = v.index;
      v.broken = !guarded(trial, [&] {
        context.enter(trial, "measure");
        v.sampler.reheat();
        v.sampler.take(samples_per_visit, trial.samples);
        trial.mhz_mean += (estimate_mhz() - trial.mhz_mean) / (visit + 1);
      });
    }
  }
  context.leave();
  for (const Visited& v : visited) trials[v.index].stop_reason = reason;
}

void Engine::recheck_rounds(std::vector<Trial>& trials, Context& context,
                            std::vector<Visited>& visited) {
  for (Visited& v : visited) {
    if (v.broken) continue;
    Trial& trial = trials[v.index];
    context.index = v.index;
    guarded(trial, [&] {
      context.enter(trial, "recheck");
      recheck_output(trial, *v.subject, v.sampler);
    });
  }
  context.leave();
  if (visited.empty()) return;
  // They all read the same arrays: who wrote there is found by trying each of them alone.
  std::string changed;
  guarded(trials[visited.front().index],
          [&] { changed = visited.front().subject->changed_input(); });
  for (const Visited& v : visited) {
    Trial& trial = trials[v.index];
    if (!changed.empty() && trial.outcome == Outcome::ok) {
      condemn(trial, fmt::format("an input changed while this was measured together with others, "
                                 "one of which is at fault: {}",
                                 changed));
    }
    drop_wrong_samples(trial);
  }
}

std::vector<Trial> Engine::rounds(const std::vector<Configuration>& configurations, Backend backend,
                                  const Problem& problem, const Protocol& protocol, int visits,
                                  const StageListener& listener) {
  Context context{backend, problem, protocol, listener, resolve_threads(protocol)};
  std::vector<Trial> trials;
  std::vector<Visited> visited;
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    trials.push_back(blank_trial(configurations[i], backend, problem, protocol));
    context.index = i;
    auto subject = verified_subject(trials[i], context);
    if (subject == nullptr) continue;
    guarded(trials[i], [&] {
      context.enter(trials[i], "measure");
      Sampler sampler(*subject, protocol, context.threads, flusher_);
      sampler.warm_up();
      trials[i].runs_per_sample = sampler.runs_per_sample();
      visited.push_back({i, std::move(subject), sampler});
    });
    context.leave();
  }
  visit_in_rounds(trials, context, visited, visits);
  recheck_rounds(trials, context, visited);
  visited.clear();
  forget_if_doubtful(trials);
  for (Trial& trial : trials) {
    trial.wall_s = (now_s() - context.begin) / static_cast<double>(trials.size());
  }
  return trials;
}

std::unique_ptr<Session> Engine::open(const Configuration& configuration, Backend backend,
                                      const Problem& problem, const Protocol& protocol) {
  Trial trial = blank_trial(configuration, backend, problem, protocol);
  const StageListener nobody;
  Context context{backend, problem, protocol, nobody, resolve_threads(protocol)};
  auto subject = verified_subject(trial, context);
  forget_if_doubtful({trial});
  return std::make_unique<Session>(std::move(trial), std::move(subject), protocol, context.threads,
                                   flusher_);
}

Session::Session(Trial trial, std::unique_ptr<Subject> subject, const Protocol& protocol,
                 int threads, Flusher& flusher)
    : trial_(std::move(trial)),
      subject_(subject == nullptr ? empty_subject(Backend::cpu, 1) : std::move(subject)),
      protocol_(protocol),
      sampler_(*subject_, protocol_, threads, flusher) {
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
  recheck_output(trial_, *subject_, sampler_);
  condemn_changed_input(trial_, *subject_);
  return trial_.outcome == Outcome::ok;
}

}  // namespace sptune::harness
