// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/variant.hpp"

#include "sptune/error.hpp"

#include <algorithm>
#include <any>
#include <optional>
#include <utility>

namespace sptune {
namespace {

std::string names_of(const std::vector<AxisInfo>& axes) {
  std::string out;
  for (const AxisInfo& a : axes) out += (out.empty() ? "" : ", ") + a.name;
  return out.empty() ? "none" : out;
}

std::string texts_of(const std::vector<Value>& values) {
  std::string out;
  for (const Value& v : values) out += (out.empty() ? "" : ", ") + v.text();
  return out;
}

/// A plan of the wanted kind.
template <class Wanted>
std::unique_ptr<Wanted> cast(std::unique_ptr<Plan> plan, const ResolvedConfiguration& c,
                             const char* kind) {
  auto* wanted = dynamic_cast<Wanted*>(plan.get());
  if (wanted == nullptr) throw UsageError(c.text() + " has no " + kind + " result");
  (void)plan.release();  // NOLINT(bugprone-unused-return-value): `wanted` owns it now
  return std::unique_ptr<Wanted>(wanted);
}

}  // namespace

Fit ResolvedConfiguration::fit(const Problem& problem) const {
  Fit out = variant_->functions.fit(*this, problem);
  out.found.reset();
  return out;
}

Fit ResolvedConfiguration::fit_for_plan(Problem& problem) const {
  Fit out = variant_->functions.fit(*this, problem);
  std::any found = std::exchange(out.found, {});
  if (!out || !found.has_value()) return out;
  if (problem.found.what.has_value() && problem.found.by != text()) return out;
  const AnyCsr* const b = problem.second();
  problem.found = {std::move(found), text(), problem.a,
                   b == nullptr ? std::nullopt : std::optional(*b)};
  return out;
}

std::unique_ptr<Plan> ResolvedConfiguration::plan(const Problem& problem) const {
  return variant_->functions.plan(*this, problem);
}

std::unique_ptr<DensePlan> ResolvedConfiguration::dense_plan(const Problem& problem) const {
  return cast<DensePlan>(plan(problem), *this, "dense");
}

std::unique_ptr<SparsePlan> ResolvedConfiguration::sparse_plan(const Problem& problem) const {
  return cast<SparsePlan>(plan(problem), *this, "sparse");
}

bool ResolvedConfiguration::deterministic() const {
  const auto& stable = variant_->functions.stable;
  return variant_->facts.deterministic || (stable && stable(*this));
}

bool Variant::copies_values(const Problem& problem) const {
  return facts.values != ValuesRead::callers &&
         !(functions.leaves_values && functions.leaves_values(problem));
}

ResolvedConfiguration Variant::bind(Configuration complete) const {
  auto typed = functions.typed(complete);
  return {*this, std::move(complete), std::move(typed)};
}

Result<ResolvedConfiguration> Variant::resolve(const Configuration& partial) const {
  const auto fail = [](std::string_view why) {
    return Result<ResolvedConfiguration>::failure(why);
  };
  Configuration out{facts.name, {}};
  for (const auto& [name, value] : partial.axes) {
    const bool known = std::any_of(axes.begin(), axes.end(),
                                   [&, &n = name](const AxisInfo& a) { return a.name == n; });
    if (!known) {
      return fail(facts.name + " has no axis '" + name + "'; its axes: " + names_of(axes));
    }
  }
  for (const AxisInfo& a : axes) {
    const Value* wanted = partial.find(a.name);
    if (wanted == nullptr) {
      out.axes.emplace_back(a.name, a.values.front());
      continue;
    }
    if (std::find(a.values.begin(), a.values.end(), *wanted) == a.values.end()) {
      return fail(facts.name + ": axis " + a.name + " has no value " + wanted->text() +
                  "; its values: " + texts_of(a.values));
    }
    out.axes.emplace_back(a.name, *wanted);
  }
  ResolvedConfiguration resolved = bind(std::move(out));
  if (!functions.satisfies_constraint(resolved)) {
    return fail(resolved.text() + " is not a valid point: " + constraint_text);
  }
  return {std::move(resolved)};
}

ResolvedConfiguration Variant::default_configuration() const {
  Configuration out{facts.name, {}};
  for (const AxisInfo& a : axes) out.axes.emplace_back(a.name, a.values.front());
  return bind(std::move(out));
}

std::vector<ResolvedConfiguration> Variant::full_grid() const {
  std::vector<ResolvedConfiguration> grid;
  for (const std::vector<std::size_t>& point : functions.valid_points()) {
    Configuration c{facts.name, {}};
    for (std::size_t i = 0; i < axes.size(); ++i) {
      c.axes.emplace_back(axes[i].name, axes[i].values[point[i]]);
    }
    grid.push_back(bind(std::move(c)));
  }
  return grid;
}

std::vector<ResolvedConfiguration> Variant::smoke_grid() const {
  std::vector<ResolvedConfiguration> grid{default_configuration()};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t j = 1; j < axes[i].values.size(); ++j) {
      Configuration step = grid.front().configuration();
      step.axes[i].second = axes[i].values[j];
      ResolvedConfiguration resolved = bind(std::move(step));
      if (functions.satisfies_constraint(resolved)) grid.push_back(std::move(resolved));
    }
  }
  return grid;
}

}  // namespace sptune
