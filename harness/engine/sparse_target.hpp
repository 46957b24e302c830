// SPDX-License-Identifier: BSD-3-Clause
// What measuring a plan with a sparse result has in common on every backend: verification and
// description.
#pragma once

#include "harness/engine/target.hpp"
#include "kernels/api/rank_share.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sptune::harness {

class SparseTarget : public Target {
 public:
  explicit SparseTarget(const ProblemData& data) : data_(data) {}

  void first_run() final;
  Verification verify() final;
  void repeat_values(Verification& v) final;
  void poison() final { poison_values(); }
  void check_last(Verification& v) final;
  [[nodiscard]] bool phased() const noexcept final { return !values_alone_; }
  void describe(Trial& trial) const final;

 protected:
  /// Where the plan's phases are enqueued.
  [[nodiscard]] virtual Stream stream() const { return {}; }
  /// Until what is enqueued there is done.
  virtual void wait() const {}
  /// Makes every value of C, as the plan holds it, a NaN.
  virtual void poison_values() = 0;
  /// C of the last run, in host memory; valid until the next call.
  [[nodiscard]] virtual AnyCsr product_on_host() { return plan_->result(); }
  /// True when C of the last run could be checked where it lies and is right; raises v's figures.
  /// Otherwise it is checked on the host, which finds out what is wrong.
  [[nodiscard]] virtual bool right_in_place(Verification& /*v*/) { return false; }
  /// Of a product that was right in place: remembers its values, and whether it has the same now.
  virtual void keep_values() {}
  [[nodiscard]] virtual bool values_as_kept() { return false; }

  const ProblemData& data_;
  /// The plan where several ranks share its runs, else null.
  [[nodiscard]] const SharedAmongRanks* shared() const {
    return dynamic_cast<const SharedAmongRanks*>(plan_.get());
  }

  std::unique_ptr<SparsePlan> plan_;
  bool values_alone_ = false;  ///< as repeat_values() says

 private:
  /// Checks C of a later run, on the host; `which` tells people of it.
  void check_again(const AnyCsr& c, const char* which, Verification& v) const;

  /// What comes once before runs of values alone: the whole product, and what the first of these
  /// runs take beyond the later ones, in which a plan may write down what these use.
  [[nodiscard]] double seconds_to_values();

  std::int64_t claimed_nnz_ = 0;
};

}  // namespace sptune::harness
