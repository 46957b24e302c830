// SPDX-License-Identifier: BSD-3-Clause
// SpMM plans of a device on several streams, in graphs, at odd addresses, and with padding.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmm/spmm.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/guarded.hpp"
#include "tests/kernels/spmv_battery.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <thread>
#include <vector>

namespace sptune::test {
namespace {

/// Rows that are cut into many pieces, beside short ones.
Csr<double> uneven_matrix() {
  return make_matrix("", 60, 3000,
                     [](MatrixBuilder& b, std::int64_t r) {
                       for (std::int64_t c = r % 3; c < 3000; c += r % 4 == 0 ? 2 : 400) {
                         b.add(r, c);
                       }
                     })
      .a;
}

class CudaSpmm : public ::testing::Test {
 protected:
  static constexpr std::int64_t columns = 12;
  static constexpr int runs = 12;

  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
    host_ = uneven_matrix();
    matrix_ = std::make_unique<cuda::DeviceCsr>(AnyCsr(host_.view()));
  }

  /// One X, as many Y as there are runs, and what they must hold.
  struct Work {
    Work(const Csr<double>& a, Layout layout, double factor) {
      std::vector<double> x = seeded_vector<double>(a.cols * columns, 5);
      for (double& value : x) value *= factor;
      const SpmmProblem problem(a.view(), columns, layout, {});
      expected = spmm::reference(problem, 1.0, x.data(), 0.0, nullptr);
      device_x = cuda::DeviceArray<double>(x.data(), x.size());
      device_y = cuda::DeviceArray<double>::zeroed(expected.y.size() * runs);
    }
    void run_all(DensePlan& plan, Stream stream) const {
      for (std::size_t i = 0; i < runs; ++i) {
        plan.run(1.0, device_x.data(), 0.0, device_y.data() + i * expected.y.size(), stream);
      }
    }
    [[nodiscard]] int wrong() const {
      std::vector<double> y(device_y.size());
      cuda::copy_to_host(y.data(), device_y.data(), y.size() * sizeof(double));
      int count = 0;
      for (std::size_t i = 0; i < y.size(); ++i) {
        const std::size_t at = i % expected.y.size();
        count +=
            std::abs(y[i] - expected.y[at]) <= bound<double>(1500, expected.magnitude[at]) ? 0 : 1;
      }
      return count;
    }
    DenseReference expected;
    cuda::DeviceArray<double> device_x;
    cuda::DeviceArray<double> device_y;
  };

  /// Calls f(plan, layout) for every point of the smoke grids.
  template <class F>
  void for_all_plans(F&& f) {
    int held = 0;
    for (const Variant& v : shipped_catalogue().variants()) {
      if (v.operation != Operation::spmm || v.facts.backend != Backend::cuda) continue;
      for (const ResolvedConfiguration& c : v.smoke_grid()) {
        for (const Layout layout : {Layout::row_major, Layout::col_major}) {
          const SpmmProblem problem(matrix_->view(), columns, layout, {});
          if (!c.fit(problem)) continue;
          SCOPED_TRACE(c.text());
          ++held;
          f(*c.dense_plan(problem), layout);
        }
      }
    }
    EXPECT_GT(held, 30);
  }

  Csr<double> host_;
  std::unique_ptr<cuda::DeviceCsr> matrix_;
};

TEST_F(CudaSpmm, one_plan_is_run_by_two_threads_on_two_streams) {
  const cuda::Timer first;  // owns a stream that waits for no other
  const cuda::Timer second;
  for_all_plans([&](DensePlan& plan, Layout layout) {
    const Work one(host_, layout, 1);
    const Work other(host_, layout, -3);
    std::thread beside([&] { other.run_all(plan, second.stream()); });
    one.run_all(plan, first.stream());
    beside.join();
    cuda::synchronize();
    EXPECT_EQ(one.wrong(), 0);
    EXPECT_EQ(other.wrong(), 0);
  });
}

TEST_F(CudaSpmm, a_graph_is_replayed_beside_runs_of_its_plan) {
  const cuda::Timer first;
  const cuda::Timer second;
  for_all_plans([&](DensePlan& plan, Layout layout) {
    const Work one(host_, layout, 1);
    const Work direct(host_, layout, 7);
    cuda::Graph graph(first.stream(), [&] { one.run_all(plan, first.stream()); });
    graph.launch();
    direct.run_all(plan, second.stream());
    graph.launch();
    cuda::synchronize();
    EXPECT_EQ(one.wrong(), 0);
    EXPECT_EQ(direct.wrong(), 0);
  });
}

TEST_F(CudaSpmm, operands_may_stand_at_addresses_that_no_vector_takes) {
  for_all_plans([&](DensePlan& plan, Layout layout) {
    const Work work(host_, layout, 1);
    const cuda::DeviceArray<double> x(work.device_x.size() + 1);
    const cuda::DeviceArray<double> y(work.device_y.size() + 1);
    cuda::copy_on_device(x.data() + 1, work.device_x.data(), work.device_x.size() * sizeof(double));
    for (std::size_t i = 0; i < runs; ++i) {
      plan.run(1.0, x.data() + 1, 0.0, y.data() + 1 + i * work.expected.y.size(), {});
    }
    cuda::synchronize();
    cuda::copy_on_device(work.device_y.data(), y.data() + 1, work.device_y.size() * sizeof(double));
    EXPECT_EQ(work.wrong(), 0);
  });
}

/// Padding multiplies nothing: a row has a NaN only where one of its entries meets one.
TEST_F(CudaSpmm, infinite_x_shows_only_in_rows_that_have_its_column) {
  constexpr Index infinite = 7;
  for_all_plans([&](DensePlan& plan, Layout layout) {
    const bool by_rows = layout == Layout::row_major;
    std::vector<double> x(static_cast<std::size_t>(host_.cols * columns), 1.0);
    for (std::int64_t j = 0; j < columns; ++j) {
      x[static_cast<std::size_t>(by_rows ? infinite * columns + j : infinite + j * host_.cols)] =
          std::numeric_limits<double>::infinity();
    }
    const cuda::DeviceArray<double> device_x(x.data(), x.size());
    std::vector<double> y(static_cast<std::size_t>(host_.rows * columns));
    const cuda::DeviceArray<double> device_y(y.size());
    plan.run(1.0, device_x.data(), 0.0, device_y.data(), {});
    cuda::synchronize();
    cuda::copy_to_host(y.data(), device_y.data(), y.size() * sizeof(double));
    for (std::int64_t row = 0; row < host_.rows; ++row) {
      const auto r = static_cast<std::size_t>(row);
      bool has = false;
      for (auto i = static_cast<std::size_t>(host_.row_offsets[r]);
           i < static_cast<std::size_t>(host_.row_offsets[r + 1]); ++i) {
        has |= host_.col_indices[i] == infinite;
      }
      for (std::int64_t j = 0; j < columns; ++j) {
        const double found =
            y[static_cast<std::size_t>(by_rows ? row * columns + j : row + j * host_.rows)];
        ASSERT_EQ(std::isfinite(found), !has) << "row " << row << " column " << j;
      }
    }
  });
}

}  // namespace
}  // namespace sptune::test
