// SPDX-License-Identifier: BSD-3-Clause
// The cores that the calling thread, and what it starts, may run on.
#pragma once

#include <sched.h>

#include <vector>

namespace sptune::harness {

/// Those that this thread has entered, else those of the process (kernels/host/places.hpp): OpenMP
/// binds a thread to a single one of its places, at the latest in its first parallel region.
[[nodiscard]] std::vector<int> cores_here();

/// From now on this thread is on these, as far as the system lets it have them. False, with errno,
/// where it has none of them.
[[nodiscard]] bool enter_cores(const std::vector<int>& cores);

/// While it lives, this thread may run on all of cores_here(), and so may a process that it starts
/// meanwhile: whose threads otherwise share the one place that this thread is bound to.
class OnAllCores {
 public:
  OnAllCores();
  ~OnAllCores();
  OnAllCores(const OnAllCores&) = delete;
  OnAllCores& operator=(const OnAllCores&) = delete;

 private:
  cpu_set_t before_{};
  bool widened_ = false;
};

}  // namespace sptune::harness
