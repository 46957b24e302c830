// SPDX-License-Identifier: BSD-3-Clause
// How long the rest of a sweep will take, from how long its parts took so far. Private to the room.
#pragma once

#include "harness/records/trial.hpp"

#include <cstddef>
#include <map>

namespace sptune::sweep {

/// Seconds of a trial without loading the problem, which only the first on a problem pays for.
[[nodiscard]] double net_s(const harness::Trial& trial);

class Pace {
 public:
  /// `turns` over `matrices`; the times of day are seconds of any one clock.
  Pace(int turns, bool finalists) : turns_(turns), finalists_(finalists) {}

  void begin_turn(double now_s) { turn_begun_s_ = now_s; }
  /// A point was searched, in `net` seconds without loading.
  void searched(double net);
  /// So many finalists of the problem in hand had their share of one of `passes`.
  void visited(std::size_t points, int passes, std::size_t finalists);
  /// The problem in hand, of this matrix, is searched and its finalists, which took so long, are
  /// measured again.
  void problem_done(std::size_t matrix, double finalists_s);

  /// Seconds to go in the first turn and the later ones. `search_left_s`: of points to search;
  /// `begun` of the matrices are begun.
  [[nodiscard]] double first_turn_s(double search_left_s, std::size_t begun, std::size_t matrices,
                                    double now_s) const;
  /// The same in a later turn, `done` of whose matrices are done; `turns_left` follow it.
  [[nodiscard]] double later_turn_s(std::size_t done, std::size_t matrices, int turns_left,
                                    double now_s) const;

 private:
  int turns_;
  bool finalists_;
  double turn_begun_s_ = 0;
  double searched_s_ = 0;                       ///< all problems
  double searched_done_s_ = 0;                  ///< problems whose finalists are done
  double finalists_s_ = 0;                      ///< of those
  std::map<std::size_t, double> finalists_of_;  ///< the same by matrix
  double visited_ = 0;                          ///< share of the finalists in hand that is done
};

}  // namespace sptune::sweep
