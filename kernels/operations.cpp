// SPDX-License-Identifier: BSD-3-Clause
// The registry: what operations.def lists, each with the record of its folder.
#include "kernels/api/operation.hpp"

#include <array>
#include <cstddef>

namespace sptune {

#define SPTUNE_OPERATION(name)            \
  namespace name {                        \
  extern const OperationRecord operation; \
  }
#include "kernels/operations.def"
#undef SPTUNE_OPERATION

namespace {

constexpr std::array records{
#define SPTUNE_OPERATION(name) &name::operation,
#include "kernels/operations.def"
#undef SPTUNE_OPERATION
};
constexpr std::array ids{
#define SPTUNE_OPERATION(name) Operation::name,
#include "kernels/operations.def"
#undef SPTUNE_OPERATION
};

}  // namespace

const OperationRecord& record_of(Operation operation) noexcept {
  return *records[static_cast<std::size_t>(operation)];
}

std::span<const Operation> all_operations() noexcept {
  return ids;
}

std::vector<std::string> operation_names() {
  std::vector<std::string> names;
  for (const Operation operation : ids) names.emplace_back(to_string(operation));
  return names;
}

}  // namespace sptune
