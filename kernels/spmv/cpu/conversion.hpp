// SPDX-License-Identifier: BSD-3-Clause
// What the variants that convert share: the judgement on bytes, and loops over rows in parallel.
#pragma once

#include "kernels/convert/row_length.hpp"
#include "kernels/host/parallel.hpp"
#include "kernels/spmv/cpu/partition.hpp"
#include "kernels/spmv/spmv.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace sptune::spmv {

using convert::row_length;

/// Bytes of the matrix as compressed rows with the caller's types, without x and y.
[[nodiscard]] inline double csr_bytes(const AnyCsr& a) {
  return static_cast<double>(a.nnz) *
             static_cast<double>(size_of(a.value_type) + std::int64_t{sizeof(Index)}) +
         static_cast<double>(a.rows + 1) * static_cast<double>(size_of(a.offset_type));
}

/// x once and y once.
[[nodiscard]] inline double vector_bytes(const AnyCsr& a) {
  return static_cast<double>(std::min(a.cols, a.nnz) + a.rows) *
         static_cast<double>(size_of(a.value_type));
}

/// A format of more than this many times the bytes of CSR is refused: the run is bound by bytes, so
/// that it could only lose, and a sweep should not wait for it.
inline constexpr double most_bytes_over_csr = 4.0;

/// Judges a converted matrix by its predicted bytes; `why` names what fills it, with its number.
[[nodiscard]] inline Fit fit_bytes(double bytes, const SpmvProblem& p, const std::string& why) {
  const auto text = [](double b) {
    constexpr double most_told = 9.2e18;  // what is more has no std::int64_t
    return std::to_string(static_cast<std::int64_t>(std::min(b, most_told)));
  };
  // A small constant so that a matrix of a few entries is not judged by its padding.
  const double most = most_bytes_over_csr * csr_bytes(p.a) + 4096;
  if (bytes > most) {
    return Fit::no(why + ": " + text(bytes) + " bytes, more than 4 times the " +
                   text(csr_bytes(p.a)) + " of CSR");
  }
  if (bytes > static_cast<double>(p.resources.memory_limit)) {
    return Fit::no(why + ": " + text(bytes) + " bytes, over the memory limit of " +
                   std::to_string(p.resources.memory_limit));
  }
  return Fit::yes();
}

/// Calls body(begin, end) on ranges of items, in parallel where there are enough of them for a
/// conversion to gain by it.
template <class Body>
void for_ranges(int threads, std::int64_t items, Body&& body) {
  constexpr std::int64_t worth_a_thread = 4096;
  const int parts = useful_parts(threads, items / worth_a_thread);
  host::for_parts(parts, [&](int part) { body(items * part / parts, items * (part + 1) / parts); });
}

[[nodiscard]] inline std::int64_t longest_row(const SpmvProblem& p) {
  if (p.longest_row >= 0) return p.longest_row;
  return visit(p.a, [](auto a) {
    std::int64_t longest = 0;
    for (std::int64_t row = 0; row < a.rows; ++row) {
      longest = std::max(longest, row_length(a.row_offsets, row));
    }
    return longest;
  });
}

}  // namespace sptune::spmv
