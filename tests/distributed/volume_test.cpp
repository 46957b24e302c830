// SPDX-License-Identifier: BSD-3-Clause
// What is predicted to cross is what is counted, to the byte.
#include "distributed/volume.hpp"

#include "suites/generators/generators.hpp"
#include "tests/distributed/world.hpp"

#include "distributed/cost.hpp"
#include "distributed/schemes.hpp"
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

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

/// What each rank gets of each other, one by one.
struct OneByOne {
  std::vector<Traffic> ranks;

  explicit OneByOne(int count) : ranks(static_cast<std::size_t>(count)) {}
  void send(int from, int to, std::int64_t rows, std::int64_t entries) {
    if (from == to) return;
    for (const std::int64_t bytes : {rows * 8, entries * 4, entries * 8}) {
      if (bytes == 0) continue;
      ranks[static_cast<std::size_t>(from)].sent += bytes;
      ranks[static_cast<std::size_t>(from)].messages += 1;
      ranks[static_cast<std::size_t>(to)].received += bytes;
    }
  }
};

/// Without the numbers that all ranks tell each other.
void expect_traffic(const std::vector<RankVolume>& found, const OneByOne& expected) {
  const auto others = static_cast<std::int64_t>(found.size()) - 1;
  for (std::size_t r = 0; r < found.size(); ++r) {
    const Traffic& counted = found[r].traffic;
    const std::int64_t numbers = others * found[r].collectives;
    EXPECT_EQ(counted.sent, expected.ranks[r].sent + 8 * numbers) << r;
    EXPECT_EQ(counted.received, expected.ranks[r].received + 8 * numbers) << r;
    EXPECT_EQ(counted.messages, expected.ranks[r].messages + numbers) << r;
  }
}

TEST(Volume, of_all_rows_is_that_of_one_pair_of_ranks_after_the_other) {
  if (!on_root()) return;
  const auto b = generated<double>("random{rows=90,mean=1}");  // some blocks have no entry
  const auto view = b.view();
  for (const int ranks : {1, 2, 5, 16, 120}) {
    const Partition rows = partition_rows(view, {}, Balance::nnz, ranks);
    const auto entries = [&](std::int64_t begin, std::int64_t end) {
      return view.row_offsets[end] - view.row_offsets[begin];
    };
    OneByOne broadcast(ranks);
    for (int to = 0; to < ranks; ++to) {
      for (int from = 0; from < ranks; ++from) {
        broadcast.send(from, to, rows.size(from), entries(rows.begin(from), rows.end(from)));
      }
    }
    expect_traffic(volume_of(view, view, rows, rows, Scheme::broadcast), broadcast);
    for (const int blocks : {1, 2, 7, 100}) {
      SCOPED_TRACE(std::to_string(ranks) + " ranks, " + std::to_string(blocks) + " blocks");
      OneByOne ring(ranks);
      std::int64_t longest = 0;
      for (int owner = 0; owner < ranks; ++owner) {
        for (int b_of = 0; b_of < blocks; ++b_of) {
          const BlockRows part = block_of(rows, owner, b_of, blocks);
          longest = std::max(longest, entries(part.begin, part.end));
          for (int to = 0; to < ranks; ++to) {
            if (to == owner) continue;
            ring.send((to + 1) % ranks, to, part.end - part.begin + 1,
                      entries(part.begin, part.end));
          }
        }
      }
      const auto found = volume_of(view, view, rows, rows, Scheme::ring, {true, blocks});
      expect_traffic(found, ring);
      const std::int64_t own = entries(rows.begin(0), rows.end(0));
      const std::int64_t under_way = std::min(blocks + 1, (ranks - 1) * blocks);
      EXPECT_EQ(found.front().held_bytes, 12 * (own + under_way * longest));
    }
  }
}

/// As many as `predict` takes: a loop over all pairs would not end.
TEST(Volume, of_a_million_ranks_is_counted) {
  if (!on_root()) return;
  const auto a = generated<double>("stencil2d{points=5,n=40}");
  constexpr int ranks = 1 << 20;
  const Partition rows = partition_rows(a.view(), {}, Balance::rows, ranks);
  for (const SchemeFacts& facts : all_schemes) {
    const int blocks = RingOptions::most_steps / ranks;
    const auto found = volume_of(a.view(), a.view(), rows, rows, facts.scheme, {true, blocks});
    Traffic all;
    for (const RankVolume& rank : found) all = all + rank.traffic;
    EXPECT_EQ(all.sent, all.received) << facts.name;
    if (facts.scheme == Scheme::broadcast) {
      EXPECT_EQ(all.sent, (ranks - 1) * (12 * a.nnz() + 8 * a.rows + std::int64_t{8} * ranks));
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
