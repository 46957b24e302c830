// SPDX-License-Identifier: BSD-3-Clause
// Work beside a thread that captures.
#pragma once

#include "sptune/device.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

namespace sptune::test {

/// Captures meanwhile on a thread of its own; `work` runs between two parts of the capture.
template <class F>
void while_another_thread_captures(F&& work) {
  const cuda::Timer timer;
  std::atomic<bool> begun{false};
  std::atomic<bool> done{false};
  std::unique_ptr<cuda::Graph> graph;
  std::thread other([&] {
    EXPECT_NO_THROW(graph = std::make_unique<cuda::Graph>(timer.stream(),
                                                          [&] {
                                                            cuda::launch_empty(timer.stream());
                                                            begun = true;
                                                            while (!done) std::this_thread::yield();
                                                            cuda::launch_empty(timer.stream());
                                                          }))
        << "its capture was broken";
    begun = true;
  });
  while (!begun) std::this_thread::yield();
  EXPECT_NO_THROW(work());
  done = true;
  other.join();
  ASSERT_NE(graph, nullptr);
  graph->launch();
  EXPECT_NO_THROW(cuda::synchronize());
}

}  // namespace sptune::test
