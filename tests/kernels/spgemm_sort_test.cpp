// SPDX-License-Identifier: BSD-3-Clause
// hash_bins where a key of what is sorted has no bit to spare. How many products teams just sort is
// in the battery of all variants.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// A row of C from column `first` to the last of `cols`, and one that has the last column alone.
Pair rows_to_the_last_column(const std::string& name, Index first, Index cols) {
  const Index last = cols - 1;
  return {name, from_rows(3, {{{0, 1.0}, {1, 2.0}}, {{2, -1.0}}}),
          from_rows(cols, {{{first, 1.0}, {last, 0.5}}, {{first + 7, 3.0}}, {{last, 1.5}}})};
}

/// A column less the first of its row has 24 bits: all of them set is what no product has.
const std::vector<Pair>& pairs_of_wide_rows() {
  constexpr Index widest = 1 << 24;
  static const std::vector<Pair> pairs{
      rows_to_the_last_column("2^24 - 1 columns", 0, widest - 1),
      rows_to_the_last_column("2^24 columns", 0, widest),
      rows_to_the_last_column("a span of 2^24", 32, widest + 32),
  };
  return pairs;
}

void expect_right(Backend backend, const std::vector<std::string>& configurations,
                  std::span<const Pair> pairs) {
  for (const std::string& text : configurations) {
    const auto configuration = shipped_catalogue().parse(Operation::spgemm, backend, text).value();
    for (const Pair& pair : pairs) {
      References<double, std::int32_t> references;
      EXPECT_TRUE(check_pair(configuration, pair, references)) << text << " on " << pair.name;
    }
  }
}

// One pair alone: nothing on the host counts those bits, and each of ten references takes 400 MB.
TEST(SpgemmWideRows, host_equals_the_reference) {
  expect_right(Backend::cpu, {"hash"}, std::span(pairs_of_wide_rows()).first(1));
}

class SpgemmSort : public test::OnDevice {};

TEST_F(SpgemmSort, cuda_keeps_the_last_of_2_24_columns) {
  expect_right(Backend::cuda,
               {"hash_bins", "hash_bins{at_once=never}", "hash_bins{at_once=always}",
                "hash_bins{count=sort_16}", "hash_bins{fill=sort_16}", "hash_bins{count=sort_32}",
                "hash_bins{fill=sort_32}", "hash_bins{fill=sort_8}"},
               pairs_of_wide_rows());
}

}  // namespace
