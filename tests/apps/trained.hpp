// SPDX-License-Identifier: BSD-3-Clause
// The verbs of training and of what it makes, run as a person runs them.
#pragma once

#include "tests/tuner/train_store_fixture.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace sptune::apps::test {

class LearningVerb : public testing::StoredDataset {
 protected:
  /// Exit code of `sptune <arguments>`; its output is in out_.
  int run(const std::string& arguments) {
    const char* bin = std::getenv("SPTUNE_BIN_DIR");
    const std::string log = (folder_ / "out.txt").string();
    const std::string command = "SPTUNE_CACHE='" + (folder_ / "cache").string() + "' '" +
                                std::string(bin == nullptr ? "." : bin) + "/sptune' " + arguments +
                                " > '" + log + "' 2>&1";
    const int status = std::system(command.c_str());
    std::ifstream in(log);
    std::stringstream text;
    text << in.rdbuf();
    out_ = text.str();
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] bool says(const std::string& what) const {
    return out_.find(what) != std::string::npos;
  }
  std::string model() const { return (folder_ / "model.json").string(); }

  std::string out_;
};

/// With a model that `sptune train` made of 36 matrices, once for all tests of the program:
/// training is what takes long.
class TrainedVerb : public LearningVerb {
 protected:
  void SetUp() override {
    static const std::string text = make();
    std::ofstream(model()) << text;
  }

 private:
  std::string make() {
    fill(testing::synthetic(12, 3, 0.01, 3), {});
    EXPECT_EQ(run("train --no-record --db '" + file() + "' -o '" + model() + "'"), 0) << out_;
    std::ifstream in(model());
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }
};

}  // namespace sptune::apps::test
