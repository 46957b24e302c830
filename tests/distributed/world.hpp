// SPDX-License-Identifier: BSD-3-Clause
// The ranks that a test program was started with.
#pragma once

#include "sptune/dispatcher.hpp"

#include "distributed/communicator.hpp"

#include <functional>
#include <string>

namespace sptune::distributed::test {

/// All ranks; its messages are short, so that longer ones go in parts.
[[nodiscard]] Communicator& world();
[[nodiscard]] const Dispatcher& dispatcher();
/// That of one thread: ranks share the cores.
[[nodiscard]] Options one_thread();

[[nodiscard]] inline bool on_root() {
  return world().rank() == 0;
}

/// The message of the AgreedError that `job` ends in, empty where it ends in none. Collective:
/// fails where the ranks were told different things.
[[nodiscard]] std::string agreed(const std::function<void()>& job);

}  // namespace sptune::distributed::test
