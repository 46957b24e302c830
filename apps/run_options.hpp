// SPDX-License-Identifier: BSD-3-Clause
// What `sptune run` and `sptune sweep run` share on the command line: what a run is.
#pragma once

#include "harness/records/trial.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/error.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace sptune::apps {

struct RunOptions {
  std::string launch = "stream";
  std::string repeat = "whole";

  void add_to(CLI::App& sub) {
    sub.add_option(
           "--launch", launch,
           "GPU: launch runs one by one, or all runs of a sample as a CUDA graph, which takes less "
           "time per launch; also for baselines")
        ->check(CLI::IsMember({"stream", "graph"}))
        ->capture_default_str();
    sub.add_option(
           "--repeat", repeat,
           "Sparse results: a run computes the whole product, or only its values on a known "
           "pattern; also for baselines")
        ->check(CLI::IsMember({"whole", "values"}))
        ->capture_default_str();
  }

  /// Call after parsing. Throws UsageError where an operation has nothing but values to make.
  void apply_to(harness::Protocol& protocol, const std::vector<Operation>& operations) const {
    protocol.launch = *harness::parse_launch(launch);
    protocol.repeat = *harness::parse_repeat(repeat);
    const bool others = std::any_of(operations.begin(), operations.end(),
                                    [](Operation o) { return !has_sparse_result(o); });
    if (protocol.repeat == harness::Repeat::values && others) {
      throw UsageError(
          "--repeat values is for operations with a sparse result alone: name one (others make "
          "nothing "
          "but values)");
    }
  }
};

}  // namespace sptune::apps
