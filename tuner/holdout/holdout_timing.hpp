// SPDX-License-Identifier: BSD-3-Clause
// Hold-out timing: choices and their comparators are measured in new interleaved trials. The
// minimum of many noisy medians is biased low, so a choice compared with it looks worse than it is,
// and a choice that was lucky in the sweep looks better. New trials remove both effects.
#pragma once

#include "db/store.hpp"
#include "harness/engine/runner.hpp"
#include "harness/records/environment.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/holdout/comparators.hpp"
#include "tuner/sweep/interleaved.hpp"
#include "tuner/sweep/sweep.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sptune::holdout {

struct Options {
  std::size_t best = 3;  ///< of the sweep's best, timed with the choice
  int repetitions = sweep::finalist_repetitions;
  /// Over which preparing is paid, in the evaluation and here.
  double runs = std::numeric_limits<double>::infinity();
  double budget_s = 0;  ///< wall time, asked after every problem timed; 0: no limit
  std::optional<double> stage_limit_s = std::nullopt;  ///< see Protocol::limit_stages
};

/// Everything the timing uses; all of it outlives the call.
struct Context {
  const Catalogue& catalogue;  ///< baselines too
  suites::Library& library;
  harness::Runner& runner;
  const db::Store& sweep;  ///< where the data set was read from
  db::Store& store;        ///< where the trials go: another file
  std::string database;    ///< name of the sweep's file, kept with the run
  harness::Hardware hardware;
  harness::Environment environment;
  sweep::Sink sink;            ///< may be empty
  std::function<bool()> stop;  ///< asked between matrices; may be empty
  std::function<double()>
      busy_cores;  ///< used by other programs, asked between matrices; may be empty
};

/// One configuration on one problem.
struct Time {
  harness::Outcome outcome = harness::Outcome::error;
  double us = 0;  ///< median; 0 unless ok
  double prepare_s = 0;
  [[nodiscard]] bool ok() const { return outcome == harness::Outcome::ok && us > 0; }
};

/// One problem of the data set.
struct TimedProblem {
  Comparators comparators;
  std::map<std::string, Time> times;  ///< by canonical text; empty where nothing was timed
};

struct Result {
  std::vector<TimedProblem> problems;    ///< in the order of the data set
  std::size_t wanted = 0;                ///< of them, those that are held out
  std::vector<sweep::Excluded> missing;  ///< matrices that could not be measured again, and why
  std::vector<std::string> unknown;      ///< baselines that this program was built without
  bool other_software = false;  ///< compiler, system or libraries are not those of the sweep
  sweep::Ending ending = sweep::Ending::finished;
  std::size_t timed = 0;  ///< problems, by this call
  std::size_t stored =
      0;  ///< problems that the store held already, with the same code and comparators
  double seconds = 0;
};

/// Throws InputError where the data set's trials were measured on other hardware, or where a kernel
/// among them is in another state than in `catalogue`. Costs nothing, so that it can be asked
/// before the folds are trained.
void check_same(const db::Store& sweep, const train::Dataset& data, const Catalogue& catalogue,
                const harness::Hardware& hardware);

/// Times the choice of every problem of the evaluation and its comparators in interleaved
/// repetitions, as a sweep does its finalists, problem by problem in the order of the data set
/// (that of hashes: wherever a budget ends, it leaves a fair sample). A problem whose comparators
/// the store holds together, from one earlier call, of the same code, hardware, environment and
/// number of repetitions, is not timed again. Throws what `check_same` throws, and DatabaseError
/// when a trial cannot be stored; what is committed stays.
[[nodiscard]] Result time_choices(const train::Dataset& data, const train::Evaluation& evaluation,
                                  const Options& options, const Context& context);

}  // namespace sptune::holdout
