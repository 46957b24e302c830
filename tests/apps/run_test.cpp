// SPDX-License-Identifier: BSD-3-Clause
// `sptune run` and `sptune list --matrix` as a person calls them.
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

using testing::HasSubstr;

struct Ran {
  int status = 0;
  std::string output;
};

class Verb : public testing::Test {
 protected:
  Ran sptune(const std::string& arguments) {
    const char* variable = std::getenv("SPTUNE_BIN_DIR");
    const std::filesystem::path bin =
        variable != nullptr
            ? std::filesystem::path(variable)
            : std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path() / "bin";
    const std::string out = folder_ / "out";
    const std::string command =
        fmt::format("SPTUNE_CACHE='{}' '{}' {} > '{}' 2>&1", (folder_ / "cache").string(),
                    (bin / "sptune").string(), arguments, out);
    Ran run;
    run.status = WEXITSTATUS(std::system(command.c_str()));
    std::ifstream in(out);
    run.output.assign(std::istreambuf_iterator<char>(in), {});
    return run;
  }
  sptune::test::TemporaryFolder folder_;
};

/// Bounded by counts alone: a budget of time would end earlier on a busy machine.
const std::string quick = " --max-samples 12 --time-budget 60 ";
const std::string quick_several = " --repetitions 6 ";

TEST_F(Verb, run_of_one_prints_its_figures) {
  const Ran r = sptune("run 'stencil2d{n=40,points=5}' 'csr'" + quick);

  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr("95 % of the median"));
  EXPECT_THAT(r.output, HasSubstr("GFLOP/s"));
  EXPECT_THAT(r.output, HasSubstr("of its bound"));
  EXPECT_THAT(r.output, HasSubstr("x it"));
}

TEST_F(Verb, run_of_fewer_than_six_samples_or_repetitions_claims_nothing) {
  Ran r = sptune("run 'stencil2d{n=40,points=5}' csr --max-samples 1");
  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr("] range; 1 sample of "));
  EXPECT_THAT(r.output, HasSubstr("stop: max_samples"));

  r = sptune("run 'stencil2d{n=40,points=5}' csr 'sell{c=8}' --threads 1 --repetitions 1");
  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr(" range "));
  EXPECT_THAT(r.output, HasSubstr("] ambiguous\n"));
  EXPECT_THAT(r.output, HasSubstr("their range: fewer than 6 decide nothing"));
}

TEST_F(Verb, figure_over_the_floor_is_left_out_where_there_is_hardly_a_floor) {
  const Ran r = sptune("run 'stencil2d{n=300,points=5}' csr --threads 1" + quick);

  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr("this is >1000 x it"));
}

TEST_F(Verb, run_of_two_compares_them_interleaved) {
  const Ran r =
      sptune("run 'stencil2d{n=40,points=5}' csr 'csr{threads=1}' --type f32" + quick_several);

  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr("6 repetitions, interleaved"));
  EXPECT_THAT(r.output, testing::ContainsRegex("faster|slower|same|ambiguous"));
}

TEST_F(Verb, no_device_is_one_line_and_the_code_of_devices) {
  for (const std::string& command :
       {"run 'stencil2d{n=40,points=5}' csr_vector --backend cuda" + quick,
        std::string(
            "sweep run --suite 'stencil2d{n=40,points=5}' --backend cuda --db none.sqlite")}) {
    setenv("CUDA_VISIBLE_DEVICES", "", 1);
    const Ran r = sptune(command);
    unsetenv("CUDA_VISIBLE_DEVICES");

    EXPECT_EQ(r.status, 5) << r.output;
    EXPECT_EQ(std::count(r.output.begin(), r.output.end(), '\n'), 1) << r.output;
    EXPECT_THAT(r.output, HasSubstr("--backend cpu"));
  }
}

TEST_F(Verb, run_of_a_product_times_its_phases) {
  const Ran list = sptune("list --operation spgemm --json");
  const auto variants = nlohmann::json::parse(list.output);
  ASSERT_FALSE(variants.empty());
  const auto name = variants[0].at("variant").get<std::string>();

  const Ran r =
      sptune("run 'stencil2d{n=20,points=5}' " + name + " --operation spgemm --in-process" + quick);

  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr("symbolic"));
  EXPECT_THAT(r.output, HasSubstr("numeric"));
}

TEST_F(Verb, run_of_values_alone_has_no_phases) {
  const Ran r =
      sptune("run 'stencil2d{n=20,points=5}' dense --operation spgemm --repeat values" + quick);

  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr("95 % of the median"));
  EXPECT_THAT(r.output, testing::Not(HasSubstr("symbolic")));
}

TEST_F(Verb, values_alone_of_a_vector_are_refused) {
  const Ran r = sptune("run 'stencil2d{n=20,points=5}' csr --repeat values" + quick);

  EXPECT_EQ(r.status, 2) << r.output;
  EXPECT_THAT(r.output, HasSubstr("--repeat values is for operations with a sparse result"));
}

TEST_F(Verb, options_that_would_count_for_nothing_are_refused) {
  const std::string matrix = "'stencil2d{n=20,points=5}'";
  const Ran two = sptune("run " + matrix + " hash --operation spgemm --b-kind at --b " + matrix);
  EXPECT_EQ(two.status, 2) << two.output;
  EXPECT_THAT(two.output, HasSubstr("--b-kind excludes --b"));
  const Ran grid = sptune("run " + matrix + " csr --grid full");
  EXPECT_EQ(grid.status, 2) << grid.output;
  EXPECT_THAT(grid.output, HasSubstr("--grid requires --all"));
}

TEST_F(Verb, run_makes_a_damaged_file_of_the_cache_again) {
  const std::string command = "run 'stencil2d{n=20,points=5}' csr" + quick;
  ASSERT_EQ(sptune(command).status, 0);
  for (const auto& file : std::filesystem::directory_iterator(folder_ / "cache" / "matrices")) {
    std::fstream binary(file.path(), std::ios::binary | std::ios::in | std::ios::out);
    binary.seekp(-3, std::ios::end);
    binary.put('\x07');
  }
  const Ran again = sptune(command);
  EXPECT_EQ(again.status, 0) << again.output;
}

TEST_F(Verb, run_as_json_has_samples_and_comparison) {
  const Ran r =
      sptune("run 'stencil2d{n=40,points=5}' csr 'csr{threads=1}' --json" + quick_several);

  ASSERT_EQ(r.status, 0) << r.output;
  const auto json = nlohmann::json::parse(r.output);
  ASSERT_EQ(json.at("trials").size(), 2U);
  EXPECT_EQ(json["trials"][0].at("outcome"), "ok");
  EXPECT_EQ(json["trials"][0].at("samples").at("total").size(), 18U);
  EXPECT_GT(json["trials"][1].at("against").at("ratio").get<double>(), 0);
}

TEST_F(Verb, run_of_all_shows_refusals_with_their_reason) {
  const Ran r = sptune("run 'stencil2d{n=30,points=5}' --all --threads 1" + quick);

  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr("refused in fit: threads="));
}

TEST_F(Verb, run_of_what_does_not_fit_exits_with_usage) {
  const Ran r = sptune("run 'stencil2d{n=30,points=5}' 'csr{threads=4}' --threads 1" + quick);

  EXPECT_EQ(r.status, 2) << r.output;
  EXPECT_THAT(r.output, HasSubstr("refused in fit"));
}

TEST_F(Verb, run_of_several_speaks_of_no_ratios_where_there_are_none) {
  const std::string matrix = "run 'stencil2d{n=30,points=5}' ";
  const Ran first = sptune(matrix + "'csr{threads=4}' csr --threads 1" + quick_several);
  EXPECT_EQ(first.status, 2) << first.output;
  EXPECT_THAT(first.output, testing::Not(HasSubstr("ratios")));
  EXPECT_THAT(first.output, testing::Not(HasSubstr("repetitions, interleaved")));
}

TEST_F(Verb, run_of_several_says_that_repetitions_are_all_that_ends_it) {
  const std::string several = "run 'stencil2d{n=30,points=5}' csr 'csr{threads=1}' ";
  for (const char* option : {"--max-samples 3", "--time-budget 1", "--confidence-width 0.1"}) {
    const Ran r = sptune(several + option);
    EXPECT_EQ(r.status, 2) << option << "\n" << r.output;
    EXPECT_THAT(r.output, HasSubstr("is for one configuration or --all")) << option;
  }
}

TEST_F(Verb, run_of_one_says_that_it_is_compared_with_nothing) {
  for (const char* option : {"--repetitions 50", "--same-within 0.5"}) {
    const Ran r = sptune("run 'stencil2d{n=30,points=5}' csr " + (option + quick));
    EXPECT_EQ(r.status, 2) << option << "\n" << r.output;
    EXPECT_THAT(r.output, HasSubstr("is for several configurations or --all")) << option;
  }
}

TEST_F(Verb, run_of_an_operation_without_kernels_is_refused) {
  for (const char* backend : {"cpu", "cuda"}) {
    const Ran r = sptune(fmt::format(
        "run 'stencil2d{{n=30,points=5}}' --all --operation distributed_spgemm --backend {}",
        backend));
    EXPECT_EQ(r.status, 2) << r.output;
    EXPECT_THAT(r.output, HasSubstr("this program has no variants of distributed_spgemm"));
  }
}

TEST_F(Verb, run_by_a_graph_is_for_a_gpu) {
  const Ran r = sptune("run 'stencil2d{n=30,points=5}' csr --launch graph" + quick);
  EXPECT_EQ(r.status, 2) << r.output;
  EXPECT_THAT(r.output, HasSubstr("--launch graph is for --backend cuda alone"));
}

TEST_F(Verb, run_of_an_unknown_variant_names_the_known_ones) {
  const Ran r = sptune("run 'stencil2d{n=30,points=5}' 'crs'");

  EXPECT_EQ(r.status, 2);
  EXPECT_THAT(r.output, HasSubstr("unknown variant 'crs'"));
  EXPECT_THAT(r.output, HasSubstr("csr"));
}

TEST_F(Verb, run_without_configuration_says_what_to_give) {
  const Ran r = sptune("run 'stencil2d{n=30,points=5}'");

  EXPECT_EQ(r.status, 2);
  EXPECT_THAT(r.output, HasSubstr("--all"));
}

TEST_F(Verb, run_of_a_missing_file_is_an_input_error) {
  const Ran r = sptune("run nonesuch.mtx csr");

  EXPECT_EQ(r.status, 3) << r.output;
  EXPECT_THAT(r.output, HasSubstr("nonesuch.mtx"));
}

TEST_F(Verb, list_tells_which_configurations_fit_a_matrix) {
  const Ran r = sptune("list --matrix 'stencil2d{n=30,points=5}' --operation spmv --threads 1");

  EXPECT_EQ(r.status, 0) << r.output;
  EXPECT_THAT(r.output, HasSubstr("fits"));
  EXPECT_THAT(r.output, HasSubstr("threads="));
}

}  // namespace
