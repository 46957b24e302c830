// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/spmv/hyb_split.hpp"

#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace sptune::spmv::hyb {
namespace {

constexpr Width widths[] = {Width::rule, Width::p50, Width::p67,
                            Width::p80,  Width::p90, Width::p95};

/// Every length is told apart.
constexpr std::int64_t any = std::numeric_limits<std::int64_t>::max();

std::vector<std::int64_t> offsets_of(const std::vector<std::int64_t>& lengths) {
  std::vector<std::int64_t> out{0};
  for (const std::int64_t length : lengths) out.push_back(out.back() + length);
  return out;
}

std::vector<std::int64_t> rows_by_length(const std::vector<std::int64_t>& lengths,
                                         std::int64_t most) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(most) + 1);
  for (const std::int64_t length : lengths) ++out[static_cast<std::size_t>(std::min(length, most))];
  return out;
}

TEST(HybSplit, leaves_over_what_is_beyond_the_width) {
  const std::vector<std::int64_t> lengths{0, 1, 2, 2, 3, 3, 3, 40, 2, 3000};
  const auto offsets = offsets_of(lengths);
  for (const Width k : widths) {
    const Split s = split(offsets.data(), static_cast<std::int64_t>(lengths.size()), any, k);
    std::int64_t rest = 0;
    for (const std::int64_t length : lengths) rest += std::max<std::int64_t>(0, length - s.width);
    EXPECT_EQ(s.rest, rest) << "width " << s.width;
  }
  EXPECT_EQ(split(offsets.data(), 10, any, Width::rule).width, 3);
  EXPECT_EQ(split(offsets.data(), 10, any, Width::p90).width, 40);
  EXPECT_EQ(split(offsets.data(), 0, any, Width::rule).rest, 0);
}

/// Lengths that no width reaches need not be told apart.
TEST(HybSplit, is_the_same_where_long_rows_are_counted_together) {
  std::vector<std::int64_t> lengths(100, 3);
  lengths[7] = 1000000;
  lengths[9] = 0;
  lengths[50] = 5;
  const auto offsets = offsets_of(lengths);
  for (const Width k : widths) {
    const Split expected = split(offsets.data(), 100, any, k);
    for (const std::int64_t most : {4, 6, 100}) {
      for (const Split& s : {split(rows_by_length(lengths, most), offsets.back(), k),
                             split(offsets.data(), 100, most, k)}) {
        EXPECT_EQ(s.width, expected.width) << most;
        EXPECT_EQ(s.rest, expected.rest) << most;
      }
    }
  }
}

/// To count a row's length takes no more memory than the limit gives, whatever the length.
TEST(HybSplit, of_a_row_beyond_all_memory_is_refused) {
  const std::int64_t entries = std::int64_t{1} << 50;
  const std::int64_t offsets[] = {0, entries};
  const Index columns = 0;  // none of them is looked at
  const double value = 1;
  const AnyCsr a(CsrView<double, std::int64_t>{1, 10, offsets, &columns, &value});
  Resources resources;
  resources.memory_limit = 1'000'000;
  for (const auto& [k, name] : enum_names(Width{})) {
    const auto c = shipped_catalogue().parse(Operation::spmv, Backend::cpu,
                                             "hyb{k=" + std::string(name) + "}");
    ASSERT_TRUE(c) << c.error();
    const Fit fit = c.value().fit(SpmvProblem(a, resources));
    EXPECT_FALSE(fit);
    EXPECT_NE(fit.reason.find("limit of 1000000"), std::string::npos) << fit.reason;
  }
}

}  // namespace
}  // namespace sptune::spmv::hyb
