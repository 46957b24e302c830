// SPDX-License-Identifier: BSD-3-Clause
// How long trials will take. A model of the protocol, good to a factor of two or three, corrected
// by what trials took in truth as soon as there are some.
#pragma once

#include "harness/records/trial.hpp"

#include <cstdint>
#include <map>

namespace sptune::sweep {

/// Sizes that the cost of a trial follows from.
struct ProblemSize {
  Operation operation{};
  ValueType value_type = ValueType::f64;
  std::int64_t rows = 0;
  std::int64_t nnz = 0;
  double multiplications = 0;
};

/// Seconds of one trial: prepare, verify, sample until the stop rule or the budget.
[[nodiscard]] double model_trial_s(const ProblemSize& size, const harness::Protocol& protocol);
/// Seconds spent once per problem: loading and the reference.
[[nodiscard]] double model_problem_s(const ProblemSize& size);

/// Seconds of one of several points that are measured in turn, which takes `run_s` a run, in all
/// repetitions.
[[nodiscard]] double model_finalist_s(double run_s, const harness::Protocol& protocol);

/// Seconds of finalists in one repetition over those of the search, until both are known: twelve
/// repetitions to a handful of points per problem.
inline constexpr double finalists_share = 0.15;

/// True over modelled time per operation, learned as trials finish.
class Calibration {
 public:
  void add(Operation operation, double modelled_s, double measured_s);
  [[nodiscard]] bool knows(Operation operation) const { return sums_.contains(operation); }
  /// Factor on modelled seconds; 1 while nothing is known.
  [[nodiscard]] double factor(Operation operation) const;

 private:
  struct Sums {
    double modelled = 0;
    double measured = 0;
  };
  std::map<Operation, Sums> sums_;
};

}  // namespace sptune::sweep
