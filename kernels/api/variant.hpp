// SPDX-License-Identifier: BSD-3-Clause
// A variant is one entry of the catalogue: a kernel family with its axes, its own judgement of
// what it fits, and the way to a plan.
#pragma once

#include "kernels/api/operands.hpp"
#include "kernels/api/space.hpp"
#include "sptune/plan.hpp"

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

/// What a format is expected to store on a matrix that nobody has converted yet. NaN: no idea.
struct Expected {
  double fill = std::numeric_limits<double>::quiet_NaN();   ///< stored over needed entries
  double bytes = std::numeric_limits<double>::quiet_NaN();  ///< of the format, per needed entry
};
/// Value of a feature of the matrix by its name in tuner/features; NaN where it is not defined.
using FeatureLookup = std::function<double(std::string_view)>;
/// An estimate for one configuration and value type. Cheap: asked at every decision.
using Expectation = std::function<Expected(const FeatureLookup&)>;

struct Variant {
  VariantFacts facts;
  Operation operation = Operation::spmv;
  std::vector<AxisInfo> axes;
  std::string constraint_text;
  std::string code_hash;  ///< of the sources; filled in by the catalogue

  std::function<bool(const Configuration&)> satisfies_constraint;
  /// Optional: the points that do, as positions of their values on each axis, in the order of
  /// full_grid.
  std::function<std::vector<std::vector<std::size_t>>()> valid_points;
  std::function<Fit(const Configuration&, const SpmvProblem&)> fit_spmv;
  std::function<std::unique_ptr<SpmvPlan>(const Configuration&, const SpmvProblem&)> plan_spmv;
  std::function<Fit(const Configuration&, const SpgemmProblem&)> fit_spgemm;
  std::function<std::unique_ptr<SpgemmPlan>(const Configuration&, const SpgemmProblem&)>
      plan_spgemm;
  /// Optional: tells a model the bytes of the format, so that it need not learn arithmetic.
  std::function<Expectation(const Configuration&, ValueType)> expected;
  /// Optional: configurations that are deterministic although not all are.
  std::function<bool(const Configuration&)> stable;

  /// Optional: operands whose values are not copied although `facts.values` says it.
  std::function<bool(const SpmvProblem&)> leaves_values;

  /// Whether values that change after planning count, for these operands.
  [[nodiscard]] bool copies_values(const SpmvProblem& p) const {
    return facts.values != ValuesRead::callers && !(leaves_values && leaves_values(p));
  }
  [[nodiscard]] bool copies_values(const SpgemmProblem& /*p*/) const {
    return facts.values != ValuesRead::callers;
  }
  /// Whether a configuration gives the same bits on every run with the same threads.
  [[nodiscard]] bool deterministic(const Configuration& c) const {
    return facts.deterministic || (stable && stable(c));
  }
  /// Fills missing axes with their defaults and orders them as declared. Fails, naming what is
  /// allowed, on an unknown axis, an undeclared value or a point outside the constraint.
  [[nodiscard]] Result<Configuration> complete(const Configuration& partial) const;
  [[nodiscard]] Configuration default_configuration() const;
  /// Every valid point, default first, in the order of the axes.
  [[nodiscard]] std::vector<Configuration> full_grid() const;
  /// The default point and one step along each axis: small, but touches every value.
  [[nodiscard]] std::vector<Configuration> smoke_grid() const;
};

/// Joins a typed space with functions over the typed configuration, which see only operands that
/// keep the rules (operands.hpp):
///   fit(const Config&, const SpmvProblem&) -> Fit
///   plan(const Config&, const SpmvProblem&) -> std::unique_ptr<SpmvPlan>
///   expect(const Config&, ValueType, const FeatureLookup&) -> Expected, optional
template <class C, class Constraint, class... Axes, class FitFn, class PlanFn,
          class ExpectFn = std::nullptr_t>
[[nodiscard]] Variant make_spmv_variant(VariantFacts facts, Space<C, Constraint, Axes...> sp,
                                        FitFn fit, PlanFn plan, ExpectFn expect = nullptr) {
  Variant v;
  v.facts = std::move(facts);
  v.operation = Operation::spmv;
  v.axes = sp.info();
  v.constraint_text = std::string(sp.constraint_text);
  v.satisfies_constraint = [sp](const Configuration& c) { return sp.constraint(sp.typed(c)); };
  v.valid_points = [sp] { return sp.valid_points(); };
  v.fit_spmv = [sp, fit, rules = v.facts.operand_rules()](const Configuration& c, SpmvProblem p) {
    Fit admitted = admit(rules, p);
    return admitted ? fit(sp.typed(c), p) : admitted;
  };
  v.plan_spmv = [sp, plan, rules = v.facts.operand_rules()](const Configuration& c, SpmvProblem p) {
    require(rules, p);
    return plan(sp.typed(c), p);
  };
  if constexpr (!std::is_same_v<ExpectFn, std::nullptr_t>) {
    v.expected = [sp, expect](const Configuration& c, ValueType type) -> Expectation {
      return [typed = sp.typed(c), type, expect](const FeatureLookup& feature) {
        return expect(typed, type, feature);
      };
    };
  }
  return v;
}

/// The same for C = A*B; `stable(const Config&) -> bool`, optional, as Variant::stable.
template <class C, class Constraint, class... Axes, class FitFn, class PlanFn,
          class StableFn = std::nullptr_t>
[[nodiscard]] Variant make_spgemm_variant(VariantFacts facts, Space<C, Constraint, Axes...> sp,
                                          FitFn fit, PlanFn plan, StableFn stable = nullptr) {
  Variant v;
  v.facts = std::move(facts);
  v.operation = Operation::spgemm;
  v.axes = sp.info();
  v.constraint_text = std::string(sp.constraint_text);
  v.satisfies_constraint = [sp](const Configuration& c) { return sp.constraint(sp.typed(c)); };
  v.valid_points = [sp] { return sp.valid_points(); };
  v.fit_spgemm = [sp, fit, rules = v.facts.operand_rules()](const Configuration& c,
                                                            SpgemmProblem p) {
    Fit admitted = admit(rules, p);
    return admitted ? fit(sp.typed(c), p) : admitted;
  };
  v.plan_spgemm = [sp, plan, rules = v.facts.operand_rules()](const Configuration& c,
                                                              SpgemmProblem p) {
    require(rules, p);
    return plan(sp.typed(c), p);
  };
  if constexpr (!std::is_same_v<StableFn, std::nullptr_t>) {
    v.stable = [sp, stable](const Configuration& c) { return stable(sp.typed(c)); };
  }
  return v;
}

}  // namespace sptune
