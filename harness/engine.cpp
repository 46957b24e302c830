// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/harness/engine.hpp"

#include "sptune/harness/clock.hpp"
#include "sptune/harness/cuda_subject.hpp"
#include "sptune/harness/machine.hpp"
#include "sptune/harness/runner.hpp"

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
  const Fit fit =
      variant->operation == Operation::spmv
          ? variant->fit_spmv(trial.configuration, spmv_problem(data, context.backend, resources))
          : variant->fit_spgemm(trial.configuration,
                                spgemm_problem(data, context.backend, resources));
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
    tainted_ = tainted_ || !candidate->memory_intact();
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
  const auto subject = verified_subject(trial, context);
  if (subject != nullptr) {
    guarded(trial, [&] {
      context.enter(trial, "measure");
      Sampler(*subject, protocol, context.threads, flusher_).measure(trial, best_us);
    });
    tainted_ = tainted_ || !subject->memory_intact();
  }
  context.leave();
  trial.wall_s = now_s() - context.begin;
  return trial;
}

void Engine::visit_in_rounds(std::vector<Trial>& trials, Context& context,
                             std::vector<std::pair<std::size_t, Sampler>>& samplers, int visits) {
  constexpr int least_visits = 5;
  constexpr double overtime = 5;
  const double begin = now_s();
  const double budget =
      overtime * context.protocol.time_budget_s * static_cast<double>(samplers.size());
  const char* reason = "rounds";
  std::vector<bool> broken(samplers.size(), false);
  for (int visit = 0; visit < visits; ++visit) {
    if (visit >= least_visits && now_s() - begin > budget) {
      reason = "budget";
      break;
    }
    for (std::size_t i = 0; i < samplers.size(); ++i) {
      const std::size_t k = (i + static_cast<std::size_t>(visit)) % samplers.size();
      if (broken[k]) continue;
      auto& [index, sampler] = samplers[k];
      Trial& trial = trials[index];
      context.index = index;
      broken[k] = !guarded(trial, [&, &s = sampler] {
        context.enter(trial, "measure");
        s.reheat();
        s.take(samples_per_visit, trial.samples);
        trial.mhz_mean += (estimate_mhz() - trial.mhz_mean) / (visit + 1);
      });
    }
  }
  context.leave();
  for (auto& [index, sampler] : samplers) trials[index].stop_reason = reason;
}

std::vector<Trial> Engine::rounds(const std::vector<Configuration>& configurations, Backend backend,
                                  const Problem& problem, const Protocol& protocol, int visits,
                                  const StageListener& listener) {
  Context context{backend, problem, protocol, listener, resolve_threads(protocol)};
  std::vector<Trial> trials;
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<std::pair<std::size_t, Sampler>> samplers;
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    trials.push_back(blank_trial(configurations[i], backend, problem, protocol));
    context.index = i;
    auto subject = verified_subject(trials[i], context);
    if (subject == nullptr) continue;
    const bool warm = guarded(trials[i], [&] {
      context.enter(trials[i], "measure");
      Sampler sampler(*subject, protocol, context.threads, flusher_);
      sampler.warm_up();
      trials[i].runs_per_sample = sampler.runs_per_sample();
      samplers.emplace_back(i, sampler);
    });
    context.leave();
    if (warm) subjects.push_back(std::move(subject));
  }
  visit_in_rounds(trials, context, samplers, visits);
  for (const auto& subject : subjects) tainted_ = tainted_ || !subject->memory_intact();
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

}  // namespace sptune::harness
