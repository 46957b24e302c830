// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/tuner/dispatch/dispatcher.hpp"

#include "sptune/kernels/spgemm/spgemm.hpp"
#include "sptune/tuner/dispatch/known_models.hpp"
#include "sptune/tuner/model/fallback.hpp"

#include <chrono>
#include <exception>
#include <utility>

namespace sptune {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Backend backend_of(const AnyCsr& a) {
  return a.space == MemorySpace::device ? Backend::cuda : Backend::cpu;
}

Resources resources_of(const Options& options) {
  return {options.threads > 0 ? options.threads : model::this_machine().cores,
          options.memory_limit};
}

// The two operations differ in nothing but their types; these overloads say so once.
Operation operation_of(const SpmvProblem&) {
  return Operation::spmv;
}
Operation operation_of(const SpgemmProblem&) {
  return Operation::spgemm;
}
Fit fit(const Variant& v, const Configuration& c, const SpmvProblem& p) {
  return v.fit_spmv(c, p);
}
Fit fit(const Variant& v, const Configuration& c, const SpgemmProblem& p) {
  return v.fit_spgemm(c, p);
}
std::unique_ptr<SpmvPlan> plan(const Variant& v, const Configuration& c, const SpmvProblem& p) {
  return v.plan_spmv(c, p);
}
std::unique_ptr<SpgemmPlan> plan(const Variant& v, const Configuration& c, const SpgemmProblem& p) {
  return v.plan_spgemm(c, p);
}

const Variant& fallback(Operation operation, Backend backend) {
  const Variant* v = model::default_variant(shipped_catalogue(), operation, backend);
  if (v == nullptr) {
    throw DeviceError("no " + std::string(to_string(operation)) + " variant for " +
                      std::string(to_string(backend)) +
                      " in this program: link sptune's component " +
                      std::string(to_string(backend)));
  }
  return *v;
}

}  // namespace

struct Dispatcher::Impl {
  dispatch::KnownModels models;
  dispatch::Warnings warnings;
  std::string force;

  template <class Problem>
  Choice choose(const Problem& problem, const Options& options) const {
    const auto start = Clock::now();
    const Operation operation = operation_of(problem);
    const Variant& standard = fallback(operation, backend_of(problem.a));
    Choice choice;
    choice.configuration = standard.default_configuration();
    const std::string& wanted = force.empty() ? options.force : force;
    if (!wanted.empty() && forced(wanted, problem, choice)) {
      choice.decide_seconds = seconds_since(start);
      return choice;
    }
    const dispatch::KnownModel* known =
        models.find(operation, problem.a.value_type, backend_of(problem.a));
    if (known == nullptr) {
      choice.match = Match::no_model;
      choice.reason = "no model for " + std::string(to_string(operation)) + " " +
                      std::string(to_string(problem.a.value_type)) + " on " +
                      std::string(to_string(backend_of(problem.a)));
    } else {
      predict(*known, problem, options, choice);
    }
    choice.decide_seconds = seconds_since(start);
    return choice;
  }

  /// False when the forced configuration belongs to another operation.
  template <class Problem>
  bool forced(const std::string& text, const Problem& problem, Choice& choice) const {
    const Operation operation = operation_of(problem);
    const Backend backend = backend_of(problem.a);
    auto parsed = shipped_catalogue().parse(operation, backend, text);
    if (!parsed) {
      const Operation other = operation == Operation::spmv ? Operation::spgemm : Operation::spmv;
      if (shipped_catalogue().parse(other, backend, text)) return false;
      throw UsageError("forced configuration: " + parsed.error());
    }
    const Variant* variant = shipped_catalogue().find(operation, backend, parsed.value().variant);
    const Fit fits = fit(*variant, parsed.value(), problem);
    if (!fits) {
      choice.match = Match::abstained;
      choice.reason = "forced " + parsed.value().text() + " does not fit: " + fits.reason;
      warnings.warn(choice.reason + "; the default is used");
      return true;
    }
    choice.configuration = std::move(parsed.value());
    choice.match = Match::forced;
    choice.reason = "forced";
    return true;
  }

  template <class Problem>
  void predict(const dispatch::KnownModel& known, const Problem& problem, const Options& options,
               Choice& choice) const {
    const model::Model& m = *known.model;
    const model::Rule& rule = m.data().rule;
    if (options.expected_runs < rule.min_runs) {
      choice.match = Match::abstained;
      choice.reason = "too few runs expected for asking to pay";
      return;
    }
    try {
      const std::vector<model::Score> scores = m.score(features::extract(problem));
      const auto fits = [&](std::size_t c) {
        const Variant* v = known.variants[c];
        return v == nullptr ? Fit::no("this library has no such configuration")
                            : fit(*v, known.configurations[c], problem);
      };
      const model::Decision decision =
          model::decide(scores, m.default_candidate(), options.expected_runs, rule, fits);
      dispatch::fill(choice, known, scores, decision);
      if (options.explain) choice.considered = dispatch::consider(known, scores, fits);
    } catch (const std::exception& e) {
      choice.match = Match::abstained;
      choice.reason = std::string("deciding failed: ") + e.what();
      warnings.warn(choice.reason + "; the default is used");
    }
  }

  template <class Problem>
  auto make(const Problem& problem, Choice& choice) const {
    const Operation operation = operation_of(problem);
    const Variant& standard = fallback(operation, backend_of(problem.a));
    const Variant* chosen =
        shipped_catalogue().find(operation, backend_of(problem.a), choice.configuration.variant);
    try {
      if (chosen != nullptr) return plan(*chosen, choice.configuration, problem);
    } catch (const std::exception& e) {
      choice.reason = choice.configuration.text() + " could not be prepared: " + e.what();
      warnings.warn(choice.reason + "; the default is used");
    }
    choice.configuration = standard.default_configuration();
    choice.match = Match::abstained;
    choice.expected_gain = choice.gain_low = choice.gain_high = 1;
    choice.break_even_runs = 0;
    return plan(standard, choice.configuration, problem);
  }
};

Dispatcher::Dispatcher(std::vector<std::string> model_paths, Sink sink)
    : impl_(std::make_unique<Impl>()) {
  if (sink) impl_->warnings.sink = std::move(sink);
  impl_->force = dispatch::environment("SPTUNE_FORCE");
  if (model_paths.empty()) {
    model_paths = dispatch::split_paths(dispatch::environment("SPTUNE_MODEL"));
  }
  for (const std::string& path : model_paths) impl_->models.add(path, impl_->warnings);
}

Dispatcher::Dispatcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Dispatcher Dispatcher::with(dispatch::KnownModels models, Sink sink) {
  auto impl = std::make_unique<Impl>();
  impl->models = std::move(models);
  if (sink) impl->warnings.sink = std::move(sink);
  impl->force = dispatch::environment("SPTUNE_FORCE");
  return Dispatcher(std::move(impl));
}

Dispatcher::~Dispatcher() = default;
Dispatcher::Dispatcher(Dispatcher&&) noexcept = default;
Dispatcher& Dispatcher::operator=(Dispatcher&&) noexcept = default;

std::size_t Dispatcher::models() const noexcept {
  return impl_->models.size();
}

Choice Dispatcher::choose_spmv(const AnyCsr& a, const Options& options) const {
  return impl_->choose(SpmvProblem{a, resources_of(options)}, options);
}

Choice Dispatcher::choose_spgemm(const AnyCsr& a, const AnyCsr& b, const Options& options) const {
  return impl_->choose(spgemm::make_problem(a, b, resources_of(options)), options);
}

void Dispatcher::require_type(const AnyCsr& a, ValueType type) {
  if (a.value_type == type) return;
  throw UsageError("the matrix holds " + std::string(to_string(a.value_type)) + ", x and y are " +
                   std::string(to_string(type)) + ": ask for a plan of the matrix's type");
}

std::unique_ptr<SpmvPlan> Dispatcher::make_spmv(const AnyCsr& a, Choice& choice,
                                                const Options& options) const {
  return impl_->make(SpmvProblem{a, resources_of(options)}, choice);
}

std::unique_ptr<SpgemmPlan> Dispatcher::make_spgemm(const AnyCsr& a, const AnyCsr& b,
                                                    Choice& choice, const Options& options) const {
  return impl_->make(spgemm::make_problem(a, b, resources_of(options)), choice);
}

}  // namespace sptune
