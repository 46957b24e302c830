// SPDX-License-Identifier: BSD-3-Clause
// Eight threads that choose, plan, run and change values at once. Under ThreadSanitizer (preset
// tsan) it is shown that they share nothing unordered; without it, that every result is right.
#include "kernels/api/catalogue.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

namespace sptune {
namespace {

using Matrix = Csr<double, std::int32_t>;
constexpr int thread_count = 8;

/// Runs body(i) on eight threads at once, which start together.
void on_eight_threads(const std::function<void(int)>& body) {
  std::atomic<bool> go{false};
  std::vector<std::thread> threads;
  for (int i = 0; i < thread_count; ++i) {
    threads.emplace_back([&, i] {
      while (!go) std::this_thread::yield();
      body(i);
    });
  }
  go = true;
  for (std::thread& t : threads) t.join();
}

std::string default_text(const char* name) {
  return shipped_catalogue()
      .find(Operation::spmv, Backend::cpu, name)
      ->default_configuration()
      .text();
}

/// The band with other values for each thread and round.
Matrix with_values(Matrix a, int seed) {
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    a.values[i] = std::cos(static_cast<double>(i + static_cast<std::size_t>(seed)));
  }
  return a;
}

void expect_product(const Matrix& a, Spmv<double>& spmv) {
  const std::vector<double> x = testing::some_x(a.cols);
  std::vector<double> y(static_cast<std::size_t>(a.rows), std::nan(""));
  spmv.run(2.0, x.data(), 0.0, y.data());
  testing::expect_twice_the_product(a, x, y);
}

/// Rows of C = A*A against A*(A*x).
void expect_square(const Matrix& a, const AnyCsr& any) {
  const auto c = any.as<double, std::int64_t>();
  const std::vector<double> x = testing::some_x(a.cols);
  const auto times = [](const auto& m, const std::vector<double>& v) {
    std::vector<double> y(static_cast<std::size_t>(m.rows));
    for (std::int64_t row = 0; row < m.rows; ++row) {
      for (auto i = m.row_offsets[row]; i < m.row_offsets[row + 1]; ++i) {
        y[static_cast<std::size_t>(row)] +=
            m.values[i] * v[static_cast<std::size_t>(m.col_indices[i])];
      }
    }
    return y;
  };
  const std::vector<double> expected = times(a.view(), times(a.view(), x));
  const std::vector<double> found = times(c, x);
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-9) << i;
}

#if defined(__linux__)
std::ptrdiff_t task_count() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}
#endif

class DispatcherThreads : public ::testing::Test {
 protected:
  static Dispatcher with_model(const char* variant) {
    return testing::dispatcher_with(
        testing::small_model(default_text("csr"), default_text(variant)), [](std::string_view) {});
  }
  static Options options(int threads) {
    return {.expected_runs = 1e9, .threads = threads, .constant_values = true};
  }

  const Matrix a_ = testing::band(3000, 12);
};

/// The first test of the process: threads of the others may take a while to end.
TEST_F(DispatcherThreads, are_as_many_as_OMP_NUM_THREADS_says) {
  const char* const text = std::getenv("OMP_NUM_THREADS");
  if (text == nullptr) GTEST_SKIP() << "OMP_NUM_THREADS is not set; ctest sets it";
  const int most = std::atoi(text);
  EXPECT_LE(host::granted_threads(), most);
  const Matrix large = testing::band(200'000, 9);
  const Dispatcher d({}, [](std::string_view) {});
  for (const char* variant : {"csr", "ell", "sell", "dia", "hyb", "bsr", "coo", "vbl"}) {
    Options wanted = options(0);
    wanted.force = variant;
    auto spmv = d.spmv(large.view(), wanted);
    expect_product(large, spmv);
    spmv.update_values(large.values);
  }
#if defined(__linux__)
  const auto tasks = task_count();
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the sanitizer has a thread of its own among " << tasks;
#endif
#endif
  EXPECT_LE(tasks, most) << "threads of this process, the main one included";
#endif
}

#if defined(__linux__)
/// What looks at all columns does so with as many threads as a plan may have.
TEST_F(DispatcherThreads, are_no_more_than_are_asked_for_while_operands_are_looked_at) {
  const Matrix large = testing::band(200'000, 9);
  const Dispatcher d = with_model("sell");  // which needs sorted rows
  for (const Validate validate : {Validate::cheap, Validate::full}) {
    Options wanted = options(1);
    wanted.validate = validate;
    static_cast<void>(d.spmv(large.view(), wanted));  // CUDA has a thread of its own from then on
    std::thread([] {}).join();                        // … and a sanitizer from here on
    const std::ptrdiff_t before = task_count();
    std::ptrdiff_t most = 0;
    std::atomic<int> planned{0};
    on_eight_threads([&](int thread) {
      const auto spmv = d.spmv(large.view(), wanted);
      ++planned;
      while (planned < thread_count) std::this_thread::yield();  // OpenMP's threads are there still
      if (thread == 0) most = task_count();
      ++planned;
      while (planned < 2 * thread_count) std::this_thread::yield();
    });
    EXPECT_LE(most, before + thread_count) << (validate == Validate::full ? "full" : "cheap");
  }
}
#endif

/// Whatever is asked for: OMP_THREAD_LIMIT may allow fewer than there are cores.
TEST_F(DispatcherThreads, are_no_more_than_OMP_THREAD_LIMIT_allows) {
  const int limit = omp_get_thread_limit();
  EXPECT_LE(host::usable_cores(), limit);
  EXPECT_LE(host::granted_threads(), limit);
  if (limit > 1) GTEST_SKIP() << "OMP_THREAD_LIMIT is not 1; ctest sets it in a run of its own";
  const Dispatcher d({}, [](std::string_view) {});
  for (const int threads : {0, 2}) {
    Options wanted = options(threads);
    wanted.force = "csr{threads=1}";
    const std::string reason = d.choose_spmv(a_.view(), wanted).reason;
    EXPECT_NE(reason.find("not below the 1 granted"), std::string::npos) << reason;
  }
}

/// Regions of a plan have one thread there, as long as nobody has told OpenMP to nest them.
TEST_F(DispatcherThreads, are_one_within_a_region_of_the_application) {
  if (host::usable_cores() < 2) GTEST_SKIP() << "there is one core";
  const Dispatcher d({}, [](std::string_view) {});
  const auto reason_of_one_thread_less = [&] {
    Options wanted = options(2);
    wanted.force = "csr{threads=1}";
    return d.choose_spmv(a_.view(), wanted).reason;
  };
  EXPECT_EQ(reason_of_one_thread_less(), "forced");
  std::vector<std::string> inside(2);
  int team = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) team = omp_get_num_threads();
    inside[static_cast<std::size_t>(omp_get_thread_num())] = reason_of_one_thread_less();
  }
  ASSERT_EQ(team, 2);
  for (const std::string& reason : inside) {
    EXPECT_NE(reason.find("not below the 1 granted"), std::string::npos) << reason;
  }
  const int levels = omp_get_max_active_levels();
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  inside[static_cast<std::size_t>(omp_get_thread_num())] = reason_of_one_thread_less();
  omp_set_max_active_levels(levels);
  EXPECT_EQ(inside, std::vector<std::string>(2, "forced"));
}

TEST_F(DispatcherThreads, choose_plan_run_and_change_values_with_plans_of_their_own) {
  const Dispatcher d = with_model("sell");
  on_eight_threads([&](int thread) {
    Matrix mine = with_values(a_, thread);
    for (int round = 0; round < 3; ++round) {
      auto spmv = d.spmv(mine.view(), options(round % 2));  // 0: all that OpenMP grants
      EXPECT_EQ(spmv.choice().configuration.variant, "sell");
      expect_product(mine, spmv);
      const Matrix other = with_values(a_, 100 * thread + round);
      spmv.update_values(other.values);
      expect_product(other, spmv);
    }
    auto square = d.spgemm(mine.view(), mine.view(), options(2));
    expect_square(mine, square.multiply());
    const Matrix other = with_values(a_, 1000 + thread);
    square.update_values(other.values, other.values);
    expect_square(other, square.recompute());
  });
}

TEST_F(DispatcherThreads, run_one_plan_of_every_variant_at_once) {
  const Dispatcher d({}, [](std::string_view) {});
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.facts.backend != Backend::cpu || v.operation == Operation::spgemm) continue;
    for (const ResolvedConfiguration& c : v.smoke_grid()) {
      SCOPED_TRACE(c.text());
      Options wanted = options(2);
      wanted.force = c.text();
      if (v.operation == Operation::spmv) {
        auto spmv = d.spmv(a_.view(), wanted);
        on_eight_threads([&](int) { expect_product(a_, spmv); });
        continue;
      }
      constexpr std::int64_t columns = 3;
      auto spmm = d.spmm(a_.view(), {.columns = columns, .layout = Layout::col_major}, wanted);
      on_eight_threads([&](int thread) {
        std::vector<double> x(static_cast<std::size_t>(a_.cols * columns));
        for (std::size_t i = 0; i < x.size(); ++i) {
          x[i] = std::sin(static_cast<double>(i) + thread);
        }
        std::vector<double> y(static_cast<std::size_t>(a_.rows * columns), std::nan(""));
        spmm.run(2.0, x.data(), 0.0, y.data());
        for (std::int64_t j = 0; j < columns; ++j) {
          const auto at = [&](const std::vector<double>& all, std::int64_t size) {
            return std::vector<double>(all.begin() + j * size, all.begin() + (j + 1) * size);
          };
          testing::expect_twice_the_product(a_, at(x, a_.cols), at(y, a_.rows));
        }
      });
    }
  }
}

TEST_F(DispatcherThreads, a_product_has_one_result_and_refuses_a_second_thread) {
  const Dispatcher d({}, [](std::string_view) {});
  auto square = d.spgemm(a_.view(), a_.view(), options(1));
  (void)square.multiply();
  std::atomic<int> done{0};
  std::atomic<int> refused{0};
  on_eight_threads([&](int) {
    for (int i = 0; i < 20; ++i) {
      try {
        (void)square.recompute();
        ++done;
      } catch (const UsageError& e) {
        EXPECT_NE(std::string(e.what()).find("in use by another thread"), std::string::npos);
        ++refused;
      }
    }
  });
  EXPECT_EQ(done + refused, 20 * thread_count);
  EXPECT_GT(done, 0);
  expect_square(a_, square.recompute());
}

}  // namespace
}  // namespace sptune
