// SPDX-License-Identifier: BSD-3-Clause
// `sptune features`: what reading and deciding cost.
#include "kernels/api/catalogue.hpp"
#include "tests/apps/trained.hpp"
#include "tests/tuner/model_fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace sptune::apps::test {
namespace {

struct FeaturesVerb : TrainedVerb {};

TEST_F(FeaturesVerb, says_what_reading_and_deciding_cost) {
  const std::string matrices = (folder_ / "matrices").string();
  std::filesystem::create_directory(matrices);
  ASSERT_EQ(run("suite make 'stencil2d{points=5,n=200}' -o '" + matrices + "/a.mtx'"), 0) << out_;
  ASSERT_EQ(run("suite make 'random{rows=500,mean=5}' -o '" + matrices + "/b.mtx'"), 0) << out_;

  EXPECT_EQ(run("features '" + matrices + "' --model '" + model() + "'"), 0) << out_;
  EXPECT_TRUE(says("peak memory of reading, MiB per million")) << out_;
  EXPECT_TRUE(says("whole decision, by what was chosen                2")) << out_;
  EXPECT_TRUE(says("more than 1e5 entries                        matrices")) << out_;
  EXPECT_EQ(run("features '" + matrices + "/a.mtx' --json --model '" + model() + "'"), 0) << out_;
  const auto json = nlohmann::json::parse(out_);
  EXPECT_GT(json.at("reading").at("seconds").get<double>(), 0);
  EXPECT_GT(json.at("reading").at("peak_bytes").get<double>(), 12 * 199200);  // as CSR
  EXPECT_GT(json.at("deciding").at("decide_us"), json.at("deciding").at("predict_us"));
  EXPECT_FALSE(json.at("deciding").at("chosen").get<std::string>().empty());
  EXPECT_EQ(run("features '" + matrices + "' --model /no/such/model.json"), 3) << out_;
  EXPECT_EQ(run("features '" + matrices + "' --summary --json"), 2) << "JSON has all of it";
}

TEST_F(FeaturesVerb, deciding_is_that_of_the_operation) {
  const auto name = [](const char* variant) {
    return shipped_catalogue()
        .find(Operation::spgemm, Backend::cpu, variant)
        ->default_configuration()
        .text();
  };
  model::ModelData data = testing::small_model(name("hash"), name("dense"));
  data.operation = Operation::spgemm;
  const std::string products = (folder_ / "products.json").string();
  std::ofstream(products) << model::to_json(data);
  const std::string features = "features 'random{rows=500,mean=12}' --json --threads 1 ";

  EXPECT_EQ(run(features + "--operation spgemm --model '" + products + "'"), 0) << out_;
  const auto deciding = nlohmann::json::parse(out_).at("deciding");
  const auto chosen = deciding.at("chosen").get<std::string>();
  EXPECT_TRUE(shipped_catalogue().parse(Operation::spgemm, Backend::cpu, chosen)) << chosen;
  EXPECT_GT(deciding.at("run_us").get<double>(), 0);
  EXPECT_EQ(run(features + "--operation spgemm --model '" + model() + "'"), 3) << out_;
  EXPECT_TRUE(says("the model is not one of spgemm on the CPU for f64")) << out_;
  EXPECT_EQ(run(features + "--model '" + products + "'"), 3) << out_;
  EXPECT_TRUE(says("the model is not one of spmv on the CPU for f64")) << out_;
}

}  // namespace
}  // namespace sptune::apps::test
