// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/forecast.hpp"

#include "harness/engine/runner.hpp"
#include "kernels/api/operation.hpp"
#include "tuner/sweep/interleaved.hpp"

#include <algorithm>

namespace sptune::sweep {
namespace {

// Rough speeds of one core of a 2020s server: only their order of magnitude matters, since the
// calibration takes over after the first trials.
constexpr double bytes_per_s = 8e9;
constexpr double products_per_s = 1.5e8;
constexpr double multiplications_per_s = 2e9;
constexpr double reference_products_per_s = 3e7;
constexpr double trial_overhead_s = 0.01;
constexpr double runs_to_prepare_and_verify = 12;

double run_s(const ProblemSize& size) {
  const auto nnz = static_cast<double>(size.nnz);
  const auto rows = static_cast<double>(size.rows);
  const double entry = static_cast<double>(size_of(size.value_type)) + sizeof(Index);
  const double read = (nnz * entry + rows * 16) / bytes_per_s + 5e-6;
  if (has_sparse_result(size.operation)) return read + size.multiplications / products_per_s;
  return read +
         (size.multiplications - nnz) / multiplications_per_s;  // the first column's are read's
}

}  // namespace

double model_trial_s(const ProblemSize& size, const harness::Protocol& protocol) {
  const double once = run_s(size);
  const double sample = std::max(once, protocol.sample_min_s);
  const double sampling = std::clamp(0.5 * protocol.time_budget_s, protocol.min_samples * sample,
                                     std::max(protocol.max_samples, protocol.min_samples) * sample);
  return trial_overhead_s + runs_to_prepare_and_verify * once + sampling;
}

double model_finalist_s(double run_s, const harness::Protocol& protocol) {
  constexpr int preparations = finalist_repetitions / repetitions_per_preparation;
  constexpr int samples = finalist_repetitions * harness::samples_per_repetition;
  return preparations * (trial_overhead_s + runs_to_prepare_and_verify * run_s) +
         samples * std::max(run_s, protocol.sample_min_s);
}

double model_problem_s(const ProblemSize& size) {
  const double reference = has_sparse_result(size.operation)
                               ? size.multiplications / reference_products_per_s
                               : size.multiplications * 5e-9;
  return static_cast<double>(size.nnz) * 2e-8 + reference;
}

void Calibration::add(Operation operation, double modelled_s, double measured_s) {
  Sums& s = sums_[operation];
  s.modelled += modelled_s;
  s.measured += measured_s;
}

double Calibration::factor(Operation operation) const {
  const auto it = sums_.find(operation);
  if (it == sums_.end() || it->second.modelled <= 0) return 1;
  return std::clamp(it->second.measured / it->second.modelled, 0.01, 100.0);
}

}  // namespace sptune::sweep
