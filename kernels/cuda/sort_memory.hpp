// SPDX-License-Identifier: BSD-3-Clause
// What sort_pairs (scan_sort.hpp) takes, for those who have to know before they sort.
#pragma once

#include <cstdint>

namespace sptune::cuda {

/// Bytes of its workspace for n pairs with keys of so many bits, beside the four arrays.
template <class Key>
[[nodiscard]] std::int64_t sort_workspace(std::int64_t n, int bits);

}  // namespace sptune::cuda
