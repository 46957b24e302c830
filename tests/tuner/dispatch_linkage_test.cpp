// SPDX-License-Identifier: BSD-3-Clause
// Applications link the dispatcher: neither the database nor the learner may come along, be it as a
// library that is loaded or as code inside the binary.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
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
                         ::testing::Values("example-multiply", "example-cg", "example-pagerank"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(Examples, the_smallest_gives_the_right_sum_without_a_model) {
  EXPECT_EQ(std::system((program("example-multiply") + " > /dev/null").c_str()), 0);
}

TEST(Examples, conjugate_gradients_agree_tuned_and_untuned) {
  EXPECT_EQ(
      std::system((program("example-cg") + " 'stencil2d{points=5,n=40}' > /dev/null").c_str()), 0);
}

TEST(Examples, page_rank_agrees_tuned_and_untuned) {
  EXPECT_EQ(
      std::system(
          (program("example-pagerank") + " 'rmat{scale=8,edges=4,seed=1}' > /dev/null").c_str()),
      0);
}

TEST(Examples, a_program_in_c_multiplies_sparse_matrices) {
  EXPECT_EQ(std::system((program("example-galerkin") + " > /dev/null").c_str()), 0);
  EXPECT_NE(
      std::system((program("example-galerkin") + " /no/such/model.json 2> /dev/null").c_str()), 0);
}

TEST(Examples, a_missing_file_is_an_error) {
  EXPECT_NE(std::system((program("example-cg") + " /no/such/file.mtx 2> /dev/null").c_str()), 0);
  EXPECT_NE(std::system((program("example-pagerank") + " 2> /dev/null").c_str()), 0);
}

}  // namespace
