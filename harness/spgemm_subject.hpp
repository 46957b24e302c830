// SPDX-License-Identifier: BSD-3-Clause
// What measuring an SpGEMM plan has in common on every backend: verification and description.
#pragma once

#include "sptune/harness/subject.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sptune::harness {

class SpgemmSubject : public Subject {
 public:
  explicit SpgemmSubject(const ProblemData& data) : data_(data) {}

  void first_run() final;
  Verification verify() final;
  [[nodiscard]] bool phased() const noexcept final { return true; }
  void describe(Trial& trial) const final;

 protected:
  /// Where the plan's phases are enqueued.
  [[nodiscard]] virtual Stream stream() const { return {}; }
  /// C of the last run, in host memory; valid until the next call.
  [[nodiscard]] virtual AnyCsr product_on_host() { return plan_->result(); }

  const ProblemData& data_;
  std::unique_ptr<SpgemmPlan> plan_;

 private:
  std::int64_t claimed_nnz_ = 0;
};

}  // namespace sptune::harness
