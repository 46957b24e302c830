// SPDX-License-Identifier: BSD-3-Clause
// Ranks on GPUs, which they may share: products and vectors against the serial reference.
#include "sptune/device.hpp"

#include "kernels/spmv/spmv.hpp"
#include "tests/distributed/battery.hpp"

#include "distributed/device/halo_spmv.hpp"
#include "distributed/device/product.hpp"
#include "distributed/device/rates.hpp"
#include "distributed/device/workplace.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace sptune::distributed::test {
namespace {

using tests::awkward_pairs;
using tests::converted;

template <class T>
cuda::DeviceArray<T> on_device(const std::vector<T>& host) {
  return cuda::DeviceArray<T>(host.data(), host.size());
}

template <class V>
AnyValues values_on_device(const cuda::DeviceArray<V>& array) {
  return AnyValues::on_device(array.data(), static_cast<std::int64_t>(array.size()));
}

class DistributedOnGpus : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
    ranks_.emplace(world());
  }

  template <class V>
  DeviceDistributedCsr<V> shared_out(const Csr<V>& m, const Partition& rows) {
    return to_device(*ranks_, take_rows(world(), m, rows));
  }
  /// Where `battery.hpp` asks for it. `forced`: the kernel of every rank.
  auto on_gpu(const std::string& forced = {}) {
    return [this, forced]<class V>(const Csr<V>& a, const Partition& a_rows, const Csr<V>& b,
                                   const Partition& b_rows) {
      return
          [this, forced, left = shared_out(a, a_rows), right = shared_out(b, b_rows)](
              ProductOptions way, const std::vector<V>& a_values, const std::vector<V>& b_values) {
            way.local.force = forced;
            const auto other_a = on_device(a_values);
            const auto other_b = on_device(b_values);
            DeviceProduct<V> product(*ranks_, dispatcher(), left, right, way);
            Products<V> out{gather<V>(*ranks_, product.rows(), product.c()), {}};
            product.recompute(values_on_device(other_a), values_on_device(other_b));
            out.again = gather<V>(*ranks_, product.rows(), product.c());
            return out;
          };
    };
  }
  template <class V>
  void expect_vectors(const std::string& name, Csr<V> a, Balance balance);

  std::optional<DeviceRanks> ranks_;
};

TEST_F(DistributedOnGpus, products_equal_the_serial_ones_on_the_battery) {
  expect_products_on_the_battery(on_gpu());
}

/// Of rows that come out in no order, and of some that are longer than a warp.
TEST_F(DistributedOnGpus, partial_results_are_added_up_whatever_their_order) {
  const Csr<double> dense = tests::random_matrix(70, 300, 60, 3);
  const Csr<double> wide = tests::random_matrix(300, 5000, 40, 4);
  for (const char* kernel : {"hash_row", "hash_bins"}) {
    expect_products(kernel, dense, wide, Balance::products, on_gpu(kernel));
    expect_products(std::string(kernel) + ", f32", converted<float, std::int64_t>(dense),
                    converted<float, std::int64_t>(wide), Balance::rows, on_gpu(kernel));
  }
}

TEST_F(DistributedOnGpus, products_equal_the_serial_ones_over_every_transport_that_works) {
  for (const TransportFacts& facts : all_transports) {
    ranks_.emplace(world(), facts.transport);
    EXPECT_EQ(ranks_->why().empty(), ranks_->transport() == facts.transport) << ranks_->why();
    if (facts.transport == Transport::nccl && ranks_->gpus() < world().size()) {
      EXPECT_NE(ranks_->why().find("share one GPU"), std::string::npos) << ranks_->why();
    }
    expect_products(std::string(facts.name), tests::block_band(200, 3, 1),
                    tests::block_band(200, 3, 2), Balance::products, on_gpu());
  }
}

TEST_F(DistributedOnGpus, a_transport_that_does_not_work_is_refused_where_none_may_take_its_place) {
  GpuTransports transports(world());
  const GpuOffer& offer = transports.offer();
  EXPECT_EQ(offer.refusal_of(Transport::pinned), "");
  EXPECT_EQ(offer.refusal_of(std::nullopt), "");
  EXPECT_GT(offer.memory, 0);
  for (const TransportFacts& facts : all_transports) {
    const std::string refused =
        agreed([&] { EXPECT_EQ(transports.of(facts.transport).transport(), facts.transport); });
    EXPECT_EQ(refused.empty(), offer.refusal_of(facts.transport).empty()) << facts.name;
    if (!refused.empty()) {
      EXPECT_EQ(refused.find(facts.name), 0U) << refused;
    }
  }
}

TEST_F(DistributedOnGpus, rates_are_measured) {
  const Rates rates = measure_rates(*ranks_, dispatcher());
  EXPECT_GT(rates.latency_s, 0);
  EXPECT_GT(rates.bytes_per_second, 1e6);
  EXPECT_GT(rates.products_per_second, 1e6);
  EXPECT_GT(rates.merged_per_second, 1e6);
  EXPECT_GT(rates.local_product_s, 0);
  EXPECT_LT(rates.local_product_s, 1);
}

TEST_F(DistributedOnGpus, products_that_are_not_kept_equal_those_that_are_and_are_not_recomputed) {
  const Csr<double> a = tests::block_band(60, 3, 1);
  const auto part = shared_out(a, partition_rows(a.view(), {}, Balance::rows, world().size()));
  for (ProductOptions way : all_ways()) {
    way.keep = false;
    DeviceProduct<double> once(*ranks_, dispatcher(), part, part, way);
    const Csr<double> c = gather<double>(*ranks_, once.rows(), once.c());
    if (on_root()) expect_product(c, spgemm::reference(a.view(), a.view()), text_of(way));
    EXPECT_NE(agreed([&] {
                once.recompute(AnyValues(part.view()), AnyValues(part.view()));
              }).find("recompute needs ProductOptions::keep"),
              std::string::npos);
  }
}

TEST_F(DistributedOnGpus, products_report_what_they_cost) {
  const Csr<double> a = tests::block_band(60, 3, 1);
  const auto rows = partition_rows(a.view(), a.row_offsets, Balance::products, world().size());
  const auto part = shared_out(a, rows);
  const auto on_host = take_rows(world(), a, rows);
  for (const ProductOptions& options : all_ways()) {
    DeviceProduct<double> product(*ranks_, dispatcher(), part, part, options);
    Product<double> same(world(), dispatcher(), on_host, on_host, options);
    SCOPED_TRACE(text_of(options));
    const auto expect_same_reports = [&] {
      EXPECT_EQ(product.report().products, same.report().products);
      EXPECT_EQ(product.report().c_entries, same.report().c_entries);
      EXPECT_EQ(product.report().least_received, same.report().least_received);
      EXPECT_EQ(product.report().traffic.received, same.report().traffic.received);
      EXPECT_EQ(product.report().traffic.sent, same.report().traffic.sent);
    };
    expect_same_reports();
    product.recompute(AnyValues(part.view()), AnyValues(part.view()));
    same.recompute(on_host.local.values, on_host.local.values);
    expect_same_reports();
  }
}

TEST_F(DistributedOnGpus, products_that_cannot_be_are_refused_by_all) {
  const Csr<double> a = tests::block_band(8, 2, 1);
  const auto part = shared_out(a, partition_rows(a.view(), {}, Balance::rows, world().size()));
  const auto refusal = [&](const ProductOptions& options) {
    return agreed([&] { DeviceProduct<double>(*ranks_, dispatcher(), part, part, options); });
  };
  ProductOptions empty;
  empty.scheme = Scheme::ring;
  empty.ring.blocks = 0;
  EXPECT_NE(refusal(empty).find("a ring has 1 block a rank at least"), std::string::npos);
  const bool last = world().rank() == world().size() - 1;
  for (const auto& [scheme, name, summary] : all_schemes) {
    ProductOptions unknown;
    unknown.scheme = scheme;
    if (last) unknown.local.force = "no_such_kernel";
    EXPECT_NE(refusal(unknown).find("no_such_kernel"), std::string::npos);
    ProductOptions small;
    small.scheme = scheme;
    if (last) small.local.memory_limit = 1;
    EXPECT_NE(refusal(small), "");
  }
  ProductOptions options;
  options.keep = true;
  DeviceProduct<double> product(*ranks_, dispatcher(), part, part, options);
  const std::vector<double> host(static_cast<std::size_t>(part.nnz));
  EXPECT_NE(agreed([&] { product.recompute(host, host); }).find("in the GPU's memory"),
            std::string::npos);
}

TEST_F(DistributedOnGpus, memory_that_one_rank_lacks_is_an_error_of_all) {
  EXPECT_NE(agreed([&] {
              world().together([] {
                if (world().rank() + 1 == world().size())
                  SendableArray<double>(std::int64_t{1} << 50);
              });
            }).find("out of memory"),
            std::string::npos);
}

template <class V>
void DistributedOnGpus::expect_vectors(const std::string& name, Csr<V> a, Balance balance) {
  const int me = world().rank();
  const Partition rows = partition_rows(a.view(), {}, balance, world().size());
  const std::vector<std::int64_t> alike(static_cast<std::size_t>(a.cols), 1);
  const Partition of_x = partition(alike, world().size());
  std::vector<V> x(static_cast<std::size_t>(a.cols));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<V>(1 + i % 5) / 4;
  const std::vector<V> y(static_cast<std::size_t>(a.rows), 1);
  const auto part = shared_out(a, rows);
  const auto my_x = on_device(std::vector<V>(x.begin() + of_x.begin(me), x.begin() + of_x.end(me)));
  DeviceHaloSpmv<V> product(*ranks_, dispatcher(), part, of_x);
  for (const bool other_values : {false, true}) {
    if (other_values) tests::change_values(a.values);
    const auto values = on_device(values_of(world().rank(), rows, a));
    if (other_values) product.update_values(values_on_device(values));
    const auto reference = spmv::reference(a.view(), 2, x.data(), -1, y.data());
    const auto result =
        on_device(std::vector<V>(y.begin() + rows.begin(me), y.begin() + rows.end(me)));
    product.run(2, my_x.data(), -1, result.data());
    std::vector<V> mine(result.size());
    if (!mine.empty()) cuda::copy_to_host(mine.data(), result.data(), mine.size() * sizeof(V));
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const std::size_t row = i + static_cast<std::size_t>(rows.begin(me));
      const auto n = static_cast<double>(a.row_offsets[row + 1] - a.row_offsets[row] + 5);
      ASSERT_LE(
          std::abs(static_cast<double>(mine[i]) - reference.y[row]),
          n * static_cast<double>(std::numeric_limits<V>::epsilon()) * reference.magnitude[row])
          << name << ", row " << row;
    }
  }
}

TEST_F(DistributedOnGpus, vectors_equal_the_serial_ones_on_the_battery) {
  std::size_t number = 0;
  for (const tests::Pair& pair : awkward_pairs()) {
    expect_vectors<double>(pair.name, pair.a, number++ % 2 == 0 ? Balance::nnz : Balance::rows);
    if (pair.b.cols <= 80000) expect_vectors<double>(pair.name + ", B", pair.b, Balance::nnz);
  }
  expect_vectors("f32", converted<float, std::int64_t>(tests::block_band(40, 3, 1)), Balance::nnz);
}

TEST_F(DistributedOnGpus, vectors_that_do_not_fit_are_refused) {
  const Csr<double> a = tests::block_band(8, 2, 1);
  const Partition rows = partition_rows(a.view(), {}, Balance::rows, world().size());
  const auto part = shared_out(a, rows);
  DeviceHaloSpmv<double> product(*ranks_, dispatcher(), part, rows);
  EXPECT_THROW(product.update_values(std::vector<double>(static_cast<std::size_t>(part.nnz))),
               UsageError);
  EXPECT_NE(agreed([&] {
              DeviceHaloSpmv<double>(*ranks_, dispatcher(), part, Partition{{0, 1}});
            }).find("A and x must be distributed"),
            std::string::npos);
}

TEST(DistributedWithoutGpus, say_so_on_all_ranks) {
  if (cuda::device_info()) GTEST_SKIP() << "there is one: " << cuda::device_info().value().name;
  const std::string told = agreed([] { const DeviceRanks none(world()); });
  EXPECT_TRUE(told.find("no CUDA device") != std::string::npos ||
              told.find("without the CUDA backend") != std::string::npos)
      << told;
}

TEST(Transports, are_found_by_their_names) {
  for (const TransportFacts& facts : all_transports) {
    EXPECT_EQ(parse_transport(to_string(facts.transport)), facts.transport);
  }
  EXPECT_EQ(parse_transport("pigeon"), std::nullopt);
}

}  // namespace
}  // namespace sptune::distributed::test
