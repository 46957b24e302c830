// SPDX-License-Identifier: BSD-3-Clause
// Workers that are ended from outside: that says nothing of what they measured
// (docs/decisions/007).
#include "harness/environment/environment.hpp"
#include "kernels/api/json_checksum.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/error.hpp"
#include "tests/fault/faults.hpp"

#include <nlohmann/json.hpp>
#include <sys/stat.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace sptune::test {
namespace {

using harness::Outcome;
using harness::Trial;
using testing::HasSubstr;

class Outside : public Faults {
 protected:
  Outside() {
    setenv("SPTUNE_TEST_KILLS", kills_.c_str(), 1);
    setenv("SPTUNE_TEST_LOAD_DEATHS", deaths_.c_str(), 1);
  }
  ~Outside() override {
    unsetenv("SPTUNE_TEST_KILLS");
    unsetenv("SPTUNE_TEST_LOAD_DEATHS");
  }

  /// The variant `killed` dies so often, while it is measured.
  void kill_while_measured(int times) const { std::ofstream(kills_) << times; }
  [[nodiscard]] int kills_left() const {
    int left = -1;
    std::ifstream(kills_) >> left;
    return left;
  }

  /// The next `times` workers that open the matrix get this signal.
  void kill_while_loading(int times, int signal) const {
    std::ofstream(deaths_) << times << ' ' << signal;
  }

  std::filesystem::path kills_ = folder_.path() / "kills";
  std::filesystem::path deaths_ = folder_.path() / "deaths";
};

TEST_F(Outside, a_worker_that_is_killed_while_it_loads_is_replaced) {
  for (const int signal : {SIGKILL, SIGTERM}) {
    kill_while_loading(1, signal);
    runner_ = harness::worker_runner(folder_.locator(), faulty_worker());  // nothing is loaded yet
    expect_good_trial();
  }
}

TEST_F(Outside, one_crash_while_loading_does_not_make_a_problem_unloadable) {
  kill_while_loading(1, SIGSEGV);
  expect_good_trial();
}

TEST_F(Outside, three_deaths_in_a_row_say_nothing_of_the_point) {
  kill_while_loading(3, SIGKILL);
  const Trial t = run(good());

  EXPECT_EQ(t.outcome, Outcome::crashed);
  EXPECT_EQ(t.signal, SIGKILL);
  EXPECT_TRUE(inconclusive(t));
  EXPECT_THAT(t.message, HasSubstr("3 workers in a row that were ended from outside"));
  expect_good_trial();
}

TEST_F(Outside, three_crashes_while_loading_leave_the_problem_alone_and_blame_no_configuration) {
  kill_while_loading(3, SIGSEGV);
  const Trial first = run(good());
  const Trial second = run(good());

  EXPECT_EQ(first.outcome, Outcome::crashed) << first.message;
  EXPECT_EQ(first.stage, "load");
  EXPECT_TRUE(inconclusive(first));
  EXPECT_EQ(second.outcome, Outcome::skipped);
  EXPECT_TRUE(inconclusive(second));
}

/// Bytes that are kept of what workers write.
std::int64_t kept_output() {
  std::int64_t sum = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string name = std::filesystem::read_symlink(entry.path(), gone).string();
    struct stat file {};
    if (name.find("sptune-worker-output") == std::string::npos) continue;
    if (stat(entry.path().c_str(), &file) == 0) sum += std::int64_t{file.st_blocks} * 512;
  }
  return sum;
}

TEST_F(Outside, what_an_earlier_trial_wrote_is_nothing_that_a_worker_died_of) {
  EXPECT_EQ(run(late("prints")).outcome, Outcome::ok);
  EXPECT_LT(kept_output(), std::int64_t{2} << 20U);
  problem_ = spmv_problem(folder_.add(ragged(900, 700)));
  kill_while_loading(3, SIGSEGV);
  const Trial t = run(good());

  EXPECT_EQ(t.outcome, Outcome::crashed) << t.message;
  EXPECT_EQ(t.stage, "load");
}

TEST_F(Outside, a_worker_that_is_killed_while_it_measures_is_replaced) {
  kill_while_measured(2);
  const Trial t = run(fault("killed"));

  EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
  EXPECT_EQ(kills_left(), 0);
}

TEST_F(Outside, deaths_from_outside_are_not_held_against_a_configuration) {
  kill_while_measured(12);
  for (int i = 0; i < 4; ++i) {
    const Trial t = run(fault("killed"));
    EXPECT_EQ(t.outcome, Outcome::crashed);
    EXPECT_TRUE(inconclusive(t));
  }
  EXPECT_EQ(kills_left(), 0);
  EXPECT_EQ(run(fault("killed")).outcome, Outcome::ok);
}

TEST_F(Outside, crashes_of_its_own_are_held_against_it) {
  for (const char* kind : {"abort", "segfault", "exit"}) {
    EXPECT_FALSE(inconclusive(run(fault(kind)))) << kind;
  }
  protocol_.prepare_limit_s = 0.2;
  EXPECT_FALSE(inconclusive(run(fault("hang_in_prepare")))) << "killed by its own watch";
}

TEST_F(Outside, interleaving_is_begun_again_when_its_worker_is_killed) {
  const std::vector<ResolvedConfiguration> list{good(), fault("killed"), fault("none")};
  kill_while_measured(2);
  const auto trials = interleaved(list);

  ASSERT_EQ(trials.size(), 3U);
  for (const Trial& t : trials) {
    EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
    EXPECT_EQ(t.samples.at("total").size(), 6U * harness::samples_per_repetition);
  }
}

TEST_F(Outside, interleaving_whose_worker_is_killed_three_times_blames_nobody) {
  const std::vector<ResolvedConfiguration> list{good(), fault("killed"), fault("none")};
  kill_while_measured(3);
  const auto trials = interleaved(list);

  ASSERT_EQ(trials.size(), 3U);
  for (const Trial& t : trials) {
    EXPECT_EQ(t.outcome, Outcome::crashed);
    EXPECT_TRUE(inconclusive(t));
  }
  for (const Trial& t : interleaved(list)) {
    EXPECT_EQ(t.outcome, Outcome::ok) << t.message;
  }
}

/// As under SIGSTOP, scontrol suspend or a control group's freezer: no turn of the watch for longer
/// than the limit of a stage.
TEST_F(Outside, time_in_which_the_watch_itself_stood_still_is_held_against_nobody) {
  protocol_.load_limit_s = protocol_.prepare_limit_s = 1;
  int turns = 0;
  const auto stand_still = [&] {
    if (turns++ == 0) std::this_thread::sleep_for(std::chrono::seconds(2));
    return false;
  };
  runner_ = harness::worker_runner(folder_.locator(), faulty_worker(), {}, stand_still);
  expect_good_trial();
  EXPECT_GT(turns, 1);

  const Trial hung = run(fault("hang_in_prepare"));
  EXPECT_EQ(hung.outcome, Outcome::timeout) << hung.message;
}

/// A build went on while a sweep runs, or SPTUNE_WORKER names the worker of another one.
TEST_F(Outside, a_worker_of_other_code_ends_the_job) {
  std::vector<Variant> variants = faulty_catalogue(/*broken_canary=*/false).variants();
  for (Variant& v : variants) v.code_hash = "as it was when the sweep began";
  const Catalogue ours(std::move(variants));
  const ResolvedConfiguration c = configuration("good{}", Operation::spmv, Backend::cpu, ours);
  const auto message = [](const auto& job) -> std::string {
    try {
      job();
    } catch (const InputError& e) {
      return e.what();
    }
    return "nothing was thrown";
  };

  const auto other = HasSubstr("found one of another, in which good is other code: start again");
  EXPECT_THAT(message([&] { (void)run(c); }), other);
  EXPECT_THAT(message([&] { (void)interleaved({c, c}); }), other);
  expect_good_trial();
}

TEST_F(Outside, interleaving_ends_at_once_when_it_is_asked_to) {
  const std::vector<ResolvedConfiguration> list{good(), fault("hang_in_prepare")};
  const auto begin = std::chrono::steady_clock::now();
  const auto since = [&] { return std::chrono::steady_clock::now() - begin; };
  const auto trials = interleaved(list, [&] { return since() > std::chrono::milliseconds(300); });

  EXPECT_TRUE(trials.empty());
  EXPECT_LT(since(), std::chrono::seconds(10)) << "the trial's own limit is 20";
  expect_good_trial();
}

TEST_F(Outside, a_trial_under_way_ends_at_once_when_it_is_asked_to) {
  const auto begin = std::chrono::steady_clock::now();
  const auto since = [&] { return std::chrono::steady_clock::now() - begin; };
  runner_ = harness::worker_runner(folder_.locator(), faulty_worker(), {},
                                   [&] { return since() > std::chrono::milliseconds(300); });

  EXPECT_THROW((void)run(fault("hang_in_prepare")), harness::Stopped);
  EXPECT_LT(since(), std::chrono::seconds(10)) << "the trial's own limit is 20";
}

TEST_F(Outside, a_canary_that_is_waited_for_is_given_up_when_it_is_asked_to) {
  const std::filesystem::path mute = folder_.path() / "mute";
  std::ofstream(mute) << "#!/bin/sh\nexec sleep 1000\n";
  std::filesystem::permissions(mute, std::filesystem::perms::owner_all);
  auto begin = std::chrono::steady_clock::now();
  const auto since = [&] { return std::chrono::steady_clock::now() - begin; };
  const auto enough = [&] { return since() > std::chrono::milliseconds(300); };
  runner_ = harness::worker_runner(folder_.locator(), mute, {}, enough);

  EXPECT_THROW((void)run(good()), harness::Stopped) << "without an answer";
  begin = std::chrono::steady_clock::now();
  EXPECT_THROW((void)run(good()), harness::Stopped) << "the next worker has to sing first";
  begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(interleaved({good(), fault("none")}, enough).empty());
  EXPECT_LT(since(), std::chrono::seconds(20)) << "three canaries have 30 each";
}

/// What is measured by a file is stored under the checksum that it had when the environment was
/// captured, whoever reads it when.
TEST_F(Outside, a_policy_file_that_was_exchanged_is_refused) {
  const char* const variable = record_of(Operation::spgemm).policy_variable;
  const std::filesystem::path path = folder_.path() / "policy.json";
  const auto put = [&](const std::string& name) {
    nlohmann::ordered_json json{{"format", 3},
                                {"name", name},
                                {"architecture", "any"},
                                {"count", {{"order", nlohmann::ordered_json::array()}}},
                                {"fill", {{"order", nlohmann::ordered_json::array()}}}};
    json["checksum"] = checksum_of(json);
    std::ofstream(path) << json.dump();
  };
  put("one");
  setenv(variable, path.c_str(), 1);
  harness::Environment environment = harness::capture_environment();
  harness::add_policy_files(environment);
  EXPECT_EQ(run(fault("reads_policy")).outcome, Outcome::ok);
  put("other");
  EXPECT_EQ(run(fault("reads_policy")).outcome, Outcome::ok) << "the worker has read the former";
  EXPECT_EQ(run(fault("segfault")).outcome, Outcome::crashed);
  const Trial t = run(fault("reads_policy"));
  EXPECT_EQ(t.outcome, Outcome::error);
  EXPECT_THAT(t.message, HasSubstr(path.string() + ": another policy than when measuring began"));
  EXPECT_THAT(t.message, HasSubstr("put the former file back and go on, or begin anew"));
  put("one");
  EXPECT_EQ(run(fault("reads_policy")).outcome, Outcome::ok) << "a fresh worker";
  unsetenv(variable);
}

}  // namespace
}  // namespace sptune::test
