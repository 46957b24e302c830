// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/few_runs.hpp"

#include "kernels/api/feature.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace sptune::model {
namespace {

/// Loads that wait for one another in the thread that has most of them, if the longest row is this
/// long; NaN where the variant does not say.
double longest_chain(const Variant& v, ValueType type, const Header& matrix, double longest_row) {
  if (!v.functions.expected) return std::numeric_limits<double>::quiet_NaN();
  std::array<double, feature_count> known{};
  known.fill(std::numeric_limits<double>::quiet_NaN());
  known[index(Feature::rows)] = matrix.rows;
  known[index(Feature::cols)] = matrix.cols;
  known[index(Feature::nnz)] = matrix.nnz;
  known[index(Feature::mean_row)] = matrix.nnz / std::max(1.0, matrix.rows);
  known[index(Feature::row_max)] = longest_row;
  return v.functions.expected(v.default_configuration(), type, FeatureLookup(known)).launch.longest;
}

}  // namespace

bool waits_for_a_row(const Variant& for_few, const Variant& for_many, ValueType type,
                     const Header& matrix, double longest_row) {
  // A load takes about 0.4 us, so that these take 0.4 ms, and csr_pieces prepares in 153 us
  // (kernels/spmm/variants.def).
  constexpr double many = 1024;
  // One that has more of a row at a time than a block has threads shares it out, and what it waits
  // for at last is adding up parts.
  constexpr double threads_of_a_block = 1024;
  const double chain = longest_chain(for_few, type, matrix, longest_row);
  return chain > many && longest_row < threads_of_a_block * chain &&
         chain - longest_chain(for_many, type, matrix, longest_row) > many;
}

}  // namespace sptune::model
