// SPDX-License-Identifier: BSD-3-Clause
// sptune-microbench: how fast the program's own parts are, under Google Benchmark, with all of its
// flags. Kernels are timed by sweeps and by sptune-bench.
//   sptune-microbench --benchmark_filter=dispatch --benchmark_repetitions=10 --sptune_db=b.sqlite
#include "bench/fixtures.hpp"
#include "bench/program.hpp"
#include "bench/storing_reporter.hpp"
#include "harness/environment/environment.hpp"
#include "sptune/error.hpp"

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace sptune;  // NOLINT(google-build-using-namespace): a program of one file

constexpr const char* usage =
    "Flag of this program, beside Google Benchmark's:\n"
    "  [--sptune_db=FILE]    database of results, created when missing; compare versions by\n"
    "                        `sptune query --named benchmarks --db FILE`\n";

/// Takes our flag out of the arguments; Google Benchmark's stay.
std::string take_database(std::vector<char*>& args) {
  constexpr std::string_view flag = "--sptune_db=";
  std::string database;
  std::erase_if(args, [&](const char* arg) {
    const bool ours = std::string_view(arg).starts_with(flag);
    if (ours) database = arg + flag.size();
    return ours;
  });
  return database;
}

void store(const std::string& database, const bench::StoringReporter& reporter) {
  if (reporter.results().empty()) {
    throw UsageError(
        "--sptune_db: no benchmark ran, nothing is stored: --benchmark_filter leaves some, "
        "--benchmark_list_tests and …_aggregates_only give no samples");
  }
  db::Store store(database, db::OpenMode::create);
  db::put_benchmarks(store, harness::capture_hardware(), harness::capture_environment(),
                     reporter.results());
}

void print_usage() {
  apps::print_out("{}\n", usage);
}

int run(std::vector<char*> args) {
  const std::string database = take_database(args);
  if (!bench::read_flags<print_usage>(args)) return static_cast<int>(ExitCode::usage);
  // A file that cannot be written is said before minutes are spent.
  if (!database.empty()) const db::Store early(database, db::OpenMode::create);
  bench::register_device_benchmarks();
  bench::StoringReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  if (!database.empty()) store(database, reporter);
  for (const db::BenchmarkResult& r : reporter.results()) {
    if (!r.error.empty()) throw std::runtime_error("benchmark " + r.name + ": " + r.error);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return bench::program("sptune-microbench", argc, argv, run);
}
