// SPDX-License-Identifier: BSD-3-Clause
// Features by name, for kernels that estimate from them and for those who compute them
// (tuner/features). A name that is not in features.def does not compile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sptune {

enum class Feature : std::uint8_t {
#define SPTUNE_FEATURE(name, unit, tier, meaning) name,
#include "kernels/api/features.def"
#undef SPTUNE_FEATURE
  count
};

inline constexpr std::size_t feature_count = static_cast<std::size_t>(Feature::count);

[[nodiscard]] constexpr std::size_t index(Feature feature) noexcept {
  return static_cast<std::size_t>(feature);
}

/// One line of features.def.
struct FeatureDef {
  std::string_view name;
  std::string_view unit;
  int tier;  ///< 0: header, a glance · 1: row offsets · 2: sampled columns · 3: products
  std::string_view meaning;
};

/// In the order of the enumeration.
[[nodiscard]] std::span<const FeatureDef> feature_table() noexcept;

/// By name, where names come in: model files, SQL, the command line.
[[nodiscard]] std::optional<Feature> parse_feature(std::string_view name) noexcept;

/// Values of the features of the matrix at hand, NaN where one is not defined: a view of them.
class FeatureLookup {
 public:
  explicit FeatureLookup(std::span<const double, feature_count> values) : values_(values) {}
  [[nodiscard]] double operator()(Feature feature) const noexcept {
    return values_[index(feature)];
  }

 private:
  std::span<const double, feature_count> values_;
};

}  // namespace sptune
