// SPDX-License-Identifier: BSD-3-Clause
// What a selector may know about a matrix before running anything on it, in tiers of rising cost.
// Ships with the library: no allocation of the size of nnz, cost bounded by sampling.
#pragma once

#include "sptune/plan.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace sptune::features {

/// Raised whenever the meaning of any feature changes; models name the version they were trained
/// with.
inline constexpr int version = 2;

/// Name, unit and tier of one feature; the table is the single source for SQL, models and docs.
struct FeatureDef {
  std::string_view name;
  std::string_view unit;
  int tier;  ///< 0: header only · 1: row offsets · 2: sampled columns · 3: products (spgemm)
  std::string_view meaning;
};

/// The table, in storage order; spgemm-only features are NaN for spmv.
[[nodiscard]] std::span<const FeatureDef> table();

struct Features {
  std::vector<double> values;                ///< one per entry of table()
  std::array<double, 4> seconds_per_tier{};  ///< what extracting each tier took here
  /// Whether the columns that were looked at increase within each row. Features describe sorted
  /// rows without duplicates, which is all that models have seen: where this is false they are
  /// finite, but nothing to compare with those of other matrices.
  bool rows_sorted = true;

  [[nodiscard]] double at(std::string_view name) const;  ///< NaN when unknown
};

/// Tiers 0-2 of A, which has no flaw (find_flaw in kernels/api/operands.hpp). A matrix on the GPU
/// is looked at there and gives the same values: a pass over its row offsets and a sample of its
/// columns, nothing of which is copied as a whole.
[[nodiscard]] Features extract(const SpmvProblem& problem);
/// Tiers 0-3 of A (and B where it differs). Throws UsageError for matrices on a device.
[[nodiscard]] Features extract(const SpgemmProblem& problem);

/// The features of the same matrix with values of another type: tiers 1-3 are facts of the pattern,
/// only sizes in bytes change. Lets features stored once per matrix serve both precisions.
[[nodiscard]] Features with_value_type(Features features, ValueType type);

/// Lower bound on time-deciding traffic, the scale of the model's target: for spmv the compulsory
/// bytes; for spgemm 12 bytes per entry of A and B and per product (kernels.md, section 1).
[[nodiscard]] double bound_bytes(const Features& features, Operation operation, ValueType type);

}  // namespace sptune::features
