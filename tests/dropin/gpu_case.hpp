// SPDX-License-Identifier: BSD-3-Clause
// A test that needs a GPU, and looks who has answered where the drop-in is there.
#pragma once

#include "tests/dropin/device_csr.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>

namespace sptune::dropin::test {

class GpuCase : public ::testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
      GTEST_SKIP() << "no CUDA device";
    }
    ::testing::internal::CaptureStderr();
    captures_ = true;
  }
  void TearDown() override {
    if (!captures_) return;
    const std::string log = ::testing::internal::GetCapturedStderr();
    std::fputs(log.c_str(), stderr);
    const char* const preloaded = std::getenv("LD_PRELOAD");
    if (preloaded == nullptr ||
        std::string(preloaded).find("libsptune-cusparse") == std::string::npos) {
      return;
    }
    for (const auto& [question, answer] : expected_) {
      EXPECT_THAT(log,
                  ::testing::ContainsRegex(std::string(question).append(".*: ").append(answer)));
    }
  }
  /// With the drop-in, a line of the log has the question and the beginning of the answer.
  void expect_answer(const std::string& question, const std::string& answer) {
    expected_.emplace_back(question, answer);
  }

 private:
  bool captures_ = false;
  std::vector<std::pair<std::string, std::string>> expected_;
};

}  // namespace sptune::dropin::test
