// SPDX-License-Identifier: BSD-3-Clause
// Seconds where the application has chosen a locale whose decimal point is a comma.
#include "tests/distributed/world.hpp"
#include "tests/temporary_folder.hpp"

#include "distributed/watchdog.hpp"
#include <gtest/gtest.h>

#include <chrono>
#include <clocale>
#include <cstdlib>
#include <string>
#include <thread>

namespace sptune::distributed::test {
namespace {

class LocaleWithComma : public testing::Test {
 protected:
  void SetUp() override {
    const std::string command =
        "localedef -i de_DE -f UTF-8 " + folder_.string() + "/de_DE.UTF-8 >/dev/null 2>&1";
    static_cast<void>(std::system(command.c_str()));
    setenv("LOCPATH", folder_.string().c_str(), 1);
    const bool here = std::setlocale(LC_NUMERIC, "de_DE.UTF-8") != nullptr;
    const std::string why = agreed([&] {  // all ranks, or none
      world().together([&] {
        if (!here) throw UsageError("localedef makes no de_DE here");
      });
    });
    if (!why.empty()) GTEST_SKIP() << why;
  }
  void TearDown() override {
    std::setlocale(LC_NUMERIC, "C");
    unsetenv("LOCPATH");
    unsetenv("SPTUNE_MPI_TIMEOUT");
  }

  const sptune::test::TemporaryFolder folder_;
};

TEST_F(LocaleWithComma, seconds_are_read_and_told_with_a_point) {
  setenv("SPTUNE_MPI_TIMEOUT", "60.5", 1);
  EXPECT_EQ(agreed([&] { const Communicator other(world().handle(), {}); }), "");

  std::string told;
  {
    Watchdog dog(0.2, "somebody", [&](const std::string& line) { told = line; });
    const Watchdog::Watch watch(dog, "a test");
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  EXPECT_NE(told.find("somebody has waited 0.2 s for other ranks"), std::string::npos) << told;
}

}  // namespace
}  // namespace sptune::distributed::test
