// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/plan.hpp"

#include "sptune/error.hpp"

#include <string>

namespace sptune {
namespace {

std::string place(MemorySpace space) {
  return space == MemorySpace::host ? "in host memory" : "in the memory of a device";
}

/// `whose`: " of A", or nothing where there is one matrix. Values that are right cost no text.
void require_like(const AnyValues& given, const AnyValues& made_for, const char* whose) {
  const auto refuse = [whose](const std::string& why) {
    throw UsageError("update_values: the values" + std::string(whose) + " are " + why);
  };
  if (given.type != made_for.type) {
    refuse(std::string(to_string(given.type)) + ", the plan was made for " +
           std::string(to_string(made_for.type)) + ": plan anew for another type");
  }
  if (given.count != made_for.count) {
    refuse(std::to_string(given.count) + ", the pattern has " + std::to_string(made_for.count) +
           " entries: one for each is needed, in the order of the column indices");
  }
  if (given.count == 0) return;
  if (given.space != made_for.space) {
    refuse(place(given.space) + ", the plan's matrix is " + place(made_for.space) +
           ": bring them there (AnyValues::on_device says so)");
  }
  if (given.data == nullptr) {
    refuse(std::to_string(given.count) + ", but at a null pointer");
  }
}

}  // namespace

void Plan::made_for(const AnyValues& a, const AnyValues& b) {
  made_for_a_ = a;
  made_for_b_ = b;
}

void Plan::replace_values(const AnyValues& a, const AnyValues* b, Stream stream) {
  require_like(a, made_for_a_, b == nullptr ? "" : " of A");
  if (b != nullptr) require_like(*b, made_for_b_, " of B");
  take_values(a.data, b == nullptr ? nullptr : b->data, stream);
}

void Plan::take_values(const void* /*a*/, const void* /*b*/, Stream /*stream*/) {
  throw UsageError(
      "update_values: this plan keeps a copy of the values that it cannot rewrite: plan anew with "
      "the changed matrix, or with an Options::force that reads the caller's values");
}

}  // namespace sptune
