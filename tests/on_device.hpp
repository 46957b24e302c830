// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "sptune/device.hpp"

#include <gtest/gtest.h>

namespace sptune::test {

/// Tests that need a GPU: skipped, with the reason, where there is none.
class OnDevice : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!cuda::device_info()) GTEST_SKIP() << cuda::device_info().error();
  }
};

}  // namespace sptune::test
