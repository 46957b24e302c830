// SPDX-License-Identifier: BSD-3-Clause
// Events that a sweep reports while it runs. Nothing is printed here: apps print them.
#pragma once

#include "harness/records/trial.hpp"
#include "tuner/sweep/forecast.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sptune::sweep {

enum class EventKind : std::uint8_t {
  reading,    ///< a matrix of the suite is read for its size
  left_out,   ///< a matrix or problem; `text` says why
  warning,    ///< times from `matrix` on may be wrong; `text` says why
  note,       ///< information
  matrix,     ///< a matrix begins
  trial,      ///< a trial was committed
  repeated,   ///< some finalists were measured after a preparation; `text` as of `finalists`
  finalists,  ///< the best of a problem are about to be measured again; `text`: "0 of 7"
  problem,    ///< a problem is done; `text` names its best configuration
};

struct Progress {
  std::size_t matrices_done = 0;  ///< in this pass or repetition
  std::size_t matrices = 0;
  std::int64_t trials_done = 0;  ///< of the plan, those stored by earlier runs included
  std::int64_t trials = 0;       ///< expected in all; an estimate until every matrix was loaded
  double elapsed_s = 0;
  double eta_s = 0;    ///< seconds left, finalists and later repetitions included
  int repetition = 1;  ///< of the collection; finalists are measured in each
  int repetitions = 1;
  bool first_points = false;  ///< a budget's first pass: a few points of every matrix
};

struct Event {
  EventKind kind = EventKind::note;
  std::string matrix;
  std::string text;
  const harness::Trial* trial = nullptr;  ///< of EventKind::trial, valid during the call
  Progress progress;
};

using Sink = std::function<void(const Event&)>;

/// Expected and done work. Expectations come from matrix sizes and are replaced by exact counts as
/// matrices are loaded; seconds are corrected by what trials take.
class ProgressTracker {
 public:
  struct Work {
    std::int64_t trials = 0;
    std::map<Operation, double> seconds;  ///< modelled
  };

  /// What is expected of a matrix that has not been loaded; every configuration is taken to fit.
  void expect(std::size_t matrix, Work work);
  /// The matrix was loaded: this is its work, of which `stored` trials are done already.
  void begin(std::size_t matrix, Work pending, std::int64_t stored);
  /// A trial on it took `measured_s`; 0 modelled seconds for a refusal.
  void trial_done(std::size_t matrix, Operation operation, double modelled_s, double measured_s);
  /// Of a matrix in hand no more trials than these are to come.
  void trials_left(std::size_t matrix, std::int64_t trials);
  /// Forgets what was expected of the matrix.
  void matrix_done(std::size_t matrix);

  [[nodiscard]] Calibration& calibration() { return calibration_; }
  [[nodiscard]] double eta_s() const;
  [[nodiscard]] std::int64_t done() const { return done_; }
  [[nodiscard]] std::int64_t expected() const;
  [[nodiscard]] std::size_t matrices_done() const { return matrices_done_; }
  [[nodiscard]] std::size_t matrices() const { return expected_.size(); }

 private:
  [[nodiscard]] double share() const;

  std::vector<Work> expected_;         ///< by matrix; empty once loaded
  std::map<std::size_t, Work> begun_;  ///< what is left of those in hand
  Calibration calibration_;
  std::int64_t done_ = 0;
  std::int64_t upper_ = 0;  ///< expected before loading, of the matrices loaded so far
  std::int64_t exact_ = 0;  ///< what they turned out to have, or to need
  std::size_t matrices_done_ = 0;
};

}  // namespace sptune::sweep
