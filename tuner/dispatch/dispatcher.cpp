// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/dispatcher.hpp"

#include "kernels/api/clock.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spmm/spmm.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/contenders.hpp"
#include "tuner/dispatch/fitting.hpp"
#include "tuner/dispatch/forcing.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/dispatch/pattern_memory.hpp"
#include "tuner/dispatch/probing_plan.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sptune {
namespace {

template <class PlanKind>
using Planner = std::unique_ptr<PlanKind> (ResolvedConfiguration::*)(const Problem&) const;

/// What was chosen, with the form that can be planned.
struct Chosen {
  ResolvedConfiguration configuration;
  Choice choice;
  std::vector<dispatch::Contender> contenders{};  ///< to probe in the first runs

  void take(const ResolvedConfiguration& other) {
    configuration = other;
    choice.configuration = other.configuration();
  }
};

}  // namespace

struct Dispatcher::Impl {
  dispatch::KnownModels models;
  dispatch::Warnings warnings;
  std::string force;  ///< of the environment; empty where that cannot be used
  mutable dispatch::PatternMemory memory;

  /// Reads what the environment says.
  void configure(Sink sink) {
    if (sink) warnings.sink = std::move(sink);
    if (const std::string flaw = host::isa_flaw(); !flaw.empty()) {
      warnings.warn(flaw + "; " + std::string(host::to_string(host::active_isa())) + " is used");
    }
    force = dispatch::environment("SPTUNE_FORCE");
    if (const std::string flaw = dispatch::force_flaw(force); !flaw.empty()) {
      warnings.warn("SPTUNE_FORCE is ignored: " + flaw);
      force.clear();
    }
  }

  [[nodiscard]] Resources resources(const Options& options) const {
    const int most = host::usable_cores();
    if (options.threads > most) {
      warnings.warn_once(std::to_string(options.threads) + " threads are asked for, this process " +
                         "may use " + std::to_string(most) + " cores: as many threads are used");
    }
    return {options.threads > 0 ? std::min(options.threads, most) : host::granted_threads(),
            options.memory_limit, options.stream};
  }

  [[nodiscard]] std::unique_ptr<Problem> problem(Operation operation, AnyCsr a, const AnyCsr* b,
                                                 const OperandChoice& operand,
                                                 const Options& options) const {
    if (a.space == MemorySpace::device) cuda::default_stream_follows(options.stream);
    AnyCsr other = b == nullptr ? AnyCsr{} : *b;
    dispatch::look(options.validate, b == nullptr ? "the matrix" : "A", a);
    if (b != nullptr) dispatch::look(options.validate, "B", other);
    auto problem = record_of(operation).problem(a, b == nullptr ? nullptr : &other, operand,
                                                resources(options));
    if (const std::string flaw = find_flaw(*problem); !flaw.empty()) throw UsageError(flaw);
    return problem;
  }

  [[nodiscard]] std::unique_ptr<Problem> problem(AnyCsr a, const DenseMatrices& dense,
                                                 const Options& options) const {
    if (a.space == MemorySpace::device) cuda::default_stream_follows(options.stream);
    dispatch::look(options.validate, "the matrix", a);
    auto problem =
        std::make_unique<SpmmProblem>(a, dense.columns, dense.layout, resources(options));
    problem->ldx = dense.ldx;
    problem->ldy = dense.ldy;
    if (const std::string flaw = find_flaw(*problem); !flaw.empty()) throw UsageError(flaw);
    return problem;
  }

  /// Notes in the problem what it learns of it.
  Chosen choose(Problem& problem, const Options& options) const {
    const double start = now_s();
    const dispatch::Fallback standard = dispatch::fallback(problem, options.expected_runs);
    Chosen chosen{standard.configuration, {}};
    chosen.take(standard.configuration);
    const std::string& wanted = force.empty() ? options.force : force;
    if (wanted.empty() || !forced(wanted, problem, chosen)) consult(problem, options, chosen);
    Choice& choice = chosen.choice;
    if (!standard.note.empty() && choice.configuration == standard.configuration.configuration()) {
      choice.reason += "; " + standard.note;
    }
    choice.copies_values = chosen.configuration.variant().copies_values(problem);
    choice.decide_seconds = now_s() - start;
    return chosen;
  }

  /// False when the forced configuration belongs to another operation or, in the environment, to
  /// another backend.
  bool forced(const std::string& text, Problem& problem, Chosen& chosen) const {
    const Operation operation = problem.operation();
    const Backend backend = dispatch::backend_of(problem.a);
    auto parsed = shipped_catalogue().parse(operation, backend, text);
    if (!parsed) {
      const auto known_elsewhere = [&](Operation other) {
        return other != operation && shipped_catalogue().parse(other, backend, text);
      };
      const auto all = all_operations();
      if (!force.empty() || std::any_of(all.begin(), all.end(), known_elsewhere)) return false;
      throw UsageError("forced configuration: " + parsed.error());
    }
    const Fit fits = dispatch::fit(parsed.value(), problem);
    Choice& choice = chosen.choice;
    if (!fits) {
      choice.match = Match::abstained;
      choice.reason = "forced " + parsed.value().text() + " does not fit: " + fits.reason;
      warnings.warn(choice.reason + "; the default is used");
      return true;
    }
    chosen.take(parsed.value());
    choice.match = Match::forced;
    choice.reason = "forced";
    return true;
  }

  void consult(Problem& problem, const Options& options, Chosen& chosen) const {
    const dispatch::KnownModel* known =
        models.find(problem.operation(), problem.a.value_type, dispatch::backend_of(problem.a));
    if (known == nullptr) {
      chosen.choice.match = Match::no_model;
      chosen.choice.reason = "no model for " + std::string(to_string(problem.operation())) + " " +
                             std::string(to_string(problem.a.value_type)) + " on " +
                             std::string(to_string(dispatch::backend_of(problem.a)));
      return;
    }
    const Chosen before = chosen;
    try {
      predict(*known, problem, options, chosen);
    } catch (const dispatch::BrokenOperands&) {
      throw;
    } catch (const UsageError& e) {
      chosen = before;  // the operands are none that a model knows: nothing has failed
      chosen.choice.match = Match::abstained;
      chosen.choice.reason = e.what();
    } catch (const std::exception& e) {
      chosen = before;
      chosen.choice.match = Match::abstained;
      chosen.choice.reason = std::string("deciding failed: ") + e.what();
      warnings.warn(chosen.choice.reason + "; the default is used");
    }
  }

  /// What the model takes where asking cannot pay: of what fits, the best at this size.
  static void take_unasked(const dispatch::KnownModel& known, const model::Header& header,
                           Problem& problem, const Options& options, Chosen& chosen) {
    const std::size_t standard = known.model->default_candidate();
    chosen.choice.reason = "too few runs expected for asking to pay";
    const auto fits = [&](std::size_t c) {
      const std::optional<ResolvedConfiguration>& candidate = known.configurations[c];
      return candidate && dispatch::follows_values(candidate->variant(), problem, options) &&
             dispatch::fit(*candidate, problem);
    };
    const std::size_t candidate =
        known.model->data().asking.choice(header, options.expected_runs, standard, fits);
    if (candidate == standard && !fits(standard)) return;
    chosen.take(*known.configurations[candidate]);
    if (candidate == standard) return;
    chosen.choice.match = known.same_machine ? Match::by_size : Match::other_machine;
    chosen.choice.reason += ": at so few, what is best at this size by and large";
  }

  void predict(const dispatch::KnownModel& known, Problem& problem, const Options& options,
               Chosen& chosen) const {
    const model::Model& m = *known.model;
    const model::Rule& rule = m.data().rule;
    Choice& choice = chosen.choice;
    choice.match = Match::abstained;
    const model::Header header{static_cast<double>(problem.a.rows),
                               static_cast<double>(problem.a.nnz)};
    if (!m.data().asking.asks(header, options.expected_runs)) {
      take_unasked(known, header, problem, options, chosen);
      return;
    }
    const auto judgement = memory.judge(m, problem, options.pattern_id, choice.remembered);
    if (!judgement->rows_sorted) {
      choice.reason =
          "rows are not sorted or hold duplicates: the model knows sorted rows, the default is "
          "used";
      return;
    }
    const std::vector<model::Score>& scores = judgement->scores;
    std::vector<std::optional<Fit>> answers(
        known.configurations.size());  // some look at all entries
    const auto fits = [&](std::size_t c) {
      if (answers[c]) return *answers[c];
      const std::optional<ResolvedConfiguration>& candidate = known.configurations[c];
      answers[c] = candidate ? dispatch::follows_values(candidate->variant(), problem, options)
                             : Fit::no("this library has no such configuration");
      if (*answers[c]) answers[c] = dispatch::fit(*candidate, problem);
      return *answers[c];
    };
    const double runs = options.probe == Probe::as_paid ? 1 : options.expected_runs;
    const model::Decision decision = model::decide(scores, m.default_candidate(), runs, rule, fits);
    if (options.explain) choice.considered = dispatch::consider(known, scores, fits);
    if (fits(decision.candidate)) {
      chosen.configuration = *known.configurations[decision.candidate];
      dispatch::fill(choice, known, scores, decision);
      chosen.contenders =
          dispatch::contenders(known, scores, decision.candidate, options, fits, choice);
    } else {
      choice.reason = "none of the model's configurations fits";
    }
  }

  /// The plan of what was chosen, or where it cannot be prepared, of the default. `kind` is
  /// ResolvedConfiguration's member for the kind of plan that the operation has.
  template <class PlanKind>
  std::unique_ptr<PlanKind> plan(Problem& problem, const Options& options, Chosen& chosen,
                                 Planner<PlanKind> kind) const {
    std::string why;
    try {
      return (chosen.configuration.*kind)(problem);
    } catch (const std::exception& e) {
      if (chosen.choice.configuration ==
          dispatch::fallback(problem, options.expected_runs).configuration.configuration()) {
        throw;
      }
      why = chosen.configuration.text() + " could not be prepared: " + e.what();
    }
    warnings.warn(why + "; the default is used");
    const dispatch::Fallback standard = dispatch::fallback(problem, options.expected_runs);
    chosen.take(standard.configuration);
    chosen.contenders.clear();
    Choice& choice = chosen.choice;
    choice.reason = why;
    choice.match = Match::abstained;
    choice.expected_gain = choice.gain_low = choice.gain_high = 1;
    choice.predicted_seconds = choice.prepare_seconds = choice.break_even_runs = 0;
    choice.copies_values = standard.configuration.variant().copies_values(problem);
    return (standard.configuration.*kind)(problem);
  }

  /// Chooses and plans.
  template <class PlanKind>
  std::pair<std::unique_ptr<PlanKind>, Choice> make(Problem& problem, const Options& options,
                                                    Planner<PlanKind> kind) const {
    Chosen chosen = choose(problem, options);
    auto made = plan(problem, options, chosen, kind);
    if constexpr (std::is_same_v<PlanKind, DensePlan>) {
      if (!chosen.contenders.empty()) {
        made = std::make_unique<dispatch::ProbingPlan>(
            problem, chosen.configuration, std::move(made), std::move(chosen.contenders),
            options.probe == Probe::as_paid ? dispatch::Pace::as_paid : dispatch::Pace::at_once,
            dispatch::as_told(options.settled));
      }
    }
    return {std::move(made), std::move(chosen.choice)};
  }
};

Dispatcher::Dispatcher(std::vector<std::string> model_paths, Sink sink)
    : impl_(std::make_unique<Impl>()) {
  impl_->configure(std::move(sink));
  if (model_paths.empty()) {
    model_paths = dispatch::split_paths(dispatch::environment("SPTUNE_MODEL"));
  }
  for (const std::string& path : model_paths) impl_->models.add(path, impl_->warnings);
}

Dispatcher::Dispatcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Dispatcher Dispatcher::with(dispatch::KnownModels models, Sink sink) {
  auto impl = std::make_unique<Impl>();
  impl->models = std::move(models);
  impl->configure(std::move(sink));
  return Dispatcher(std::move(impl));
}

Dispatcher::~Dispatcher() = default;
Dispatcher::Dispatcher(Dispatcher&&) noexcept = default;
Dispatcher& Dispatcher::operator=(Dispatcher&&) noexcept = default;

std::size_t Dispatcher::models() const noexcept {
  return impl_->models.size();
}

Choice dispatch::Access::choose(const Dispatcher& dispatcher, Problem& problem,
                                const Options& options) {
  return dispatcher.impl_->choose(problem, options).choice;
}

Choice Dispatcher::choose_spmv(const AnyCsr& a, const Options& options) const {
  return impl_->choose(*impl_->problem(Operation::spmv, a, nullptr, {}, options), options).choice;
}

Choice Dispatcher::choose_spgemm(const AnyCsr& a, const AnyCsr& b, const Options& options) const {
  return impl_->choose(*impl_->problem(Operation::spgemm, a, &b, {}, options), options).choice;
}

Choice Dispatcher::choose_spmm(const AnyCsr& a, const DenseMatrices& dense,
                               const Options& options) const {
  return impl_->choose(*impl_->problem(a, dense, options), options).choice;
}

void Dispatcher::require_type(const AnyCsr& a, ValueType type) {
  if (a.value_type == type) return;
  throw UsageError("the matrix holds " + std::string(to_string(a.value_type)) + ", x and y are " +
                   std::string(to_string(type)) + ": ask for a plan of the matrix's type");
}

std::pair<std::unique_ptr<DensePlan>, Choice> Dispatcher::make_spmv(const AnyCsr& a,
                                                                    const Options& options) const {
  return impl_->make(*impl_->problem(Operation::spmv, a, nullptr, {}, options), options,
                     &ResolvedConfiguration::dense_plan);
}

std::pair<std::unique_ptr<SparsePlan>, Choice> Dispatcher::make_spgemm(
    const AnyCsr& a, const AnyCsr& b, const Options& options) const {
  return impl_->make(*impl_->problem(Operation::spgemm, a, &b, {}, options), options,
                     &ResolvedConfiguration::sparse_plan);
}

std::pair<std::unique_ptr<DensePlan>, Choice> Dispatcher::make_spmm(const AnyCsr& a,
                                                                    const DenseMatrices& dense,
                                                                    const Options& options) const {
  return impl_->make(*impl_->problem(a, dense, options), options,
                     &ResolvedConfiguration::dense_plan);
}

}  // namespace sptune
