// SPDX-License-Identifier: BSD-3-Clause
// Replays what the fuzzers found, with any compiler.
#include "tests/fuzz/targets.hpp"

#include "support.hpp"
#include <gtest/gtest.h>

namespace sptune::suites {
namespace {

struct Target {
  const char* name;
  bool (*run)(std::string_view);
};

class FuzzCorpus : public ::testing::TestWithParam<Target> {};

TEST_P(FuzzCorpus, is_read_or_refused_in_one_line) {
  const auto folder =
      testing::environment_path("SPTUNE_SOURCE_DIR") / "tests/fuzz/corpus" / GetParam().name;
  if (!testing::fs::exists(folder)) GTEST_SKIP() << "SPTUNE_SOURCE_DIR is not set";
  const testing::Variable quick("SPTUNE_MAX_UNPACKED", "1M");
  std::size_t read = 0;
  std::size_t refused = 0;

  for (const auto& file : testing::fs::directory_iterator(folder)) {
    (GetParam().run(testing::read_file(file.path())) ? read : refused)++;
  }

  EXPECT_GT(read, 2U);
  EXPECT_GT(refused, 5U);
}

INSTANTIATE_TEST_SUITE_P(All, FuzzCorpus,
                         ::testing::Values(Target{"matrix_market", fuzz::matrix_market},
                                           Target{"archive", fuzz::archive},
                                           Target{"manifest", fuzz::manifest},
                                           Target{"binary", fuzz::binary}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace sptune::suites
