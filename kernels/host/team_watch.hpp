// SPDX-License-Identifier: BSD-3-Clause
// How many threads the calling thread has asked for, and whether it can have several, for whoever
// measures or plans what it runs. Apart from team.hpp, which kernels include.
#pragma once

namespace sptune::host {

/// Of the largest team that this thread has asked for (team.hpp) since `forget_teams`; 1: none.
/// Threads that a library takes by itself are not known here.
[[nodiscard]] int largest_team() noexcept;
void forget_teams() noexcept;
/// In a forked child: whatever this thread asks for, regions of its have one thread (team.hpp).
[[nodiscard]] bool team_is_lost() noexcept;

}  // namespace sptune::host
