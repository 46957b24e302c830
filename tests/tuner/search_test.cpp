// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/search/search.hpp"

#include "kernels/api/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace sptune::search {
namespace {

/// Three variants with one axis of twenty values; the configurations point at them.
const Catalogue& catalogue() {
  static const Catalogue all = [] {
    std::vector<Variant> variants;
    for (const char* name : {"csr", "ell", "sell"}) {
      Variant v;
      v.facts.name = name;
      v.axes = {{"axis", {}, "of the test"}};
      for (int i = 0; i < 20; ++i) v.axes[0].values.emplace_back(i);
      v.functions.typed = [](const Configuration&) { return nullptr; };
      v.functions.satisfies_constraint = [](const ResolvedConfiguration&) { return true; };
      v.functions.valid_points = [] {
        std::vector<std::vector<std::size_t>> points;
        for (std::size_t i = 0; i < 20; ++i) points.push_back({i});
        return points;
      };
      variants.push_back(std::move(v));
    }
    return Catalogue(std::move(variants));
  }();
  return all;
}

std::vector<ResolvedConfiguration> grid() {
  std::vector<ResolvedConfiguration> out;
  for (const Variant& v : catalogue().variants()) {
    for (const ResolvedConfiguration& c : v.full_grid()) out.push_back(c);
  }
  return out;
}

std::vector<std::string> proposals(Searcher& searcher, std::vector<Observation> history = {}) {
  std::vector<std::string> out;
  while (auto c = searcher.propose(history)) {
    out.push_back(c->text());
    history.push_back({*c, harness::Outcome::ok, 1.0});
  }
  return out;
}

TEST(exhaustive, proposes_every_candidate_once_in_order) {
  const auto searcher = exhaustive(grid());

  const auto seen = proposals(*searcher);

  ASSERT_EQ(seen.size(), 60U);
  EXPECT_EQ(searcher->at_most(), 60U);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i], grid()[i].text());
}

TEST(exhaustive, heeds_the_history_it_is_given_not_one_it_saw_before) {
  const auto searcher = exhaustive(grid());
  ASSERT_EQ(proposals(*searcher).size(), 60U);
  EXPECT_EQ(searcher->propose({})->text(), grid()[0].text());
  std::vector<Observation> other;
  for (std::size_t i : {5U, 0U, 1U}) other.push_back({grid()[i], harness::Outcome::ok, 1.0});
  EXPECT_EQ(searcher->propose(other)->text(), grid()[2].text());
  std::swap(other[0], other[2]);  // as many as were read, and others
  other[2] = {grid()[2], harness::Outcome::ok, 1.0};
  EXPECT_EQ(searcher->propose(other)->text(), grid()[3].text());
}

TEST(exhaustive, drops_candidates_that_are_there_twice) {
  auto twice = grid();
  for (const ResolvedConfiguration& c : grid()) twice.push_back(c);
  const auto searcher = exhaustive(twice);
  EXPECT_EQ(searcher->at_most(), 60U);
  EXPECT_EQ(proposals(*searcher).size(), 60U);
}

TEST(exhaustive, is_over_at_once_without_candidates) {
  EXPECT_FALSE(exhaustive({})->propose({}).has_value());
  EXPECT_FALSE(random_search({}, 5, 1)->propose({}).has_value());
}

TEST(random_search, begins_with_the_default_of_every_variant) {
  const auto seen = proposals(*random_search(grid(), 10, 7));
  ASSERT_EQ(seen.size(), 10U);
  EXPECT_EQ(seen[0], "csr{axis=0}");
  EXPECT_EQ(seen[1], "ell{axis=0}");
  EXPECT_EQ(seen[2], "sell{axis=0}");
  EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 10U);
}

TEST(random_search, never_leaves_a_variant_out) {
  EXPECT_EQ(random_search(grid(), 1, 7)->at_most(), 3U);
}

TEST(random_search, same_seed_same_order_other_seed_other_order) {
  const auto a = proposals(*random_search(grid(), 60, 7));
  EXPECT_EQ(a, proposals(*random_search(grid(), 60, 7)));
  EXPECT_NE(a, proposals(*random_search(grid(), 60, 8)));
  EXPECT_EQ(std::set<std::string>(a.begin(), a.end()).size(), 60U);
}

TEST(random_search, goes_on_where_a_history_stops) {
  const auto whole = proposals(*random_search(grid(), 30, 3));
  for (const std::size_t cut : {1U, 3U, 17U, 30U}) {
    std::vector<Observation> history;
    for (std::size_t i = 0; i < cut; ++i) {
      history.push_back({catalogue().parse(Operation::spmv, Backend::cpu, whole[i]).value(),
                         harness::Outcome::crashed, 0});
    }
    auto resumed = proposals(*random_search(grid(), 30, 3), history);
    EXPECT_EQ(resumed, std::vector<std::string>(whole.begin() + static_cast<std::ptrdiff_t>(cut),
                                                whole.end()));
  }
}

}  // namespace
}  // namespace sptune::search
