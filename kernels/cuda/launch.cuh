// SPDX-License-Identifier: BSD-3-Clause
// Launches of one dimension: how many blocks, which thread this is, and the search that most
// conversions begin with. Only for sources that are built with CUDA.
#pragma once

#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "sptune/device.hpp"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace sptune::cuda {

[[nodiscard]] constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// Least b with 2^b >= n, at least `least`.
[[nodiscard]] __host__ __device__ constexpr int bits_for(std::int64_t n, int least = 0) {
  int bits = least;
  while ((std::int64_t{1} << bits) < n) ++bits;
  return bits;
}

/// The current device. Throws DeviceError where there is none.
[[nodiscard]] inline const DeviceInfo& this_device() {
  const Result<DeviceInfo>& device = device_info();
  if (!device) throw DeviceError(device.error());
  return device.value();
}

/// Blocks of a one-dimensional launch; refuses nothing: 2^31-1 blocks of 32 rows cover any matrix.
[[nodiscard]] inline unsigned blocks_for(std::int64_t items, std::int64_t per_block) {
  return static_cast<unsigned>(ceil_div(items, per_block));
}

/// Enqueues a kernel with `shared_bytes` of dynamic shared memory. Throws what this launch reports,
/// by its own status: cudaGetLastError would blame it for an error that the application has met and
/// not cleared, with the kernel enqueued.
template <class... Parameters, class... Arguments>
void launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, std::int64_t shared_bytes,
            cudaStream_t stream, Arguments&&... arguments) {
  // As the kernel's parameters, converted as in any call.
  [&](Parameters... values) {
    void* pointers[] = {static_cast<void*>(&values)..., nullptr};
    SPTUNE_CUDA(cudaLaunchKernel(kernel, blocks, threads, pointers,
                                 static_cast<std::size_t>(shared_bytes), stream));
  }(std::forward<Arguments>(arguments)...);
}

/// Whether device code for the current device can wait for what was enqueued before it: it is of
/// sm_90 or later, and not made by the driver from something older.
[[nodiscard]] inline bool can_begin_ahead() {
  constexpr int compiled[] = {__CUDA_ARCH_LIST__};
  const DeviceInfo& device = this_device();
  const int own = 100 * device.compute_major + 10 * device.compute_minor;
  for (const int arch : compiled) {
    if (arch >= 900 && arch <= own) return true;
  }
  return false;
}

/// Called by every thread of a kernel that was launched ahead: what was enqueued before it is done
/// and can be seen.
__device__ __forceinline__ void wait_for_earlier() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}
/// A kernel launched ahead behind this one may begin when all blocks have come here or ended.
__device__ __forceinline__ void let_next_begin() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// As launch(), but the kernel may begin while what was enqueued before it still runs: it calls
/// wait_for_earlier() before it looks at what that writes, or writes what that looks at. Saves what
/// lies between two launches, a microsecond.
template <class... Parameters, class... Arguments>
void launch_ahead(void (*kernel)(Parameters...), dim3 blocks, dim3 threads,
                  std::int64_t shared_bytes, cudaStream_t stream, Arguments&&... arguments) {
  cudaLaunchAttribute ahead{};
  ahead.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  ahead.val.programmaticStreamSerializationAllowed = can_begin_ahead() ? 1 : 0;
  cudaLaunchConfig_t config{};
  config.gridDim = blocks;
  config.blockDim = threads;
  config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
  config.stream = stream;
  config.attrs = &ahead;
  config.numAttrs = 1;
  SPTUNE_CUDA(
      cudaLaunchKernelEx(&config, kernel, Parameters(std::forward<Arguments>(arguments))...));
}

/// Lets a kernel have all the shared memory of a block that its static part leaves. The limit is
/// the kernel's, not a plan's: one that sets what it needs itself takes the rest from plans that
/// run. Returns how much that is.
template <class... Parameters>
std::int64_t allow_most_shared(void (*kernel)(Parameters...)) {
  cudaFuncAttributes attributes{};
  SPTUNE_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  const std::int64_t most =
      this_device().shared_per_block_bytes - static_cast<std::int64_t>(attributes.sharedSizeBytes);
  SPTUNE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(most)));
  return most;
}

/// Scratch of zeros, enqueued on the default stream.
template <class T>
[[nodiscard]] Scratch<T> zeroed_scratch(std::size_t size) {
  Scratch<T> out(size);
  if (size > 0) SPTUNE_CUDA(cudaMemsetAsync(out.data(), 0, size * sizeof(T), nullptr));
  return out;
}

/// Number of the calling thread in a one-dimensional grid.
__device__ __forceinline__ std::int64_t thread_id() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// First position in [low, n) for which `reached(position)` holds; n when none does. Where it holds
/// for one position, it must for all later ones.
template <class Reached>
__device__ __forceinline__ std::int64_t first_where(std::int64_t low, std::int64_t n,
                                                    Reached reached) {
  while (low < n) {
    const std::int64_t middle = (low + n) / 2;
    if (reached(middle)) {
      n = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/// Where `part` of `whole` lies among `n`, were these spread evenly: a guess, in single precision.
__device__ __forceinline__ std::int64_t even_share(std::int64_t n, std::int64_t part,
                                                   std::int64_t whole) {
  const float share = static_cast<float>(part) / static_cast<float>(whole);
  return static_cast<std::int64_t>(static_cast<float>(n) * share);
}

/// As first_where in [low, n), in fewer looks where it is near `guess`.
template <class Reached>
__device__ __forceinline__ std::int64_t first_near(std::int64_t low, std::int64_t n,
                                                   std::int64_t guess, Reached reached) {
  if (low >= n) return n;
  std::int64_t at = min(max(guess, low), n - 1);
  std::int64_t step = 1;
  if (reached(at)) {
    for (n = at; low < n; n = at, step *= 2) {  // reached by `n`
      at = max(low, n - step);
      if (!reached(at)) {
        low = at + 1;
        break;
      }
    }
  } else {
    for (low = at + 1; low < n; low = at + 1, step *= 2) {  // not before `low`
      at = min(n - 1, low + step - 1);
      if (reached(at)) {
        n = at;
        break;
      }
    }
  }
  return first_where(low, n, reached);
}

}  // namespace sptune::cuda
