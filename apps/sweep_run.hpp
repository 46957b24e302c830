// SPDX-License-Identifier: BSD-3-Clause
// A sweep from a verb: what it needs is opened, its progress and result are shown. For `sptune
// sweep` and for verbs that measure by one.
#pragma once

#include "apps/sweep_lanes.hpp"
#include "apps/sweep_output.hpp"
#include "db/store.hpp"
#include "tuner/sweep/sweep.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <string>

namespace sptune::apps {

struct SweepRun {
  std::string db;
  std::string devices;
  bool in_process = false;
  bool json = false;
  ProgressOptions progress;
  std::shared_ptr<const LaneSource> source;
  std::string resume;   ///< the command that goes on; empty: `sptune sweep resume` of the database
  bool summary = true;  ///< of a sweep that is done, on standard output
  /// Is a sweep done that had to leave out matrices of its suite?
  bool done_without_some = false;
};

void add_progress_options(CLI::App& sub, ProgressOptions& progress);
/// Where and how `sweep run` and `sweep resume` measure.
void add_device_options(CLI::App& sub, SweepRun& run);

/// The command that goes on with a run of the database: it names the run where the newest is
/// another one.
[[nodiscard]] std::string resume_command(const db::Store& store, const std::string& db,
                                         const std::string& run);

/// What stores of verbs do: warnings go to standard error.
[[nodiscard]] db::StoreOptions store_options();

/// Opens what a sweep needs and hands it to `work`. `open` gives the store once everything that can
/// be refused was looked at: a sweep that is refused leaves no database behind. Throws Exit where
/// something is left to be measured.
void run_sweep(const SweepRun& run, const sweep::Plan& plan, const std::function<db::Store()>& open,
               const std::function<sweep::Summary(const sweep::Context&)>& work);

}  // namespace sptune::apps
