// SPDX-License-Identifier: BSD-3-Clause
// Workspaces of many streams: nothing waits for the device, which would break what other threads
// capture, and no two runs that may overlap share one.
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/memory_pool.hpp"
#include "kernels/cuda/stream_workspaces.hpp"
#include "sptune/device.hpp"
#include "tests/kernels/capturing.hpp"
#include "tests/on_device.hpp"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <new>
#include <set>
#include <thread>
#include <vector>

namespace sptune::cuda {
namespace {

constexpr std::size_t bytes = 256;
constexpr std::size_t many = StreamWorkspaces::most_streams + 6;

class CudaWorkspaces : public test::OnDevice {
 protected:
  /// Streams that wait for no other, each with flags to hold it.
  static std::vector<std::unique_ptr<Timer>> streams(std::size_t count) {
    std::vector<std::unique_ptr<Timer>> out;
    for (std::size_t i = 0; i < count; ++i) out.push_back(std::make_unique<Timer>());
    return out;
  }
  /// A run: what it enqueues fills the workspace.
  static std::byte* run(StreamWorkspaces& all, Stream stream, int value = 0) {
    const auto use = all.on(stream);
    SPTUNE_CUDA(cudaMemsetAsync(use.data(), value, bytes, native(stream)));
    return use.data();
  }
};

TEST_F(CudaWorkspaces, of_more_streams_than_are_remembered_leave_captures_alone) {
  const auto all = streams(many);
  auto workspaces = StreamWorkspaces::on_demand(bytes);
  test::while_another_thread_captures([&] {
    for (const auto& timer : all) (void)run(workspaces, timer->stream());
    for (const auto& timer : all) (void)run(workspaces, timer->stream());
  });
}

TEST_F(CudaWorkspaces, whose_runs_are_not_done_are_not_given_away) {
  auto workspaces = StreamWorkspaces::on_demand(bytes);
  // The second time there are some of streams whose runs are done.
  for (int round = 0; round < 2; ++round) {
    const auto all = streams(many);
    for (const auto& timer : all) timer->hold();
    std::set<std::byte*> taken;
    for (const auto& timer : all) taken.insert(run(workspaces, timer->stream()));
    EXPECT_EQ(taken.size(), many) << "round " << round;
    for (const auto& timer : all) timer->release();
    synchronize();
  }
}

TEST_F(CudaWorkspaces, whose_runs_are_done_are_given_to_new_streams) {
  auto workspaces = StreamWorkspaces::on_demand(bytes);
  for (int i = 0; i < 300; ++i) {
    const Timer timer;
    (void)run(workspaces, timer.stream());
    synchronize();
  }
  EXPECT_LE(workspaces.bytes(), static_cast<std::int64_t>(StreamWorkspaces::most_streams * bytes));
}

/// The handle of a thread's own stream is the same in all threads.
TEST_F(CudaWorkspaces, of_threads_own_streams_in_one_capture_are_apart) {
  const Stream own{cudaStreamPerThread};
  const Timer timer;
  auto workspaces = StreamWorkspaces::on_demand(bytes);
  const OwnedEvent begun = make_event(cudaEventDisableTiming);
  std::vector<OwnedEvent> ended(2);
  for (OwnedEvent& event : ended) event = make_event(cudaEventDisableTiming);
  std::vector<std::byte*> taken(2);
  std::byte* again = nullptr;
  const auto branch = [&](std::size_t i) {
    SPTUNE_CUDA(cudaStreamWaitEvent(cudaStreamPerThread, begun.get()));
    taken[i] = run(workspaces, own);
    if (i == 0) again = run(workspaces, own);
    SPTUNE_CUDA(cudaEventRecord(ended[i].get(), cudaStreamPerThread));
  };
  // The other thread stays as long as its stream is captured.
  std::atomic<bool> branched{false};
  std::atomic<bool> captured{false};
  std::thread other;
  std::unique_ptr<Graph> graph;
  EXPECT_NO_THROW(graph = std::make_unique<Graph>(timer.stream(), [&] {
                    SPTUNE_CUDA(cudaEventRecord(begun.get(), native(timer.stream())));
                    branch(0);
                    other = std::thread([&] {
                      EXPECT_NO_THROW(branch(1));
                      branched = true;
                      while (!captured) std::this_thread::yield();
                    });
                    while (!branched) std::this_thread::yield();
                    for (const OwnedEvent& event : ended) {
                      SPTUNE_CUDA(cudaStreamWaitEvent(native(timer.stream()), event.get()));
                    }
                  }));
  captured = true;
  if (other.joinable()) other.join();
  ASSERT_NE(graph, nullptr);
  graph->launch();
  synchronize();
  EXPECT_NE(taken[0], taken[1]);
  EXPECT_EQ(taken[0], again);
}

/// CUDA tells that a graph is gone on a thread of its own.
void wait_a_little() {
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

TEST_F(CudaWorkspaces, of_graphs_that_are_gone_are_given_to_new_ones) {
  const Timer timer;
  const Timer other;
  auto workspaces = StreamWorkspaces::on_demand(bytes);
  for (int i = 0; i < 50; ++i) {
    {
      Graph graph(timer.stream(), [&] { (void)run(workspaces, timer.stream()); });
      graph.launch();
      synchronize();
    }
    EXPECT_THROW(Graph(other.stream(),
                       [&] {
                         (void)run(workspaces, other.stream());
                         throw UsageError("what was captured is dropped");
                       }),
                 UsageError);
    wait_a_little();
  }
  EXPECT_LE(workspaces.bytes(), static_cast<std::int64_t>(10 * bytes)) << "of a hundred captures";
}

TEST_F(CudaWorkspaces, of_graphs_that_are_there_are_their_own) {
  const Timer timer;
  auto workspaces = StreamWorkspaces::on_demand(bytes);
  std::vector<std::unique_ptr<Graph>> graphs;
  std::set<std::byte*> taken;
  constexpr std::size_t alive = 20;
  for (std::size_t i = 0; i < alive; ++i) {
    graphs.push_back(std::make_unique<Graph>(
        timer.stream(), [&] { taken.insert(run(workspaces, timer.stream())); }));
    wait_a_little();
  }
  EXPECT_EQ(taken.size(), alive);
  EXPECT_EQ(taken.count(run(workspaces, timer.stream())), 0U) << "a run beside them";
  for (const auto& graph : graphs) graph->launch();
  synchronize();
}

TEST_F(CudaWorkspaces, may_go_before_a_graph_does) {
  const Timer timer;
  auto workspaces = std::make_unique<StreamWorkspaces>(StreamWorkspaces::on_demand(bytes));
  auto graph =
      std::make_unique<Graph>(timer.stream(), [&] { (void)run(*workspaces, timer.stream()); });
  graph->launch();
  synchronize();
  workspaces.reset();
  graph.reset();
  wait_a_little();
  EXPECT_NO_THROW(synchronize());
}

TEST_F(CudaWorkspaces, without_memory_leave_the_capture_that_asks_alone) {
  const Timer timer;
  std::unique_ptr<Graph> graph;
  EXPECT_NO_THROW(graph = std::make_unique<Graph>(timer.stream(), [&] {
                    EXPECT_THROW((void)allocate_zeroed_in_capture(std::size_t{1} << 50),
                                 std::bad_alloc);
                    launch_empty(timer.stream());
                  }));
  ASSERT_NE(graph, nullptr);
  graph->launch();
  EXPECT_NO_THROW(synchronize());
}

}  // namespace
}  // namespace sptune::cuda
