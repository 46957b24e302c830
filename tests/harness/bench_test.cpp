// SPDX-License-Identifier: BSD-3-Clause
// sptune-bench as people use it, and its agreement with the sweep's runner.
#include "sptune/harness/runner.hpp"
#include "sptune/suites/suite.hpp"
#include "sptune/tests/harness/matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
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
  // A shared machine disturbs one of the two now and then: three attempts to agree.
  double ratio = 0;
  for (int attempt = 0; attempt < 3; ++attempt) {
    const Ran run = bench(fmt::format(
        "--benchmark_filter='spmv/csr.*' --benchmark_format=json --benchmark_min_time=0.02 "
        "--benchmark_repetitions=5 --sptune_threads=1 --sptune_suite='{}' 2>/dev/null",
        matrix_id));
    ASSERT_EQ(run.status, 0) << run.output;
    const auto json = nlohmann::json::parse(run.output);
    double bench_us = 0;
    std::string name;
    for (const auto& b : json.at("benchmarks")) {
      if (b.contains("error_occurred") || b.value("aggregate_name", "") != "median") continue;
      bench_us = b.at("real_time").get<double>();
      name = b.at("run_name").get<std::string>();
      ASSERT_EQ(b.at("time_unit"), "us");
      break;
    }
    ASSERT_GT(bench_us, 0) << run.output;
    const std::string text = name.substr(5, name.find('}') - 4);
    const Trial t = runner->run(Configuration::parse(text).value(), Backend::cpu,
                                test::spmv_problem(info.content_hash), protocol, 0);
    ASSERT_EQ(t.outcome, Outcome::ok) << t.message;
    ratio = bench_us / summarise(t.samples.at("total")).median;
    if (std::abs(std::log(ratio)) < std::log(1.25)) break;
  }

  EXPECT_NEAR(ratio, 1, 0.25);
}

}  // namespace
}  // namespace sptune::harness
