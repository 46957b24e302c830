// SPDX-License-Identifier: BSD-3-Clause
// What the default sees of rows before it is prepared, as far as features tell: by it an
// application decides whether to ask a model (model/asking.hpp).
#pragma once

#include "kernels/api/variant.hpp"
#include "tuner/train/dataset.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace sptune::train {

class Looks {
 public:
  explicit Looks(const Dataset& data);

  /// Whether the default looks, in this library.
  [[nodiscard]] explicit operator bool() const { return standard_.has_value(); }
  /// Fewest runs for which that default is what runs without a model.
  [[nodiscard]] double from_runs() const { return from_runs_; }
  /// Seconds of a run that the default expects of the problem.
  [[nodiscard]] double run_s(const Problem& problem) const;
  /// Seconds of a look for whoever prepares these: none where the default is among them, whose
  /// preparing holds it. Otherwise it was for nothing: the least that preparing the default took on
  /// any problem.
  [[nodiscard]] double cost_s(const std::vector<std::size_t>& prepared) const;

 private:
  std::optional<ResolvedConfiguration> standard_;
  std::size_t position_;  ///< of that default in the data set
  ValueType type_;
  double from_runs_ = 0;
  double cost_s_ = 0;
};

}  // namespace sptune::train
