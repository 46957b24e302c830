// SPDX-License-Identifier: BSD-3-Clause
// One plan on several streams, and in graphs that are replayed beside other runs.
#include "kernels/api/catalogue.hpp"
#include "kernels/cuda/stream_workspaces.hpp"
#include "kernels/spgemm/cuda/streams.cuh"
#include "kernels/spgemm/spgemm.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/spgemm_pairs.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/on_device.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::test {
namespace {

class CudaStreams : public test::OnDevice {};

/// Rows that many blocks share, of small fractions: sums are exact in any order.
Csr<double> shared_rows_matrix() {
  constexpr std::int64_t rows = 40;
  constexpr std::int64_t cols = 20000;
  return make_matrix("", rows, cols,
                     [](MatrixBuilder& b, std::int64_t r) {
                       for (std::int64_t c = r % 3; c < cols; c += 1 + r % 4) b.add(r, c);
                     })
      .a;
}

/// One x per stream, so that sums that took another's parts are found out, and what they must give.
struct Lane {
  Lane(const Csr<double>& a, double factor) : expected(static_cast<std::size_t>(a.rows)) {
    std::vector<double> x(static_cast<std::size_t>(a.cols));
    for (std::size_t c = 0; c < x.size(); ++c) x[c] = factor * (1.0 + static_cast<double>(c % 5));
    const CsrView<double, std::int64_t> view = a.view();
    for (std::int64_t r = 0; r < a.rows; ++r) {
      for (std::int64_t i = view.row_offsets[r]; i < view.row_offsets[r + 1]; ++i) {
        expected[static_cast<std::size_t>(r)] +=
            view.values[i] * x[static_cast<std::size_t>(view.col_indices[i])];
      }
    }
    device_x = cuda::DeviceArray<double>(x.data(), x.size());
    device_y = cuda::DeviceArray<double>::zeroed(expected.size() * runs);
  }
  static constexpr std::size_t runs = 24;

  [[nodiscard]] double* y(std::size_t run) const { return device_y.data() + run * expected.size(); }
  void run_all(SpmvPlan& plan, Stream stream) const {
    for (std::size_t i = 0; i < runs; ++i) plan.run(1.0, device_x.data(), 0.0, y(i), stream);
  }
  /// Of all runs, those whose y is not as expected.
  [[nodiscard]] std::size_t wrong() const {
    std::vector<double> y(device_y.size());
    cuda::copy_to_host(y.data(), device_y.data(), y.size() * sizeof(double));
    std::size_t count = 0;
    for (std::size_t i = 0; i < runs; ++i) {
      const std::vector<double> one(
          y.begin() + static_cast<std::ptrdiff_t>(i * expected.size()),
          y.begin() + static_cast<std::ptrdiff_t>((i + 1) * expected.size()));
      count += one == expected ? 0 : 1;
    }
    return count;
  }

  std::vector<double> expected;
  cuda::DeviceArray<double> device_x;
  cuda::DeviceArray<double> device_y;
};

template <class F>
void for_all_spmv_variants(const AnyCsr& a, F&& f) {
  int held = 0;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cuda) continue;
    for (const ResolvedConfiguration& c : v.smoke_grid()) {
      const SpmvProblem problem{a, {}};
      if (!c.fit(problem)) continue;
      SCOPED_TRACE(c.text());
      ++held;
      f(*c.dense_plan(problem));
    }
  }
  EXPECT_GT(held, 20);
}

TEST_F(CudaStreams, other_values_count_for_what_follows_on_their_stream) {
  const Csr<double> a = shared_rows_matrix();
  Csr<double> other = a;
  for (double& value : other.values) value = 2 - value;
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const cuda::DeviceArray<double> values(other.values.data(), other.values.size());
  const cuda::Timer timer;  // owns a stream that waits for no other
  for_all_spmv_variants(on_device.view(), [&](SpmvPlan& plan) {
    const Lane before(a, 1);
    const Lane after(other, 1);
    before.run_all(plan, timer.stream());
    plan.update_values(AnyValues::on_device(values.data(), other.nnz()), timer.stream());
    after.run_all(plan, timer.stream());
    cuda::synchronize();
    EXPECT_EQ(before.wrong(), 0U);
    EXPECT_EQ(after.wrong(), 0U);
  });
}

/// A plan is ready when it is made: what prepares it is done, for streams that wait for no other.
TEST_F(CudaStreams, a_plan_runs_at_once_on_a_stream_that_waits_for_no_other) {
  const Csr<double> a = shared_rows_matrix();
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const SpmvProblem problem{on_device.view(), {}};
  const Lane lane(a, 5);
  const cuda::Timer timer;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cuda) continue;
    for (const ResolvedConfiguration& c : v.smoke_grid()) {
      if (!c.fit(problem)) continue;
      SCOPED_TRACE(c.text());
      cuda::fill_bytes(lane.device_y.data(), 0xff, static_cast<std::size_t>(lane.device_y.bytes()));
      for (std::size_t i = 0; i < Lane::runs; i += 8) {
        const auto plan = c.dense_plan(problem);
        plan->run(1.0, lane.device_x.data(), 0.0, lane.y(i), timer.stream());
        for (std::size_t k = 1; k < 8; ++k) {
          plan->run(1.0, lane.device_x.data(), 0.0, lane.y(i + k), timer.stream());
        }
      }
      cuda::synchronize();
      EXPECT_EQ(lane.wrong(), 0U);
    }
  }
}

TEST_F(CudaStreams, a_plan_holds_no_more_than_fit_asks_for) {
  const Csr<double> uneven = shared_rows_matrix();
  const Csr<double> band = make_matrix("", 30001, 30001, [](MatrixBuilder& b, std::int64_t r) {
                             for (std::int64_t c = r - 4; c <= r + 4; ++c) b.add(r, c);
                           }).a;
  int asked = 0;
  for (const Csr<double>* a : {&uneven, &band}) {
    const cuda::DeviceCsr on_device{AnyCsr(a->view())};
    const Lane lane(*a, 1);
    SpmvProblem problem{on_device.view(), {}};
    problem.a.columns = ColumnOrder::sorted;
    for (const Variant& v : shipped_catalogue().variants()) {
      if (v.operation != Operation::spmv || v.facts.backend != Backend::cuda) continue;
      for (const ResolvedConfiguration& c : v.smoke_grid()) {
        problem.resources = {};
        if (!c.fit(problem)) continue;
        const auto plan = c.dense_plan(problem);
        plan->run(1.0, lane.device_x.data(), 0.0, lane.y(0), {});
        const std::int64_t held = plan->memory_bytes();
        if (held == 0) continue;
        problem.resources.memory_limit = held - 1;
        EXPECT_FALSE(c.fit(problem)) << c.text() << " holds " << held;
        ++asked;
      }
    }
  }
  EXPECT_GT(asked, 50);
}

TEST_F(CudaStreams, one_plan_on_two_streams_gives_both_their_sums) {
  const Csr<double> a = shared_rows_matrix();
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const cuda::Timer first;  // owns a stream that waits for no other
  const cuda::Timer second;
  for_all_spmv_variants(on_device.view(), [&](SpmvPlan& plan) {
    const Lane one(a, 1);
    const Lane other(a, -3);
    for (std::size_t i = 0; i < Lane::runs; ++i) {
      plan.run(1.0, one.device_x.data(), 0.0, one.y(i), first.stream());
      plan.run(1.0, other.device_x.data(), 0.0, other.y(i), second.stream());
    }
    cuda::synchronize();
    EXPECT_EQ(one.wrong(), 0U);
    EXPECT_EQ(other.wrong(), 0U);
  });
}

TEST_F(CudaStreams, one_plan_is_run_by_two_threads_at_once) {
  const Csr<double> a = shared_rows_matrix();
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const cuda::Timer first;
  const cuda::Timer second;
  for_all_spmv_variants(on_device.view(), [&](SpmvPlan& plan) {
    const Lane one(a, 1);
    const Lane other(a, -3);
    std::thread beside([&] { other.run_all(plan, second.stream()); });
    one.run_all(plan, first.stream());
    beside.join();
    cuda::synchronize();
    EXPECT_EQ(one.wrong(), 0U);
    EXPECT_EQ(other.wrong(), 0U);
  });
}

TEST_F(CudaStreams, a_graph_is_replayed_beside_runs_of_its_plan) {
  const Csr<double> a = shared_rows_matrix();
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  const cuda::Timer first;
  const cuda::Timer second;
  for_all_spmv_variants(on_device.view(), [&](SpmvPlan& plan) {
    const Lane one(a, 1);
    const Lane other(a, -3);
    // Captured on the very stream that has runs of its own, and on one that was never seen.
    cuda::Graph seen(first.stream(), [&] { one.run_all(plan, first.stream()); });
    cuda::Graph unseen(second.stream(), [&] { other.run_all(plan, second.stream()); });
    const Lane direct(a, 7);
    seen.launch();
    unseen.launch();
    const cuda::Timer third;
    direct.run_all(plan, third.stream());
    seen.launch();
    unseen.launch();
    cuda::synchronize();
    EXPECT_EQ(one.wrong(), 0U);
    EXPECT_EQ(other.wrong(), 0U);
    EXPECT_EQ(direct.wrong(), 0U);
  });
}

TEST_F(CudaStreams, a_plan_outlives_more_streams_than_it_remembers) {
  const Csr<double> a = shared_rows_matrix();
  const cuda::DeviceCsr on_device{AnyCsr(a.view())};
  constexpr std::size_t remembered = sptune::cuda::StreamWorkspaces::most_streams;
  int keep = 0;  // something between a run and the next
  for_all_spmv_variants(on_device.view(), [&](SpmvPlan& plan) {
    const Lane lane(a, 2);
    std::vector<std::int64_t> held;
    for (std::size_t i = 0; i < 2 * remembered; ++i) {
      const cuda::Timer timer;
      plan.run(1.0, lane.device_x.data(), 0.0, lane.y(i % Lane::runs), timer.stream());
      held.push_back(plan.memory_bytes());
    }
    cuda::synchronize();
    EXPECT_EQ(lane.wrong(), 0U);
    const std::int64_t of_a_stream = held[1] - held[0];
    keep += of_a_stream > 0 ? 1 : 0;
    EXPECT_LE(held.back(), held[0] + static_cast<std::int64_t>(remembered) * of_a_stream);
  });
  EXPECT_GT(keep, 20);
}

class CudaProductStreams : public CudaStreams, public testing::WithParamInterface<bool> {};

INSTANTIATE_TEST_SUITE_P(, CudaProductStreams, testing::Bool(), [](const auto& of) {
  return of.param ? "of_shared_sums" : "of_many_rows";
});

TEST_P(CudaProductStreams, phases_follow_each_other) {
  // The second has entries of C that several warps sum.
  const bool shared = GetParam();
  const auto a = tests::converted<double, std::int32_t>(
      shared ? tests::random_matrix(9, 60000, 12000, 17) : tests::random_matrix(6000, 3000, 12, 1));
  const auto b = tests::converted<double, std::int32_t>(
      shared ? tests::random_matrix(60000, 9, 3, 18) : tests::random_matrix(3000, 5000, 15, 2));
  const cuda::DeviceCsr left{AnyCsr(a.view())};
  const cuda::DeviceCsr right{AnyCsr(b.view())};
  const auto reference = spgemm::reference(a.view(), b.view());
  const SpgemmProblem problem = spgemm::make_problem(left.view(), right.view(), {});
  const cuda::Timer first;
  const cuda::Timer second;
  for (const char* text : {"hash_bins{}", "hash_bins{rerun=places}", "hash_bins{rerun=gather}",
                           "hash_bins{memory=raw}", "hash_row{}"}) {
    SCOPED_TRACE(text);
    const auto parsed = shipped_catalogue().parse(Operation::spgemm, Backend::cuda, text);
    ASSERT_TRUE(parsed);
    const auto plan = parsed.value().sparse_plan(problem);
    for (int round = 0; round < 4; ++round) {
      ASSERT_EQ(plan->symbolic(round % 2 == 0 ? first.stream() : second.stream()),
                reference.c.nnz());
      plan->allocate(second.stream());
      for (int again = 0; again < 7; ++again) {
        plan->numeric(again % 2 == 0 ? first.stream() : second.stream());
      }
      cuda::synchronize();
      const AnyCsr c = plan->result();
      std::vector<double> values(static_cast<std::size_t>(c.nnz));
      cuda::copy_to_host(values.data(), c.values, values.size() * sizeof(double));
      double sum = 0;
      for (const double value : values) sum += value;
      double expected = 0;
      double magnitude = 0;
      for (std::size_t i = 0; i < values.size(); ++i) {
        expected += reference.c.values[i];
        magnitude += reference.magnitude[i];
      }
      EXPECT_NEAR(sum, expected, 1e-12 * magnitude);
    }
  }
}

/// What a kernel may have of a block's shared memory is set for all plans of a process.
TEST_F(CudaStreams, a_plan_takes_no_shared_memory_from_one_that_was_there) {
  const auto a = tests::converted<double, std::int32_t>(tests::random_matrix(900, 900, 9, 3));
  const cuda::DeviceCsr there{AnyCsr(a.view())};
  const std::int64_t entries = spgemm::reference(a.view(), a.view()).c.nnz();
  const SpgemmProblem problem = spgemm::make_problem(there.view(), there.view(), {});
  const auto plan_of = [&](const std::string& text) {
    return shipped_catalogue()
        .parse(Operation::spgemm, Backend::cuda, text)
        .value()
        .sparse_plan(problem);
  };
  for (const auto& [more, less] : std::vector<std::pair<std::string, std::string>>{
           {"hash_bins{at_once=never}", "hash_bins{shared_kib=48}"},
           {"hash_row{slots=4096}", "hash_row{slots=256}"}}) {
    SCOPED_TRACE(more);
    const auto plan = plan_of(more);
    const auto other = plan_of(less);
    for (const auto& each : {plan.get(), other.get()}) {
      ASSERT_EQ(each->symbolic({}), entries);
      each->allocate({});
      each->numeric({});
      EXPECT_NO_THROW(cuda::synchronize());
    }
  }
}

/// What enqueues fails: the stream must be as good as before.
TEST_F(CudaStreams, a_capture_that_fails_leaves_its_stream_usable) {
  const cuda::Timer timer;
  EXPECT_THROW(cuda::Graph(timer.stream(), [] { throw UsageError("no"); }), UsageError);

  cuda::Graph graph(timer.stream(), [&] { cuda::launch_empty(timer.stream()); });
  graph.launch();
  EXPECT_NO_THROW(cuda::synchronize());
}

/// An exception between fork and join: memory is given back on the main stream, where it must not
/// come before a kernel of another that uses it.
TEST_F(CudaStreams, what_was_forked_is_joined_whatever_throws) {
  const sptune::cuda::OwnedStream main = sptune::cuda::make_stream();
  std::atomic<int> done{0};
  const auto finish_late = [](void* count) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    ++*static_cast<std::atomic<int>*>(count);
  };
  spgemm::cuda::SideStreams streams(3);
  const auto fork_and = [&](auto&& then) {
    const auto forked = streams.fork(main.get(), 3);
    for (int i = 0; i < 3; ++i) {
      SPTUNE_CUDA(cudaLaunchHostFunc(streams.next(), finish_late, &done));
    }
    then();
  };
  EXPECT_THROW(fork_and([] { throw UsageError("no"); }), UsageError);
  SPTUNE_CUDA(cudaStreamSynchronize(main.get()));
  EXPECT_EQ(done, 3);

  fork_and([&] { streams.join(); });
  SPTUNE_CUDA(cudaStreamSynchronize(main.get()));
  EXPECT_EQ(done, 6) << "as before";
  EXPECT_NO_THROW(cuda::synchronize());
}

}  // namespace
}  // namespace sptune::test
