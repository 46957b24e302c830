// SPDX-License-Identifier: BSD-3-Clause
// `sptune features`: what reading and deciding cost.
#include "tests/apps/trained.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

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
}

}  // namespace
}  // namespace sptune::apps::test
