// SPDX-License-Identifier: BSD-3-Clause
// What measuring a plan with a dense result has in common on every backend: poisoning,
// verification, description.
#pragma once

#include "harness/engine/target.hpp"

#include <memory>

namespace sptune::harness {

/// A verification that nothing has spoken against yet.
[[nodiscard]] Verification so_far_right();

class DenseTarget : public Target {
 public:
  explicit DenseTarget(const ProblemData& data) : data_(*data.dense) {}

  void first_run() final;
  Verification verify() final;
  void poison() final { poison_y(); }
  void check_last(Verification& v) final { compare_with_plain(v); }
  void check_closely(Verification& v, const std::function<void()>& before_run) final;
  void describe(Trial& trial) const final;

 protected:
  // y lives where the plan runs.
  virtual void poison_y() = 0;
  virtual void start_from_y0() = 0;
  /// Sets y aside; `same_as_kept` says whether it has the same bits now.
  virtual void keep_y() = 0;
  [[nodiscard]] virtual bool same_as_kept() = 0;
  /// y = alpha*A*x + beta*y, finished on return.
  virtual void run(double alpha, double beta) = 0;
  /// y = A*x with the x of a part of data_.long_rows, 1 and up, finished on return.
  virtual void run_part(int part) = 0;
  /// Compares its long rows, or those of y = A*x for part 0.
  virtual void compare_with_part(int part, Verification& v) = 0;
  /// Compares y with data_.plain, long rows too, or with data_.scaled.
  virtual void compare_with_plain(Verification& v) = 0;
  virtual void compare_with_scaled(Verification& v) = 0;

  const DenseOperands& data_;
  std::unique_ptr<DensePlan> plan_;
};

}  // namespace sptune::harness
