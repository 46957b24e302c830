// SPDX-License-Identifier: BSD-3-Clause
// A variant is one entry of the catalogue: a kernel family with its axes, its own answer to
// what it fits, and the way to a plan.
#pragma once

#include "kernels/api/feature.hpp"
#include "kernels/api/operands.hpp"
#include "kernels/api/placement.hpp"
#include "kernels/api/problem.hpp"
#include "kernels/api/space.hpp"
#include "sptune/plan.hpp"

#include <any>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace sptune {

/// Facts about a variant that do not depend on its configuration type.
struct VariantFacts {
  std::string name;
  Backend backend = Backend::cpu;
  /// `any`: right whatever the order of columns and with duplicates. `sorted`: other operands are
  /// refused. Every variant says one of the two; a contract test holds it to its word.
  ColumnOrder takes = ColumnOrder::unknown;
  /// Whether values that the caller changes after planning count: every variant says. `copied` is
  /// what has to be reckoned with: see Variant::leaves_values.
  ValuesRead values = ValuesRead::unsaid;
  std::string summary;    ///< one line for `sptune list`
  std::string source;     ///< paper and section, or the system it comes from
  bool baseline = false;  ///< somebody else's code, or a kernel kept only to compare with
  /// Same bits on every run with the same threads, whatever the configuration.
  bool deterministic = true;

  [[nodiscard]] OperandRules operand_rules() const { return {backend, takes}; }
};

/// How a kernel is expected to be launched on a device, as far as it says: NaN is "no idea". What
/// follows from it on a given device (waves, the share of the last one, the fullest multiprocessor)
/// is worked out by who asks.
struct ExpectedLaunch {
  double blocks = std::numeric_limits<double>::quiet_NaN();   ///< of the first launch
  double threads = std::numeric_limits<double>::quiet_NaN();  ///< per block
  double shared_bytes = 0;                                    ///< per block
  double registers = 32;                                      ///< per thread, about
  double in_flight = 1;  ///< entries that a thread asks for before it waits
  /// Loads that wait for one another: in a usual thread, and in the one that has most.
  double steps = std::numeric_limits<double>::quiet_NaN();
  double longest = std::numeric_limits<double>::quiet_NaN();
  /// Rows that several blocks finish together: fences and a last block that others wait for.
  double shared_rows = 0;
  double launches = 1;
};

/// What a format is expected to store, and how its kernel to be launched, on a matrix that nobody
/// has converted yet. NaN: no idea.
struct Expected {
  double fill = std::numeric_limits<double>::quiet_NaN();   ///< stored over needed entries
  double bytes = std::numeric_limits<double>::quiet_NaN();  ///< of the format, per needed entry
  ExpectedLaunch launch = {};
  double run_s = std::numeric_limits<double>::quiet_NaN();  ///< as Look's, as far as features tell
};

/// What a variant sees of A that its plan has to see anyway.
struct Look {
  double run_s = 0;  ///< what it expects a run to take by that; positive
  std::any found;    ///< Problem::looked, with which its plan need not look again
};

struct Variant;

/// A configuration that its variant has accepted: every axis present with a declared value, within
/// the constraint, and bound to the typed form that the kernel reads. Made by Variant::resolve, at
/// the borders where text comes in, and handed on whole: nothing inside searches an axis by name.
/// The variant must outlive it. Cheap to copy.
class ResolvedConfiguration {
 public:
  ResolvedConfiguration(const Variant& variant, Configuration configuration,
                        std::shared_ptr<const void> typed)
      : variant_(&variant),
        configuration_(std::make_shared<const Configuration>(std::move(configuration))),
        typed_(std::move(typed)) {}

  [[nodiscard]] const Variant& variant() const noexcept { return *variant_; }
  /// Its names and values, for logs, SQL and models.
  [[nodiscard]] const Configuration& configuration() const noexcept { return *configuration_; }
  [[nodiscard]] std::string text() const { return configuration_->text(); }
  /// As the variant declares it; nobody else knows the type.
  template <class C>
  [[nodiscard]] const C& typed() const noexcept {
    return *static_cast<const C*>(typed_.get());
  }

  [[nodiscard]] Fit fit(const Problem& problem) const;
  /// The same for who means to plan: what had to be found of the operands is kept in the problem,
  /// where nothing of another configuration is, and the plan of this one takes it from there as
  /// long as the problem has the same arrays, with the same pattern in them.
  [[nodiscard]] Fit fit_for_plan(Problem& problem) const;
  [[nodiscard]] std::unique_ptr<Plan> plan(const Problem& problem) const;
  /// The plan of an operation with a dense, or with a sparse result. Throws UsageError for one of
  /// the other kind.
  [[nodiscard]] std::unique_ptr<DensePlan> dense_plan(const Problem& problem) const;
  [[nodiscard]] std::unique_ptr<SparsePlan> sparse_plan(const Problem& problem) const;
  /// Same bits on every run with the same threads.
  [[nodiscard]] bool deterministic() const;

 private:
  const Variant* variant_;
  std::shared_ptr<const Configuration> configuration_;
  std::shared_ptr<const void> typed_;
};

/// What make_variant makes of a variant's typed functions.
struct VariantFunctions {
  std::function<std::shared_ptr<const void>(const Configuration&)> typed;
  std::function<bool(const ResolvedConfiguration&)> satisfies_constraint;
  /// The points that do, as positions of their values on each axis, in the order of full_grid.
  std::function<std::vector<std::vector<std::size_t>>()> valid_points;
  std::function<Fit(const ResolvedConfiguration&, const Problem&)> fit;
  std::function<std::unique_ptr<Plan>(const ResolvedConfiguration&, const Problem&)> plan;
  /// Optional: tells a model the bytes of the format and the launch, so that it need not learn
  /// arithmetic. Cheap: asked at every decision.
  std::function<Expected(const ResolvedConfiguration&, ValueType, const FeatureLookup&)> expected;
  /// Optional: the first part of planning, which tells how long runs will be. Costs nothing where
  /// the plan follows.
  std::function<Look(const ResolvedConfiguration&, const Problem&)> look;
  /// Optional: configurations that are deterministic although not all are.
  std::function<bool(const ResolvedConfiguration&)> stable;
  /// Optional: operands whose values are not copied although `facts.values` says it.
  std::function<bool(const Problem&)> leaves_values;
};

/// What fit has found for this plan; null: nothing, or for another one. Of large things fit leaves,
/// and this gives, a shared pointer.
template <class T>
[[nodiscard]] const T* found_by_fit(const Problem& p) {
  return std::any_cast<T>(&p.found.what);
}

/// Whether it serves a plan of the configuration for the problem.
[[nodiscard]] inline bool serves(const Found& found, const ResolvedConfiguration& c,
                                 const Problem& problem) {
  const AnyCsr* const b = problem.second();
  return found.what.has_value() && found.by == c.text() && same_arrays(found.a, problem.a) &&
         found.b.has_value() == (b != nullptr) && (b == nullptr || same_arrays(*found.b, *b));
}

struct Variant {
  VariantFacts facts;
  Operation operation{};
  std::vector<AxisInfo> axes;
  std::string constraint_text;
  std::string code_hash;  ///< of the sources; filled in by the catalogue
  /// As what is run when nothing is known of a matrix: from so many expected runs on its preparing
  /// has paid against the next variant of the catalogue that asks for fewer. Of variants.def.
  double default_from_runs = 0;
  VariantFunctions functions;

  /// Whether values that change after planning count, for these operands.
  [[nodiscard]] bool copies_values(const Problem& problem) const;
  /// Fills missing axes with their defaults and orders them as declared. Fails, naming what is
  /// allowed, on an unknown axis, an undeclared value or a point outside the constraint.
  [[nodiscard]] Result<ResolvedConfiguration> resolve(const Configuration& partial) const;
  [[nodiscard]] ResolvedConfiguration default_configuration() const;
  /// Every valid point, default first, in the order of the axes.
  [[nodiscard]] std::vector<ResolvedConfiguration> full_grid() const;
  /// The default point and one step along each axis: small, but touches every value.
  [[nodiscard]] std::vector<ResolvedConfiguration> smoke_grid() const;

 private:
  [[nodiscard]] ResolvedConfiguration bind(Configuration complete) const;
};

/// Joins a typed space with functions over the typed configuration, which see only operands that
/// keep the rules (operands.hpp). P is the operation's problem:
///   fit(const Config&, const P&) -> Fit, with what it has found for the plan (found_by_fit)
///   plan(const Config&, const P&) -> std::unique_ptr of the operation's plan
/// and, optional, in any order:
///   (const Config&, ValueType, const FeatureLookup&) -> Expected: what the format will store, and
///     how the kernel will be launched
///   (const Config&, const P&) -> Look: what its plan sees first
///   (const Config&) -> bool: deterministic although not all configurations are
///   (const P&) -> bool: values are not copied although VariantFacts::values says it
template <class P, class C, class Constraint, class... Axes, class FitFn, class PlanFn,
          class... Extras>
[[nodiscard]] Variant make_variant(VariantFacts facts, Space<C, Constraint, Axes...> sp, FitFn fit,
                                   PlanFn plan, Extras... extras) {
  Variant v;
  v.facts = std::move(facts);
  v.operation = P::id;
  v.axes = sp.info();
  v.constraint_text = std::string(sp.constraint_text);
  VariantFunctions& f = v.functions;
  f.typed = [sp](const Configuration& c) { return std::make_shared<const C>(sp.typed(c)); };
  f.satisfies_constraint = [sp](const ResolvedConfiguration& c) { return sp.valid(c.typed<C>()); };
  f.valid_points = [sp] { return sp.valid_points(); };
  const OperandRules rules = v.facts.operand_rules();
  f.fit = [fit, rules](const ResolvedConfiguration& c, const Problem& problem) {
    P p = dynamic_cast<const P&>(problem);
    Fit admitted = admit(rules, p);
    return admitted ? fit(c.typed<C>(), p) : admitted;
  };
  f.plan = [plan, rules](const ResolvedConfiguration& c,
                         const Problem& problem) -> std::unique_ptr<Plan> {
    P p = dynamic_cast<const P&>(problem);
    require(rules, p);
    if (!serves(p.found, c, p)) p.found = {};
    std::unique_ptr<Plan> made = plan(c.typed<C>(), p);
    made->made_for(AnyValues(p.a), p.second() == nullptr ? AnyValues() : AnyValues(*p.second()));
    return made;
  };
  [[maybe_unused]] const auto add = [&f]<class Extra>(Extra extra) {
    if constexpr (std::is_invocable_v<Extra, const C&, ValueType, const FeatureLookup&>) {
      f.expected = [extra](const ResolvedConfiguration& c, ValueType type,
                           const FeatureLookup& feature) {
        return extra(c.typed<C>(), type, feature);
      };
    } else if constexpr (std::is_invocable_v<Extra, const C&, const P&>) {
      f.look = [extra](const ResolvedConfiguration& c, const Problem& problem) {
        return extra(c.typed<C>(), dynamic_cast<const P&>(problem));
      };
    } else if constexpr (std::is_invocable_v<Extra, const C&>) {
      f.stable = [extra](const ResolvedConfiguration& c) { return extra(c.typed<C>()); };
    } else {
      static_assert(std::is_invocable_v<Extra, const P&>, "no optional function of a variant");
      f.leaves_values = [extra](const Problem& p) { return extra(dynamic_cast<const P&>(p)); };
    }
  };
  (add(std::move(extras)), ...);
  return v;
}

}  // namespace sptune
