// SPDX-License-Identifier: BSD-3-Clause
// The phases of a sparse product in their order, which plans of variants do not look after.
#pragma once

#include "kernels/api/problem.hpp"
#include "kernels/host/one_user.hpp"
#include "sptune/plan.hpp"

#include <cstdint>
#include <memory>

namespace sptune::dispatch {

enum class ProductPhase : std::uint8_t { symbolic, allocate, numeric, none };

/// Throws UsageError where `phase` comes after `ready`, the latest that can run.
void require_ready(ProductPhase phase, ProductPhase ready);

/// What a dispatcher hands out: a plan that refuses a phase before those that it needs, where the
/// plan itself would read memory that is not there. A phase that fails has not been run.
class OrderedProduct final : public SparsePlan {
 public:
  OrderedProduct(const Problem& problem, std::unique_ptr<SparsePlan> plan);

  std::int64_t symbolic(Stream stream) override;
  void allocate(Stream stream) override;
  void numeric(Stream stream) override;
  void complete(Stream stream) override;
  [[nodiscard]] AnyCsr result() const override { return plan_->result(); }
  [[nodiscard]] bool sorted() const override { return plan_->sorted(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  void take_values(const void* a, const void* b, Stream stream) override;

  std::unique_ptr<SparsePlan> plan_;
  AnyValues a_;  ///< type, number and place; not where they are now
  AnyValues b_;
  host::OneUser user_;  ///< so that who is refused does not change what is ready
  ProductPhase ready_ = ProductPhase::symbolic;
};

}  // namespace sptune::dispatch
