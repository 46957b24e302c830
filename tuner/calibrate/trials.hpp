// SPDX-License-Identifier: BSD-3-Clause
// From the result database to what a policy is fitted on: products, each measured with every
// accumulator forced.
#pragma once

#include "db/store.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/row_policy/policy.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sptune::calibrate {

namespace policies = row_policy;

/// The variant whose rows are given out by a policy: it has an axis of that name, and those by
/// which accumulators are forced. Throws UsageError where the catalogue has none, as without CUDA.
[[nodiscard]] const Variant& variant_with_policy(const Catalogue& catalogue);

/// The accumulators of a variant, in the order of its table: the values of its axes.
class Accumulators {
 public:
  explicit Accumulators(const Variant& variant);
  Accumulators(std::vector<std::string> count, std::vector<std::string> fill);
  [[nodiscard]] policies::AccumulatorNames names() const { return {views_[0], views_[1]}; }

 private:
  std::array<std::vector<std::string>, 2> texts_;
  std::array<std::vector<std::string_view>, 2> views_;
};

/// What a policy may ask, of a usual row of a product; by RowFeature.
using Facts = std::array<double, policies::row_feature_names.size()>;

/// The two trees of a policy.
enum class Phase : std::uint8_t { count, fill };
inline constexpr std::array phases{Phase::count, Phase::fill};
[[nodiscard]] constexpr std::string_view to_string(Phase phase) {
  return phase == Phase::count ? "count" : "fill";
}

struct PhaseTimes {
  double usual_us = 0;            ///< with the policy
  std::vector<double> forced_us;  ///< by accumulator; NaN, or 0: not measured
};

struct ProductTimes {
  std::string name;     ///< of the product, whatever the value type
  std::string matrix;   ///< name of the one whose product it is
  std::string product;  ///< which one it is: names are given twice; the same in all value types
  Facts facts{};
  bool alike = true;    ///< its rows are: facts are those of all of them
  bool suited = false;  ///< groups of rows or strips of B are looked for: nobody fills in front
  double total_us = 0;  ///< of the whole product with the policy
  std::array<PhaseTimes, 2> phases;
};

struct Trials {
  std::string machine;       ///< its name
  std::string architecture;  ///< sm_90
  std::string hash;          ///< of all that was read
  std::size_t count = 0;     ///< those of `products`
  std::vector<ProductTimes> products;
  std::vector<std::string> left_out;
};

struct TrialQuery {
  std::vector<std::string> value_types{"f64"};
  std::string split;     ///< side of the families: train | test; empty: all
  std::string hardware;  ///< beginning of its hash
  /// Uuid of a run: trials of its context alone. Otherwise those of the context in which most have
  /// something forced, of several such the newest.
  std::string run;
};

/// Of the policy (at_once=never) and of each accumulator forced. Throws InputError where there are
/// none.
[[nodiscard]] Trials read_trials(const db::Store& store, const TrialQuery& query,
                                 const Variant& variant, const Accumulators& accumulators);

}  // namespace sptune::calibrate
