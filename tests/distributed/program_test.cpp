// SPDX-License-Identifier: BSD-3-Clause
// Programs under mpirun as their user meets them: results, and one line for whatever is wrong.
#include "kernels/spgemm/spgemm.hpp"
#include "sptune/device.hpp"
#include "suites/generators/generators.hpp"
#include "suites/generators/seed_pair.hpp"
#include "suites/io/matrix_market.hpp"
#include "tests/distributed/launch.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace sptune::distributed {
namespace {

namespace fs = std::filesystem;

using test::expect_one_line;
using test::launch;
using test::Ran;

std::string program() {
  return test::program("sptune-distributed");
}

TEST(DistributedProgram, writes_the_product_and_says_what_it_cost) {
  const sptune::test::TemporaryFolder folder;
  const fs::path file = folder / "c.mtx";
  const Ran ran =
      launch("-n 3 " + program() + " multiply 'stencil2d{points=5,n=30}' --scheme ring" +
             " --repeat 1 --json -o " + file.string());
  ASSERT_EQ(ran.code, 0) << ran.text;
  const Csr<double> a = suites::generate("stencil2d{points=5,n=30}").csr;
  const auto reference = spgemm::reference(a.view(), a.view());
  const Csr<double> c = suites::read_matrix_market(file).csr;
  EXPECT_EQ(c.row_offsets, reference.c.row_offsets);
  EXPECT_EQ(c.col_indices, reference.c.col_indices);
  const auto json = nlohmann::json::parse(ran.text);
  EXPECT_EQ(json.at("c").at("nnz"), reference.c.nnz());
  EXPECT_EQ(json.at("ranks").size(), 3U);
  EXPECT_EQ(json.at("scheme"), "ring");
  EXPECT_EQ(json.at("again_s").size(), 1U);
  EXPECT_LT(json.at("imbalance").get<double>(), 1.1);
}

TEST(DistributedProgram, says_which_rank_has_other_threads) {
  const std::string words = program() + " multiply 'stencil2d{points=5,n=30}'";
  const Ran ran =
      launch("-n 1 env OMP_NUM_THREADS=2 " + words + " : -n 1 env OMP_NUM_THREADS=1 " + words);
  expect_one_line(ran, 0, "rank 1 is not like rank 0: threads 1 instead of 2");
}

TEST(DistributedProgram, multiplies_on_gpus_or_says_once_that_there_is_none) {
  const sptune::test::TemporaryFolder folder;
  const fs::path file = folder / "c.mtx";
  const std::string words = "-n 2 " + program() + " multiply 'stencil2d{points=5,n=30}'";
  const Ran ran = launch(words + " --backend cuda --transport pinned --scheme auto --json" +
                         " --repeat 1 -o " + file.string());
  if (!cuda::device_info()) {
    expect_one_line(ran, 5, "CUDA");
    return;
  }
  ASSERT_EQ(ran.code, 0) << ran.text;
  const auto json = nlohmann::json::parse(ran.text);
  EXPECT_EQ(json.at("backend"), "cuda");
  EXPECT_EQ(json.at("transport"), "pinned");
  EXPECT_NE(json.at("scheme"), "auto");
  EXPECT_EQ(json.at("ranks").at(1).at("first_seconds").size(), 5U);
  const Csr<double> a = suites::generate("stencil2d{points=5,n=30}").csr;
  const Csr<double> c = suites::read_matrix_market(file).csr;
  EXPECT_EQ(c.col_indices, spgemm::reference(a.view(), a.view()).c.col_indices);
}

TEST(DistributedProgram, predicts_what_is_then_counted) {
  const std::string matrix = "'stencil2d{points=5,n=30}'";
  const Ran paper = launch("-n 1 " + program() + " predict " + matrix +
                           " --ranks 3,64 --latency 1 --bandwidth 0.001 --json");
  ASSERT_EQ(paper.code, 0) << paper.text;
  const auto forecast = nlohmann::json::parse(paper.text);
  ASSERT_EQ(forecast.size(), 6U);
  EXPECT_EQ(forecast.at(0).at("scheme"), "needed_rows");
  EXPECT_EQ(forecast.at(5).at("ranks"), 64);
  const Ran ran = launch("-n 3 " + program() + " multiply " + matrix + " --json");
  ASSERT_EQ(ran.code, 0) << ran.text;
  const auto counted = nlohmann::json::parse(ran.text);
  std::int64_t received = 0;
  for (const auto& rank : counted.at("ranks")) {
    received += rank.at("bytes_received").get<std::int64_t>();
  }
  EXPECT_EQ(forecast.at(0).at("bytes_received"), received);
  EXPECT_EQ(forecast.at(0).at("imbalance"), counted.at("imbalance"));
  const Ran chosen = launch("-n 2 " + program() + " multiply " + matrix + " --scheme auto --json");
  ASSERT_EQ(chosen.code, 0) << chosen.text;
  EXPECT_NE(nlohmann::json::parse(chosen.text).at("scheme"), "auto");
}

TEST(DistributedProgram, predicts_for_gpus_by_rates_that_are_given_or_measured_there) {
  const std::string words =
      "-n 1 " + program() + " predict 'stencil2d{points=5,n=30}' --ranks 8 --backend cuda";
  const std::string given =
      " --latency 10 --bandwidth 20 --products-per-second 5000 --merged-per-second 9000";
  const Ran paper = launch(words + given + " --local-product 100 --json");
  ASSERT_EQ(paper.code, 0) << paper.text;
  for (const auto& forecast : nlohmann::json::parse(paper.text)) {
    const int products = forecast.at("scheme") == "ring" ? 3 : 1;  // with its own and neighbours'
    EXPECT_GT(forecast.at("multiply_s").get<double>(), products * 1e-4);
    EXPECT_LT(forecast.at("multiply_s").get<double>(), products * 1e-4 + 1e-4);
  }
  const Ran measured = launch(words);
  if (!cuda::device_info()) {
    expect_one_line(measured, 5, "CUDA");
    return;
  }
  EXPECT_EQ(measured.code, 0) << measured.text;
  EXPECT_NE(measured.text.find("rows travel by pinned"), std::string::npos) << measured.text;
}

TEST(DistributedProgram, examines_mpi) {
  const Ran ran = launch("-n 2 " + program() + " doctor --json");
  ASSERT_EQ(ran.code, 0) << ran.text;
  const auto json = nlohmann::json::parse(ran.text);
  EXPECT_EQ(json.at("thread_level"), "MPI_THREAD_SERIALIZED");
  EXPECT_EQ(json.at("links").size(), 1U);
  EXPECT_NE(json.at("nccl").get<std::string>().empty(),
            json.at("nccl_trouble").get<std::string>().empty());
  EXPECT_GT(json.at("links").at(0).at("bytes_per_second").get<double>(), 0);
  const auto threads_with = [](const std::string& environment) {
    const Ran told = launch("-n 2 env " + environment + " " + program() + " doctor --json");
    const std::size_t begin = told.text.find('{');  // the OpenMP library says its own before
    EXPECT_NE(begin, std::string::npos) << told.text;
    return nlohmann::json::parse(told.text.substr(begin)).at("threads_per_rank").get<int>();
  };
  EXPECT_EQ(threads_with("OMP_NUM_THREADS="), threads_with("-u OMP_NUM_THREADS"));
}

TEST(DistributedProgram, says_once_what_is_wrong) {
  expect_one_line(launch("-n 3 " + program() + " multiply nothing.mtx"), 3,
                  "rank 0 of 3: nothing.mtx: expected a readable file");
  expect_one_line(launch("-n 3 " + program() + " multiply --scheme torus x"), 2, "--scheme");
  expect_one_line(launch("-n 1 " + program() + " doctor : -n 2 " + program() + " doctor --json"), 2,
                  "command lines differ: 'doctor' on rank 0, 'doctor --json' on rank 1");
  expect_one_line(launch("-n 2 " + program() + " multiply 'stencil2d{points=5,n=9}' -o /nowhere/c"),
                  3, "/nowhere");
}

TEST(DistributedProgram, replaces_a_matrix_and_nothing_else) {
  const sptune::test::TemporaryFolder folder;
  const std::string words = "-n 2 " + program() + " multiply 'stencil2d{points=5,n=9}' -o ";
  const auto text_of = [](const fs::path& file) {
    std::ostringstream out;
    out << std::ifstream(file).rdbuf();
    return out.str();
  };
  std::ofstream(folder / "thesis.txt") << "years of work";
  expect_one_line(launch(words + (folder / "thesis.txt").string()), 2,
                  "thesis.txt: exists and is no Matrix Market file");
  EXPECT_EQ(text_of(folder / "thesis.txt"), "years of work");
  for (int again = 0; again < 2; ++again) {
    const Ran ran = launch(words + (folder / "c.mtx").string());
    EXPECT_EQ(ran.code, 0) << ran.text;
  }
}

TEST(DistributedProgram, says_of_no_more_threads_than_run) {
  const sptune::test::TemporaryFolder folder;
  const std::string matrix = " 'stencil2d{points=5,n=9}' ";
  const std::string limited = "-n 2 env OMP_THREAD_LIMIT=2 " + program();
  const std::string file = (folder / "t.sqlite").string();
  for (const std::string& words :
       {" multiply" + matrix, " predict" + matrix, " tune" + matrix + "--db " + file + " "}) {
    expect_one_line(launch("-n 2 " + program() + words + "--threads 4096"), 2,
                    "--threads 4096: expected ");
    const Ran ran = launch(limited + words + "--threads 3");
    EXPECT_EQ(ran.code, 2) << ran.text;
    EXPECT_NE(ran.text.find("--threads 3: expected "), std::string::npos) << ran.text;
    EXPECT_FALSE(fs::exists(file)) << words;
  }
}

TEST(DistributedProgram, solves_by_conjugate_gradients) {
  const std::string example =
      std::string(std::getenv("SPTUNE_BIN_DIR")) + "/example-distributed-cg";
  const Ran ran = launch("-n 3 " + example + " 'stencil2d{points=5,n=40}'");
  ASSERT_EQ(ran.code, 0) << ran.text;
  int unknowns = 0;
  int ranks = 0;
  int iterations = 0;
  double residual = 1;
  ASSERT_EQ(std::sscanf(ran.text.c_str(), "%d unknowns on %d ranks: %d iterations, residual %lf",
                        &unknowns, &ranks, &iterations, &residual),
            4)
      << ran.text;
  EXPECT_EQ(unknowns, 1600);
  EXPECT_EQ(ranks, 3);
  EXPECT_LT(iterations, 400);
  EXPECT_LT(residual, 1e-7);
}

/// The reference example's program had entries of C twice, where its borders fell inside rows, and
/// dropped silently what its files had outside the matrix.
TEST(DistributedProgram, multiplies_the_pair_of_the_reference_example) {
  const sptune::test::TemporaryFolder folder;
  const std::string a = (folder / "a.mtx").string();
  const std::string b = (folder / "b.mtx").string();
  const std::string c = (folder / "c.mtx").string();
  suites::write_seed_pair_file(a, suites::SeedPair::a, 1);
  suites::write_seed_pair_file(b, suites::SeedPair::b, 1);
  const std::string words = program() + " multiply " + a + " " + b;
  expect_one_line(launch("-n 3 " + words), 3, "pass --drop-out-of-range");
  const Ran ran = launch("-n 3 " + words + " --drop-out-of-range --balance nnz -o " + c);
  ASSERT_EQ(ran.code, 0) << ran.text;
  const suites::Matrix found = suites::read_matrix_market(c);
  EXPECT_EQ(found.info.report.duplicates_summed, 0);
  const suites::Matrix left = suites::generate("seed_pair_a{seed=1}");
  const suites::Matrix right = suites::generate("seed_pair_b{seed=1}");
  const spgemm::Reference reference = spgemm::reference(left.csr.view(), right.csr.view());
  EXPECT_EQ(found.csr.row_offsets, reference.c.row_offsets);
  EXPECT_EQ(found.csr.col_indices, reference.c.col_indices);
}

TEST(DistributedProgram, with_more_ranks_holds_what_one_cannot) {
#if defined(SPTUNE_SANITIZED)
  GTEST_SKIP() << "sanitizers reserve more memory than any limit leaves";
#endif
  // One rank is short of memory from 140 MB down, four from 90 MB; operands are 4 MB, C is 60.
  const std::string limited = "prlimit --data=120000000 " + program() +
                              " multiply 'random{rows=20000,mean=16}' --scheme ring --threads 1";
  expect_one_line(launch("-n 1 " + limited), 1, "out of memory");
  const Ran ran = launch("-n 4 " + limited);
  EXPECT_EQ(ran.code, 0) << ran.text;
}

TEST(DistributedProgram, a_ring_holds_less_than_all_of_b_on_every_rank) {
#if defined(SPTUNE_SANITIZED)
  GTEST_SKIP() << "sanitizers reserve more memory than any limit leaves";
#endif
  // B is 104 MB, a rank's part of it and of C 26 each. Rank 0, which makes it, is not limited.
  const auto with = [](const std::string& scheme) {
    const std::string words = program() + " multiply 'banded{n=400000,half=0}'" +
                              " 'banded{n=400000,half=10}' --threads 1 --scheme " + scheme;
    return launch("-n 1 " + words + " : -n 3 prlimit --data=200000000 " + words);
  };
  const Ran ring = with("ring --ring-blocks 16");
  EXPECT_EQ(ring.code, 0) << ring.text;
  const Ran all = with("broadcast");
  EXPECT_EQ(all.code, 1) << all.text;
  EXPECT_NE(all.text.find("out of memory"), std::string::npos) << all.text;
}

TEST(DistributedProgram, with_more_ranks_than_rows_says_so) {
  const Ran ran = launch("-n 4 " + program() + " multiply 'stencil2d{points=5,n=1}'");
  EXPECT_EQ(ran.code, 0) << ran.text;
  EXPECT_NE(ran.text.find("3 of 4 ranks have no rows"), std::string::npos) << ran.text;
}

TEST(DistributedFaults, are_one_line_and_no_hang) {
  const auto begun = std::chrono::steady_clock::now();
  expect_one_line(launch("-n 3 " SPTUNE_FAULTS " stuck"), 1,
                  "sptune: rank 0 of 3 has waited 0.4 s for other ranks (a barrier)");
  expect_one_line(launch("-n 3 " SPTUNE_FAULTS " thrown"), 3, "faults: rank 0 alone");
  expect_one_line(launch("-n 3 " SPTUNE_FAULTS " same"), 3, "faults: every rank by itself");
  expect_one_line(launch("-n 3 " SPTUNE_FAULTS " group"), 3,
                  "faults: rank 1 of 2: the last of a group");
  expect_one_line(launch("-n 3 " SPTUNE_FAULTS " gone"), 1,
                  "for other ranks (a word of the rank that leads)");
  expect_one_line(launch("-n 2 " SPTUNE_FAULTS " single"), 2, "found MPI_THREAD_SINGLE");
  const Ran dead = launch("-n 3 " SPTUNE_FAULTS " dead");
  EXPECT_NE(dead.code, 0) << dead.text;
  EXPECT_NE(dead.code, 124) << dead.text;
  EXPECT_NE(dead.text.find("signal 9"), std::string::npos) << dead.text;
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(60));
}

TEST(DistributedFaults, a_rank_killed_in_a_product_ends_the_job) {
  const std::string words =
      program() + " multiply 'stencil2d{points=5,n=60}' --repeat 1000000000 --threads 1";
  const auto begun = std::chrono::steady_clock::now();
  const Ran ran = launch("-n 1 " + words + " : -n 1 timeout -s KILL 0.7 " + words);
  EXPECT_NE(ran.code, 0) << ran.text;
  EXPECT_NE(ran.code, 124) << ran.text;
  EXPECT_NE(ran.text.find("signal 9"), std::string::npos) << ran.text;
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(60));
}

}  // namespace
}  // namespace sptune::distributed
