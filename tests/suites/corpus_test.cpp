// SPDX-License-Identifier: BSD-3-Clause
// Replays what the fuzzer found, with any compiler.
#include "sptune/kernels/convert/convert.hpp"
#include "sptune/suites/matrix_market.hpp"

#include "support.hpp"
#include <gtest/gtest.h>

namespace sptune::suites {
namespace {

TEST(FuzzCorpus, is_read_or_refused_in_one_line) {
  const auto folder =
      testing::environment_path("SPTUNE_SOURCE_DIR") / "tests/fuzz/corpus/matrix_market";
  if (!testing::fs::exists(folder)) GTEST_SKIP() << "SPTUNE_SOURCE_DIR is not set";
  std::size_t matrices = 0;
  std::size_t refusals = 0;

  for (const auto& file : testing::fs::directory_iterator(folder)) {
    const std::string text = testing::read_file(file.path());
    for (const bool drop : {false, true}) {
      ReadOptions options;
      options.drop_out_of_range = drop;
      options.seeded_values = drop;
      options.memory_limit = 64'000'000;
      try {
        const Matrix m = parse_matrix_market(text, "m", options);
        EXPECT_EQ(convert::broken_invariant(m.csr), "") << file.path();
        ++matrices;
      } catch (const InputError& e) {
        EXPECT_EQ(std::string_view(e.what()).find('\n'), std::string_view::npos) << file.path();
        ++refusals;
      }
    }
  }

  EXPECT_GT(matrices, 5U);
  EXPECT_GT(refusals, 5U);
}

}  // namespace
}  // namespace sptune::suites
