// SPDX-License-Identifier: BSD-3-Clause
// hash_bins on neighbouring rows that have the same columns, and on rows that nearly have.
#include "kernels/api/catalogue.hpp"
#include "kernels/spgemm/spgemm.hpp"
#include "tests/kernels/spgemm_checks.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;
using namespace sptune::tests;

/// Row r has the columns of row r - r % run(r), with values of its own. `columns(first)`: of the
/// first of a run, in any order.
template <class Columns>
Csr<double> runs(Index rows, Index cols, Index run, Columns&& columns) {
  return with_columns(rows, cols, [&](Index r) { return columns(r - r % run); });
}

/// An unstructured mesh of `nodes` with `unknowns` each: node n has some neighbours at random.
Csr<double> elements(Index nodes, Index unknowns, Index neighbours) {
  return runs(nodes * unknowns, nodes * unknowns, unknowns, [=](Index first) {
    std::vector<Index> out;
    const Index node = first / unknowns;
    unsigned state = static_cast<unsigned>(node) * 2654435769U + 12345U;
    for (Index k = 0; k <= neighbours; ++k) {
      state = state * 1664525U + 1013904223U;
      const Index other = k == 0 ? node : static_cast<Index>(state >> 8U) % nodes;
      for (Index u = 0; u < unknowns; ++u) out.push_back(other * unknowns + u);
    }
    return out;
  });
}

const std::vector<Pair>& grouped_pairs() {
  static const std::vector<Pair> pairs = [] {
    std::vector<Pair> out;
    for (const Index unknowns : {2, 3, 4, 5, 6, 7}) {
      out.push_back(square(std::to_string(unknowns) + " unknowns", elements(150, unknowns, 6)));
    }
    out.push_back(square("all rows equal", runs(700, 700, 700, [](Index) {
                           return std::vector<Index>{0, 5, 6, 7, 300, 301, 699};
                         })));
    out.push_back({"groups of A alone", elements(120, 3, 5), random_matrix(360, 900, 7, 81)});
    out.push_back({"groups of B alone", random_matrix(300, 360, 9, 82), elements(120, 3, 5)});
    out.push_back({"other groups in B", elements(120, 3, 5), elements(90, 4, 4)});
    out.push_back({"empty rows",
                   runs(600, 600, 3,
                        [](Index first) {
                          return std::vector<Index>(static_cast<std::size_t>(first % 5), first / 2);
                        }),
                   runs(600, 700, 2, [](Index first) {
                     return first % 8 == 0 ? std::vector<Index>{}
                                           : std::vector<Index>{first, first + 1, first + 40};
                   })});
    out.push_back({"one row of B each",
                   runs(400, 300, 4, [](Index first) { return std::vector<Index>{first % 300}; }),
                   elements(100, 3, 8)});
    out.push_back(
        {"a part of each group of B",
         runs(300, 300, 3,
              [](Index first) {
                return std::vector<Index>{first + 1, first + 2, (first * 7) % 300 / 3 * 3 + 1};
              }),
         elements(100, 3, 8)});
    out.push_back(
        {"rows of B of up to 150 entries", elements(60, 3, 20), runs(180, 4000, 3, [](Index first) {
           std::vector<Index> columns;
           for (Index k = 0; k < first % 150 + 1; ++k) columns.push_back(k * 23 + first);
           return columns;
         })});
    out.push_back(
        {"too many entries for a team", elements(40, 3, 30), runs(120, 60000, 3, [](Index first) {
           std::vector<Index> columns;
           for (Index k = 0; k < 400; ++k) columns.push_back((k * 131 + first * 17) % 60000);
           return columns;
         })});
    out.push_back({"columns far apart",
                   runs(90, 300, 3,
                        [](Index first) {
                          return std::vector<Index>{first, first + 1, first + 2, 290};
                        }),
                   runs(300, 3'000'000, 3, [](Index first) {
                     return std::vector<Index>{first, first + 9000, 2'999'000 - first};
                   })});
    return out;
  }();
  return pairs;
}

/// What may be added to grouped=always.
const std::vector<std::string>& companions_of_groups() {
  static const std::vector<std::string> all{
      "",          "adding=stable",  "adding=atomic",  "rerun=places", "rerun=gather", "lanes=8",
      "lanes=32",  "shared_kib=48",  "sizes=auto",     "words=always", "words=never",  "sort=0",
      "streams=1", "shifted=always", "counting=tables"};
  return all;
}
std::string grouped_with(const std::string& other) {
  return "hash_bins{grouped=always" + (other.empty() ? "" : "," + other) + "}";
}

TEST(SpgemmGroupedAxis, goes_with_the_others_but_not_with_bounds) {
  if (shipped_catalogue().find(Operation::spgemm, Backend::cuda, "hash_bins") == nullptr) {
    GTEST_SKIP() << "built without CUDA";
  }
  for (const std::string& other : companions_of_groups()) {
    const auto parsed =
        shipped_catalogue().parse(Operation::spgemm, Backend::cuda, grouped_with(other));
    EXPECT_TRUE(parsed) << parsed.error();
  }
  const auto refused =
      shipped_catalogue().parse(Operation::spgemm, Backend::cuda, grouped_with("sizes=bound"));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("not with sizes=bound"), std::string::npos) << refused.error();
}

class SpgemmGroups : public test::OnDevice {};

TEST_F(SpgemmGroups, cuda_equals_the_reference_however_else_it_is_configured) {
  for (const std::string& other : companions_of_groups()) {
    const auto configuration = resolved(grouped_with(other));
    for (const Pair& pair : grouped_pairs()) {
      References<double, std::int32_t> references;
      ASSERT_TRUE(check_pair(configuration, pair, references)) << other << " on " << pair.name;
    }
  }
}

TEST_F(SpgemmGroups, cuda_takes_every_type_and_offsets_of_64_bits) {
  check_other_types(resolved("hash_bins{grouped=always}"), grouped_pairs());
}

/// Enough products to be looked for unasked.
TEST_F(SpgemmGroups, cuda_finds_groups_of_large_products) {
  const Pair mesh = square("large mesh", elements(5000, 3, 12));
  ASSERT_GT(spgemm::count_products(mesh.a.view(), mesh.b.view()), 12'000'000) << "too few to look";
  check_alone<double, std::int32_t>(resolved("hash_bins{}"), mesh);
  check_alone<float, std::int32_t>(resolved("hash_bins{}"), mesh);
}

/// A few rows of so many products that blocks share them: the first of a group is one of these.
TEST_F(SpgemmGroups, cuda_of_oversized_rows) {
  const Pair pair{"oversized",
                  runs(12, 900, 3,
                       [](Index first) {
                         std::vector<Index> columns;
                         for (Index k = 0; k < (first == 3 ? 900 : 3); ++k) columns.push_back(k);
                         return columns;
                       }),
                  random_matrix(900, 200'000, 400, 83)};
  check_alone<double, std::int32_t>(resolved("hash_bins{grouped=always}"), pair);
  check_alone<double, std::int32_t>(resolved("hash_bins{grouped=always,rerun=places}"), pair);
}

TEST_F(SpgemmGroups, cuda_sums_have_the_same_bits_on_every_run) {
  const auto configuration = resolved("hash_bins{adding=stable,grouped=always}");
  for (const Pair& pair : grouped_pairs()) expect_same_bits(configuration, pair);
}

/// So many rows that a block looks at more of them together.
TEST_F(SpgemmGroups, cuda_groups_of_many_rows_are_right) {
  const Pair many = square("many rows", elements(90'000, 3, 1));
  for (const char* text : {"hash_bins{grouped=always}", "hash_bins{at_once=never}"}) {
    check_alone<double, std::int32_t>(resolved(text), many);
  }
}

}  // namespace
