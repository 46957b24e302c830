// SPDX-License-Identifier: BSD-3-Clause
// Benchmarks of the program's own parts, stored beside the trials (docs/decisions/015).
#pragma once

#include "db/store.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sptune::db {

/// One benchmark of a run.
struct BenchmarkResult {
  std::string name;
  std::int64_t iterations = 0;                           ///< that one sample is the mean of
  std::vector<float> us;                                 ///< of one iteration, one per repetition
  std::vector<std::pair<std::string, double>> counters;  ///< mean over the samples
  std::string error;                                     ///< why there are no samples
};

/// Stores a run in one transaction and returns its uuid. `environment` has the commit that a later
/// comparison names. Throws DatabaseError, and UsageError for two results of one name.
std::string put_benchmarks(Store& store, const harness::Hardware& hardware,
                           const harness::Environment& environment,
                           const std::vector<BenchmarkResult>& results);

}  // namespace sptune::db
