// SPDX-License-Identifier: BSD-3-Clause
// What belongs to one device, in processes that use several. Only for sources that are built with
// CUDA.
#pragma once

#include "kernels/cuda/check.hpp"

#include <cuda_runtime_api.h>

#include <map>
#include <mutex>

namespace sptune::cuda {

[[nodiscard]] inline int current_device() {
  int device = 0;
  SPTUNE_CUDA(cudaGetDevice(&device));
  return device;
}

/// A T of each device that was ever current, which stays where it is.
template <class T>
class PerDevice {
 public:
  /// Of the current device: make(device) at first.
  template <class F>
  T& get(F&& make) {
    const int device = current_device();
    const std::lock_guard lock(busy_);
    const auto at = all_.find(device);
    if (at != all_.end()) return at->second;
    return all_.emplace(device, make(device)).first->second;
  }

 private:
  std::mutex busy_;
  std::map<int, T> all_;
};

/// Runs something once for each device that is current: attributes of kernels stay.
class OncePerDevice {
 public:
  template <class F>
  void operator()(F&& work) {
    done_.get([&](int) {
      work();
      return true;
    });
  }

 private:
  PerDevice<bool> done_;
};

}  // namespace sptune::cuda
