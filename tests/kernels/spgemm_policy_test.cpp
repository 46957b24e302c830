// SPDX-License-Identifier: BSD-3-Clause
// Policies of hash_bins as text and as files: what is read, and what is refused.
#include "kernels/api/catalogue.hpp"
#include "kernels/api/json_checksum.hpp"
#include "kernels/row_policy/policy.hpp"
#include "kernels/row_policy/policy_file.hpp"
#include "kernels/spgemm/policy_variable.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace sptune::row_policy {
namespace {

using spgemm::policy_variable;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::array<std::string_view, 2> counters{"large", "small"};
constexpr std::array<std::string_view, 3> fillers{"window", "table", "sort"};
const AccumulatorNames names{counters, fillers};

std::string policy(const std::string& count, const std::string& fill,
                   const std::string& more = "") {
  return R"({"format": 3, "name": "test", "architecture": "sm_90", "count": )" + count +
         R"(, "fill": )" + fill + more + "}";
}
const std::string any = R"({"order": []})";

TEST(Policy, orders_that_leave_some_out_are_completed) {
  const Policy p = parse_policy(policy(any, R"({"feature": "entries", "at_most": 32,
                      "then": {"order": ["sort"]}, "else": {"order": ["table", "sort"]}})"),
                                "test", names);
  EXPECT_EQ(p.name, "test");
  EXPECT_EQ(p.architecture, "sm_90");
  EXPECT_EQ(p.checksum.size(), 16U);
  EXPECT_THAT(p.count.orders, ElementsAre(0, 1));
  EXPECT_THAT(p.fill.orders, ElementsAre(2, 0, 1, 1, 2, 0));
  ASSERT_EQ(p.fill.nodes.size(), 3U);
  EXPECT_EQ(p.fill.nodes[0].feature, static_cast<std::uint8_t>(RowFeature::entries));
  EXPECT_EQ(p.fill.nodes[0].at_most, 32.0F);
  EXPECT_EQ(p.fill.nodes[0].otherwise, 2U);
  EXPECT_EQ(p.fill.nodes[1].feature, PolicyNode::leaf);
  EXPECT_EQ(p.fill.nodes[2].otherwise, 1U) << "the second order";
}

TEST(Policy, trees_that_are_named_stand_wherever_they_are_used) {
  const Policy p = parse_policy(policy(R"({"use": "all"})", R"({"feature": "span", "at_most": 1,
                            "then": {"use": "pair"}, "else": {"use": "pair"}})",
                                       R"(, "trees": {"all": {"order": [], "evidence": {"rows": 3}},
                             "first": {"order": ["sort"]},
                             "pair": {"feature": "passes", "at_most": 2, "then": {"use": "first"},
                                      "else": {"use": "all"}}}, "evidence": {})"),
                                "test", names);
  EXPECT_EQ(p.fill.nodes.size(), 7U);
  EXPECT_THAT(p.fill.orders, ElementsAre(2, 0, 1, 0, 1, 2)) << "equal orders are one";
  EXPECT_EQ(p.fill.nodes[2].otherwise, p.fill.nodes[5].otherwise);
  EXPECT_THAT(p.count.orders, ElementsAre(0, 1));
}

/// Features of the nodes, -1: a leaf.
std::vector<int> features_of(const RowTree& tree) {
  std::vector<int> out;
  for (const PolicyNode& node : tree.nodes) {
    out.push_back(node.feature == PolicyNode::leaf ? -1 : node.feature);
  }
  return out;
}

TEST(Policy, what_it_asks_about_a_product_is_answered_for_each) {
  const std::string rows = R"({"feature": "span", "at_most": 9,
      "then": {"feature": "mean_products", "at_most": 2, "then": {"order": ["sort"]},
               "else": {"feature": "products", "at_most": 5, "then": {"order": ["table"]},
                        "else": {"order": []}}},
      "else": {"order": ["table"]}})";
  const Policy p = parse_policy(policy(any, R"({"feature": "rows_per_sm", "at_most": 8,
          "then": {"first": "table", "then": {"use": "rows"}, "evidence": {"products": 12}},
          "else": {"use": "rows"}})",
                                       R"(, "trees": {"rows": )" + rows + "}"),
                                "test", names);
  const auto span = static_cast<int>(RowFeature::span);
  const auto products = static_cast<int>(RowFeature::products);

  const RowTree few = tree_for({8, 2}, p.fill);
  EXPECT_EQ(few.first, 1);
  EXPECT_THAT(features_of(few), ElementsAre(span, -1, -1));
  EXPECT_EQ(few.nodes[0].otherwise, 2U);
  EXPECT_EQ(few.nodes[1].otherwise, 0U) << "sort, the first order of the text";

  const RowTree many = tree_for({8.5, 2.5}, p.fill);
  EXPECT_EQ(many.first, -1);
  EXPECT_THAT(features_of(many), ElementsAre(span, products, -1, -1, -1));
  EXPECT_EQ(many.nodes[0].otherwise, 4U);
  EXPECT_EQ(many.nodes[1].otherwise, 3U);
  EXPECT_EQ(many.nodes[4].otherwise, many.nodes[2].otherwise);
  EXPECT_THAT(features_of(tree_for({1, 1}, p.count)), ElementsAre(-1));
}

/// Trees t0, t1, …, each a question about a row more than the one before it.
std::string long_tree(int questions) {
  std::string trees = R"("t0": {"order": []})";
  std::string last = "t0";
  for (int i = 0; i < questions; ++i) {
    const std::string own = "t" + std::to_string(i + 1);
    trees += ", \"" + own + R"(": {"feature": "span", "at_most": )" + std::to_string(i) +
             R"(, "then": {"order": []}, "else": {"use": ")" + last + "\"}}";
    last = own;
  }
  return trees;
}

TEST(Policy, may_have_more_nodes_than_a_device_holds_for_one_product) {
  const std::string twice = R"({"feature": "rows_per_sm", "at_most": 8, "then": {"use": "t50"},
      "else": {"feature": "mean_products", "at_most": 8, "then": {"use": "t50"},
               "else": {"use": "t50"}}})";
  const Policy p =
      parse_policy(policy(any, twice, ", \"trees\": {" + long_tree(50) + "}"), "test", names);
  EXPECT_EQ(p.fill.nodes.size(), 2U + 3 * 101);
  EXPECT_EQ(tree_for({9, 9}, p.fill).nodes.size(), 101U);
}

/// FNV-1a over nodes and orders.
std::uint64_t hash_of(const Policy& p) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  const auto add = [&](const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) hash = (hash ^ bytes[i]) * 0x100000001b3U;
  };
  for (const PolicyTree* tree : {&p.count, &p.fill}) {
    add(tree->nodes.data(), tree->nodes.size() * sizeof(PolicyNode));
    add(tree->orders.data(), tree->orders.size());
  }
  return hash;
}

/// A built-in policy with the accumulators of hash_bins, and how many these are to count and to
/// fill.
struct Builtin {
  Policy policy;
  std::array<std::size_t, 2> accumulators;
  std::vector<std::string> fill_names;
};
/// Nothing without CUDA.
std::optional<Builtin> builtin(std::string_view name) {
  const Variant* variant = shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins");
  if (variant == nullptr) return std::nullopt;
  std::vector<std::string> text[2];
  std::vector<std::string_view> views[2];
  for (const AxisInfo& axis : variant->axes) {
    for (int i = 0; i < 2; ++i) {
      if (axis.name != (i == 0 ? "count" : "fill")) continue;
      for (const Value& value : axis.values) text[i].push_back(value.text());
    }
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_GT(text[i].size(), 5U);
    views[i].assign(text[i].begin() + 1, text[i].end());  // the first is `policy`
  }
  return Builtin{builtin_policy(builtin_policy_named(name), {views[0], views[1]}),
                 {views[0].size(), views[1].size()},
                 {views[1].begin(), views[1].end()}};
}

TEST(Policy, of_sm_90_is_the_tree_that_was_measured) {
  const auto p = builtin("sm_90");
  if (!p) GTEST_SKIP() << "built without CUDA";
  EXPECT_EQ(hash_of(p->policy), 0x591bbbb2a4d92822U)
      << "as docs/measurements/spgemm-gpu.md has it, with what was measured of it";
}

/// Whoever is asked of a row alone, by number of its order's accumulators.
std::vector<std::uint8_t> leaves_of(const RowTree& tree, const PolicyTree& from,
                                    std::size_t accumulators) {
  std::vector<std::uint8_t> out;
  for (const PolicyNode& node : tree.nodes) {
    if (node.feature != PolicyNode::leaf) continue;
    const auto begin =
        from.orders.begin() + static_cast<std::ptrdiff_t>(node.otherwise * accumulators);
    out.insert(out.end(), begin, begin + static_cast<std::ptrdiff_t>(accumulators));
  }
  return out;
}

/// How many leaves ask `accumulator` first.
std::ptrdiff_t leaves_that_ask(const RowTree& tree, const PolicyTree& from,
                               std::size_t accumulators, std::size_t accumulator) {
  return std::ranges::count_if(tree.nodes, [&](const PolicyNode& node) {
    return node.feature == PolicyNode::leaf &&
           from.orders[node.otherwise * accumulators] == accumulator;
  });
}

/// Calibration refined the tree that was made by hand by questions about products and, where rows
/// are many, by one about rows: short ones of C are merged.
TEST(Policy, of_sm_90_is_the_one_by_rows_with_accumulators_in_front) {
  const auto fitted = builtin("sm_90");
  const auto rows = builtin("sm_90_rows");
  if (!fitted || !rows) GTEST_SKIP() << "built without CUDA";
  const auto merge = static_cast<std::size_t>(std::ranges::find(fitted->fill_names, "merge") -
                                              fitted->fill_names.begin());
  int in_front = 0;
  for (const float rows_per_sm : {0.5F, 10.0F, 20.0F, 50.0F, 200.0F, 1000.0F, 1e5F}) {
    for (const float mean : {4.0F, 30.0F, 100.0F, 500.0F, 1e4F}) {
      for (std::size_t i = 0; i < 2; ++i) {
        const auto tree = i == 0 ? &Policy::count : &Policy::fill;
        const RowTree own = tree_for({rows_per_sm, mean}, fitted->policy.*tree);
        const RowTree other = tree_for({rows_per_sm, mean}, rows->policy.*tree);
        EXPECT_EQ(other.first, -1);
        in_front += own.first >= 0 ? 1 : 0;
        if (i == 1 && rows_per_sm > 100) {
          EXPECT_EQ(own.nodes.size(), other.nodes.size() + 2);
          EXPECT_EQ(leaves_that_ask(own, fitted->policy.fill, fitted->accumulators[i], merge), 1);
          continue;
        }
        EXPECT_EQ(features_of(own), features_of(other));
        EXPECT_EQ(leaves_of(own, fitted->policy.*tree, fitted->accumulators[i]),
                  leaves_of(other, rows->policy.*tree, rows->accumulators[i]));
      }
    }
  }
  EXPECT_GT(in_front, 20);
}

TEST(Policy, is_that_of_the_nearest_architecture) {
  EXPECT_EQ(builtin_policies[builtin_policy_for("sm_90")], "sm_90") << "not sm_90_rows";
  constexpr std::array<std::string_view, 4> some{"sm_90", "sm_90_rows", "sm_80", "sm_100"};
  const auto nearest = [&](std::string_view own) { return some[builtin_policy_for(own, some)]; };
  EXPECT_EQ(nearest("sm_90"), "sm_90") << "the first of equals";
  EXPECT_EQ(nearest("sm_86"), "sm_90");
  EXPECT_EQ(nearest("sm_85"), "sm_80") << "the older one of two";
  EXPECT_EQ(nearest("sm_95"), "sm_90");
  EXPECT_EQ(nearest("sm_120"), "sm_100");
  for (const char* older : {"sm_70", "gfx90a", ""}) EXPECT_EQ(nearest(older), "sm_80") << older;
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
/// Trees of which each uses the one before it twice, or once.
std::string nested(int count, bool twice) {
  std::string out = R"("t0": {"order": []})";
  for (int i = 1; i < count; ++i) {
    const std::string use = R"({"use": "t)" + std::to_string(i - 1) + R"("})";
    out += ", \"t" + std::to_string(i) + "\": ";
    out += twice
               ? R"({"feature": "span", "at_most": 1, "then": )" + use + R"(, "else": )" + use + "}"
               : use;
  }
  return policy(any, R"({"use": "t)" + std::to_string(count - 1) + "\"}",
                ", \"trees\": {" + out + "}");
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BadPolicy,
    ::testing::Values(
        Bad{"", "parse error"}, Bad{policy(any, any).substr(0, 40), "parse error"},
        Bad{"[]", "expected an object"}, Bad{R"({"format": 2})", "'name' is missing"},
        Bad{R"({"format": 1, "name": "x", "count": {"order": []}, "fill": {"order": []}})",
            "format 1, this program reads 2 to 3"},
        Bad{R"({"format": 4, "name": "x", "count": {"order": []}, "fill": {"order": []}})",
            "format 4, this program reads 2 to 3"},
        Bad{R"({"format": "3", "name": "x", "count": {"order": []}, "fill": {"order": []}})",
            "format \"3\""},
        Bad{policy(any, R"({"first": "heap", "then": {"order": []}})"), "is called 'heap'"},
        Bad{policy(any, R"({"first": "sort"})"), "expected {\"order\""},
        Bad{policy(any, R"({"first": "sort", "then": {"first": "table", "then": {"order": []}}})"),
            "'first' stands below"},
        Bad{policy(any, R"({"feature": "span", "at_most": 1, "then": {"order": []},
                            "else": {"first": "sort", "then": {"order": []}}})"),
            "'first' stands below a question about a row"},
        Bad{policy(any, R"({"order": ["heap"]})"),
            "no accumulator is called 'heap'; there are window, table, sort"},
        Bad{policy(R"({"order": ["table"]})", any), "there are large, small"},
        Bad{policy(any, R"({"order": ["sort", "sort"]})"), "'sort' twice"},
        Bad{policy(any, R"({"order": "sort"})"), "expected names"},
        Bad{policy(any, R"({"order": [], "then": 1})"), "expected {\"order\""},
        Bad{policy(any, R"({"order": [], "evidence": 1})"), "evidence: expected an object"},
        Bad{policy(question("entries", "3"), any), "no feature is called 'entries'"},
        Bad{policy(any, question("colour", "3")), "no feature is called 'colour'"},
        Bad{policy(any, question("span", "\"3\"")), "at_most: expected a number"},
        Bad{policy(any, question("span", "1e39")), "at_most: expected a number that a float holds"},
        Bad{policy(any, question("span", "-1e39")), "found -1e+39"},
        Bad{policy(any, chain(70)), "levels of nesting"},
        Bad{policy(any, R"({"use": "t"})"), "a tree 't' that stands not among its trees"},
        Bad{policy(any, R"({"use": 1})", R"(, "trees": {})"), "a tree '1'"},
        Bad{policy(any, any, R"(, "trees": [])"), "trees: expected an object"},
        Bad{policy(any, any, R"(, "trees": {"t": {"order": []}})"), "nothing uses its tree 't'"},
        Bad{policy(any, R"({"use": "t"})", R"(, "trees": {"t": {"use": "t"}})"), "uses itself"},
        Bad{policy(any, R"({"use": "t"})",
                   R"(, "trees": {"t": {"use": "u"}, "u": {"feature": "span", "at_most": 1,
                      "then": {"order": []}, "else": {"use": "t"}}})"),
            "uses itself"},
        Bad{nested(70, false), "trees within each other"},
        Bad{nested(9, true), "more than 255 nodes in a tree, for one product"},
        Bad{nested(15, true), "more than 8191 nodes"},
        Bad{policy(any, any, R"(, "tree": {})"), "no member of a policy is called 'tree'"},
        Bad{policy(any, any, R"(, "checksum": "0123")"), "it was altered"},
        Bad{R"({"format": 2, "name": "a b", "architecture": "any", "count": {}, "fill": {}})",
            "name: expected at most 64 letters"}));

/// Files by the environment variable.
class FilePolicy : public ::testing::Test {
 protected:
  ~FilePolicy() override { ::unsetenv(policy_variable); }
  /// A new path in each test: a file is read once in a process.
  std::string put(const std::string& text) {
    static int number = 0;
    const auto path = folder_ / ("policy" + std::to_string(++number) + ".json");
    std::ofstream(path) << text;
    ::setenv(policy_variable, path.c_str(), 1);
    return path.string();
  }
  static std::string sealed(const std::string& text) {
    auto json = nlohmann::ordered_json::parse(text);
    json["checksum"] = checksum_of(json);
    return json.dump(1);
  }
  static void expect_refused(const std::string& path, const std::string& said) {
    try {
      (void)policy_of_file(policy_variable, names, "sm_90");
      ADD_FAILURE() << "taken: " << said;
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr(path));
      EXPECT_THAT(e.what(), HasSubstr(said));
    }
  }
  test::TemporaryFolder folder_;
};

TEST_F(FilePolicy, is_read_once_whatever_becomes_of_the_file) {
  const std::string path = put(sealed(policy(any, R"({"order": ["sort"]})")));
  std::vector<const Policy*> seen(8);
  {
    std::vector<std::jthread> threads;
    for (auto& one : seen) {
      threads.emplace_back([&one] { one = &policy_of_file(policy_variable, names, "sm_90"); });
    }
  }
  for (const Policy* one : seen) EXPECT_EQ(one, seen.front());
  EXPECT_THAT(seen.front()->fill.orders, ElementsAre(2, 0, 1));
  std::ofstream(path) << "other";
  EXPECT_EQ(&policy_of_file(policy_variable, names, "sm_90"), seen.front());
  put(sealed(policy(any, any)));
  EXPECT_NE(&policy_of_file(policy_variable, names, "sm_90"), seen.front())
      << "another value of the variable";
}

/// As when a sweep has noted the environment and measures in its own process.
TEST_F(FilePolicy, is_the_one_that_is_expected_or_refused) {
  EXPECT_FALSE(expected_checksum(policy_variable)) << "no file";
  const std::string path = put(sealed(policy(any, any)));
  EXPECT_FALSE(expected_checksum(policy_variable)) << "nobody said";
  const std::string checksum = read_policy_file(path, policy_variable).checksum;
  expect_checksum(policy_variable, checksum);
  EXPECT_EQ(expected_checksum(policy_variable), checksum);
  EXPECT_EQ(policy_of_file(policy_variable, names, "sm_90").checksum, checksum);
  expect_checksum(policy_variable, "another");
  expect_refused(path, "another policy than when measuring began, its checksum is " + checksum +
                           " and was another: put the former file back");
}

TEST_F(FilePolicy, says_what_is_wrong_with_it_and_what_to_do) {
  expect_refused(policy_variable, "names no file: set it to one that `sptune calibrate` wrote");
  const std::string good = sealed(policy(any, any));
  expect_refused(put(good.substr(0, good.size() / 2)), "parse error");
  expect_refused(put(policy(any, any)), "has no checksum");
  std::string altered = good;
  altered.replace(altered.find("\"test\""), 6, "\"tent\"");
  expect_refused(put(altered), "was altered");
  expect_refused(put(sealed(R"({"format": 4, "name": "later"})")),
                 "format 4, this program reads 2 to 3");
  expect_refused(put("[]"), "is no policy: write a policy with `sptune calibrate -o");
  expect_refused(put(std::string((1U << 20U) + 1, ' ')), "more than a megabyte");
  expect_refused(put(sealed(policy(any, R"({"order": ["heap"]})"))), "called 'heap'");
  std::string other = policy(any, any);
  other.replace(other.find("sm_90"), 5, "sm_80");
  expect_refused(put(sealed(other)), "is for sm_80, the device is sm_90");
  const std::string gone = (folder_ / "gone.json").string();
  ::setenv(policy_variable, gone.c_str(), 1);
  expect_refused(gone, "cannot be read");
  ::setenv(policy_variable, folder_.string().c_str(), 1);
  expect_refused(folder_.string(), "cannot be read");
}

TEST_F(FilePolicy, for_any_architecture_is_taken_by_all) {
  std::string text = policy(any, any);
  text.replace(text.find("sm_90"), 5, "any");
  put(sealed(text));
  EXPECT_EQ(policy_of_file(policy_variable, names, "sm_120").architecture, "any");
}

TEST(GroupsMayPay, where_there_are_many_products_and_rows_of_both_operands_are_long) {
  constexpr std::int64_t products = 12'000'000;
  constexpr std::int64_t nnz = products / 16;
  EXPECT_TRUE(groups_may_pay(products, nnz / 8, nnz));
  EXPECT_FALSE(groups_may_pay(products - 16, nnz / 16, nnz - 1)) << "few products";
  EXPECT_FALSE(groups_may_pay(products, nnz / 8, nnz + 8)) << "short rows of B";
  EXPECT_FALSE(groups_may_pay(products, nnz / 8 + 1, nnz)) << "short rows of A";
}

TEST(RowsAreUneven, where_many_products_are_of_rows_of_b_of_several_times_the_mean) {
  constexpr std::int64_t products = 16'777'216;
  constexpr std::int64_t nnz = products / 128;
  EXPECT_TRUE(rows_are_uneven(products, nnz, 1'000, 32'000));
  EXPECT_FALSE(rows_are_uneven(products, nnz, 1'000, 32'001)) << "longer rows";
  EXPECT_FALSE(rows_are_uneven(products, nnz, 999, 32'000)) << "… which are fewer";
  EXPECT_FALSE(rows_are_uneven(products - 1, nnz, 1'000, 32'000)) << "few products";
  EXPECT_FALSE(rows_are_uneven(0, 0, 0, 0));
}

TEST(StripsMayPay, where_rows_of_b_are_long_and_rows_of_c_have_products_for_their_columns) {
  constexpr std::int64_t products = 4'320'000;
  constexpr std::int64_t nnz = products / 72;
  constexpr std::int64_t cols = 6'000;
  constexpr std::int64_t rows = products / cols * 4;
  EXPECT_TRUE(strips_may_pay(products, rows, nnz, cols, cols));
  EXPECT_FALSE(strips_may_pay(2'097'151, 1, 1, 1, 1)) << "few products";
  EXPECT_FALSE(strips_may_pay(products, rows, nnz + 1, cols, cols)) << "short rows of B";
  EXPECT_FALSE(strips_may_pay(products, rows + 1, nnz, cols, cols)) << "few for the columns";
  EXPECT_TRUE(strips_may_pay(products, 1, nnz, 1, 24'576));
  EXPECT_FALSE(strips_may_pay(products, 1, nnz, 1, 24'577)) << "more than a block's memory";
  EXPECT_FALSE(strips_may_pay(products, 1, nnz, 1, 0));
  EXPECT_TRUE(strips_may_pay(products, rows, nnz, products / 64, cols));
  EXPECT_FALSE(strips_may_pay(products, rows, nnz, products / 64 + 1, cols)) << "a large table";
}

}  // namespace
}  // namespace sptune::row_policy
