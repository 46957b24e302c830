// SPDX-License-Identifier: BSD-3-Clause
// What a handler of signals must not do to the code that it interrupts.
#include "apps/stop_signals.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace sptune::apps {
namespace {

/// A call that failed just before the signal came is asked for its reason just after.
TEST(StopSignals, leave_errno_as_it_was) {
  const auto interrupted = [] {
    catch_stop_signals("stopping\n");
    close(STDERR_FILENO);  // the handler's own writing fails
    errno = EAGAIN;
    raise(SIGTERM);
    _exit(errno == EAGAIN && stop_requested() ? 0 : 1);
  };
  EXPECT_EXIT(interrupted(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace sptune::apps
