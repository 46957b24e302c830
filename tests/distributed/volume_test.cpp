// SPDX-License-Identifier: BSD-3-Clause
// What is predicted to cross is what is counted, to the byte.
#include "distributed/volume.hpp"

#include "suites/generators/generators.hpp"
#include "tests/distributed/world.hpp"

#include "distributed/cost.hpp"
#include "distributed/schemes.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace sptune::distributed::test {
namespace {

template <class V>
Csr<V> generated(const std::string& id) {
  const Csr<double> m = suites::generate(id).csr;
  return {m.rows, m.cols, m.row_offsets, m.col_indices, {m.values.begin(), m.values.end()}};
}

template <class V>
void expect_counted(const Csr<V>& a, const Csr<V>& b, Balance balance, const ProductOptions& how) {
  const int ranks = world().size();
  const Partition a_rows = partition_rows(a.view(), b.row_offsets, balance, ranks);
  const Partition b_rows = partition_rows(b.view(), {}, Balance::nnz, ranks);
  const DistributedCsr<V> left = scatter(world(), a, a_rows);
  const DistributedCsr<V> right = scatter(world(), b, b_rows);
  const Product<V> product(world(), dispatcher(), left, right, how);
  const RankVolume mine = volume_of(a.view(), b.view(), a_rows, b_rows, how.scheme,
                                    how.ring)[static_cast<std::size_t>(world().rank())];
  const RankReport& counted = product.report();
  const std::string what = std::string(facts_of(how.scheme).name) + " " +
                           std::to_string(how.ring.blocks) + " " + world().name();
  EXPECT_EQ(mine.rows, counted.rows) << what;
  EXPECT_EQ(mine.products, counted.products) << what;
  EXPECT_EQ(mine.least_received, counted.least_received) << what;
  EXPECT_EQ(mine.traffic.sent, counted.traffic.sent) << what;
  EXPECT_EQ(mine.traffic.received, counted.traffic.received) << what;
  EXPECT_EQ(mine.traffic.messages, counted.traffic.messages) << what;
}

TEST(Volume, is_what_is_counted) {
  const auto square = generated<double>("random{rows=90,mean=3}");
  const auto wide = generated<float>("random{rows=20,cols=50,mean=3}");
  const auto narrow = generated<float>("random{rows=50,cols=30,mean=2}");
  for (const SchemeFacts& facts : all_schemes) {
    for (const int blocks : {1, 3}) {
      if (blocks > 1 && facts.scheme != Scheme::ring) continue;
      const ProductOptions how{facts.scheme, false, one_thread(), {true, blocks}};
      expect_counted(square, square, Balance::products, how);
      expect_counted(wide, narrow, Balance::rows, how);
    }
  }
}

TEST(Cost, follows_the_network) {
  if (!on_root()) return;
  const auto a = generated<double>("stencil2d{points=5,n=40}");
  Rates rates;
  rates.latency_s = 0;
  rates.bytes_per_second = 1e6;  // bytes decide
  const auto slow = forecast<double>(a.view(), nullptr, Balance::products, 16, {}, rates);
  EXPECT_EQ(slow.front().scheme, Scheme::needed_rows);
  EXPECT_EQ(slow.front().volume.size(), 16U);
  rates.latency_s = 1;  // messages decide: lists cost some, and meshes have few neighbours
  const auto far = forecast<double>(a.view(), nullptr, Balance::products, 16, {}, rates);
  const auto messages_of = [](const Forecast& f) {
    std::int64_t most = 0;
    for (const RankVolume& rank : f.volume) most = std::max(most, rank.traffic.messages);
    return most;
  };
  EXPECT_LE(messages_of(far.front()), messages_of(far.back()));
  std::int64_t products = 0;
  for (const RankVolume& rank : far.front().volume) products += rank.products;
  EXPECT_EQ(products, count_products(a.view(), a.view()));
}

/// Of a ring on a mesh most steps have nothing to multiply, and cost nothing.
TEST(Cost, of_a_local_product_is_paid_where_blocks_are_met) {
  if (!on_root()) return;
  const auto a = generated<double>("stencil2d{points=5,n=40}");
  Rates rates;
  rates.local_product_s = 1;
  for (const Forecast& f : forecast<double>(a.view(), nullptr, Balance::rows, 16, {}, rates)) {
    const bool ring = f.scheme == Scheme::ring;
    EXPECT_NEAR(f.cost.multiply_s, ring ? 3 : 1, 0.1) << facts_of(f.scheme).name;
  }
}

}  // namespace
}  // namespace sptune::distributed::test
