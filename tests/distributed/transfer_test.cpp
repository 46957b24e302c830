// SPDX-License-Identifier: BSD-3-Clause
// Rank 0 and a rank that measures for it, where a file or an answer is not what was announced.
#include "harness/engine/not_here.hpp"
#include "suites/collections/suite.hpp"
#include "tests/distributed/world.hpp"
#include "tests/temporary_folder.hpp"

#include "distributed/sweep/remote_runner.hpp"
#include "distributed/sweep/service.hpp"
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

namespace sptune::distributed::test {
namespace {

namespace fs = std::filesystem;

const std::string content_hash = "0123";

MachineOfRank rank_1() {
  MachineOfRank machine;
  machine.rank = 1;
  machine.host = "here";
  return machine;
}

harness::TrialKey some_trial() {
  const Variant* const csr = shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr");
  return {csr->default_configuration(),
          {Operation::spmv, ValueType::f64, content_hash, "", "x", ""},
          {}};
}

std::string failure_of(harness::Runner& runner) {
  try {
    static_cast<void>(runner.run(some_trial(), 0));
    return "nothing";
  } catch (const harness::NotHere& e) {
    return e.what();
  } catch (const DeviceError& e) {
    return e.what();
  } catch (const harness::Stopped&) {
    return "stopped";
  }
}

/// By its size to another one, once that was told: to the runner's request and before the bytes.
void expect_nothing_kept_of(std::uintmax_t resized) {
  const sptune::test::TemporaryFolder folder;  // each rank's own
  const suites::Library library(folder / "cache");
  Post post(world(), 60);
  post.work([&] {
    if (!on_root()) {
      EXPECT_EQ(serve(post, {shipped_catalogue(), library, 0, {}}), ExitCode::success);
      EXPECT_FALSE(fs::exists(library.binary_path(content_hash)));
      return;
    }
    const fs::path file = folder / "a.bin";
    std::ofstream(file) << std::string(5'000'000, 'x');  // two parts
    int asked = 0;
    const auto locate = [&](const std::string& /*hash*/) {
      if (++asked == 3) fs::resize_file(file, resized);
      return file;
    };
    const auto runner = remote_runner(post, rank_1(), locate, {});
    const std::string text = failure_of(*runner);
    EXPECT_NE(text.find("a.bin: was changed while it was sent"), std::string::npos) << text;
    end_others(post, ExitCode::success);
  });
  world().barrier();  // else this post would take in what is for the next one
}

TEST(RemoteRunner, a_file_that_changes_while_it_is_sent_is_not_kept) {
  if (world().size() == 1) GTEST_SKIP() << "two ranks are needed";
  expect_nothing_kept_of(4'500'000);
  expect_nothing_kept_of(5'500'000);
}

/// Rank 1 does not hear the stop for longer than rank 0 waits.
TEST(RemoteRunner, a_late_answer_is_not_taken_for_that_of_the_next_request) {
  if (world().size() != 2) GTEST_SKIP() << "for two ranks";
  Post post(world(), 60);
  post.work([&] {
    if (!on_root()) {
      for (int message = 0; message < 3; ++message) {  // trial, stop, trial
        while (!post.receive(0, 1)) {
        }
      }
      post.send(0, R"({"type": "stopped"})");
      post.send(0, R"({"type": "failed", "message": "the second"})");
      return;
    }
    bool stop = true;
    const auto runner = remote_runner(
        post, rank_1(), [](const std::string&) { return fs::path("none"); }, [&] { return stop; });
    EXPECT_EQ(failure_of(*runner), "stopped");
    stop = false;
    EXPECT_EQ(failure_of(*runner), "rank 1 on here: the second");
  });
  world().barrier();
}

}  // namespace
}  // namespace sptune::distributed::test
