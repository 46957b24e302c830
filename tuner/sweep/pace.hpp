// SPDX-License-Identifier: BSD-3-Clause
// Time left of a sweep, from the time its parts took so far. Private to the module.
#pragma once

#include "harness/records/trial.hpp"

#include <cstddef>
#include <map>

namespace sptune::sweep {

/// Seconds of a trial without loading the problem, which only the first on a problem pays for.
[[nodiscard]] double net_s(const harness::Trial& trial);

class Pace {
 public:
  /// Times `now_s` are seconds of any one clock.
  Pace(int repetitions, bool finalists) : repetitions_(repetitions), finalists_(finalists) {}

  void begin_repetition(double now_s) { repetition_begun_s_ = now_s; }
  /// A point was searched, in `net` seconds without loading.
  void searched(double net);
  /// So many finalists of the problem in hand were measured after one of `preparations`.
  void repeated(std::size_t points, int preparations, std::size_t finalists);
  /// The problem in hand, of this matrix, is done; its finalists took `finalists_s`.
  void problem_done(std::size_t matrix, double finalists_s);

  /// Seconds left in the first repetition and the later ones. `search_left_s`: of points to search;
  /// `begun` of the matrices are begun.
  [[nodiscard]] double first_repetition_s(double search_left_s, std::size_t begun,
                                          std::size_t matrices, double now_s) const;
  /// The same in a later repetition with `done` of the matrices done; `repetitions_left` follow it.
  [[nodiscard]] double later_repetition_s(std::size_t done, std::size_t matrices,
                                          int repetitions_left, double now_s) const;

 private:
  int repetitions_;
  bool finalists_;
  double repetition_begun_s_ = 0;
  double searched_s_ = 0;                       ///< all problems
  double searched_done_s_ = 0;                  ///< problems whose finalists are done
  double finalists_s_ = 0;                      ///< of those
  std::map<std::size_t, double> finalists_of_;  ///< the same by matrix
  double repeated_ = 0;                         ///< share of the finalists in hand that is done
};

}  // namespace sptune::sweep
