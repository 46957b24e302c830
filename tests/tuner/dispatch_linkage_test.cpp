// SPDX-License-Identifier: BSD-3-Clause
// Applications link the dispatcher: neither the database nor the learner may come along, be it as a
// library that is loaded or as code inside the binary.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>

namespace {

struct CloseProcess {
  void operator()(std::FILE* pipe) const { pclose(pipe); }
};

std::string output_of(const std::string& command) {
  const std::unique_ptr<std::FILE, CloseProcess> pipe(popen(command.c_str(), "r"));
  std::string out;
  std::array<char, 4096> buffer;
  while (pipe && std::fgets(buffer.data(), buffer.size(), pipe.get()) != nullptr) {
    out += buffer.data();
  }
  return out;
}

std::string program(const char* name) {
  const char* folder = std::getenv("SPTUNE_BIN_DIR");
  return std::string(folder == nullptr ? "." : folder) + "/" + name;
}

class Linkage : public ::testing::TestWithParam<const char*> {};

TEST_P(Linkage, loads_neither_database_nor_learner) {
  const std::string libraries = output_of("ldd '" + program(GetParam()) + "' 2>&1");

  ASSERT_NE(libraries.find("libc.so"), std::string::npos) << libraries;
  EXPECT_EQ(libraries.find("sqlite"), std::string::npos) << libraries;
  EXPECT_EQ(libraries.find("xgboost"), std::string::npos) << libraries;
}

TEST_P(Linkage, holds_no_symbol_of_them) {
  const std::string symbols = output_of("nm '" + program(GetParam()) + "' 2>&1");

  ASSERT_NE(symbols.find("Dispatcher"), std::string::npos) << "nm found no dispatcher";
  EXPECT_EQ(symbols.find("sqlite3_"), std::string::npos);
  EXPECT_EQ(symbols.find("XGBooster"), std::string::npos);
  EXPECT_EQ(symbols.find("SQLite"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Examples, Linkage,
                         ::testing::Values("example-multiply", "example-cg", "example-pagerank",
                                           "example-multigrid", "example-clustering"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

/// Exit status of an example, and what it printed.
struct Ran {
  int status;
  std::string out;
};

Ran run(const std::string& arguments) {
  std::string out;
  std::FILE* const pipe = popen((program("example-") + arguments + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) out += buffer.data();
  const int status = pclose(pipe);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out};
}

bool holds(const Ran& ran, const char* text) {
  return ran.out.find(text) != std::string::npos;
}

/// A file that is gone with the test.
class MatrixFile {
 public:
  explicit MatrixFile(const std::string& text)
      : path_(testing::TempDir() + "examples_" + std::to_string(getpid()) + ".mtx") {
    std::ofstream(path_) << text;
  }
  ~MatrixFile() { std::remove(path_.c_str()); }
  MatrixFile(const MatrixFile&) = delete;
  MatrixFile& operator=(const MatrixFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Examples, the_smallest_gives_the_right_sum_without_a_model) {
  EXPECT_EQ(run("multiply").status, 0);
}

TEST(Examples, conjugate_gradients_agree_in_all_ways) {
  const Ran ran = run("cg --compare --repeats 1 'stencil2d{points=5,n=40}'");

  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_TRUE(holds(ran, ": 1600 unknowns, 7840 entries\n")) << ran.out;
  for (const char* way : {"untuned: ", "tuned: ", "probe: ", "async: ", "(the same)"}) {
    EXPECT_TRUE(holds(ran, way)) << way << ran.out;
  }
}

TEST(Examples, page_rank_agrees_tuned_and_untuned) {
  const Ran ran = run("pagerank --repeats 1 'rmat{scale=8,edges=4,seed=1}'");

  EXPECT_EQ(ran.status, 0) << ran.out;
}

TEST(Examples, several_matrices_end_in_a_table) {
  const Ran ran = run("pagerank --repeats 2 'stencil2d{points=5,n=9}' 'stencil2d{points=5,n=12}'");

  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_TRUE(holds(ran, "gain, geometric mean")) << ran.out;
}

TEST(Examples, multigrid_takes_fewer_iterations_than_unknowns_ask_for_without) {
  const auto iterations = [](const Ran& ran) {
    const std::string key = "\"iterations\": ";
    const std::size_t at = ran.out.find(key);
    return at == std::string::npos ? 0 : std::atoi(ran.out.c_str() + at + key.size());
  };
  const Ran small = run("multigrid --json --repeats 1 'stencil2d{points=5,n=20}'");
  const Ran large = run("multigrid --json --repeats 1 'stencil2d{points=5,n=80}'");

  EXPECT_EQ(small.status, 0) << small.out;
  EXPECT_EQ(large.status, 0) << large.out;
  EXPECT_TRUE(holds(large, " levels: 6400 ")) << large.out;
  // Of all five time steps together; 16 times the unknowns take hardly more.
  EXPECT_GT(iterations(small), 5);
  EXPECT_LT(iterations(large), 2 * iterations(small));
}

TEST(Examples, multigrid_coarsens_where_rows_have_many_neighbours) {
  const Ran ran = run("multigrid --repeats 1 --ways untuned 'stencil3d{points=27,n=12}'");

  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_TRUE(holds(ran, " levels: 1728 64")) << ran.out;
}

/// The graph of the manual page of MCL, van Dongen's program, and the clusters that it finds there:
/// {0, 5, 6, 9}, {1, 2, 4} and {3, 7, 8, 10, 11}, counted from 0.
TEST(Examples, clustering_finds_the_clusters_of_a_known_graph) {
  const MatrixFile graph(
      "%%MatrixMarket matrix coordinate pattern symmetric\n12 12 20\n"
      "2 1\n6 1\n7 1\n10 1\n3 2\n5 2\n4 3\n5 3\n8 4\n9 4\n11 4\n7 5\n8 5\n10 6\n10 7\n"
      "9 8\n11 8\n11 9\n12 9\n12 11\n");
  const Ran ran = run("clustering --repeats 1 " + graph.path());

  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_TRUE(holds(ran, ": 12 nodes, 40 edges\n")) << ran.out;
  EXPECT_TRUE(holds(ran, "tuned: 3 clusters, 5 4 3 nodes; first: ")) << ran.out;
}

TEST(Examples, a_program_in_c_multiplies_sparse_matrices) {
  EXPECT_EQ(run("galerkin").status, 0);
  EXPECT_EQ(run("galerkin /no/such/model.json").status, 1);
}

TEST(Examples, what_cannot_be_done_is_said) {
  for (const char* file : {"/no/such/file.mtx", "no-such-file.mtx", "no/such/file"}) {
    const Ran ran = run("cg " + std::string(file));
    EXPECT_EQ(ran.status, 3) << ran.out;
    EXPECT_TRUE(holds(ran, ": no such file")) << ran.out;
  }
  EXPECT_EQ(run("cg 'no-such-generator{n=3}'").status, 2);
  EXPECT_EQ(run("cg " + program("example-cg")).status, 3);
  EXPECT_EQ(run("cg --model /no/such/model.json 'stencil2d{points=5,n=9}'").status, 3);
  EXPECT_EQ(run("multigrid 'random{rows=30,cols=40,mean=3,seed=1}'").status, 3);
  EXPECT_EQ(run("pagerank").status, 2);
  EXPECT_EQ(run("cg --ways sideways 'stencil2d{points=5,n=9}'").status, 2);
  EXPECT_EQ(run("cg --repeats none 'stencil2d{points=5,n=9}'").status, 2);
  EXPECT_EQ(run("cg --ways cusparse 'stencil2d{points=5,n=9}'").status, 2);
  EXPECT_EQ(run("clustering --ways probe 'stencil2d{points=5,n=9}'").status, 2);
  EXPECT_EQ(run("cg --help").status, 0);
  EXPECT_TRUE(holds(run("cg --help"), "generator id such as stencil2d{n=300}"));
  EXPECT_EQ(run("multiply --help").status, 0);
  EXPECT_TRUE(holds(run("multiply --help"), "usage: example-multiply"));
  EXPECT_EQ(run("multiply --model x").status, 2);
}

class ExamplesOnDevice : public ::testing::TestWithParam<const char*> {};

TEST_P(ExamplesOnDevice, agree_with_cusparse) {
  const Ran ran = run(std::string(GetParam()) +
                      " --backend cuda --compare --repeats 1 'stencil2d{points=5,n=60}' "
                      "'rmat{scale=9,edges=8,seed=1}' 'fem{n=8,unknowns=3,seed=1}'");

  if (ran.status == 5 && (holds(ran, "no CUDA device") || holds(ran, "without the CUDA backend"))) {
    GTEST_SKIP() << ran.out;
  }
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_TRUE(holds(ran, "cusparse: ")) << ran.out;
}

INSTANTIATE_TEST_SUITE_P(All, ExamplesOnDevice,
                         ::testing::Values("cg", "pagerank", "multigrid", "clustering"),
                         [](const auto& parameter) { return std::string(parameter.param); });

}  // namespace
