// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/feature.hpp"

#include <array>

namespace sptune {

namespace {

constexpr std::array<FeatureDef, feature_count> table{{
#define SPTUNE_FEATURE(name, unit, tier, meaning) {#name, unit, tier, meaning},
#include "kernels/api/features.def"
#undef SPTUNE_FEATURE
}};

}  // namespace

std::span<const FeatureDef> feature_table() noexcept {
  return table;
}

std::optional<Feature> parse_feature(std::string_view name) noexcept {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].name == name) return static_cast<Feature>(i);
  }
  return std::nullopt;
}

}  // namespace sptune
