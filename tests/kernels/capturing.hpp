// SPDX-License-Identifier: BSD-3-Clause
// Work beside a thread that captures. Only for sources that are built with CUDA.
#pragma once

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "sptune/device.hpp"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace sptune::test {

using OwnedGraph = cuda::Handle<cudaGraph_t, cudaGraphDestroy>;
using OwnedGraphExec = cuda::Handle<cudaGraphExec_t, cudaGraphExecDestroy>;

/// Captures meanwhile on a thread of its own, in CUDA's usual mode, in which other threads end the
/// capture by whatever may disturb one (cuda::RelaxedCapture); `work` runs between two parts of it.
template <class F>
void while_another_thread_captures(F&& work) {
  const cuda::Timer timer;
  const cudaStream_t stream = cuda::native(timer.stream());
  std::atomic<bool> begun{false};
  std::atomic<bool> done{false};
  OwnedGraph graph;
  std::thread other([&] {
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal), cudaSuccess);
    EXPECT_NO_THROW(cuda::launch_empty(timer.stream()));
    begun = true;
    while (!done) std::this_thread::yield();
    EXPECT_NO_THROW(cuda::launch_empty(timer.stream())) << "its capture was broken";
    EXPECT_EQ(cudaStreamEndCapture(stream, graph.out()), cudaSuccess) << "its capture was broken";
    (void)cudaGetLastError();
  });
  while (!begun) std::this_thread::yield();
  EXPECT_NO_THROW(work());
  done = true;
  other.join();
  ASSERT_NE(graph.get(), nullptr);
  OwnedGraphExec executable;
  ASSERT_EQ(cudaGraphInstantiate(executable.out(), graph.get(), 0), cudaSuccess);
  EXPECT_EQ(cudaGraphLaunch(executable.get(), stream), cudaSuccess);
  EXPECT_NO_THROW(cuda::synchronize());
}

}  // namespace sptune::test
