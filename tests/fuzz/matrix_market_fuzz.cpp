// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are either a matrix that keeps the invariants, or an InputError of one line.
#include "sptune/kernels/api/error.hpp"
#include "sptune/kernels/convert/convert.hpp"
#include "sptune/suites/matrix_market.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr std::int64_t memory_limit = 64'000'000;

void require(bool condition) {
  if (!condition) std::abort();
}

void parse(std::string_view text, bool drop) {
  sptune::suites::ReadOptions options;
  options.drop_out_of_range = drop;
  options.seeded_values = drop;
  options.memory_limit = memory_limit;
  try {
    const auto matrix = sptune::suites::parse_matrix_market(text, "fuzz", options);
    const auto& report = matrix.info.report;
    require(sptune::convert::broken_invariant(matrix.csr).empty());
    require(matrix.info.nnz == matrix.csr.nnz());
    require(drop || report.dropped_out_of_range == 0);
    require(report.dropped_out_of_range + report.duplicates_summed <= report.entries_in_file);
    require(matrix.info.content_hash.size() == 32);
  } catch (const sptune::InputError& e) {
    require(std::strchr(e.what(), '\n') == nullptr);
    require(std::string_view(e.what()).starts_with("fuzz:"));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // A copy of its own, so that reading one byte beyond the end is seen.
  const std::string text(reinterpret_cast<const char*>(data), size);
  parse(text, false);
  parse(text, true);
  return 0;
}
