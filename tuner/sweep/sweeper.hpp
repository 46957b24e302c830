// SPDX-License-Identifier: BSD-3-Clause
// A sweep at work: threads that feed devices, and what they share. Private to the module.
#pragma once

#include "sptune/error.hpp"
#include "tuner/sweep/drift.hpp"
#include "tuner/sweep/handout.hpp"
#include "tuner/sweep/load_monitor.hpp"
#include "tuner/sweep/problem_sweep.hpp"
#include "tuner/sweep/session.hpp"
#include "tuner/sweep/survey.hpp"
#include "tuner/sweep/sweep.hpp"
#include "tuner/sweep/time_left.hpp"
#include "tuner/sweep/turns.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sptune::sweep {

/// What a thread that feeds a device has at hand. It has its turn but for what is done aside.
struct Hand {
  Hand(const Context& shared, const Lane& lane, std::size_t lane_number, std::mutex& turns,
       std::function<bool()> stop)
      : turn(turns),
        runner(lane.runner, turn),
        context{shared.catalogue,   shared.library, runner,          shared.store, shared.hardware,
                shared.environment, shared.sink,    std::move(stop), {},           {},
                shared.drift_matrix},
        device(lane.device),
        number(lane_number),
        own_device(lane.own) {}

  Turn turn;
  RunnerAside runner;
  Context context;
  const std::string& device;
  const std::size_t number;  ///< of its lane
  const bool own_device;     ///< see Lane
  Task task;
  bool postponed = false;   ///< points of it
  double gain = 0;          ///< of its problems, see Prospect
  std::size_t problem = 0;  ///< of the matrix, cache policies told apart
  std::int64_t disturbed_in_a_row = 0;
  bool busy = false;  ///< so many of them that it is given up
};

class Sweeper {
 public:
  Sweeper(Session session, const Context& context);

  Summary work();

 private:
  /// The first error is the one to report, so one while marking the run is dropped; the next writer
  /// takes a run that stays `running` for interrupted anyway.
  void abandon() noexcept;

  /// A resume of a finished sweep found nothing to do, however far it came.
  [[nodiscard]] bool still_finished() const;

  void survey_matrices();

  /// By matrix, of the points that the plan selects, on its occasion.
  [[nodiscard]] std::map<std::string, StoredPoints> points_stored() const;

  /// Whether a matrix was looked at, or cannot be.
  [[nodiscard]] bool reached(std::size_t i) const;
  /// Of what was not looked at the number of trials follows from what is stored of it, as if it had
  /// been: a resume may end before it comes to matrices that are done. `at_once`: from how much.
  void announce_unreached(bool at_once);

  [[nodiscard]] int repetitions() const;

  /// A thread per device; the caller's where there is one device.
  void feed_all();

  void feed(std::size_t number);

  /// Others go on without a device that does not work, or that something else keeps busy.
  void left_out(const Lane& lane, const std::string& why, const std::optional<Task>& task);

  /// A matrix that could not be brought to a device is for others: what was done of it counts.
  void leave_to_others(const Hand& hand, const std::string& why);

  /// The first error is the one to report.
  void give_up();

  /// What another device has in hand may be needed first.
  std::optional<Task> next(Hand& hand);

  void begin_repetition_of(const Task& task);

  /// False when interrupted.
  bool work_on(Hand& hand);

  /// Asked by the threads of all devices, in their turn or not.
  [[nodiscard]] bool stopped() const { return failed_ || (context_.stop && context_.stop()); }

  bool interrupted(Hand& hand);

  /// Whether finalists may be begun that are expected to take so long: what takes longer than a
  /// whole budget is measured where nothing else was.
  bool has_time_for(double seconds);

  /// Infinite without a budget.
  [[nodiscard]] double budget_left_s() const;

  /// The matrix with its plan; `features`: and those.
  struct Prepared {
    suites::MatrixInfo info;
    StoredFeatures features;
    PlannedMatrix planned;
  };
  Prepared prepare(Hand& hand, bool features) const;
  /// To a trial: of the hardware that measures, since this thread may be on spare cores.
  [[nodiscard]] int granted_threads() const;

  /// The matrix in hand as it was looked at, the first time with its features. Nothing where it
  /// cannot be read or is another one by now; told once, and not tried again: what would be
  /// measured from here on is for a resume.
  std::optional<Prepared> read(Hand& hand);
  void lose(const Task& task, const std::string& why);

  /// No more points of it are to come; those that were, stay pending.
  void search_lost(std::size_t i);

  /// The search of a matrix, or a stage of it.
  bool search_on(Hand& hand);

  /// What is stored of a matrix, and told of its problems, once.
  void warn_of_namesakes(const suites::MatrixInfo& info) const;
  void look_at(std::size_t i, const Prepared& prepared);

  /// In a later repetition: the plan of the first one, no new search.
  bool remeasure_on(Hand& hand);
  /// What was left for the end, in all repetitions.
  bool retry_on(Hand& hand);

  bool work_on(Hand& hand, const PlannedMatrix& planned, const suites::MatrixInfo& info,
               ProblemSweep::Retry retry);

  /// Where several sets of cores measure, the others are busy with this very sweep.
  void warn_of_load(const std::string& matrix);

  bool work_on(Hand& hand, const PlannedProblem& problem, harness::CachePolicy cache,
               const std::string& name, ProblemSweep::Retry retry);

  /// Tells of a set that is measured, and expects the rest of its time.
  void show_finalists(const Hand& hand, const FinalistsAt& at, const std::string& name);

  /// What was expected of its problem and not asked for is not to come.
  void search_over(const Hand& hand);

  void left_unloaded(const PlannedProblem& problem, const std::string& name,
                     const ProblemSweep& sweep);

  /// Replaces the estimate for the matrix by the exact number of trials.
  void announce(std::size_t i, const PlannedMatrix& planned);

  void count(std::size_t i, const harness::Trial& trial, double modelled_s,
             const std::string& name);

  void add_times(Hand& hand, std::span<const harness::Trial> trials);

  void report(EventKind kind, const std::string& matrix, const std::string& text,
              const harness::Trial* trial = nullptr) const;

  Session session_;
  const Context& context_;
  std::vector<Lane> lanes_;
  double begun_s_;
  LoadMonitor load_monitor_;

  std::mutex turns_;  ///< of all that follows, but for `failed_`
  std::condition_variable freed_;
  std::atomic<bool> failed_ = false;
  std::exception_ptr trouble_;
  std::size_t left_ = 0;  ///< devices
  Handout handout_;
  TimeLeft time_left_{1, false, 1};
  PointsOfPlan points_;
  bool surveyed_ = false;  ///< to the end of the suite
  std::vector<suites::SuiteEntry> entries_;
  std::vector<suites::MatrixInfo> infos_;  ///< of them
  ProgressTracker tracker_;
  bool newcomers_ = false;   ///< in the suite since the sweep began
  bool progressed_ = false;  ///< a point is known that was not, or finalists were begun
  DriftReference drift_;
  int begun_repetition_ = -1;
  Summary summary_;
  std::map<std::size_t, suites::MatrixInfo> looked_at_;  ///< matrices, as they were then
  std::set<std::size_t> lost_;  ///< those that could not be read, or changed
  /// By matrix: trials expected of each problem, in their order, that are not made.
  std::map<std::size_t, std::vector<std::int64_t>> planned_trials_;
  std::set<std::size_t> cut_;       ///< matrices whose search a budget ended after its floor
  std::set<std::string> unloaded_;  ///< problems, reported once
  /// By problem: all that is pending, points of its search alone, and finalists that a budget was
  /// too short for.
  std::map<std::pair<std::string, harness::CachePolicy>, std::int64_t> pending_, pending_points_,
      late_;
};

}  // namespace sptune::sweep
