// SPDX-License-Identifier: BSD-3-Clause
// Another program on the one core that is left to this one.
#pragma once

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace sptune::test {

/// Keeps the calling thread, and a child that computes without end, on the core that it runs on.
class BusyCore {
 public:
  BusyCore() {
    const int here = sched_getcpu();
    if (here < 0 || sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(here, &one);
    if (sched_setaffinity(0, sizeof one, &one) != 0) return;
    rival_ = fork();
    if (rival_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      // Again: clang's OpenMP, once it was used, gives a child back the cores that it began with.
      sched_setaffinity(0, sizeof one, &one);
      for (;;) __asm__ volatile("");
    }
  }
  ~BusyCore() {
    if (rival_ > 0) {
      kill(rival_, SIGKILL);
      waitpid(rival_, nullptr, 0);
    }
    EXPECT_EQ(sched_setaffinity(0, sizeof before_, &before_), 0);
  }
  BusyCore(const BusyCore&) = delete;
  BusyCore& operator=(const BusyCore&) = delete;

  [[nodiscard]] bool shared() const { return rival_ > 0; }

 private:
  cpu_set_t before_{};
  pid_t rival_ = -1;
};

}  // namespace sptune::test
