// SPDX-License-Identifier: BSD-3-Clause
// Verification on the device says what verification on the host says.
#include "sptune/harness/cuda_verify.hpp"

#include "sptune/harness/cuda_subject.hpp"
#include "sptune/harness/verify.hpp"
#include "sptune/tests/harness/matrices.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <limits>
#include <vector>

namespace sptune::harness {
namespace {

class CudaVerify : public testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  }

  ProblemCache cache_{[](const std::string&) { return test::ragged(40000, 200); }};
};

/// The reference itself as result, with `change` made to it, judged in both places.
template <class V>
void agrees(const ProblemData& d, const std::function<void(V*)>& change) {
  const AnyCsr a = d.a->view();
  GuardedVector y(a.rows, a.value_type);
  auto* const values = static_cast<V*>(y.data());
  for (std::int64_t row = 0; row < a.rows; ++row) {
    values[row] = static_cast<V>(d.plain.y[static_cast<std::size_t>(row)]);
  }
  change(values);
  Verification host;
  host.ok = true;
  compare_vector(a, d.plain, y, host);

  const cuda::DeviceCsr device_a(a);
  const DeviceReference reference(d.plain);
  const cuda::DeviceArray<std::byte> device_y(static_cast<const std::byte*>(y.data()),
                                              static_cast<std::size_t>(y.bytes()));
  Verification device;
  device.ok = true;
  compare_vector(device_a.view(), reference, device_y.data(), device);

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
  agrees<V>(d, [](V* y) { y[0] = -y[0]; });
  agrees<V>(d, [](V* y) { y[17] *= 1 + 2 * epsilon; });
  agrees<V>(d, [](V* y) { y[20000] = nan; });
  agrees<V>(d, [](V* y) { y[20001] = infinity, y[30000] = V{0}; });
}

TEST_F(CudaVerify, says_what_the_host_says) {
  agrees_on_all<double>(cache_.get({Operation::spmv, ValueType::f64, "m", "", "x"}));
  agrees_on_all<float>(cache_.get({Operation::spmv, ValueType::f32, "m", "", "x"}));
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

}  // namespace
}  // namespace sptune::harness
