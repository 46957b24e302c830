// SPDX-License-Identifier: BSD-3-Clause
// Threads that are awake when the clock starts.
#pragma once

namespace sptune::harness {

/// Wakes as many of OpenMP's threads as a run takes, and returns when all are awake at once, how
/// many there are. Runs that find one of them asleep may go on to be as long as waking it takes: in
/// a virtual machine that is hundreds of microseconds, longer than those that came first wait awake
/// (docs/decisions/008), so that at the next run they sleep in turn. Gives up after `patience_s`;
/// does nothing, and returns 1, for more threads than there are cores.
int awaken(int threads, double patience_s = 0.002);

struct Team {
  int awake = 1;  ///< of its threads, when it was done
  /// Sum over the others that have slept, or had to leave their cores, since the last call: how
  /// long after this one each began.
  double late_s = 0;
};
/// The same for as many threads as are asked for, also where there are fewer cores.
Team awaken_team(int threads, double patience_s);

/// What threads of this process may have waited for a core in all calls so far, seconds, before a
/// clock started, so that no time of a run has it in it: of each the time until it began, which is
/// what waking it took and no less than it waited. A thread that was on its core all the time has
/// waited for none: what it takes to begin, a microsecond or three, times many threads and samples,
/// would pass for much of what others wait. What one waits after it began, while others are still
/// waited for, is not in it.
[[nodiscard]] double awakening_s() noexcept;

}  // namespace sptune::harness
