// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/api/problem.hpp"

#include <array>
#include <cstddef>

namespace sptune {
namespace {

constexpr auto names = std::to_array<std::string_view>({
#define SPTUNE_OPERATION(name) #name,
#include "kernels/operations.def"
#undef SPTUNE_OPERATION
});

}  // namespace

std::string_view to_string(Operation operation) noexcept {
  return names[static_cast<std::size_t>(operation)];
}

std::optional<Operation> parse_operation(std::string_view text) noexcept {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == text) return static_cast<Operation>(i);
  }
  return std::nullopt;
}

}  // namespace sptune
