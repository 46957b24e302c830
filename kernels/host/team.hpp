// SPDX-License-Identifier: BSD-3-Clause
// How many threads a parallel region may have, in forked children too.
#pragma once

namespace sptune::host {

/// Threads to ask of OpenMP for a region that `wanted` of them could share. 1 in a process that was
/// forked by a thread which had such a team: libgomp keeps the others for the next region and waits
/// for them there, and fork does not copy them. Threads that are started after the fork have teams
/// of their own.
[[nodiscard]] int team_size(int wanted) noexcept;

}  // namespace sptune::host
