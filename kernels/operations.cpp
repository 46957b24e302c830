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

std::vector<Operation> default_operations() {
  std::vector<Operation> out;
  for (const Operation operation : ids) {
    if (record_of(operation).choices(1, 1).front().parameters.empty()) out.push_back(operation);
  }
  return out;
}

std::int64_t dense_columns(Operation operation, const OperandChoice& choice) {
  const AnyCsr none;
  return record_of(operation).problem(none, &none, choice, {})->dense_columns();
}

}  // namespace sptune
