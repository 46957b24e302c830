// SPDX-License-Identifier: BSD-3-Clause
// Choices timed again beside their rivals. The least of many noisy medians lies below what any
// configuration truly does, so a choice that is compared with it looks worse than it is; and a
// choice that was good by luck looks better. Fresh times of both, taken side by side, say what
// either is worth.
#pragma once

#include "db/store.hpp"
#include "harness/engine/runner.hpp"
#include "harness/records/environment.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/holdout/rivals.hpp"
#include "tuner/sweep/passes.hpp"
#include "tuner/sweep/sweep.hpp"

#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sptune::retime {

struct Options {
  std::size_t best = 3;  ///< of the sweep's best, timed beside the choice
  int rounds = sweep::finalist_visits;
  /// Over which preparing is paid, in the evaluation and here.
  double runs = std::numeric_limits<double>::infinity();
  double budget_s = 0;  ///< wall time, asked after every problem timed; 0: no limit
};

/// What timing again works with; all of it outlives the call.
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
      busy_cores;  ///< that others keep busy, asked between matrices; may be empty
};

/// One configuration on one problem, timed again.
struct Time {
  harness::Outcome outcome = harness::Outcome::error;
  double us = 0;  ///< median; 0 unless ok
  double prepare_s = 0;
  [[nodiscard]] bool ok() const { return outcome == harness::Outcome::ok && us > 0; }
};

/// One problem of the data set.
struct Retimed {
  Rivals rivals;
  std::map<std::string, Time> times;  ///< by canonical text; empty where nothing was timed
};

struct Result {
  std::vector<Retimed> problems;         ///< in the order of the data set
  std::size_t wanted = 0;                ///< of them, those that are judged
  std::vector<sweep::Excluded> missing;  ///< matrices that could not be found or loaded, and why
  std::vector<std::string> unknown;      ///< baselines that this program was built without
  bool other_software = false;  ///< compiler, system or libraries are not those of the sweep
  sweep::Ending ending = sweep::Ending::finished;
  std::size_t timed = 0;   ///< problems, by this call
  std::size_t stored = 0;  ///< problems that the store held already, with the same code and rivals
  double seconds = 0;
};

/// Throws InputError where the data set's trials were measured on other hardware, or where a kernel
/// among them is in another state than in `catalogue`. Costs nothing, so that it can be asked
/// before the folds are trained.
void check_same(const db::Store& sweep, const train::Dataset& data, const Catalogue& catalogue,
                const harness::Hardware& hardware);

/// Times the choice of every problem of the evaluation and its rivals in interleaved rounds, as a
/// sweep does with its finalists, problem by problem in the order of the data set (that of hashes:
/// wherever a budget ends, it leaves a fair sample). A problem whose rivals the store holds
/// together, from one earlier call, of the same code, hardware, environment and number of rounds,
/// is not timed again. Throws what `check_same` throws, and DatabaseError when a trial cannot be
/// stored; what is committed stays.
[[nodiscard]] Result retime(const train::Dataset& data, const train::Evaluation& evaluation,
                            const Options& options, const Context& context);

}  // namespace sptune::retime
