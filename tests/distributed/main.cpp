// SPDX-License-Identifier: BSD-3-Clause
// GoogleTest on all ranks: every rank runs every test, rank 0 reports, the others only what fails.
#include "tests/distributed/world.hpp"

#include "distributed/program.hpp"
#include <gtest/gtest.h>

#include <cstdio>
#include <optional>

namespace sptune::distributed::test {
namespace {

std::optional<Communicator> all_ranks;

class FailuresOfOthers : public testing::EmptyTestEventListener {
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (!result.failed()) return;
    std::fprintf(stderr, "%s: %s:%d: %s\n", world().name().c_str(), result.file_name(),
                 result.line_number(), result.message());
  }
};

/// One report: each number of ranks has a name of its own, which is ctest's.
void report_once() {
  auto& listeners = testing::UnitTest::GetInstance()->listeners();
  std::string& output = testing::FLAGS_gtest_output;
  if (world().rank() == 0) {
    if (!output.empty() && output.back() == '/') {
      output += "distributed_test_" + std::to_string(world().size()) + ".xml";
    }
    return;
  }
  output.clear();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new FailuresOfOthers);
}

}  // namespace

Communicator& world() {
  return *all_ranks;
}

const Dispatcher& dispatcher() {
  static const Dispatcher one;
  return one;
}

Options one_thread() {
  Options options;
  options.threads = 1;
  return options;
}

std::string agreed(const std::function<void()>& job) {
  std::string text;
  try {
    job();
  } catch (const AgreedError& e) {
    text = e.what();
  }
  EXPECT_NO_THROW(world().require_equal("messages", text));
  return text;
}

}  // namespace sptune::distributed::test

int main(int argc, char** argv) {
  using namespace sptune::distributed;  // NOLINT(google-build-using-namespace)
  return run_program(
      argc, argv,
      [&](MPI_Comm comm) {
        CommunicatorOptions options;
        options.timeout_s = 60;
        options.chunk_bytes = 40'000;
        test::all_ranks.emplace(comm, options);
        test::report_once();  // before the report is opened
        testing::InitGoogleTest(&argc, argv);
        const int failed = RUN_ALL_TESTS();
        test::all_ranks.reset();
        return failed == 0 ? sptune::ExitCode::success : sptune::ExitCode::internal;
      },
      [](const std::string& line) {
        std::fprintf(stderr, "distributed_test: %s\n", line.c_str());
      });
}
