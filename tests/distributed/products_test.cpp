// SPDX-License-Identifier: BSD-3-Clause
// C = A*B on all ranks against the serial reference: the same structure, values within bounds.
#include "suites/io/matrix_market.hpp"
#include "tests/distributed/battery.hpp"

#include "distributed/halo_spmv.hpp"
#include "distributed/needs.hpp"
#include "distributed/product.hpp"
#include "distributed/schemes.hpp"
#include "distributed/volume.hpp"
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <limits>

namespace sptune::distributed::test {
namespace {

using tests::awkward_pairs;
using tests::from_rows;

/// On CPUs, where `battery.hpp` asks for it.
const auto on_cpu = []<class V>(const Csr<V>& a, const Partition& a_rows, const Csr<V>& b,
                                const Partition& b_rows) {
  return [left = scatter(world(), a, a_rows), right = scatter(world(), b, b_rows)](
             const ProductOptions& way, const std::vector<V>& a_values,
             const std::vector<V>& b_values) {
    Product<V> product(world(), dispatcher(), left, right, way);
    Products<V> out{gather(world(), product.c()), {}};
    out.again = gather(world(), product.recompute(a_values, b_values));
    return out;
  };
};

TEST(DistributedProducts, equal_the_serial_ones_on_the_battery) {
  expect_products_on_the_battery(on_cpu);
}

TEST(DistributedProducts, equal_the_serial_ones_on_real_matrices) {
  const char* source = std::getenv("SPTUNE_SOURCE_DIR");
  ASSERT_NE(source, nullptr) << "run through ctest";
  const auto folder = std::filesystem::path(source) / "../shared/matrices/core";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "../shared/matrices/core is not here";
  for (const char* name : {"Bai__dwg961b.mtx.xz", "HB__sherman3.mtx.xz"}) {
    const Csr<double> a = suites::read_matrix_market(folder / name).csr;
    expect_products(name, a, a, Balance::products, on_cpu);
  }
}

TEST(DistributedProducts, without_keeping_a_plan_equal_those_with) {
  const tests::Pair& pair = awkward_pairs().front();
  const Partition rows = partition_rows(pair.a.view(), {}, Balance::rows, world().size());
  const auto a = take_rows(world(), pair.a, rows);
  const auto b = take_rows(world(), pair.b, rows);
  for (const SchemeFacts& facts : all_schemes) {
    Product<double> kept(world(), dispatcher(), a, b, {facts.scheme, true, one_thread()});
    Product<double> once(world(), dispatcher(), a, b, {facts.scheme, false, one_thread()});
    EXPECT_EQ(once.c().rows, a.rows);
    const Csr<double> c = gather(world(), once.c());
    EXPECT_EQ(c, gather(world(), kept.c())) << facts.name;
    EXPECT_NE(agreed([&] {
                once.recompute(a.local.values, b.local.values);
              }).find("recompute needs ProductOptions::keep"),
              std::string::npos);
  }
}

TEST(DistributedProducts, refuse_a_ring_of_more_blocks_than_can_be_counted) {
  const Csr<double> a = tests::block_band(8, 2, 1);
  const Partition rows = partition_rows(a.view(), {}, Balance::rows, world().size());
  const auto part = take_rows(world(), a, rows);
  for (const int blocks : {0, std::numeric_limits<int>::max()}) {
    ProductOptions options{Scheme::ring, false, one_thread(), {true, blocks}};
    const std::string text =
        agreed([&] { Product<double>(world(), dispatcher(), part, part, options); });
    EXPECT_NE(text.find("a ring has 1 block a rank at least"), std::string::npos) << text;
    EXPECT_THROW(
        static_cast<void>(volume_of(a.view(), a.view(), rows, rows, Scheme::ring, options.ring)),
        UsageError);
  }
}

std::vector<RankReport> reports_of(const Csr<double>& a, Scheme scheme) {
  const auto rows = take_rows(
      world(), a, partition_rows(a.view(), a.row_offsets, Balance::products, world().size()));
  Product<double> product(world(), dispatcher(), rows, rows, {scheme, true, one_thread()});
  return collect(world(), product.report());
}

/// What is counted is what crosses: summed over the ranks both directions are one.
TEST(DistributedProducts, report_what_they_cost) {
  const Csr<double> a = tests::block_band(60, 3, 1);
  std::int64_t least = -1;
  for (const SchemeFacts& facts : all_schemes) {
    const std::vector<RankReport> all = reports_of(a, facts.scheme);
    if (!on_root()) continue;
    RankReport sum;
    for (const RankReport& rank : all) {
      sum.rows += rank.rows;
      sum.products += rank.products;
      sum.c_entries += rank.c_entries;
      sum.least_received += rank.least_received;
      sum.traffic = sum.traffic + rank.traffic;
      EXPECT_GE(rank.traffic.received, rank.least_received) << facts.name;
    }
    const spgemm::Reference reference = spgemm::reference(a.view(), a.view());
    EXPECT_EQ(sum.rows, a.rows);
    EXPECT_EQ(sum.c_entries, reference.c.nnz());
    EXPECT_EQ(sum.products, spgemm::count_products(a.view(), a.view()));
    EXPECT_EQ(sum.traffic.sent, sum.traffic.received) << facts.name;
    EXPECT_EQ(sum.least_received, least < 0 ? sum.least_received : least) << facts.name;
    least = sum.least_received;
    EXPECT_LT(imbalance(all), 1.3);
    if (facts.scheme != Scheme::needed_rows && world().size() > 1) {
      EXPECT_GE(sum.traffic.received, (world().size() - 1) * a.nnz() * 12) << facts.name;
    }
  }
}

/// Values alone need no columns, and are multiplied all the same.
TEST(DistributedProducts, of_other_values_add_to_what_is_reported) {
  const Csr<double> a = tests::block_band(60, 3, 1);
  const auto rows = take_rows(
      world(), a, partition_rows(a.view(), a.row_offsets, Balance::products, world().size()));
  for (const ProductOptions& way : all_ways()) {
    SCOPED_TRACE(text_of(way));
    Product<double> product(world(), dispatcher(), rows, rows, way);
    const RankReport first = product.report();
    product.recompute(rows.local.values, rows.local.values);
    const RankReport& both = product.report();
    EXPECT_EQ(both.products, 2 * first.products);
    EXPECT_EQ(12 * both.least_received, (12 + 8) * first.least_received);
    EXPECT_GE(both.traffic.received - first.traffic.received,
              both.least_received - first.least_received);
  }
}

TEST(DistributedProducts, that_ranks_do_not_agree_on_are_refused_by_all) {
  if (world().size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  const bool last = world().rank() == world().size() - 1;
  const Csr<double> a = tests::block_band(8, 2, 1);
  const Partition rows = partition_rows(a.view(), {}, Balance::rows, world().size());
  const auto mine = take_rows(world(), a, rows);
  const auto refusal = [&](const DistributedCsr<double>& b, const ProductOptions& options) {
    return agreed([&] { Product<double>(world(), dispatcher(), mine, b, options); });
  };
  EXPECT_NE(refusal(mine, {last ? Scheme::ring : Scheme::broadcast, false, one_thread()})
                .find("products that the ranks ask for differ: 'broadcast"),
            std::string::npos);
  DistributedCsr<double> wider = mine;
  wider.cols += last ? 1 : 0;
  EXPECT_NE(refusal(wider, {}).find("differ"), std::string::npos);
  Csr<double> other = a;
  if (last) other.values.back() += 1;
  EXPECT_NE(agreed([&] {
              static_cast<void>(take_rows(world(), other, rows));
            }).find("matrices and their partitions differ"),
            std::string::npos);
}

TEST(DistributedProducts, of_operands_that_do_not_go_together_are_refused) {
  const Csr<double> a = from_rows(3, {{{0, 1.0}}, {{2, 1.0}}});
  const auto rows =
      take_rows(world(), a, partition_rows(a.view(), {}, Balance::rows, world().size()));
  EXPECT_NE(agreed([&] {
              Product<double>(world(), dispatcher(), rows, rows);
            }).find("A has 3 columns, B has 2 rows: expected as many"),
            std::string::npos);
}

/// Filled by hand, as anybody may.
TEST(DistributedProducts, of_rows_that_do_not_fit_their_partition_are_refused) {
  const Csr<double> a = tests::block_band(40, 3, 1);
  const Partition rows = partition_rows(a.view(), {}, Balance::rows, world().size());
  const DistributedCsr<double> sound = take_rows(world(), a, rows);
  DistributedCsr<double> few_rows = sound;
  if (on_root()) few_rows.local = from_rows(a.cols, {{{0, 1.0}}});
  const auto expect_refused = [&](const DistributedCsr<double>& wrong, const std::string& text) {
    for (const SchemeFacts& facts : all_schemes) {
      const ProductOptions way{facts.scheme, false, one_thread()};
      const std::string b =
          agreed([&] { Product<double>(world(), dispatcher(), sound, wrong, way); });
      EXPECT_NE(b.find(text), std::string::npos) << facts.name << ": " << b;
      const std::string of_a =
          agreed([&] { Product<double>(world(), dispatcher(), wrong, sound, way); });
      EXPECT_NE(of_a.find(text), std::string::npos) << facts.name << ": " << of_a;
    }
    const std::string of_vector =
        agreed([&] { HaloSpmv<double>(world(), dispatcher(), wrong, rows, one_thread()); });
    EXPECT_NE(of_vector.find(text), std::string::npos) << of_vector;
  };
  expect_refused(few_rows, ": expected the " + std::to_string(rows.size(0)) +
                               " rows that its partition gives this rank, found 1");
  DistributedCsr<double> decreasing = sound;
  if (on_root()) std::swap(decreasing.local.row_offsets[1], decreasing.local.row_offsets[2]);
  expect_refused(decreasing, ", rows of this rank: ");
  if (world().size() == 1) return;
  DistributedCsr<double> disordered = sound;
  disordered.rows.begins[1] = a.rows + 1;
  expect_refused(disordered, "a partition must give " + std::to_string(a.rows) + " rows to");
}

/// A plan that is not kept runs once, whatever else was expected.
TEST(DistributedProducts, look_at_columns_where_everything_is_to_be_looked_at) {
  const Csr<double> a = tests::block_band(40, 3, 1);
  const Partition rows = partition_rows(a.view(), {}, Balance::rows, world().size());
  const DistributedCsr<double> sound = take_rows(world(), a, rows);
  DistributedCsr<double> outside = sound;
  if (on_root()) outside.local.col_indices.back() = 1 << 30;
  Options full = one_thread();
  full.validate = Validate::full;
  const std::string text = "rows of this rank: ";
  for (const SchemeFacts& facts : all_schemes) {
    const ProductOptions way{facts.scheme, false, full};
    EXPECT_NE(agreed([&] {
                Product<double>(world(), dispatcher(), sound, outside, way);
              }).find("B, " + text),
              std::string::npos);
    EXPECT_NE(agreed([&] {
                Product<double>(world(), dispatcher(), outside, sound, way);
              }).find("A, " + text),
              std::string::npos);
  }
  EXPECT_NE(agreed([&] {
              HaloSpmv<double>(world(), dispatcher(), outside, rows, full);
            }).find("A, " + text),
            std::string::npos);
}

TEST(DistributedVectors, of_other_types_or_rows_on_other_ranks_are_refused) {
  if (world().size() == 1) GTEST_SKIP() << "one rank agrees with itself";
  const Csr<double> a = tests::block_band(40, 3, 1);
  const Partition rows = partition_rows(a.view(), {}, Balance::rows, world().size());
  const DistributedCsr<double> of_doubles = take_rows(world(), a, rows);
  const Csr<double>& local = of_doubles.local;
  const DistributedCsr<float> of_floats{
      rows,
      a.cols,
      {local.rows, local.cols, local.row_offsets, local.col_indices,
       std::vector<float>(local.values.begin(), local.values.end())}};
  const std::string text = agreed([&] {
    if (on_root()) {
      HaloSpmv<float>(world(), dispatcher(), of_floats, rows, one_thread());
    } else {
      HaloSpmv<double>(world(), dispatcher(), of_doubles, rows, one_thread());
    }
  });
  EXPECT_NE(text.find("products that the ranks ask for differ: 'f32"), std::string::npos) << text;
}

TEST(DistributedProducts, choose_local_ones_for_as_many_runs_as_there_will_be) {
  ProductOptions options;
  EXPECT_EQ(local_options(options).expected_runs, 1);
  options.local.expected_runs = 50;
  EXPECT_EQ(local_options(options).expected_runs, 1);
  options.keep = true;
  EXPECT_EQ(local_options(options).expected_runs, 50);
  EXPECT_EQ(local_options(options).repeat, Repeat::values);
}

TEST(Needs, of_all_rows_are_listed_once_for_all_ranks) {
  Partition rows{{0}};
  for (int r = 0; r < world().size(); ++r) rows.begins.push_back(rows.rows() + 5 + r);
  const Needs needs = need_all(world(), rows);
  const std::int64_t own = rows.size(world().rank());
  EXPECT_EQ(static_cast<std::int64_t>(needs.given.size()), own);
  EXPECT_EQ(static_cast<std::int64_t>(needs.wanted.size()), rows.rows());
  for (int r = 0; r < world().size(); ++r) {
    EXPECT_EQ(static_cast<std::int64_t>(needs.for_rank(r).size()), own) << r;
    EXPECT_EQ(needs.for_rank(r).back(), own - 1) << r;
    EXPECT_EQ(needs.count_from(r), rows.size(r)) << r;
  }
}

/// A plan that one rank alone cannot make is an error of all.
TEST(DistributedProducts, that_fail_on_one_rank_fail_on_all) {
  const Csr<double> a = tests::block_band(8, 2, 1);
  const auto rows =
      take_rows(world(), a, partition_rows(a.view(), {}, Balance::rows, world().size()));
  for (const SchemeFacts& facts : all_schemes) {
    ProductOptions options{facts.scheme, false, one_thread()};
    if (world().rank() == world().size() - 1) options.local.force = "no_such_kernel";
    EXPECT_NE(agreed([&] {
                Product<double>(world(), dispatcher(), rows, rows, options);
              }).find("no_such_kernel"),
              std::string::npos)
        << facts.name;
  }
}

}  // namespace
}  // namespace sptune::distributed::test
