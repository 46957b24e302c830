// SPDX-License-Identifier: BSD-3-Clause
// Google Benchmark's results on their way to the result database.
#pragma once

#include "db/benchmarks.hpp"

#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

namespace sptune::bench {

/// Shows what --benchmark_format asks for, and keeps every repetition.
class StoringReporter final : public benchmark::BenchmarkReporter {
 public:
  StoringReporter() : display_(benchmark::CreateDefaultDisplayReporter()) {}

  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override { display_->Finalize(); }

  [[nodiscard]] const std::vector<db::BenchmarkResult>& results() const { return results_; }

 private:
  std::unique_ptr<benchmark::BenchmarkReporter> display_;
  std::vector<db::BenchmarkResult> results_;
};

}  // namespace sptune::bench
