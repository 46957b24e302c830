// SPDX-License-Identifier: BSD-3-Clause
// The few facts about this machine that measuring itself needs.
#pragma once

#include "kernels/host/control_groups.hpp"

#include <cstdint>
#include <filesystem>

namespace sptune::harness {

/// Cores that this thread, and what it starts, may run on (cores_here, not what is installed); no
/// more than OpenMP may have threads (OMP_THREAD_LIMIT), at least 1.
[[nodiscard]] int allowed_cores();
/// Of so many cores, how many threads the quotas of the process's control groups keep at work, at
/// least 1: more only wait. `root`: where proc and sys are.
[[nodiscard]] int within_quota(int cores, const std::filesystem::path& root = "/");
/// Bytes of memory: the machine's, or the least limit of the control groups where that is lower.
/// `root`: where proc and sys are.
[[nodiscard]] std::int64_t machine_memory(host::Groups groups = host::Groups::all,
                                          const std::filesystem::path& root = "/");

}  // namespace sptune::harness
