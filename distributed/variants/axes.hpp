// SPDX-License-Identifier: BSD-3-Clause
// What the axes of several schemes have in common.
#pragma once

#include "kernels/api/space.hpp"

#include "distributed/partition.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace sptune::distributed {

inline constexpr std::string_view balance_doc = "what of A is about equal on all ranks";

constexpr auto enum_names(Balance /*which*/) {
  return std::array{std::pair{Balance::products, std::string_view("products")},
                    std::pair{Balance::nnz, std::string_view("nnz")},
                    std::pair{Balance::rows, std::string_view("rows")}};
}

}  // namespace sptune::distributed
