// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/dispatch/product_phases.hpp"

#include "sptune/error.hpp"

#include <utility>

namespace sptune::dispatch {

void require_ready(ProductPhase phase, ProductPhase ready) {
  if (phase <= ready) return;
  if (phase == ProductPhase::allocate) {
    throw UsageError("nothing is known of C's size: symbolic comes first");
  }
  throw UsageError(
      "there is no result yet: multiply comes first, or of its phases symbolic and allocate");
}

OrderedProduct::OrderedProduct(const Problem& problem, std::unique_ptr<SparsePlan> plan)
    : plan_(std::move(plan)), a_(problem.a), b_(*problem.second()) {
  made_for(a_, b_);
}

std::int64_t OrderedProduct::symbolic(Stream stream) {
  const auto held = user_.hold();
  ready_ = ProductPhase::symbolic;
  const std::int64_t entries = plan_->symbolic(stream);
  ready_ = ProductPhase::allocate;
  return entries;
}

void OrderedProduct::allocate(Stream stream) {
  const auto held = user_.hold();
  require_ready(ProductPhase::allocate, ready_);
  ready_ = ProductPhase::allocate;
  plan_->allocate(stream);
  ready_ = ProductPhase::numeric;
}

void OrderedProduct::numeric(Stream stream) {
  const auto held = user_.hold();
  require_ready(ProductPhase::numeric, ready_);
  plan_->numeric(stream);
}

void OrderedProduct::complete(Stream stream) {
  const auto held = user_.hold();
  require_ready(ProductPhase::numeric, ready_);
  plan_->complete(stream);
}

void OrderedProduct::take_values(const void* a, const void* b, Stream stream) {
  const auto held = user_.hold();
  a_.data = a;
  b_.data = b;
  plan_->update_values(a_, b_, stream);
}

}  // namespace sptune::dispatch
