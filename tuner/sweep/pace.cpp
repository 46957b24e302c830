// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/pace.hpp"

#include "tuner/sweep/forecast.hpp"

#include <algorithm>

namespace sptune::sweep {

double net_s(const harness::Trial& trial) {
  if (trial.stage_s.empty()) return trial.wall_s;
  double seconds = 0;
  for (const auto& [stage, s] : trial.stage_s) seconds += stage == "load" ? 0 : s;
  return seconds;
}

void Pace::searched(double net) {
  searched_s_ += net;
}

void Pace::repeated(std::size_t points, int preparations, std::size_t finalists) {
  const double all =
      static_cast<double>(preparations) * static_cast<double>(std::max<std::size_t>(finalists, 1));
  repeated_ = std::min(repeated_ + static_cast<double>(points) / all, 1.0);
}

void Pace::problem_done(std::size_t matrix, double finalists_s) {
  finalists_of_[matrix] += finalists_s;
  searched_done_s_ = searched_s_;
  finalists_s_ += finalists_s;
  repeated_ = 0;
}

/// Searching, finalists in the proportion seen so far, and the cost of a matrix besides its trials:
/// loading, features, starting a worker.
double Pace::first_repetition_s(double search_left_s, std::size_t begun, std::size_t matrices,
                                double now_s) const {
  const double beside = std::max(now_s - repetition_begun_s_ - searched_s_ - finalists_s_, 0.0);
  const double to_begin = static_cast<double>(matrices - std::min(begun, matrices));
  double left =
      search_left_s + beside / static_cast<double>(std::max<std::size_t>(begun, 1)) * to_begin;
  if (!finalists_) return left;
  const bool known = searched_done_s_ > 0 && finalists_s_ > 0;
  const double share = known ? finalists_s_ / searched_done_s_ : finalists_share;
  const double in_hand = (searched_s_ - searched_done_s_) * (1 - repeated_);
  const double later = static_cast<double>(repetitions_ - 1) * (searched_s_ + search_left_s);
  left += share * (search_left_s + in_hand + later);
  return left;
}

double Pace::later_repetition_s(std::size_t done, std::size_t matrices, int repetitions_left,
                                double now_s) const {
  const double so_far = now_s - repetition_begun_s_;
  if (finalists_s_ > 0) {  // as in the first repetition
    double behind = 0;     // of matrices that are not begun
    for (auto it = finalists_of_.upper_bound(done); it != finalists_of_.end(); ++it) {
      behind += it->second;
    }
    return std::max(finalists_s_ - so_far, behind) + finalists_s_ * repetitions_left;
  }
  const double all =
      so_far * static_cast<double>(matrices) / static_cast<double>(std::max<std::size_t>(done, 1));
  return std::max(all - so_far, 0.0) + all * repetitions_left;
}

}  // namespace sptune::sweep
