// SPDX-License-Identifier: BSD-3-Clause
// Features of products whose operands are on a GPU are those of the host.
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tests/on_device.hpp"
#include "tests/tuner/features_pairs.hpp"
#include "tuner/features/device_sample.hpp"
#include "tuner/features/features.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::features {
namespace {

using CudaProductFeatures = sptune::test::OnDevice;

/// The same but for rounding, of tier 3 alone. Nobody glances at rows on a device.
bool alike(Feature feature, double host, double device) {
  if (feature_table()[index(feature)].name.starts_with("glance_")) return std::isnan(device);
  const double off = feature_table()[index(feature)].tier == 3 ? 1e-12 * std::abs(host) : 0.0;
  return std::abs(device - host) <= off;
}

/// Number of features that differ, and of other things that must not.
int differences(const Features& host, const Features& device, bool report) {
  int out = 0;
  for (std::size_t i = 0; i < feature_count; ++i) {
    if (alike(static_cast<Feature>(i), host.values[i], device.values[i])) continue;
    ++out;
    if (!report) continue;
    ADD_FAILURE() << feature_table()[i].name << " " << host.values[i] << " " << device.values[i];
  }
  out += host.rows_sorted == device.rows_sorted ? 0 : 1;
  return out + (host.pattern == device.pattern ? 0 : 1);
}

/// `counted`: does the problem know its products?
void expect_alike(const AnyCsr& a, const AnyCsr& b, bool counted = true) {
  const bool one = a.row_offsets == b.row_offsets;
  const cuda::DeviceCsr there_a(a);
  const cuda::DeviceCsr there_b(b);
  SpgemmProblem host = spgemm::make_problem(a, b, {.threads = 2});
  SpgemmProblem device =
      spgemm::make_problem(there_a.view(), one ? there_a.view() : there_b.view(), {.threads = 2});
  EXPECT_EQ(device.products, host.products);
  if (!counted) host.products = device.products = 0;
  const Features expected = extract(host);
  EXPECT_EQ(differences(expected, extract(device), true), 0);
  EXPECT_EQ(fingerprint(device), expected.pattern);
}

/// The thread's next question must find nobody at its desk.
TEST_F(CudaProductFeatures, are_waited_for_where_the_host_fails_meanwhile) {
  const auto host = tests::random_matrix(50, 50, 4, 1);
  const cuda::DeviceCsr a{AnyCsr(host.view())};
  cuda::Timer timer;
  (void)count_on_device(a.view(), 4, timer.stream());  // loads the code
  timer.hold();
  std::atomic<bool> released{false};
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    released = true;
    timer.release();
  });
  const auto fails = [] { throw std::runtime_error("no"); };
  EXPECT_THROW((void)count_on_device(a.view(), 4, timer.stream(), fails), std::runtime_error);
  EXPECT_TRUE(released);
  later.join();
}

int calls_while(const Problem& problem) {
  int calls = 0;
  (void)extract(problem, [&] { ++calls; });
  return calls;
}

TEST(Features, leave_the_host_something_to_do_once) {
  const auto a = tests::random_matrix(50, 50, 4, 1);
  EXPECT_EQ(calls_while(SpmvProblem{a.view(), {.threads = 1}}), 1);
  EXPECT_EQ(calls_while(spgemm::make_problem(a.view(), a.view(), {.threads = 1})), 1);
}

TEST_F(CudaProductFeatures, leave_the_host_something_to_do_once) {
  const auto host = tests::random_matrix(50, 50, 4, 1);
  const cuda::DeviceCsr a{AnyCsr(host.view())};
  EXPECT_EQ(calls_while(SpmvProblem{a.view(), {}}), 1);
  EXPECT_EQ(calls_while(spgemm::make_problem(a.view(), a.view(), {})), 1);
}

TEST_F(CudaProductFeatures, are_the_hosts_but_for_rounding) {
  for (const tests::Pair& pair : pairs::product_pairs()) {
    SCOPED_TRACE(pair.name);
    const auto a = tests::converted<double, std::int32_t>(pair.a);
    const auto b = tests::converted<double, std::int32_t>(pair.b);
    const auto wide_a = tests::converted<double, std::int64_t>(pair.a);
    const auto wide_b = tests::converted<double, std::int64_t>(pair.b);
    expect_alike(a.view(), b.view());
    expect_alike(wide_a.view(), b.view());
    expect_alike(a.view(), wide_b.view());
    expect_alike(wide_a.view(), wide_b.view());
    if (a.rows == a.cols) expect_alike(a.view(), a.view());
  }
}

TEST_F(CudaProductFeatures, are_the_hosts_where_products_are_not_counted) {
  for (const tests::Pair& pair : pairs::long_pairs()) {
    SCOPED_TRACE(pair.name);
    expect_alike(pair.a.view(), pair.b.view(), false);
  }
  const auto random = tests::random_matrix(3000, 3000, 9, 1);
  expect_alike(random.view(), random.view(), false);
}

TEST_F(CudaProductFeatures, unsorted_rows_are_noticed) {
  for (const tests::Pair& pair : pairs::unsorted_pairs()) {
    SCOPED_TRACE(pair.name);
    const cuda::DeviceCsr a{AnyCsr(pair.a.view())};
    EXPECT_FALSE(extract(spgemm::make_problem(a.view(), a.view(), {})).rows_sorted);
  }
}

TEST_F(CudaProductFeatures, are_the_same_bits_again_and_take_no_memory) {
  const Csr<double> a = pairs::power_law(4000, 3000);
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const SpgemmProblem problem = spgemm::make_problem(there.view(), there.view(), {.threads = 2});
  const Features first = extract(problem);
  (void)fingerprint(problem);
  const std::int64_t free = cuda::free_memory();
  for (int i = 0; i < 200; ++i) {
    const Features again = extract(problem);
    ASSERT_EQ(again.pattern, fingerprint(problem)) << i;
    // A NaN, of what is not asked of products, is the same bits, too.
    ASSERT_EQ(again.values.size(), first.values.size());
    ASSERT_EQ(
        std::memcmp(again.values.data(), first.values.data(), first.values.size() * sizeof(double)),
        0)
        << i;
  }
  EXPECT_EQ(cuda::free_memory(), free);
}

TEST_F(CudaProductFeatures, wait_for_their_stream) {
  const Csr<double> a = tests::random_matrix(3000, 3000, 7, 2);
  const Features expected = extract(spgemm::make_problem(a.view(), a.view(), {.threads = 2}));
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  cuda::Timer own;
  const SpgemmProblem problem =
      spgemm::make_problem(there.view(), there.view(), {.threads = 2, .stream = own.stream()});
  (void)extract(problem);  // memory is taken before the stream is held
  std::atomic<bool> answered = false;
  Features seen;
  std::atomic<bool> warm = false;
  std::atomic<bool> held = false;
  std::thread asks([&] {
    (void)extract(problem);
    warm = true;
    while (!held) std::this_thread::yield();
    seen = extract(problem);
    answered = true;
  });
  while (!warm) std::this_thread::yield();
  own.hold();
  held = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(answered);
  own.release();
  asks.join();
  EXPECT_EQ(differences(expected, seen, true), 0);
}

TEST_F(CudaProductFeatures, are_asked_by_several_threads_at_once) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&wrong, t] {
      const Csr<double> a = tests::random_matrix(500 + 400 * t, 500 + 400 * t, 5 + t, 3);
      const Features host = extract(spgemm::make_problem(a.view(), a.view(), {.threads = 2}));
      const cuda::DeviceCsr there{AnyCsr(a.view())};
      const cuda::Timer own;
      for (int i = 0; i < 40; ++i) {
        const Stream stream = i % 2 == 0 ? own.stream() : Stream{};
        SpgemmProblem problem =
            spgemm::make_problem(there.view(), there.view(), {.threads = 2, .stream = stream});
        if (i % 5 == 0) problem.products = 0;
        const Features seen = extract(problem);
        wrong += i % 5 == 0 ? 0 : differences(host, seen, false);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(CudaProductFeatures, of_a_stream_that_is_captured_are_refused) {
  const Csr<double> a = tests::random_matrix(300, 300, 5, 4);
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const cuda::Timer own;
  SpgemmProblem problem = spgemm::make_problem(there.view(), there.view(), {});
  (void)extract(problem);
  problem.resources.stream = own.stream();
  {
    const cuda::Graph graph(own.stream(), [&] {
      EXPECT_THROW((void)extract(problem), UsageError);
      cuda::launch_empty(own.stream());
    });
  }
  (void)extract(problem);
}

TEST(product_features, of_operands_in_different_memories_are_refused) {
  const Csr<double> a = tests::random_matrix(30, 30, 5, 4);
  SpgemmProblem problem = spgemm::make_problem(a.view(), a.view(), {});
  problem.a.space = MemorySpace::device;
  EXPECT_THROW((void)extract(problem), UsageError);
  std::swap(problem.a, problem.b);
  EXPECT_THROW((void)extract(problem), UsageError);
}

TEST(product_features, of_a_device_that_is_not_there_are_refused) {
  if (cuda::device_info()) GTEST_SKIP() << "there is a device";
  const Csr<double> a = tests::random_matrix(30, 30, 5, 4);
  SpgemmProblem problem = spgemm::make_problem(a.view(), a.view(), {});
  problem.a.space = problem.b.space = MemorySpace::device;
  EXPECT_THROW((void)extract(problem), DeviceError);
}

TEST(product_features, do_not_depend_on_offset_types) {
  for (const tests::Pair& pair : pairs::product_pairs()) {
    SCOPED_TRACE(pair.name);
    const auto a = tests::converted<double, std::int32_t>(pair.a);
    const auto b = tests::converted<double, std::int32_t>(pair.b);
    const Features wide = extract(spgemm::make_problem(pair.a.view(), pair.b.view(), {}));
    const Features narrow = extract(spgemm::make_problem(a.view(), b.view(), {}));
    EXPECT_EQ(narrow.rows_sorted, wide.rows_sorted);
    for (std::size_t i = 0; i < feature_count; ++i) {
      if (feature_table()[i].tier != 3 || static_cast<Feature>(i) == Feature::b_per_l2) continue;
      EXPECT_TRUE(std::isfinite(wide.values[i])) << feature_table()[i].name;
      EXPECT_EQ(narrow.values[i], wide.values[i]) << feature_table()[i].name;
    }
  }
}

}  // namespace
}  // namespace sptune::features
