// SPDX-License-Identifier: BSD-3-Clause
// Replays what the fuzzers found, with any compiler.
#include "tests/fuzz/corpus.hpp"

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
  const testing::Variable quick("SPTUNE_MAX_UNPACKED", "1M");
  std::size_t read = 0;
  std::size_t refused = 0;

  for (const fuzz::Input& input : fuzz::read_corpus(GetParam().name)) {
    (GetParam().run(input.bytes) ? read : refused)++;
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

TEST(FuzzCorpusFile, holds_any_byte) {
  const std::string text = R"(a\\b\n\t\r\x00\xff\x20)";
  EXPECT_EQ(fuzz::unescaped(text), std::string("a\\b\n\t\r\0\xff ", 9));
  for (const char* wrong : {R"(\)", R"(\q)", R"(\x1)", R"(\xgg)"}) {
    EXPECT_THROW((void)fuzz::unescaped(wrong), std::invalid_argument) << wrong;
  }
}

}  // namespace
}  // namespace sptune::suites
