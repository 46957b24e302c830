// SPDX-License-Identifier: BSD-3-Clause
// Policies of hash_bins as text: what is read, and what is refused.
#include "kernels/spgemm/cuda/hash_bins/policy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

namespace sptune::spgemm::hash_bins {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::array<std::string_view, 2> counters{"large", "small"};
constexpr std::array<std::string_view, 3> fillers{"window", "table", "sort"};
const AccumulatorNames names{counters, fillers};

std::string policy(const std::string& count, const std::string& fill) {
  return R"({"format": 1, "name": "test", "count": )" + count + R"(, "fill": )" + fill + "}";
}
const std::string any = R"({"order": []})";

TEST(Policy, orders_that_leave_some_out_are_completed) {
  const Policy p = parse_policy(policy(any, R"({"feature": "entries", "at_most": 32,
                      "then": {"order": ["sort"]}, "else": {"order": ["table", "sort"]}})"),
                                "test", names);
  EXPECT_EQ(p.name, "test");
  EXPECT_THAT(p.count.orders, ElementsAre(0, 1));
  EXPECT_THAT(p.fill.orders, ElementsAre(2, 0, 1, 1, 2, 0));
  ASSERT_EQ(p.fill.nodes.size(), 3U);
  EXPECT_EQ(p.fill.nodes[0].feature, static_cast<std::uint8_t>(RowFeature::entries));
  EXPECT_EQ(p.fill.nodes[0].at_most, 32.0F);
  EXPECT_EQ(p.fill.nodes[0].otherwise, 2U);
  EXPECT_EQ(p.fill.nodes[1].feature, PolicyNode::leaf);
  EXPECT_EQ(p.fill.nodes[2].otherwise, 1U) << "the second order";
}

TEST(Policy, the_built_in_one_has_every_accumulator_in_every_order) {
  const Policy& p = builtin_policy();
  const auto complete = [](const PolicyTree& tree, std::size_t accumulators) {
    ASSERT_GT(accumulators, 5U);
    ASSERT_EQ(tree.orders.size() % accumulators, 0U);
    for (auto begin = tree.orders.begin(); begin != tree.orders.end();
         begin += static_cast<std::ptrdiff_t>(accumulators)) {
      std::vector<std::uint8_t> order(begin, begin + static_cast<std::ptrdiff_t>(accumulators));
      std::ranges::sort(order);
      for (std::size_t i = 0; i < accumulators; ++i) EXPECT_EQ(order[i], i);
    }
  };
  complete(p.count, accumulator_names().count.size());
  complete(p.fill, accumulator_names().fill.size());
}

struct Bad {
  std::string text;
  std::string said;
};
class BadPolicy : public ::testing::TestWithParam<Bad> {};

TEST_P(BadPolicy, is_refused_with_the_reason) {
  try {
    (void)parse_policy(GetParam().text, "file.json", names);
    FAIL() << "taken: " << GetParam().text;
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("file.json"));
    EXPECT_THAT(e.what(), HasSubstr(GetParam().said));
  }
}

std::string question(const std::string& feature, const std::string& bound) {
  return R"({"feature": ")" + feature + R"(", "at_most": )" + bound + R"(, "then": )" + any +
         R"(, "else": )" + any + "}";
}
std::string chain(int length) {
  std::string out = any;
  for (int i = 0; i < length; ++i) {
    out = R"({"feature": "span", "at_most": 1, "then": )" + any + R"(, "else": )" + out + "}";
  }
  return out;
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BadPolicy,
    ::testing::Values(
        Bad{"", "parse error"}, Bad{policy(any, any).substr(0, 40), "parse error"},
        Bad{"[]", "expected an object"}, Bad{R"({"format": 1})", "'name' is missing"},
        Bad{R"({"format": 2, "name": "x", "count": {"order": []}, "fill": {"order": []}})",
            "format 2, this program reads 1"},
        Bad{policy(any, R"({"order": ["heap"]})"),
            "no accumulator is called 'heap'; there are window, table, sort"},
        Bad{policy(R"({"order": ["table"]})", any), "there are large, small"},
        Bad{policy(any, R"({"order": ["sort", "sort"]})"), "'sort' twice"},
        Bad{policy(any, R"({"order": "sort"})"), "expected names"},
        Bad{policy(any, R"({"order": [], "then": 1})"), "expected {\"order\""},
        Bad{policy(question("entries", "3"), any), "no feature is called 'entries'"},
        Bad{policy(any, question("colour", "3")), "no feature is called 'colour'"},
        Bad{policy(any, question("span", "\"3\"")), "at_most: expected a number"},
        Bad{policy(any, chain(70)), "levels of nesting"}));

}  // namespace
}  // namespace sptune::spgemm::hash_bins
