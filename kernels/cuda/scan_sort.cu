// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/check.hpp"
#include "kernels/cuda/handles.hpp"
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/cuda/sort_memory.hpp"
#include "sptune/device.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <cstddef>

namespace sptune::cuda {
namespace {

/// The first of cub's two calls, which asks for the workspace. It looks at the last error, in both
/// of them, and stops at one that the application has met and not cleared, which goes first.
template <class F>
[[nodiscard]] std::size_t workspace_of(F&& call) {
  (void)cudaGetLastError();
  std::size_t bytes = 0;
  SPTUNE_CUDA(call(nullptr, bytes));
  return bytes;
}

/// Memory that one stream uses, taken and given back there.
class StreamScratch {
 public:
  StreamScratch(std::size_t bytes, Stream stream)
      : data_(allocate_scratch(std::max<std::size_t>(bytes, 1), stream)), stream_(native(stream)) {}
  ~StreamScratch() {
    const RelaxedCapture relaxed;  // of other streams
    if (cudaFreeAsync(data_, stream_) != cudaSuccess) (void)cudaGetLastError();
  }
  StreamScratch(const StreamScratch&) = delete;
  StreamScratch& operator=(const StreamScratch&) = delete;
  [[nodiscard]] void* data() const noexcept { return data_; }

 private:
  void* data_;
  cudaStream_t stream_;
};

template <class F>
void with_workspace(Stream stream, F&& call) {
  std::size_t bytes = workspace_of(call);
  const StreamScratch workspace(bytes, stream);
  SPTUNE_CUDA(call(workspace.data(), bytes));
}

}  // namespace

std::int64_t exclusive_scan(const std::int64_t* in, std::int64_t* out, std::int64_t n,
                            Stream stream) {
  const cudaStream_t own = native(stream);
  SPTUNE_CUDA(cudaMemsetAsync(out, 0, sizeof(std::int64_t), own));
  if (n > 0) {
    with_workspace(stream, [&](void* w, std::size_t& bytes) {
      return cub::DeviceScan::InclusiveSum(w, bytes, in, out + 1, n, own);
    });
  }
  std::int64_t total = 0;
  SPTUNE_CUDA(cudaMemcpyAsync(&total, out + n, sizeof(total), cudaMemcpyDeviceToHost, own));
  wait_for(own);
  return total;
}

template <class Key>
void sort_pairs(const Key* keys, Key* sorted_keys, const std::int32_t* values,
                std::int32_t* sorted_values, std::int64_t n, int bits) {
  if (n == 0) return;
  with_workspace({}, [&](void* w, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(w, bytes, keys, sorted_keys, values, sorted_values, n, 0,
                                           bits);
  });
}
template void sort_pairs(const std::uint32_t*, std::uint32_t*, const std::int32_t*, std::int32_t*,
                         std::int64_t, int);
template void sort_pairs(const std::uint64_t*, std::uint64_t*, const std::int32_t*, std::int32_t*,
                         std::int64_t, int);

template <class Key>
std::int64_t sort_workspace(std::int64_t n, int bits) {
  if (n == 0) return 0;
  return static_cast<std::int64_t>(workspace_of([&](void* w, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(
        w, bytes, static_cast<const Key*>(nullptr), static_cast<Key*>(nullptr),
        static_cast<const std::int32_t*>(nullptr), static_cast<std::int32_t*>(nullptr), n, 0, bits);
  }));
}
template std::int64_t sort_workspace<std::uint32_t>(std::int64_t, int);
template std::int64_t sort_workspace<std::uint64_t>(std::int64_t, int);

}  // namespace sptune::cuda
