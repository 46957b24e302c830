// SPDX-License-Identifier: BSD-3-Clause
#include "bench/storing_reporter.hpp"

#include <algorithm>

namespace sptune::bench {
namespace {

db::BenchmarkResult& result_named(std::vector<db::BenchmarkResult>& results,
                                  const std::string& name) {
  const auto found = std::find_if(results.begin(), results.end(),
                                  [&](const auto& result) { return result.name == name; });
  if (found != results.end()) return *found;
  results.emplace_back().name = name;
  return results.back();
}

/// Of one iteration, by the clock that the benchmark is run by: the CPU's unless its name says
/// another.
float microseconds(const benchmark::BenchmarkReporter::Run& run) {
  const double seconds =
      run.run_name.time_type.empty() ? run.cpu_accumulated_time : run.real_accumulated_time;
  return static_cast<float>(1e6 * seconds / static_cast<double>(run.iterations));
}

/// Keeps the mean of what each repetition counted.
void add_counters(db::BenchmarkResult& result, const benchmark::UserCounters& counters) {
  const auto n = static_cast<double>(result.us.size());
  for (const auto& counted : counters) {
    const auto found =
        std::find_if(result.counters.begin(), result.counters.end(),
                     [&](const auto& known) { return known.first == counted.first; });
    if (found == result.counters.end()) {
      result.counters.emplace_back(counted.first, counted.second.value);
    } else {
      found->second += (counted.second.value - found->second) / n;
    }
  }
}

}  // namespace

bool StoringReporter::ReportContext(const Context& context) {
  return display_->ReportContext(context);
}

void StoringReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) continue;
    db::BenchmarkResult& result = result_named(results_, run.run_name.str());
    if (run.error_occurred) {
      result.error = run.error_message;
      continue;
    }
    result.iterations = run.iterations;
    result.us.push_back(microseconds(run));
    add_counters(result, run.counters);
  }
  display_->ReportRuns(runs);
}

}  // namespace sptune::bench
