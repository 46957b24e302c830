// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/host/team.hpp"

#include "kernels/host/team_watch.hpp"

#include <pthread.h>

#include <algorithm>

namespace sptune::host {
namespace {

// Aligned as the section that mold puts behind thread-local storage: where code ends some bytes
// before a page does, it else begins a page later than what is to be made read-only, and the
// program does not start (mold 1.10.1: seen once; by its addresses one link in 512).
alignas(8) thread_local bool has_team = false;
alignas(8) thread_local bool lost_team = false;
alignas(8) thread_local int largest = 1;

/// In the child, on the one thread that it has.
void after_fork() {
  lost_team = lost_team || has_team;
}

}  // namespace

int team_size(int wanted) noexcept {
  static const int registered = pthread_atfork(nullptr, nullptr, after_fork);
  static_cast<void>(registered);  // without memory for it there is none for a process either
  if (lost_team) return 1;
  has_team = has_team || wanted > 1;
  largest = std::max(largest, wanted);
  return wanted;
}

int largest_team() noexcept {
  return largest;
}

void forget_teams() noexcept {
  largest = 1;
}

bool team_is_lost() noexcept {
  return lost_team;
}

}  // namespace sptune::host
