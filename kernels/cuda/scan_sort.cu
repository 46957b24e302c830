// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/kernels/cuda/check.hpp"
#include "sptune/kernels/cuda/device.hpp"
#include "sptune/kernels/cuda/scan_sort.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

namespace sptune::cuda {
namespace {

/// cub's two-call protocol: ask for the workspace, then run.
template <class F>
void with_workspace(F&& call) {
  std::size_t bytes = 0;
  SPTUNE_CUDA(call(nullptr, bytes));
  DeviceArray<std::byte> workspace(bytes == 0 ? 1 : bytes);
  SPTUNE_CUDA(call(workspace.data(), bytes));
  SPTUNE_CUDA(cudaStreamSynchronize(nullptr));
}

}  // namespace

std::int64_t exclusive_scan(const std::int64_t* in, std::int64_t* out, std::int64_t n) {
  fill_bytes(out, 0, sizeof(std::int64_t));
  if (n == 0) return 0;
  with_workspace([&](void* w, std::size_t& bytes) {
    return cub::DeviceScan::InclusiveSum(w, bytes, in, out + 1, n);
  });
  std::int64_t total = 0;
  copy_to_host(&total, out + n, sizeof(total));
  return total;
}

void sort_pairs(std::uint64_t* keys, std::int32_t* values, std::int64_t n) {
  if (n == 0) return;
  DeviceArray<std::uint64_t> keys_out(static_cast<std::size_t>(n));
  DeviceArray<std::int32_t> values_out(static_cast<std::size_t>(n));
  with_workspace([&](void* w, std::size_t& bytes) {
    return cub::DeviceRadixSort::SortPairs(w, bytes, keys, keys_out.data(), values,
                                           values_out.data(), n);
  });
  SPTUNE_CUDA(
      cudaMemcpy(keys, keys_out.data(), keys_out.size() * sizeof(*keys), cudaMemcpyDeviceToDevice));
  SPTUNE_CUDA(cudaMemcpy(values, values_out.data(), values_out.size() * sizeof(*values),
                         cudaMemcpyDeviceToDevice));
}

std::int64_t max_value(const std::int64_t* in, std::int64_t n) {
  if (n == 0) return 0;
  DeviceArray<std::int64_t> out(1);
  with_workspace([&](void* w, std::size_t& bytes) {
    return cub::DeviceReduce::Max(w, bytes, in, out.data(), n);
  });
  std::int64_t result = 0;
  copy_to_host(&result, out.data(), sizeof(result));
  return result;
}

}  // namespace sptune::cuda
