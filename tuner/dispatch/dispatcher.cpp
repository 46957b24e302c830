// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/dispatcher.hpp"

#include "kernels/api/operands.hpp"
#include "kernels/host/isa.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/error.hpp"
#include "tuner/dispatch/forcing.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/model/fallback.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sptune {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Backend backend_of(const AnyCsr& a) {
  return a.space == MemorySpace::device ? Backend::cuda : Backend::cpu;
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

/// The arrays are those of no CSR matrix: no default can help.
class BrokenOperands : public UsageError {
 public:
  using UsageError::UsageError;
};

/// What a variant says of the operands; their order is looked for at most once, and noted.
template <class Problem>
Fit judge(const Variant& v, const Configuration& c, Problem& problem) {
  if (v.facts.takes == ColumnOrder::sorted) {
    if (const std::string broken = learn_order(problem); !broken.empty()) {
      throw BrokenOperands(broken);
    }
  }
  return fit(v, c, problem);
}

struct Selected {
  const Variant* variant = nullptr;
  Configuration configuration;
  std::string note;  ///< why it is not the default of this build
};

/// The default of this build, or where it does not take these operands, the first variant that
/// does: one that is kept to compare with is better than none.
template <class Problem>
Selected fallback(Problem& problem) {
  const Operation operation = operation_of(problem);
  const Backend backend = backend_of(problem.a);
  const Variant* const standard = model::default_variant(shipped_catalogue(), operation, backend);
  if (standard == nullptr) {
    throw DeviceError("no " + std::string(to_string(operation)) + " variant for " +
                      std::string(to_string(backend)) +
                      " in this program: link sptune's component " +
                      std::string(to_string(backend)));
  }
  const Fit fits = judge(*standard, standard->default_configuration(), problem);
  if (fits) return {standard, standard->default_configuration(), {}};
  const std::string note = standard->facts.name + ", the default, does not fit: " + fits.reason;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation == operation && v.facts.backend == backend && !v.copies_values(problem) &&
        judge(v, v.default_configuration(), problem)) {
      return {&v, v.default_configuration(), note};
    }
  }
  throw UsageError(note + "; nor does any other variant");
}

/// Fully looked at where the options say so; what a caller vouches for is not believed then.
template <class Problem>
void look_at_all(Problem& problem, const Options& options) {
  if (options.validate != Validate::full) return;
  problem.a.columns = ColumnOrder::unknown;
  if constexpr (std::is_same_v<Problem, SpgemmProblem>) problem.b.columns = ColumnOrder::unknown;
  if (const std::string broken = learn_order(problem); !broken.empty()) throw UsageError(broken);
}

}  // namespace

struct Dispatcher::Impl {
  dispatch::KnownModels models;
  dispatch::Warnings warnings;
  std::string force;  ///< of the environment; empty where that cannot be used

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
            options.memory_limit};
  }

  [[nodiscard]] SpmvProblem problem(const AnyCsr& a, const Options& options) const {
    SpmvProblem p{a, resources(options)};
    if (const std::string flaw = find_flaw(p); !flaw.empty()) throw UsageError(flaw);
    look_at_all(p, options);
    return p;
  }
  [[nodiscard]] SpgemmProblem problem(const AnyCsr& a, const AnyCsr& b,
                                      const Options& options) const {
    SpgemmProblem p{a, b, resources(options), 0};
    if (const std::string flaw = find_flaw(p); !flaw.empty()) throw UsageError(flaw);
    look_at_all(p, options);
    p.products = spgemm::count_products(p.a, p.b);
    return p;
  }

  /// Notes in the problem what it learns of it.
  template <class Problem>
  Choice choose(Problem& problem, const Options& options) const {
    const auto start = Clock::now();
    const Selected standard = fallback(problem);
    Choice choice;
    choice.configuration = standard.configuration;
    const std::string& wanted = force.empty() ? options.force : force;
    if (wanted.empty() || !forced(wanted, problem, choice)) consult(problem, options, choice);
    if (!standard.note.empty() && choice.configuration == standard.configuration) {
      choice.reason += "; " + standard.note;
    }
    const Variant* chosen = shipped_catalogue().find(operation_of(problem), backend_of(problem.a),
                                                     choice.configuration.variant);
    choice.copies_values = chosen->copies_values(problem);
    choice.decide_seconds = seconds_since(start);
    return choice;
  }

  /// False when the forced configuration belongs to another operation or, in the environment, to
  /// another backend.
  template <class Problem>
  bool forced(const std::string& text, Problem& problem, Choice& choice) const {
    const Operation operation = operation_of(problem);
    const Backend backend = backend_of(problem.a);
    auto parsed = shipped_catalogue().parse(operation, backend, text);
    if (!parsed) {
      const Operation other = operation == Operation::spmv ? Operation::spgemm : Operation::spmv;
      if (!force.empty() || shipped_catalogue().parse(other, backend, text)) return false;
      throw UsageError("forced configuration: " + parsed.error());
    }
    const Variant* variant = shipped_catalogue().find(operation, backend, parsed.value().variant);
    const Fit fits = judge(*variant, parsed.value(), problem);
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
  void consult(Problem& problem, const Options& options, Choice& choice) const {
    const dispatch::KnownModel* known =
        models.find(operation_of(problem), problem.a.value_type, backend_of(problem.a));
    if (known == nullptr) {
      choice.match = Match::no_model;
      choice.reason = "no model for " + std::string(to_string(operation_of(problem))) + " " +
                      std::string(to_string(problem.a.value_type)) + " on " +
                      std::string(to_string(backend_of(problem.a)));
      return;
    }
    const Choice before = choice;
    try {
      predict(*known, problem, options, choice);
    } catch (const BrokenOperands&) {
      throw;
    } catch (const UsageError& e) {
      choice = before;  // the operands are none that a model knows: nothing has failed
      choice.match = Match::abstained;
      choice.reason = e.what();
    } catch (const std::exception& e) {
      choice = before;
      choice.match = Match::abstained;
      choice.reason = std::string("deciding failed: ") + e.what();
      warnings.warn(choice.reason + "; the default is used");
    }
  }

  template <class Problem>
  void predict(const dispatch::KnownModel& known, Problem& problem, const Options& options,
               Choice& choice) const {
    const model::Model& m = *known.model;
    const model::Rule& rule = m.data().rule;
    choice.match = Match::abstained;
    if (options.expected_runs < rule.min_runs) {
      choice.reason = "too few runs expected for asking to pay";
      return;
    }
    const features::Features features = features::extract(problem);
    if (!features.rows_sorted) {
      choice.reason =
          "rows are not sorted or hold duplicates: the model knows sorted rows, the default is "
          "used";
      return;
    }
    const std::vector<model::Score> scores = m.score(features);
    std::vector<std::optional<Fit>> judged(known.variants.size());  // some look at all entries
    const auto fits = [&](std::size_t c) {
      if (judged[c]) return *judged[c];
      const Variant* v = known.variants[c];
      judged[c] = v == nullptr ? Fit::no("this library has no such configuration")
                               : dispatch::follows_values(*v, problem, options);
      if (*judged[c]) judged[c] = judge(*v, known.configurations[c], problem);
      return *judged[c];
    };
    const model::Decision decision =
        model::decide(scores, m.default_candidate(), options.expected_runs, rule, fits);
    if (options.explain) choice.considered = dispatch::consider(known, scores, fits);
    if (fits(decision.candidate)) {
      dispatch::fill(choice, known, scores, decision);
    } else {
      choice.reason = "none of the model's configurations fits";
    }
  }

  template <class Problem>
  auto make(Problem& problem, Choice& choice) const {
    const Variant* chosen = shipped_catalogue().find(operation_of(problem), backend_of(problem.a),
                                                     choice.configuration.variant);
    std::string why;
    try {
      return plan(*chosen, choice.configuration, problem);
    } catch (const std::exception& e) {
      if (choice.configuration == fallback(problem).configuration) throw;
      why = choice.configuration.text() + " could not be prepared: " + e.what();
    }
    warnings.warn(why + "; the default is used");
    const Selected standard = fallback(problem);
    choice.reason = why;
    choice.configuration = standard.configuration;
    choice.match = Match::abstained;
    choice.expected_gain = choice.gain_low = choice.gain_high = 1;
    choice.predicted_seconds = choice.prepare_seconds = choice.break_even_runs = 0;
    choice.copies_values = standard.variant->copies_values(problem);
    return plan(*standard.variant, standard.configuration, problem);
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

Choice Dispatcher::choose_spmv(const AnyCsr& a, const Options& options) const {
  SpmvProblem problem = impl_->problem(a, options);
  return impl_->choose(problem, options);
}

Choice Dispatcher::choose_spgemm(const AnyCsr& a, const AnyCsr& b, const Options& options) const {
  SpgemmProblem problem = impl_->problem(a, b, options);
  return impl_->choose(problem, options);
}

void Dispatcher::require_type(const AnyCsr& a, ValueType type) {
  if (a.value_type == type) return;
  throw UsageError("the matrix holds " + std::string(to_string(a.value_type)) + ", x and y are " +
                   std::string(to_string(type)) + ": ask for a plan of the matrix's type");
}

std::pair<std::unique_ptr<SpmvPlan>, Choice> Dispatcher::make_spmv(const AnyCsr& a,
                                                                   const Options& options) const {
  SpmvProblem problem = impl_->problem(a, options);
  Choice choice = impl_->choose(problem, options);
  auto plan = impl_->make(problem, choice);
  return {std::move(plan), std::move(choice)};
}

std::pair<std::unique_ptr<SpgemmPlan>, Choice> Dispatcher::make_spgemm(
    const AnyCsr& a, const AnyCsr& b, const Options& options) const {
  SpgemmProblem problem = impl_->problem(a, b, options);
  Choice choice = impl_->choose(problem, options);
  auto plan = impl_->make(problem, choice);
  return {std::move(plan), std::move(choice)};
}

}  // namespace sptune
