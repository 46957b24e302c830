// SPDX-License-Identifier: BSD-3-Clause
// A first look at the matrices of a suite: order, sizes, and which ones the limits leave out.
// Private to the module.
#pragma once

#include "suites/collections/suite.hpp"
#include "tuner/sweep/progress.hpp"
#include "tuner/sweep/session.hpp"
#include "tuner/sweep/sweep.hpp"
#include "tuner/sweep/time_left.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace sptune::sweep {

struct Survey {
  std::vector<suites::SuiteEntry> entries;  ///< in the order of the sweep
  std::vector<suites::MatrixInfo> infos;    ///< one per entry
  std::vector<Excluded> excluded, unreadable;
  std::vector<std::string> gone;  ///< of Plan::matrices, by name
  bool newcomers = false;         ///< matrices that the sweep did not begin with
  bool stopped = false;           ///< before all were looked at
};

/// Plan::matrices of a sweep that begins: those that `max_matrices` asks for, as far as names tell.
[[nodiscard]] std::vector<std::string> names_in(const suites::Suite& suite, const Plan& plan);
/// Those of Plan::matrices that the suite has no more.
[[nodiscard]] std::vector<std::string> gone_from(const suites::Suite& suite, const Plan& plan);

/// Ends early, with what it has, when `stop` says so.
[[nodiscard]] Survey survey_suite(const Plan& plan, suites::Library& library, const Sink& sink,
                                  const std::function<bool()>& stop);

/// What a plan measures, whatever the matrix.
using PointsOfPlan = std::map<Operation, PlannedPoints>;
[[nodiscard]] PointsOfPlan points_of(const Plan& plan, const Catalogue& catalogue);

/// Work expected of a matrix of which only the sizes are known; every configuration is taken to
/// fit.
struct ExpectedWork {
  ProgressTracker::Work work;
  MatrixSize size;
  double points = 0;  ///< that a search may choose from
};
[[nodiscard]] ExpectedWork expected_work(const suites::MatrixInfo& info, const Plan& plan,
                                         const PointsOfPlan& points);
/// How many of its trials are left, as far as counts tell: which points a search asks for they do
/// not, so that of those that others measured it is taken to ask for its share.
[[nodiscard]] double trials_left(const ExpectedWork& expected, const StoredPoints& stored);

/// The problems of a matrix of which only the sizes are known, as plan_matrix gives them: what does
/// not fit is what `refused` names by canonical text. On a GPU that is asked of the worker, so that
/// all counts as fitting.
[[nodiscard]] std::vector<PlannedProblem> plan_without_matrix(
    const suites::MatrixInfo& info, const Plan& plan, const Catalogue& catalogue,
    const std::function<std::set<std::string>(const harness::ProblemKey&)>& refused);

}  // namespace sptune::sweep
