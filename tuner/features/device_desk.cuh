// SPDX-License-Identifier: BSD-3-Clause
// How a kernel that looks at matrices hands what it counted to the host: written into pinned
// memory, then the number of the question, for which the host looks. Beside it the sums of a block.
#pragma once

#include "kernels/cuda/answer.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/lent.hpp"
#include "kernels/cuda/warp.cuh"
#include "sptune/device.hpp"
#include "sptune/error.hpp"

#include <cuda_runtime.h>

#include <cstdint>
#include <map>

namespace sptune::features::device {

constexpr int threads = 256;
constexpr unsigned all_lanes = cuda::all_lanes;
using Word = unsigned long long;

/// Called by whole warps, with a sum in shared memory.
template <class T>
__device__ __forceinline__ void add(T& to, Word mine) {
  static_assert(sizeof(T) == sizeof(Word));
  mine = cuda::group_sum(mine);
  if (cuda::lane_id() == 0 && mine != 0) atomicAdd(reinterpret_cast<Word*>(&to), mine);
}

/// True in the block that is the last to come here, which sees what all others added.
__device__ inline bool comes_last(unsigned& tickets) {
  __shared__ bool last;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&tickets, 1U) == gridDim.x - 1;
  __syncthreads();
  if (last) __threadfence();
  return last;
}

/// What was written into host memory is there before `number` is.
__device__ inline void announce(std::uint32_t& place, std::uint32_t number) {
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) *static_cast<volatile std::uint32_t*>(&place) = number;
}

/// What questions of one kind need beside the matrices: Answers in host memory that the device
/// writes, so that what a kernel leaves needs no copy, and zeros on the device.
template <class Answers, class Workspace>
struct Desk {
  cuda::Pinned<Answers> answers;
  cuda::DeviceArray<Workspace> workspace = cuda::DeviceArray<Workspace>::zeroed(1);
  std::uint32_t number = 0;  ///< of the last question

  Desk() { *answers.get() = {}; }
};

/// A thread's own on the current device, from its first question there on.
template <class Answers, class Workspace>
[[nodiscard]] Desk<Answers, Workspace>& own_desk() {
  if (const auto& device = cuda::device_info(); !device) throw DeviceError(device.error());
  thread_local std::map<int, cuda::Lent<Desk<Answers, Workspace>>> desks;
  const int device = cuda::current_device();
  return *desks.try_emplace(device).first->second;
}

[[nodiscard]] inline cudaStream_t usable(Stream stream) {
  const cudaStream_t native = cuda::native(stream);
  if (native != nullptr && cuda::capture_of(native) != 0) {
    throw UsageError("a matrix cannot be looked at on a stream that is being captured");
  }
  return native;
}

}  // namespace sptune::features::device
