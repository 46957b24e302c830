// SPDX-License-Identifier: BSD-3-Clause
// Limits of the rows that are sorted in registers: a key holds a column and the product's number.
#pragma once

#include <cstdint>

namespace sptune::spgemm {

inline constexpr int sort_number_bits = 6;
/// Products of a row at most.
inline constexpr int sort_most = 1 << sort_number_bits;
/// Columns of C must be below: the largest key is kept for padding.
inline constexpr std::int64_t sort_columns_limit = (std::int64_t{1} << (32 - sort_number_bits)) - 1;

}  // namespace sptune::spgemm
