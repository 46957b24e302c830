// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/feature.hpp"

#include <array>

namespace sptune {

std::span<const FeatureDef> feature_table() noexcept {
  static constexpr std::array<FeatureDef, feature_count> table{{
#define SPTUNE_FEATURE(name, unit, tier, meaning) {#name, unit, tier, meaning},
#include "kernels/api/features.def"
#undef SPTUNE_FEATURE
  }};
  return table;
}

}  // namespace sptune
