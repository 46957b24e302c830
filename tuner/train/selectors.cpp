// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/train/selectors.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sptune::train {
namespace {

/// Value of `axis` when `c` equals `standard` but for it, and it is an integer.
std::optional<std::int64_t> only_difference(const Configuration& c, const Configuration& standard,
                                            std::string_view axis) {
  if (c.variant != standard.variant || c.axes.size() != standard.axes.size()) return std::nullopt;
  std::optional<std::int64_t> out;
  for (std::size_t i = 0; i < c.axes.size(); ++i) {
    if (c.axes[i].first == axis) {
      const auto* value = c.axes[i].second.get_if<std::int64_t>();
      if (value == nullptr) return std::nullopt;
      out = *value;
    } else if (c.axes[i] != standard.axes[i]) {
      return std::nullopt;
    }
  }
  return out;
}

/// The configuration that differs from `standard` in `axis` alone, with the largest value not above
/// `mean` or else the smallest; none when `standard` has no such axis or nobody tried it.
std::optional<std::size_t> choice_along(const Dataset& data, const Configuration& standard,
                                        std::string_view axis, double mean) {
  if (standard.find(axis) == nullptr) return std::nullopt;
  std::optional<std::size_t> chosen;
  std::int64_t best = 0;
  for (std::size_t c = 0; c < data.configurations.size(); ++c) {
    const auto value = only_difference(data.configurations[c], standard, axis);
    if (!value) continue;
    const bool below = static_cast<double>(*value) <= mean;
    const bool best_below = static_cast<double>(best) <= mean;
    if (!chosen || (below && (!best_below || *value > best)) ||
        (!below && !best_below && *value < best)) {
      best = *value;
      chosen = c;
    }
  }
  return chosen;
}

}  // namespace

std::size_t nnz_per_row_rule(const Dataset& data, const Problem& problem) {
  const double mean = problem.features.at(Feature::nnz) / problem.features.at(Feature::rows);
  for (const Configuration& standard : data.defaults) {
    if (const auto chosen = choice_along(data, standard, "threads_per_row", mean)) return *chosen;
  }
  const Configuration& standard = data.configurations[data.default_configuration];
  constexpr std::array<std::string_view, 4> axes{"lanes", "width", "vector", "unroll"};
  for (const std::string_view axis : axes) {
    if (const auto chosen = choice_along(data, standard, axis, mean)) return *chosen;
  }
  return data.default_configuration;
}

}  // namespace sptune::train
