// SPDX-License-Identifier: BSD-3-Clause
// What is made once for each device. Only for sources that are built with CUDA.
#pragma once

#include "kernels/cuda/check.hpp"

#include <cuda_runtime_api.h>

#include <map>
#include <mutex>
#include <utility>

namespace sptune::cuda {

[[nodiscard]] inline int current_device() {
  int device = 0;
  SPTUNE_CUDA(cudaGetDevice(&device));
  return device;
}

/// What is made once for each device that was ever current, by make(device).
template <class T>
class PerDevice {
 public:
  template <class F>
  T& get(int device, F&& make) {
    const std::lock_guard lock(busy_);
    const auto at = all_.find(device);
    if (at != all_.end()) return at->second;
    return all_.emplace(device, make(device)).first->second;
  }

 private:
  std::mutex busy_;
  std::map<int, T> all_;
};

}  // namespace sptune::cuda
