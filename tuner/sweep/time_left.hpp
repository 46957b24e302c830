// SPDX-License-Identifier: BSD-3-Clause
// Time left of a sweep, from the time that its matrices took so far: loading, search, finalists and
// all. Private to the module.
#pragma once

#include "harness/records/trial.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace sptune::sweep {

/// Seconds of a trial without loading the problem, which only the first on a problem pays for.
[[nodiscard]] double net_s(const harness::Trial& trial);

/// What the time of a matrix follows from, known before it is loaded.
struct MatrixSize {
  double problems = 0;  ///< that are measured on it
  double rows = 0;
  double nnz = 0;
  double products = 0;  ///< of sparse results
  double modelled_s = 0;
};

/// Seconds over sizes: a sum of non-negative multiples, fitted so that relative errors count
/// (which stored sweeps bear out: docs/decisions/031). No matrix says more than another.
class SizeFit {
 public:
  void add(const MatrixSize& size, double seconds);
  [[nodiscard]] double at(const MatrixSize& size) const;
  /// Whether `at` stands on times, not on the model's seconds.
  [[nodiscard]] bool is_believed() const;

 private:
  static constexpr std::size_t terms = 4;
  using Terms = std::array<double, terms>;
  static Terms terms_of(const MatrixSize& size);
  void solve();

  std::array<Terms, terms> squares_{};
  Terms products_{};
  Terms factors_{};
  std::size_t count_ = 0;
  double seconds_ = 0, modelled_s_ = 0;
};

/// Devices measure matrices at the same time; every second of each counts. Times `now_s` are of any
/// one clock.
class TimeLeft {
 public:
  TimeLeft(int repetitions, bool finalists, std::size_t lanes)
      : repetitions_(repetitions), finalists_(finalists), lanes_(static_cast<double>(lanes)) {}

  /// A matrix of the plan, in order. `share` of its trials are not stored yet.
  void expect(const MatrixSize& size, double share);
  /// A device takes it in hand, for the first time or for a later repetition.
  void begin(std::size_t matrix, double now_s);
  /// It is loaded: so many trials are to come.
  void planned(std::size_t matrix, double trials);
  /// A trial was made in `net` seconds without loading.
  void searched(std::size_t matrix, double net);
  /// The finalists of one of its problems took so long.
  void finalists_done(std::size_t matrix, double seconds);
  /// A set of finalists is measured that was expected to take so long; `share` of it is done.
  void finalists_at(std::size_t matrix, double share, double expected_s, double now_s);
  void done(std::size_t matrix, double now_s);
  /// It is in nobody's hand any more, and not done.
  void give_back(std::size_t matrix);
  /// There is a device less for the rest.
  void lose_lane() { --lanes_; }
  /// As give_back, but what was done of it counts when a device takes it in hand again.
  void pause(std::size_t matrix, double now_s);
  /// What the rest of a matrix takes that is paused, and its finalists alone.
  [[nodiscard]] double rest_s(std::size_t matrix) const;
  [[nodiscard]] double repetition_s(std::size_t matrix) const;

  /// Seconds until everything is done, if it goes on as it did.
  [[nodiscard]] double left_s(double now_s) const;

 private:
  struct InHand {
    double begun_s = 0;
    double paused_s = -1;  ///< spent on it when it was put aside; negative: it is in hand
    double trials = 0;     ///< expected
    double made = 0;
    double searched_s = 0;
    double finalists_s = 0;
    double set_begun_s = 0, set_expected_s = 0;  ///< of finalists that are measured now
  };
  struct Matrix {
    MatrixSize size;
    double share = 1;
    int done = 0;         ///< repetitions
    double again_s = -1;  ///< of a later repetition: measured, or what the first one lets expect
  };
  [[nodiscard]] double expected_s(const Matrix& matrix) const;
  [[nodiscard]] double again_s(const Matrix& matrix) const;
  [[nodiscard]] double total_s(const Matrix& matrix, const InHand& hand, double so_far_s) const;
  [[nodiscard]] double paused_total_s(std::size_t matrix) const;
  /// `share` of its trials are made.
  [[nodiscard]] double by_trials_s(const InHand& hand, double so_far_s, double share) const;
  [[nodiscard]] static double so_far_s(const InHand& hand, double now_s) {
    return hand.paused_s >= 0 ? hand.paused_s : now_s - hand.begun_s;
  }
  /// Of the set of finalists that is measured now; 0 where none is.
  [[nodiscard]] static double set_left_s(const InHand& hand, double now_s);
  /// Seconds of finalists over those of the search, until both are known `finalists_share`.
  [[nodiscard]] double share_of_finalists() const;
  /// Their part of a matrix that takes `total_s` in all.
  [[nodiscard]] double finalists_of(double total_s) const;

  int repetitions_;
  bool finalists_;
  double lanes_;
  std::vector<Matrix> matrices_;
  std::map<std::size_t, InHand> in_hand_;
  SizeFit fit_;
  double searched_s_ = 0, finalists_s_ = 0;  ///< of matrices that are done
};

}  // namespace sptune::sweep
