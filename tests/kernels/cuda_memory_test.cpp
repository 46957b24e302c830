// SPDX-License-Identifier: BSD-3-Clause
// What plans on a GPU hand on to those that come after them.
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/lent.hpp"
#include "kernels/cuda/memory_pool.hpp"
#include "sptune/device.hpp"
#include "tests/on_device.hpp"

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace sptune::cuda {
namespace {

class CudaLent : public test::OnDevice {};

struct Thing {
  int used = 0;
};

TEST_F(CudaLent, comes_back_to_the_next_as_it_was_left) {
  const Thing* first = nullptr;
  {
    Lent<Thing> own;
    EXPECT_EQ(own->used, 0);
    own->used = 7;
    first = &*own;
  }
  Lent<Thing> own;
  EXPECT_EQ(&*own, first);
  EXPECT_EQ(own->used, 7);
  const Lent<Thing> other;
  EXPECT_NE(&*other, first);
  own.comes_back(false);
}

struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  ~Counted() { --alive; }
};

TEST_F(CudaLent, is_destroyed_if_it_may_not_come_back) {
  { const Lent<Counted> own; }
  EXPECT_EQ(Counted::alive, 1);
  {
    Lent<Counted> own;
    own.comes_back(false);
  }
  EXPECT_EQ(Counted::alive, 0);
}

TEST_F(CudaLent, pinned_memory_is_empty_at_first_whoever_had_it) {
  std::int64_t* first = nullptr;
  {
    const LentPinned<std::int64_t> own;
    first = own.get();
    *own.get() = 5;
  }
  const LentPinned<std::int64_t> own;
  EXPECT_EQ(own.get(), first);
  EXPECT_EQ(*own.get(), 0);
}

TEST_F(CudaLent, once_is_once_and_done_when_others_go_on) {
  OncePerDevice once;
  int count = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&] {
      once([&] { ++count; });
      EXPECT_EQ(count, 1);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(CudaLent, what_fails_is_tried_again) {
  OncePerDevice once;
  int count = 0;
  EXPECT_THROW(once([&] {
                 ++count;
                 throw 1;
               }),
               int);
  once([&] { ++count; });
  once([&] { ++count; });
  EXPECT_EQ(count, 2);
}

/// Pinned memory is not to be had by a thread that captures, unless it says so.
TEST_F(CudaLent, is_made_while_a_stream_is_captured) {
  const Timer timer;
  std::unique_ptr<Graph> graph;
  EXPECT_NO_THROW(graph = std::make_unique<Graph>(timer.stream(), [&] {
                    const Lent<Pinned<Thing>> own;
                    launch_empty(timer.stream());
                  }));
  ASSERT_NE(graph, nullptr);
  graph->launch();
  EXPECT_NO_THROW(synchronize());
}

class CudaMatrix : public test::OnDevice {};

TEST_F(CudaMatrix, without_rows_needs_no_arrays) {
  const AnyCsr nothing;
  std::unique_ptr<DeviceCsr> copy;
  ASSERT_NO_THROW(copy = std::make_unique<DeviceCsr>(nothing));
  EXPECT_EQ(copy->view().rows, 0);
  std::int64_t end = -1;
  copy_to_host(&end, copy->view().row_offsets,
               static_cast<std::size_t>(size_of(nothing.offset_type)));
  EXPECT_EQ(nothing.offset_type == OffsetType::i64 ? end : static_cast<std::int32_t>(end), 0);
}

class CudaPoolUse : public test::OnDevice {
 protected:
  static constexpr std::size_t much = std::size_t{3} << 30;

  /// Takes and gives back.
  static void touch(const PoolUse& use, std::size_t bytes) {
    void* const pointer = use.allocate(bytes, nullptr);
    SPTUNE_CUDA(cudaFreeAsync(pointer, nullptr));
    SPTUNE_CUDA(cudaDeviceSynchronize());
  }
  static double free_bytes() {
    std::size_t free = 0;
    std::size_t total = 0;
    SPTUNE_CUDA(cudaMemGetInfo(&free, &total));
    return static_cast<double>(free);
  }
  void SetUp() override {
    OnDevice::SetUp();
    if (!IsSkipped() && free_bytes() < 2.0 * much) GTEST_SKIP() << "needs 6 GiB that are free";
  }
};

TEST_F(CudaPoolUse, keeps_what_it_asked_for_and_leaves_a_gigabyte) {
  const double before = free_bytes();
  {
    PoolUse use;
    use.keep(much);
    touch(use, much);
    {
      const PoolUse other;
      touch(other, 1 << 20);
    }
    EXPECT_LE(free_bytes(), before - 0.99 * much + (1 << 30)) << "it may have had one before";
  }
  EXPECT_GE(free_bytes(), before - 1.1 * (1 << 30));
}

TEST_F(CudaPoolUse, a_large_one_that_goes_leaves_a_gigabyte_beside_a_small_one) {
  const double before = free_bytes();
  PoolUse small;
  small.keep(1 << 20);
  {
    PoolUse large;
    large.keep(much);
    touch(large, much);
  }
  EXPECT_GE(free_bytes(), before - 1.1 * (1 << 30));
}

TEST_F(CudaPoolUse, memory_that_nobody_uses_makes_room_for_a_large_piece) {
  PoolUse use;
  use.keep(much);
  touch(use, much);  // lies there unused from now on
  const auto all_but_some = static_cast<std::size_t>(free_bytes()) + much / 2;
  EXPECT_NO_THROW(touch(use, all_but_some));
}

/// To wait for the device would break the capture.
TEST_F(CudaPoolUse, memory_that_nobody_uses_is_had_while_another_stream_is_captured) {
  PoolUse use;
  use.keep(much);
  touch(use, much);
  const auto all_but_some = static_cast<std::size_t>(free_bytes()) + much / 2;
  const OwnedStream stream = make_stream();
  SPTUNE_CUDA(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeRelaxed));
  void* pointer = nullptr;
  EXPECT_NO_THROW(pointer = use.allocate(all_but_some, nullptr));
  if (pointer != nullptr) SPTUNE_CUDA(cudaFreeAsync(pointer, nullptr));
  cudaGraph_t graph = nullptr;
  EXPECT_EQ(cudaStreamEndCapture(stream.get(), &graph), cudaSuccess);
  if (graph != nullptr) (void)cudaGraphDestroy(graph);
  (void)cudaGetLastError();
  synchronize();
}

TEST_F(CudaPoolUse, what_is_released_while_a_stream_is_captured_waits_for_the_next_one) {
  const OwnedStream stream = make_stream();
  const std::int64_t before = free_memory();
  void* const large = allocate(std::size_t{64} << 20);
  void* const small = allocate(1 << 20);
  SPTUNE_CUDA(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeRelaxed));
  release(large);
  cudaGraph_t graph = nullptr;
  if (cudaStreamEndCapture(stream.get(), &graph) == cudaSuccess) (void)cudaGraphDestroy(graph);
  (void)cudaGetLastError();
  EXPECT_LE(free_memory(), before - (64 << 20)) << "somebody may still read it";
  release(small);
  EXPECT_EQ(free_memory(), before);
}

TEST_F(CudaPoolUse, says_when_there_is_no_memory) {
  const PoolUse use;
  EXPECT_THROW((void)use.allocate(std::size_t{1} << 50, nullptr), std::bad_alloc);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace sptune::cuda
