// SPDX-License-Identifier: BSD-3-Clause
// Rows that several blocks share: every block leaves its part of the sum, the block that comes last
// adds the parts, always in the same order, so that results are the same bits on every run.
// Source: the counter that finds the last block, from CUDA's threadFenceReduction sample.
#pragma once

#include "kernels/cuda/stream_workspaces.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"

#include <cstdint>
#include <utility>

namespace sptune::spmv::cuda {

/// One block's part in a shared row.
struct SharedRow {
  std::int32_t row = -1;   ///< -1: none
  std::int32_t first = 0;  ///< where the row's parts stand in the scratch; also numbers its counter
  std::int32_t part = 0;   ///< which of them is this block's
  std::int32_t parts = 0;  ///< how many
};

/// Scratch of a run with shared rows: the parts, and counters that are 0 between runs.
template <class V>
struct SharedRowScratch {
  V* parts;
  unsigned* arrived;
};

/// Called by all lanes of one warp; each lane may bring one part (`mine.row` >= 0). The lanes'
/// counters are asked together, because each answer takes a round trip to the L2 cache.
template <class V>
__device__ __forceinline__ void finish_shared_rows(const SharedRow& mine, V sum,
                                                   SharedRowScratch<V> scratch, V alpha, V beta,
                                                   V* y) {
  constexpr unsigned all = 0xffffffffU;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  bool last = false;
  if (mine.row >= 0) {
    scratch.parts[mine.first + mine.part] = sum;
    __threadfence();
    // atomicInc wraps to 0 after the last part, ready for the next run.
    const auto highest = static_cast<unsigned>(mine.parts - 1);
    last = atomicInc(scratch.arrived + mine.first, highest) == highest;
    __threadfence();
  }
  __syncwarp();
  for (unsigned open = __ballot_sync(all, last); open != 0; open &= open - 1) {
    const int owner = __ffs(static_cast<int>(open)) - 1;
    const V* const parts = scratch.parts + __shfl_sync(all, mine.first, owner);
    const int count = __shfl_sync(all, mine.parts, owner);
    V total = 0;
#pragma unroll 4
    for (int part = lane; part < count; part += 32) total += __ldcg(parts + part);
    total = group_sum<32>(total);
    if (lane == owner) store(y + mine.row, total, alpha, beta);
  }
}

/// Scratch for `parts` parts, apart for every stream that a plan runs on.
template <class V>
class SharedRowMemory {
 public:
  SharedRowMemory() = default;
  /// `first`: of bytes_for(parts), with counters that are 0.
  SharedRowMemory(std::int32_t parts, sptune::cuda::DeviceArray<std::byte> first)
      : parts_(parts), memory_(std::move(first)) {}
  /// With nothing allocated before a stream asks.
  [[nodiscard]] static SharedRowMemory on_demand(std::int32_t parts) {
    SharedRowMemory out;
    out.parts_ = parts;
    out.memory_ = sptune::cuda::StreamWorkspaces::on_demand(bytes_for(parts));
    return out;
  }
  /// Of one stream.
  [[nodiscard]] static std::size_t bytes_for(std::int64_t parts) {
    return static_cast<std::size_t>(parts) * (sizeof(V) + sizeof(unsigned));
  }
  /// The counters within such memory, `parts` of them.
  [[nodiscard]] static unsigned* counters(std::byte* memory, std::int64_t parts) {
    return reinterpret_cast<unsigned*>(reinterpret_cast<V*>(memory) + parts);
  }

  /// To be held until the kernel that uses the scratch is enqueued.
  class Use {
   public:
    Use(sptune::cuda::StreamWorkspaces::Use memory, std::int32_t parts)
        : memory_(std::move(memory)), parts_(parts) {}
    [[nodiscard]] SharedRowScratch<V> scratch() const {
      auto* const parts = reinterpret_cast<V*>(memory_.data());
      return {parts, counters(memory_.data(), parts_)};
    }

   private:
    sptune::cuda::StreamWorkspaces::Use memory_;
    std::int32_t parts_;
  };
  [[nodiscard]] Use on(Stream stream) { return {memory_.on(stream), parts_}; }
  [[nodiscard]] std::int64_t bytes() const { return memory_.bytes(); }

 private:
  std::int32_t parts_ = 0;
  sptune::cuda::StreamWorkspaces memory_;
};

}  // namespace sptune::spmv::cuda
