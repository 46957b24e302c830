// SPDX-License-Identifier: BSD-3-Clause
// Model files where they lie.
#include "tests/temporary_folder.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/model/model.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <string>

namespace sptune::model {
namespace {

TEST(ModelFile, missing_files_and_folders_are_one_line) {
  const auto folder = std::filesystem::temp_directory_path();
  const auto missing = Model::load((folder / "sptune-no-such-model.json").string());
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().find("sptune-no-such-model.json"), std::string::npos);

  EXPECT_FALSE(Model::load(folder.string()));
  EXPECT_EQ(Model::load("").error().find("the path of a model is empty"), 0U);
}

/// Nobody writes into it: to open it would be to wait.
TEST(ModelFile, a_pipe_is_refused_at_once) {
  const test::TemporaryFolder folder;
  const std::string pipe = (folder / "model.json").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const auto model = Model::load(pipe);
  ASSERT_FALSE(model);
  EXPECT_NE(model.error().find(pipe + ": is no plain file"), std::string::npos) << model.error();
}

TEST(ModelFile, loads_from_disk) {
  const test::TemporaryFolder folder;
  const auto path = folder / "model.json";
  std::ofstream(path) << to_json(testing::small_model("csr{}", "sell{}"));

  const auto model = Model::load(path.string());

  ASSERT_TRUE(model) << model.error();
  EXPECT_EQ(model.value()->provenance().uuid, "00000000-0000-4000-8000-000000000001");
  EXPECT_EQ(model.value()->operation(), Operation::spmv);
}

/// Leaves are one text of any length, which is no part of what went wrong.
TEST(ModelFile, of_a_file_cut_within_a_long_text_the_warning_is_short) {
  const test::TemporaryFolder folder;
  const auto path = folder / "model.json";
  model::ModelData large = testing::small_model("csr{}", "sell{}");
  large.provenance.training_query = std::string(20'000, 'x');
  const std::string text = to_json(large);
  const std::size_t cut = text.find("xxx") + 10'000;
  ASSERT_LT(cut, text.size());
  std::ofstream(path) << text.substr(0, cut);

  const auto model = Model::load(path.string());

  ASSERT_FALSE(model);
  EXPECT_LT(model.error().size(), 400U);
  EXPECT_NE(model.error().find("line "), std::string::npos) << model.error();
  EXPECT_NE(model.error().find("missing closing quote"), std::string::npos) << model.error();
}

}  // namespace
}  // namespace sptune::model
