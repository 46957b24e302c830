// SPDX-License-Identifier: BSD-3-Clause
// Inputs that belong to a matrix and a candidate together: what the candidate's format is expected
// to store there and, on a GPU, how its kernel would be launched (VariantFunctions::expected). A
// tree would need thousands of matrices to find that a product of three features over the number of
// multiprocessors decides; the variant knows.
#pragma once

#include "kernels/api/variant.hpp"
#include "sptune/configuration.hpp"
#include "tuner/features/features.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::model {

/// Names of these inputs begin with it. They follow the configuration inputs of a model.
inline constexpr std::string_view expected_prefix = "expected.";

/// How many there are.
inline constexpr std::size_t expected_count = 13;

/// Those that a new model of this backend may use.
[[nodiscard]] std::span<const std::string_view> expected_inputs(Backend backend) noexcept;

/// How many of `inputs`, at their end, are such.
[[nodiscard]] std::size_t count_expected(const std::vector<std::string>& inputs) noexcept;

/// The first of them that this library cannot work out; empty: none.
[[nodiscard]] std::string unknown_expected(const std::vector<std::string>& inputs);

/// Where the trials ran that a model learned from.
struct ExpectedContext {
  Operation operation{};
  Backend backend = Backend::cpu;
  ValueType value_type = ValueType::f64;
  int processors = 0;  ///< multiprocessors of a GPU; 0: not known, nothing is said of launches
};

/// The inputs of one candidate in the order of expected_inputs(Backend::cuda), all of them.
[[nodiscard]] std::array<double, expected_count> expected_values(const Expected& expected,
                                                                 const ExpectedContext& context,
                                                                 const FeatureLookup& feature);

/// What is expected of a list of candidates on one matrix.
struct ExpectedTable {
  std::vector<float> inputs;         ///< [c * width + k], NaN where a variant has no estimate
  std::vector<double> stored_bytes;  ///< per candidate, of its format; NaN likewise
};

/// Estimates of a list of candidates, bound to their variants in the shipped catalogue once.
class Expectations {
 public:
  Expectations() = default;
  /// `inputs`: names that expected_inputs() or an older library's have; those without the prefix
  /// are skipped.
  Expectations(const std::vector<Configuration>& configurations, const ExpectedContext& context,
               const std::vector<std::string>& inputs);
  /// Does any candidate have an estimate? If not, a model has no use for the inputs.
  [[nodiscard]] bool any() const;
  /// Inputs per candidate.
  [[nodiscard]] std::size_t width() const { return inputs_.size(); }
  [[nodiscard]] ExpectedTable of(const features::Features& features) const;

 private:
  ExpectedContext context_;
  std::vector<std::size_t> inputs_;                       ///< positions in the table of all inputs
  std::vector<std::optional<ResolvedConfiguration>> of_;  ///< per candidate, none: no estimate
};

}  // namespace sptune::model
