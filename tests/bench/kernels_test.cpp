// SPDX-License-Identifier: BSD-3-Clause
// sptune-bench as people use it, and its agreement with the sweep's runner.
#include "harness/engine/runner.hpp"
#include "suites/collections/suite.hpp"
#include "tests/harness/matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

namespace sptune::harness {
namespace {

constexpr const char* matrix_id = "stencil2d{n=150,points=5}";

std::filesystem::path bin() {
  const char* variable = std::getenv("SPTUNE_BIN_DIR");
  if (variable != nullptr) return variable;
  return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin";
}

struct Ran {
  int status = 0;
  std::string output;
};

class Bench : public testing::Test {
 protected:
  Ran bench(const std::string& arguments) {
    const std::string out = folder_.path() / "bench.out";
    const std::string command =
        fmt::format("SPTUNE_CACHE='{}' '{}' {} > '{}' 2>&1", (folder_.path() / "cache").string(),
                    (bin() / "sptune-bench").string(), arguments, out);
    Ran run;
    run.status = WEXITSTATUS(std::system(command.c_str()));
    std::ifstream in(out);
    run.output.assign(std::istreambuf_iterator<char>(in), {});
    return run;
  }
  [[nodiscard]] int cached_matrices() const {
    const std::filesystem::path cache = folder_.path() / "cache";
    int count = 0;
    if (!std::filesystem::exists(cache)) return 0;
    for (const auto& file : std::filesystem::recursive_directory_iterator(cache)) {
      count += file.path().extension() == ".bin" ? 1 : 0;
    }
    return count;
  }
  test::MatrixFolder folder_;
};

TEST_F(Bench, help_names_the_flags_of_both) {
  const Ran run = bench("--help");

  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.output, testing::HasSubstr("--sptune_suite="));
  EXPECT_THAT(run.output, testing::HasSubstr("--benchmark_filter="));
}

TEST_F(Bench, lists_one_benchmark_per_configuration_and_matrix_without_loading_any) {
  const Ran run = bench(
      "--benchmark_list_tests --benchmark_filter='spmv/csr' "
      "--sptune_suite='" +
      std::string(matrix_id) + "'");

  EXPECT_EQ(run.status, 0) << run.output;
  EXPECT_THAT(run.output, testing::HasSubstr("spmv/csr{"));
  EXPECT_THAT(run.output, testing::HasSubstr("/f64/manual_time"));
  EXPECT_EQ(cached_matrices(), 0) << "listing must not load";
}

TEST_F(Bench, unknown_flag_is_a_usage_error) {
  const Ran run = bench("--sptune_colour=red");

  EXPECT_EQ(run.status, 2);
  EXPECT_THAT(run.output, testing::HasSubstr("--sptune_suite"));
}

TEST_F(Bench, agrees_with_the_runner_within_noise) {
  suites::Library library(folder_.path() / "cache");
  const auto info = library.info(suites::open_suite(matrix_id).entries.at(0));
  const auto runner = worker_runner(
      [&](const std::string& hash) { return library.binary_path(hash); }, bin() / "sptune-worker");
  Protocol protocol;
  protocol.threads = 1;
  // Least times of many short repetitions and samples: what a busy machine disturbs least. It still
  // may disturb one of the two throughout, so there are ten attempts to agree.
  double ratio = 0;
  for (int attempt = 0; attempt < 10; ++attempt) {
    const Ran run = bench(
        fmt::format("--benchmark_filter='spmv/csr[{{].*threads=0' --benchmark_format=json "
                    "--benchmark_min_time=0.001 --benchmark_repetitions=20 --sptune_threads=1 "
                    "--sptune_suite='{}' 2>/dev/null",
                    matrix_id));
    ASSERT_EQ(run.status, 0) << run.output;
    const auto json = nlohmann::json::parse(run.output);
    const auto& all = json.at("benchmarks");
    ASSERT_FALSE(all.empty());
    const auto name = all[0].at("run_name").get<std::string>();
    double bench_us = std::numeric_limits<double>::infinity();
    for (const auto& b : all) {
      if (b.at("run_name") != name || b.at("run_type") != "iteration") continue;
      ASSERT_FALSE(b.contains("error_occurred")) << b.dump();
      ASSERT_EQ(b.at("time_unit"), "us");
      bench_us = std::min(bench_us, b.at("real_time").get<double>());
    }
    const std::string text = name.substr(5, name.find('}') - 4);
    const Trial t = runner->run(
        {test::configuration(text), test::spmv_problem(info.content_hash), protocol}, 0);
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    ratio = bench_us / summarise(t.samples.at("total")).min;
    if (std::abs(ratio - 1) < 0.25) break;
  }

  EXPECT_NEAR(ratio, 1, 0.25);
}

}  // namespace
}  // namespace sptune::harness
