// SPDX-License-Identifier: BSD-3-Clause
// What measuring an SpMV plan has in common on every backend: poisoning, verification, description.
#pragma once

#include "sptune/harness/subject.hpp"

#include <memory>

namespace sptune::harness {

/// A verification that nothing has spoken against yet.
[[nodiscard]] Verification so_far_right();

class SpmvSubject : public Subject {
 public:
  explicit SpmvSubject(const ProblemData& data)
      : data_(data), y_(data.a->view().rows, data.a->view().value_type) {}

  void first_run() final;
  Verification verify() final;
  [[nodiscard]] bool memory_intact() const override { return y_.guards_intact(); }
  void describe(Trial& trial) const final;

 protected:
  /// y_ = alpha*A*x + beta*y_, finished on return, y_ and its guard zones on the host.
  virtual void run(double alpha, double beta) = 0;

  const ProblemData& data_;
  GuardedVector y_;
  std::unique_ptr<SpmvPlan> plan_;
};

}  // namespace sptune::harness
