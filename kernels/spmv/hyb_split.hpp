// SPDX-License-Identifier: BSD-3-Clause
// How HYB divides a matrix: the width of its ELL part, by the lengths of the rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace sptune::spmv::hyb {

enum class Width : std::uint8_t { rule, p50, p67, p80, p90, p95 };

constexpr auto enum_names(Width /*which*/) {
  return std::array<std::pair<Width, const char*>, 6>{{{Width::rule, "rule"},
                                                       {Width::p50, "p50"},
                                                       {Width::p67, "p67"},
                                                       {Width::p80, "p80"},
                                                       {Width::p90, "p90"},
                                                       {Width::p95, "p95"}}};
}

struct Split {
  std::int64_t width = 0;  ///< of the ELL part
  std::int64_t rest = 0;   ///< entries beyond it
};

/// `rows_of_length[n]`: how many rows have n entries, or, at the last n, n or more; never empty. Of
/// `nnz` entries in all. A width of the last n may be less than the rows would give. rule: the
/// largest width that a third of the rows reach (Bell and Garland, NVR-2008-004, section 4.5); pN:
/// the row length that N percent of the rows do not exceed.
[[nodiscard]] inline Split split(const std::vector<std::int64_t>& rows_of_length, std::int64_t nnz,
                                 Width k) {
  const auto longest = static_cast<std::int64_t>(rows_of_length.size()) - 1;
  const std::int64_t rows =
      std::accumulate(rows_of_length.begin(), rows_of_length.end(), std::int64_t{0});
  Split out;
  if (k == Width::rule) {
    std::int64_t reach = 0;  // rows of at least this length
    for (std::int64_t length = longest; length > 0 && out.width == 0; --length) {
      reach += rows_of_length[static_cast<std::size_t>(length)];
      if (3 * reach >= rows) out.width = length;
    }
  } else {
    constexpr std::array<std::int64_t, 6> percent{0, 50, 67, 80, 90, 95};
    const std::int64_t wanted = percent[static_cast<std::size_t>(k)];
    std::int64_t within = rows_of_length[0];
    while (100 * within < wanted * rows) {
      within += rows_of_length[static_cast<std::size_t>(++out.width)];
    }
  }
  std::int64_t shorter = 0;  // rows that the ELL part takes whole
  out.rest = nnz;
  for (std::int64_t length = 0; length < out.width; ++length) {
    const std::int64_t count = rows_of_length[static_cast<std::size_t>(length)];
    shorter += count;
    out.rest -= length * count;
  }
  out.rest -= out.width * (rows - shorter);
  return out;
}

/// The same by the row offsets on the host. Of rows longer than `most` no more is known than that
/// they are: what counts them takes 8 bytes a length.
template <class O>
[[nodiscard]] Split split(const O* row_offsets, std::int64_t rows, std::int64_t most, Width k) {
  std::int64_t longest = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    longest = std::max(longest, static_cast<std::int64_t>(row_offsets[row + 1] - row_offsets[row]));
  }
  const std::int64_t last = std::min(longest, most);
  std::vector<std::int64_t> rows_of_length(static_cast<std::size_t>(last) + 1);
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto length = static_cast<std::int64_t>(row_offsets[row + 1] - row_offsets[row]);
    ++rows_of_length[static_cast<std::size_t>(std::min(length, last))];
  }
  const std::int64_t nnz = rows == 0 ? 0 : row_offsets[rows] - row_offsets[0];
  return split(rows_of_length, nnz, k);
}

}  // namespace sptune::spmv::hyb
