// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/model/prepare_cost.hpp"

#include <cmath>

namespace sptune::model {

double PrepareCost::seconds(const std::array<double, terms>& work) const {
  const std::array<double, terms> per{fixed_s, per_row_s, per_entry_s, per_byte_s, per_longest_s};
  double sum = 0;
  for (std::size_t k = 0; k < terms; ++k) sum += per[k] * work[k];
  return sum;
}

std::array<double, PrepareCost::terms> prepare_work(const features::Features& matrix,
                                                    double stored_bytes) {
  std::array<double, PrepareCost::terms> work{1, matrix.at(Feature::rows), matrix.at(Feature::nnz),
                                              stored_bytes, matrix.at(Feature::row_max)};
  for (double& value : work) {
    if (!std::isfinite(value)) value = 0;
  }
  return work;
}

}  // namespace sptune::model
