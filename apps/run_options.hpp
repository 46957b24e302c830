// SPDX-License-Identifier: BSD-3-Clause
// What `sptune run` and `sptune sweep run` share on the command line: what a run is.
#pragma once

#include "apps/option_values.hpp"
#include "apps/problem_options.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

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
        ->check(one_of({"stream", "graph"}))
        ->capture_default_str();
    add_repeat(sub, repeat,
               "Sparse results: a run computes the whole product, or only its values on a known "
               "pattern; also for baselines");
  }

  /// Call after parsing. Throws UsageError where an operation has nothing but values to make, and
  /// for a graph of what a CPU runs.
  void apply_to(harness::Protocol& protocol, const std::vector<Operation>& operations,
                Backend backend) const {
    if (launch == "graph" && backend != Backend::cuda) {
      throw UsageError("--launch graph is for --backend cuda alone: a CPU launches nothing");
    }
    protocol.launch = *harness::parse_launch(launch);
    protocol.repeat = repeat_of(repeat, operations);
  }
};

/// `--min-samples` and `--max-samples`; the latter alone counts, however small it is.
inline void add_samples(CLI::App& sub, harness::Protocol& protocol) {
  const auto* least =
      sub.add_option("--min-samples", protocol.min_samples, "Fewest samples of a trial")
          ->check(positive_number());
  sub.add_option("--max-samples", protocol.max_samples, "Most samples of a trial")
      ->check(positive_number());
  sub.parse_complete_callback([least, &protocol] {
    if (least->count() == 0 || protocol.min_samples <= protocol.max_samples) return;
    throw UsageError(
        fmt::format("--min-samples {} is more than --max-samples {}: raise the one or lower the "
                    "other",
                    protocol.min_samples, protocol.max_samples));
  });
}

}  // namespace sptune::apps
