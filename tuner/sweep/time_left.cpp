// SPDX-License-Identifier: BSD-3-Clause
#include "tuner/sweep/time_left.hpp"

#include "tuner/sweep/forecast.hpp"

#include <algorithm>

namespace sptune::sweep {
namespace {

/// Of a matrix whose trials are all stored: it is loaded and looked at all the same.
constexpr double least_share = 0.05;
/// What takes longer than expected is not over yet: of the time so far, this much more is expected.
constexpr double overrun = 0.05;
/// From so many matrices on their times are believed; before, the model's, scaled.
constexpr std::size_t believed = 4;

}  // namespace

double net_s(const harness::Trial& trial) {
  if (trial.stage_s.empty()) return trial.wall_s;
  double seconds = 0;
  for (const auto& [stage, s] : trial.stage_s) seconds += stage == "load" ? 0 : s;
  return seconds;
}

SizeFit::Terms SizeFit::terms_of(const MatrixSize& size) {
  return {size.problems, size.rows * 1e-5, size.nnz * 1e-6, size.products * 1e-7};
}

void SizeFit::add(const MatrixSize& size, double seconds) {
  seconds = std::max(seconds, 1e-3);
  const Terms x = terms_of(size);
  for (std::size_t i = 0; i < terms; ++i) {
    products_[i] += x[i];
    for (std::size_t j = 0; j < terms; ++j) squares_[i][j] += x[i] * x[j] / seconds;
  }
  ++count_;
  seconds_ += seconds;
  modelled_s_ += size.modelled_s;
  solve();
}

/// Coordinate descent, from where it ended last.
void SizeFit::solve() {
  constexpr int rounds = 100;
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < terms; ++i) {
      if (squares_[i][i] <= 0) continue;
      double rest = products_[i];
      for (std::size_t j = 0; j < terms; ++j) {
        if (j != i) rest -= squares_[i][j] * factors_[j];
      }
      factors_[i] = std::max(rest / squares_[i][i], 0.0);
    }
  }
}

bool SizeFit::is_believed() const {
  return count_ >= believed;
}

double SizeFit::at(const MatrixSize& size) const {
  if (!is_believed()) {
    return size.modelled_s * (modelled_s_ > 0 ? seconds_ / modelled_s_ : 1);
  }
  const Terms x = terms_of(size);
  double out = 0;
  for (std::size_t i = 0; i < terms; ++i) out += factors_[i] * x[i];
  return out;
}

void TimeLeft::expect(const MatrixSize& size, double share) {
  matrices_.push_back({size, std::max(share, least_share)});
}

void TimeLeft::begin(std::size_t matrix, double now_s) {
  InHand& hand = in_hand_[matrix];
  hand.begun_s = now_s - std::max(hand.paused_s, 0.0);
  hand.paused_s = -1;
}

void TimeLeft::pause(std::size_t matrix, double now_s) {
  InHand& hand = in_hand_[matrix];
  hand.paused_s = now_s - hand.begun_s;
}

/// Until there are whole matrices to learn from, by its own trials: those of a floor are of every
/// variant, and the model's seconds are off by factors.
double TimeLeft::paused_total_s(std::size_t matrix) const {
  const auto found = in_hand_.find(matrix);
  if (found == in_hand_.end()) return expected_s(matrices_[matrix]);  // its device failed
  const InHand& hand = found->second;
  const bool tried = hand.made > 0 && hand.trials > 0;
  return tried && !fit_.is_believed()
             ? by_trials_s(hand, hand.paused_s, std::min(hand.made / hand.trials, 1.0))
             : total_s(matrices_[matrix], hand, hand.paused_s);
}

double TimeLeft::rest_s(std::size_t matrix) const {
  const auto hand = in_hand_.find(matrix);
  const double so_far_s = hand == in_hand_.end() ? 0 : hand->second.paused_s;
  return std::max(paused_total_s(matrix) - so_far_s, 0.0);
}

double TimeLeft::repetition_s(std::size_t matrix) const {
  return finalists_of(paused_total_s(matrix));
}

void TimeLeft::planned(std::size_t matrix, double trials) {
  in_hand_[matrix].trials = trials;
}

void TimeLeft::searched(std::size_t matrix, double net) {
  in_hand_[matrix].searched_s += net;
  in_hand_[matrix].made += 1;
}

void TimeLeft::finalists_done(std::size_t matrix, double seconds) {
  in_hand_[matrix].finalists_s += seconds;
}

void TimeLeft::finalists_at(std::size_t matrix, double share, double expected_s, double now_s) {
  InHand& hand = in_hand_[matrix];
  if (share <= 0) hand.set_begun_s = now_s;
  const bool over = share >= 1;
  hand.set_expected_s = over ? 0 : share > 0 ? (now_s - hand.set_begun_s) / share : expected_s;
}

void TimeLeft::give_back(std::size_t matrix) {
  in_hand_.erase(matrix);
}

void TimeLeft::done(std::size_t matrix, double now_s) {
  Matrix& m = matrices_[matrix];
  const InHand& hand = in_hand_[matrix];
  const double took_s = now_s - hand.begun_s;
  if (m.done == 0) {
    // What it would have taken without what was stored.
    if (m.share > least_share) fit_.add(m.size, took_s / m.share);
    searched_s_ += hand.searched_s;
    finalists_s_ += hand.finalists_s;
    if (hand.searched_s > 0) m.again_s = took_s - hand.searched_s;
  } else {
    m.again_s = took_s;
  }
  ++m.done;
  in_hand_.erase(matrix);
}

double TimeLeft::expected_s(const Matrix& matrix) const {
  return matrix.share * fit_.at(matrix.size);
}

double TimeLeft::share_of_finalists() const {
  if (!finalists_) return 0;
  return searched_s_ > 0 && finalists_s_ > 0 ? finalists_s_ / searched_s_ : finalists_share;
}

double TimeLeft::again_s(const Matrix& matrix) const {
  return matrix.again_s >= 0 ? matrix.again_s : finalists_of(fit_.at(matrix.size));
}

double TimeLeft::finalists_of(double total_s) const {
  const double share = share_of_finalists();
  return total_s * share / (1 + share);
}

/// By its size and, the more trials are made, by what they took.
double TimeLeft::total_s(const Matrix& matrix, const InHand& hand, double so_far_s) const {
  if (matrix.done > 0) return again_s(matrix);
  const double expected = expected_s(matrix);
  const double share = hand.trials > 0 ? std::min(hand.made / hand.trials, 1.0) : 0;
  if (share <= 0) return expected;
  return (1 - share) * expected + share * by_trials_s(hand, so_far_s, share);
}

double TimeLeft::by_trials_s(const InHand& hand, double so_far_s, double share) const {
  const double beside_s = std::max(so_far_s - hand.searched_s - hand.finalists_s, 0.0);
  return beside_s + hand.searched_s / share * (1 + share_of_finalists());
}

double TimeLeft::set_left_s(const InHand& hand, double now_s) {
  if (hand.set_expected_s <= 0) return 0;
  const double so_far = now_s - hand.set_begun_s;
  return std::max(hand.set_expected_s - so_far, overrun * so_far);
}

double TimeLeft::left_s(double now_s) const {
  double left = 0;
  double longest = 0;  // no device shares a matrix with another
  for (std::size_t i = 0; i < matrices_.size(); ++i) {
    const Matrix& m = matrices_[i];
    double first = m.done > 0 ? 0 : expected_s(m);
    int later = repetitions_ - std::max(m.done, 1);
    if (const auto hand = in_hand_.find(i); hand != in_hand_.end()) {
      const double so_far = so_far_s(hand->second, now_s);
      if (m.done > 0) --later;
      first = std::max({total_s(m, hand->second, so_far) - so_far, overrun * so_far,
                        set_left_s(hand->second, now_s)});
    }
    longest = std::max(longest, first);
    left += first + later * again_s(m);
  }
  return std::max(left / lanes_, longest);
}

}  // namespace sptune::sweep
