// SPDX-License-Identifier: BSD-3-Clause
// Verification on the device says what verification on the host says.
#include "harness/cuda/product.hpp"
#include "harness/cuda/target.hpp"
#include "harness/cuda/verify.hpp"
#include "harness/engine/long_rows.hpp"
#include "harness/engine/verify.hpp"
#include "sptune/device.hpp"
#include "tests/harness/matrices.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace sptune::harness {
namespace {

class CudaVerify : public test::OnDevice {
 protected:
  ProblemCache cache_{[](const std::string&) { return test::ragged(40000, 200); }};
};

/// The reference itself as result, with `change` made to it, checked in both places.
template <class V>
void agrees(const ProblemData& d, const std::function<void(V*)>& change) {
  const AnyCsr a = d.a->view();
  const DenseOperands& dense = *d.dense;
  const DenseShape& shape = dense.y_shape;
  GuardedVector y(shape.size(), a.value_type);
  auto* const values = static_cast<V*>(y.data());
  for (std::int64_t i = 0; i < shape.size(); ++i) {
    values[i] = static_cast<V>(dense.plain.y[static_cast<std::size_t>(i)]);
  }
  change(values);
  Verification host;
  host.ok = true;
  compare_dense(a, dense.plain, shape, y, host);

  const cuda::DeviceCsr device_a(a);
  const DeviceReference reference(dense.plain);
  const cuda::DeviceArray<std::byte> device_y(static_cast<const std::byte*>(y.data()),
                                              static_cast<std::size_t>(y.bytes()));
  Verification device;
  device.ok = true;
  compare_dense(device_a.view(), reference, shape, device_y.data(), device);

  EXPECT_EQ(device.ok, host.ok);
  EXPECT_EQ(device.first_bad, host.first_bad);
  EXPECT_EQ(device.max_bound_ratio, host.max_bound_ratio);
  EXPECT_EQ(device.max_relative, host.max_relative);
}

template <class V>
void agrees_on_all(const ProblemData& d) {
  constexpr V nan = std::numeric_limits<V>::quiet_NaN();
  constexpr V infinity = std::numeric_limits<V>::infinity();
  constexpr V epsilon = std::numeric_limits<V>::epsilon();
  agrees<V>(d, [](V*) {});
  agrees<V>(d, [](V* y) { y[39999] += V{1}; });
  agrees<V>(d, [&](V* y) { y[d.dense->y_shape.size() - 1] += V{1}; });
  agrees<V>(d, [](V* y) { y[0] = -y[0]; });
  agrees<V>(d, [](V* y) { y[17] *= 1 + 2 * epsilon; });
  agrees<V>(d, [](V* y) { y[20000] = nan; });
  agrees<V>(d, [](V* y) { y[20001] = infinity, y[30000] = V{0}; });
  // Column by column the element of the later row comes first.
  const DenseShape& shape = d.dense->y_shape;
  agrees<V>(d, [&](V* y) {
    y[shape.at(150, 0)] += V{1};
    y[shape.at(7, shape.columns - 1)] += V{1};
  });
}

TEST_F(CudaVerify, says_what_the_host_says) {
  agrees_on_all<double>(cache_.get({Operation::spmv, ValueType::f64, "m", "", "x"}));
  agrees_on_all<float>(cache_.get({Operation::spmv, ValueType::f32, "m", "", "x"}));
}

TEST_F(CudaVerify, says_of_several_columns_what_the_host_says) {
  for (const char* layout : {"row", "col"}) {
    SCOPED_TRACE(layout);
    agrees_on_all<double>(cache_.get(test::spmm_problem("m", layout)));
    agrees_on_all<float>(cache_.get(test::spmm_problem("m", layout, ValueType::f32)));
  }
}

TEST_F(CudaVerify, finds_a_single_byte_that_differs) {
  std::vector<std::byte> bytes(100001, std::byte{0xA5});
  const cuda::DeviceArray<std::byte> a(bytes.data(), bytes.size());
  const auto size = static_cast<std::int64_t>(bytes.size());
  EXPECT_TRUE(untouched(a.data(), a.data(), std::byte{0xA5}, size));
  EXPECT_TRUE(same_bytes(a.data(), a.data(), size));
  for (const std::size_t at : {std::size_t{0}, std::size_t{4097}, bytes.size() - 1}) {
    bytes[at] = std::byte{0xA4};
    const cuda::DeviceArray<std::byte> b(bytes.data(), bytes.size());
    EXPECT_FALSE(untouched(a.data(), b.data(), std::byte{0xA5}, size)) << at;
    EXPECT_FALSE(untouched(b.data(), a.data(), std::byte{0xA5}, size)) << at;
    EXPECT_FALSE(same_bytes(a.data(), b.data(), size)) << at;
    bytes[at] = std::byte{0xA5};
  }
}

TEST_F(CudaVerify, checksum_depends_on_every_word_and_its_place) {
  std::vector<std::uint32_t> words(100'003);
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint32_t>(i * i);
  const auto sum = [&] {
    const cuda::DeviceArray<std::uint32_t> device(words.data(), words.size());
    return device_checksum(device.data(), device.bytes());
  };
  const std::uint64_t before = sum();
  EXPECT_EQ(sum(), before);
  for (const std::size_t at : {std::size_t{0}, std::size_t{40'000}, words.size() - 1}) {
    words[at] ^= 0x100;
    EXPECT_NE(sum(), before) << at;
    words[at] ^= 0x100;
  }
  std::swap(words[5], words[6]);
  EXPECT_NE(sum(), before);
  EXPECT_EQ(device_checksum(nullptr, 0), device_checksum(nullptr, 0));
}

TEST_F(CudaVerify, checks_long_rows_as_the_host_does) {
  ProblemCache cache{[](const std::string&) { return test::ragged(20, 100'000); }};
  const ProblemData& d = cache.get({Operation::spmv, ValueType::f32, "m", "", "x"});
  const GuardedVector& host_x = d.dense->x;
  const LongRows& rows = d.dense->long_rows;
  ASSERT_EQ(rows.rows, std::vector<std::int64_t>{19});
  ASSERT_EQ(rows.classes, 4);
  const DeviceLongRows on_device(rows);
  const auto bytes = [](const GuardedVector& v) {
    return cuda::DeviceArray<std::byte>(static_cast<const std::byte*>(v.data()),
                                        static_cast<std::size_t>(v.bytes()));
  };
  const cuda::DeviceArray<std::byte> x = bytes(host_x);
  for (int part = 1; part < rows.parts(); ++part) {
    GuardedVector expected(100'000, ValueType::f32);
    GuardedVector found(100'000, ValueType::f32);
    keep_class(host_x, rows, part - 1, expected);
    cuda::DeviceArray<std::byte> out(x.size());
    keep_class(x, rows, part - 1, out);
    cuda::copy_to_host(found.data(), out.data(), out.size());
    EXPECT_TRUE(found.same_bits(expected)) << part;
  }
  const double right = rows.expected[2];
  for (const double value : {right, right + 1e-3, right + 10.0, std::nan("")}) {
    GuardedVector y(20, ValueType::f32);
    static_cast<float*>(y.data())[19] = static_cast<float>(value);
    Verification host;
    Verification device;
    host.ok = device.ok = true;
    compare_long_rows(rows, 2, y, host);
    compare_long_rows(rows, on_device, 2, bytes(y).data(), device);
    EXPECT_EQ(device.ok, host.ok) << value;
    EXPECT_EQ(device.first_bad, host.first_bad);
    EXPECT_EQ(device.max_bound_ratio, host.max_bound_ratio);
  }
}

/// C of type V on the device, checked there and on the host.
template <class V>
struct CheckedProduct {
  CheckedProduct(const SparseReference& r, const std::function<void(Csr<V>&)>& change)
      : reference(r) {
    c.rows = r.c.rows;
    c.cols = r.c.cols;
    c.row_offsets = r.c.row_offsets;
    c.col_indices = r.c.col_indices;
    c.values.assign(r.c.values.begin(), r.c.values.end());
    change(c);
    on_device.emplace(c.view());
  }
  [[nodiscard]] AnyCsr view() const { return on_device->view(); }
  void agrees(const DeviceProduct& product) const {
    Verification host;
    host.ok = true;
    compare_product(reference, c.view(), true, host);
    Verification device;
    device.ok = true;
    EXPECT_EQ(product.check(view(), device), host.ok) << host.first_bad;
    EXPECT_TRUE(device.ok);
    EXPECT_EQ(device.max_bound_ratio, host.ok ? host.max_bound_ratio : 0);
    EXPECT_EQ(device.max_relative, host.ok ? host.max_relative : 0);
  }
  const SparseReference& reference;
  Csr<V> c;
  std::optional<cuda::DeviceCsr> on_device;
};

template <class V>
void checks_products(const SparseReference& r) {
  constexpr V nan = std::numeric_limits<V>::quiet_NaN();
  constexpr V epsilon = std::numeric_limits<V>::epsilon();
  const DeviceProduct product(r, value_type_of<V>);
  const auto last = static_cast<std::size_t>(r.c.nnz()) - 1;
  using Change = std::function<void(Csr<V>&)>;
  for (const Change& change : {
           Change([](Csr<V>&) {}),
           Change([](Csr<V>& c) { c.values[5] *= 1 + epsilon; }),
           Change([&](Csr<V>& c) { c.values[last] += V{1}; }),
           Change([](Csr<V>& c) { c.values[0] = nan; }),
           Change([&](Csr<V>& c) { c.col_indices[last] -= 1; }),
           Change([](Csr<V>& c) { c.row_offsets[7] -= 1; }),
       }) {
    CheckedProduct<V>(r, change).agrees(product);
  }
  const CheckedProduct<V> same(r, [](Csr<V>&) {});
  const CheckedProduct<V> other(r, [](Csr<V>& c) { c.values[1000] *= 1 + epsilon; });
  product.keep_values(same.view());
  EXPECT_TRUE(product.same_values(same.view()));
  EXPECT_FALSE(product.same_values(other.view()));
  Verification v;
  AnyCsr narrower = same.view();
  narrower.cols -= 1;
  EXPECT_FALSE(product.check(narrower, v));
}

TEST_F(CudaVerify, checks_products_as_the_host_does) {
  ProblemCache square{[](const std::string&) { return test::ragged(3000, 3000); }};
  const ProblemData& d = square.get({Operation::spgemm, ValueType::f64, "m", "m", "a"});
  checks_products<double>(d.product);
  checks_products<float>(d.product);
}

TEST_F(CudaVerify, a_product_without_entries_is_right) {
  SparseReference nothing;
  nothing.c.rows = 3;
  nothing.c.cols = 4;
  nothing.c.row_offsets = {0, 0, 0, 0};
  const DeviceProduct product(nothing, ValueType::f64);
  CheckedProduct<double>(nothing, [](Csr<double>&) {}).agrees(product);
}

}  // namespace
}  // namespace sptune::harness
