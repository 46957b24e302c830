// SPDX-License-Identifier: BSD-3-Clause
// `sptune-distributed tune`: an ordinary sweep whose every run is a product that all ranks share.
#pragma once

#include "apps/sweep_output.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/plan.hpp"

#include "distributed/communicator.hpp"
#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace sptune::apps {

struct TuneOptions {
  sweep::Plan plan;
  std::string db;
  std::vector<std::string> types{"f64"};
  std::vector<std::string> models;
  std::string backend{to_string(all_backends.front())};
  std::string repeat = "whole", grid = "full", search = "exhaustive", disturbed = "keep";
  std::string budget, trial_budget;
  int threads = 0;
  bool no_finalists = false, json = false;
  ProgressOptions progress;
};

/// Adds the verb; what is parsed stands in `options`.
CLI::App& add_tune(CLI::App& app, TuneOptions& options);

/// Collective. Throws AgreedError.
[[nodiscard]] ExitCode tune(distributed::Communicator& ranks, const TuneOptions& options);

}  // namespace sptune::apps
