// SPDX-License-Identifier: BSD-3-Clause
#include "apps/stop_signals.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace sptune::apps {
namespace {

volatile std::sig_atomic_t requested = 0;
const char* said = "";  // written before the handler is there

extern "C" void on_stop_signal(int signal_number) {
  if (requested != 0) {
    std::signal(signal_number, SIG_DFL);
    std::raise(signal_number);
    return;
  }
  requested = 1;
  const int of_interrupted = errno;  // code between a call and its look at errno
  // The result does not matter: there is nobody to tell.
  static_cast<void>(write(STDERR_FILENO, said, std::strlen(said)) < 0);
  errno = of_interrupted;
}

}  // namespace

void catch_stop_signals(const char* line) {
  said = line;
  struct sigaction action = {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool stop_requested() noexcept {
  return requested != 0;
}

}  // namespace sptune::apps
