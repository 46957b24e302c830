// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/variant.hpp"

#include <algorithm>

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

}  // namespace

Result<Configuration> Variant::complete(const Configuration& partial) const {
  const auto fail = [](std::string_view why) { return Result<Configuration>::failure(why); };
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
  if (!satisfies_constraint(out)) {
    return fail(out.text() + " is not a valid point: " + constraint_text);
  }
  return {out};
}

Configuration Variant::default_configuration() const {
  Configuration out{facts.name, {}};
  for (const AxisInfo& a : axes) out.axes.emplace_back(a.name, a.values.front());
  return out;
}

std::vector<Configuration> Variant::full_grid() const {
  if (valid_points) {
    std::vector<Configuration> grid;
    for (const std::vector<std::size_t>& point : valid_points()) {
      Configuration& c = grid.emplace_back(Configuration{facts.name, {}});
      for (std::size_t i = 0; i < axes.size(); ++i) {
        c.axes.emplace_back(axes[i].name, axes[i].values[point[i]]);
      }
    }
    return grid;
  }
  std::vector<Configuration> grid{Configuration{facts.name, {}}};
  for (const AxisInfo& a : axes) {
    std::vector<Configuration> wider;
    wider.reserve(grid.size() * a.values.size());
    for (const Configuration& point : grid) {
      for (const Value& v : a.values) {
        wider.push_back(point);
        wider.back().axes.emplace_back(a.name, v);
      }
    }
    grid = std::move(wider);
  }
  std::erase_if(grid, [&](const Configuration& c) { return !satisfies_constraint(c); });
  return grid;
}

std::vector<Configuration> Variant::smoke_grid() const {
  std::vector<Configuration> grid{default_configuration()};
  for (std::size_t i = 0; i < axes.size(); ++i) {
    for (std::size_t j = 1; j < axes[i].values.size(); ++j) {
      Configuration step = grid.front();
      step.axes[i].second = axes[i].values[j];
      if (satisfies_constraint(step)) grid.push_back(std::move(step));
    }
  }
  return grid;
}

}  // namespace sptune
