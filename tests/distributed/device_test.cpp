// SPDX-License-Identifier: BSD-3-Clause
// Ranks on GPUs, which they may share: products and vectors against the serial reference.
#include "sptune/device.hpp"

#include "kernels/spmv/spmv.hpp"
#include "tests/distributed/serial.hpp"
#include "tests/distributed/world.hpp"

#include "distributed/device/halo_spmv.hpp"
#include "distributed/device/product.hpp"
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
  template <class V>
  void expect_products(const std::string& name, Csr<V> a, Csr<V> b, Balance balance);
  template <class V>
  void expect_vectors(const std::string& name, Csr<V> a, Balance balance);

  std::optional<DeviceRanks> ranks_;
};

/// Both schemes, with the values as they are and with others on the same pattern.
template <class V>
void DistributedOnGpus::expect_products(const std::string& name, Csr<V> a, Csr<V> b,
                                        Balance balance) {
  const int ranks = world().size();
  const Partition a_rows = partition_rows(a.view(), b.row_offsets, balance, ranks);
  const Partition b_rows = partition_rows(b.view(), {}, Balance::nnz, ranks);
  const DeviceDistributedCsr<V> a_part = shared_out(a, a_rows);
  const DeviceDistributedCsr<V> b_part = shared_out(b, b_rows);
  spgemm::Reference first;
  spgemm::Reference second;
  if (on_root()) first = spgemm::reference(a.view(), b.view());
  tests::change_values(a.values);
  tests::change_values(b.values);
  if (on_root()) second = spgemm::reference(a.view(), b.view());
  const auto a_values = on_device(values_of(world().rank(), a_rows, a));
  const auto b_values = on_device(values_of(world().rank(), b_rows, b));
  for (const Scheme scheme : {Scheme::needed_rows, Scheme::broadcast}) {
    const std::string where = name + ", " + std::string(facts_of(scheme).name);
    ProductOptions options;
    options.scheme = scheme;
    options.keep = true;
    DeviceProduct<V> product(*ranks_, dispatcher(), a_part, b_part, options);
    const Csr<V> c = gather<V>(*ranks_, product.rows(), product.c());
    product.recompute(values_on_device(a_values), values_on_device(b_values));
    const Csr<V> again = gather<V>(*ranks_, product.rows(), product.c());
    if (!on_root()) continue;
    expect_product(c, first, where);
    expect_product(again, second, where + ", other values");
  }
}

TEST_F(DistributedOnGpus, products_equal_the_serial_ones_on_the_battery) {
  std::size_t number = 0;
  for (const tests::Pair& pair : awkward_pairs()) {
    expect_products<double>(pair.name, pair.a, pair.b,
                            all_balances.at(number++ % all_balances.size()));
  }
}

TEST_F(DistributedOnGpus, products_equal_the_serial_ones_in_f32) {
  for (const std::size_t number : {0, 5, 14}) {
    const tests::Pair& pair = awkward_pairs().at(number);
    expect_products(pair.name, converted<float, std::int64_t>(pair.a),
                    converted<float, std::int64_t>(pair.b), Balance::products);
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
                    tests::block_band(200, 3, 2), Balance::products);
  }
}

TEST_F(DistributedOnGpus, products_that_are_not_kept_equal_those_that_are_and_are_not_recomputed) {
  const Csr<double> a = tests::block_band(60, 3, 1);
  const auto part = shared_out(a, partition_rows(a.view(), {}, Balance::rows, world().size()));
  DeviceProduct<double> once(*ranks_, dispatcher(), part, part);
  const Csr<double> c = gather<double>(*ranks_, once.rows(), once.c());
  if (on_root()) expect_product(c, spgemm::reference(a.view(), a.view()), "once");
  EXPECT_NE(agreed([&] {
              once.recompute(AnyValues(part.view()), AnyValues(part.view()));
            }).find("recompute needs ProductOptions::keep"),
            std::string::npos);
}

TEST_F(DistributedOnGpus, products_report_what_they_cost) {
  const Csr<double> a = tests::block_band(60, 3, 1);
  const auto rows = partition_rows(a.view(), a.row_offsets, Balance::products, world().size());
  const auto part = shared_out(a, rows);
  const auto on_host = take_rows(world(), a, rows);
  for (const Scheme scheme : {Scheme::needed_rows, Scheme::broadcast}) {
    ProductOptions options;
    options.scheme = scheme;
    DeviceProduct<double> product(*ranks_, dispatcher(), part, part, options);
    options.local = one_thread();
    Product<double> same(world(), dispatcher(), on_host, on_host, options);
    EXPECT_EQ(product.report().products, same.report().products);
    EXPECT_EQ(product.report().c_entries, same.report().c_entries);
    EXPECT_EQ(product.report().least_received, same.report().least_received);
    EXPECT_EQ(product.report().traffic.received, same.report().traffic.received);
    EXPECT_EQ(product.report().traffic.sent, same.report().traffic.sent);
  }
}

TEST_F(DistributedOnGpus, products_that_cannot_be_are_refused_by_all) {
  const Csr<double> a = tests::block_band(8, 2, 1);
  const auto part = shared_out(a, partition_rows(a.view(), {}, Balance::rows, world().size()));
  const auto refusal = [&](const ProductOptions& options) {
    return agreed([&] { DeviceProduct<double>(*ranks_, dispatcher(), part, part, options); });
  };
  ProductOptions options;
  options.scheme = Scheme::ring;
  EXPECT_NE(refusal(options).find("on GPUs take needed_rows or broadcast"), std::string::npos);
  const bool last = world().rank() == world().size() - 1;
  for (const Scheme scheme : {Scheme::needed_rows, Scheme::broadcast}) {
    ProductOptions unknown;
    unknown.scheme = scheme;
    if (last) unknown.local.force = "no_such_kernel";
    EXPECT_NE(refusal(unknown).find("no_such_kernel"), std::string::npos);
    ProductOptions small;
    small.scheme = scheme;
    if (last) small.local.memory_limit = 1;
    EXPECT_NE(refusal(small), "");
  }
  options.scheme = Scheme::needed_rows;
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
