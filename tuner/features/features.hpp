// SPDX-License-Identifier: BSD-3-Clause
// What a selector may know about a matrix before running anything on it, in tiers of rising cost.
// Ships with the library: no allocation of the size of nnz, cost bounded by sampling.
#pragma once

#include "kernels/api/feature.hpp"
#include "kernels/api/problem.hpp"
#include "tuner/features/fingerprint.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace sptune::features {

/// Raised whenever the meaning of any feature changes; models name the version they were trained
/// with.
inline constexpr int version = 2;

struct Features {
  std::vector<double> values;  ///< one per Feature
  /// What extracting each tier took here. On a device tiers 1 and 2 are one launch, told as 1.
  std::array<double, 4> seconds_per_tier{};
  /// Whether the columns that were looked at increase within each row. Features describe sorted
  /// rows without duplicates, which is all that models have seen: where this is false they are
  /// finite, but nothing to compare with those of other matrices.
  bool rows_sorted = true;
  Fingerprint pattern;  ///< as fingerprint() gives it

  [[nodiscard]] double at(Feature feature) const { return values.at(index(feature)); }
};

/// Tiers 0-2 of A, which has no flaw (find_flaw in kernels/api/operands.hpp), and tier 3 where
/// there is a second matrix; features of what a problem lacks are NaN. A matrix on the GPU is
/// looked at there, on the problem's stream: one launch, a second one for tier 3, one block more
/// for a B that is not A. Values are those of the host, of tier 3 but for rounding. Throws
/// UsageError where A and B are not in the same memory, or while the stream is captured;
/// DeviceError where there is no such device. `meanwhile`: for the host to do while it waits for
/// the device that counts; without one, behind the counting.
[[nodiscard]] Features extract(const Problem& problem, const std::function<void()>& meanwhile = {});

/// The features of the same matrix with values of another type and a dense operand of `x_cols`
/// columns: tiers 1-3 are facts of the pattern, only sizes in bytes change. Lets features stored
/// once per matrix serve every problem on it.
[[nodiscard]] Features adapted(Features features, ValueType type, std::int64_t x_cols);

/// Values by feature, for those who estimate from them. `features` must outlive it. Throws
/// std::out_of_range where some are not there.
[[nodiscard]] FeatureLookup lookup(const Features& features);

/// OperationRecord::bound_bytes of these features: the scale of a model's target.
[[nodiscard]] double bound_bytes(const Features& features, Operation operation, ValueType type);

}  // namespace sptune::features
