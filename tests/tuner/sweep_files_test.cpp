// SPDX-License-Identifier: BSD-3-Clause
// Files that are lost or changed while a sweep is at work: a matter of their matrix alone.
#include "tests/tuner/sweep_fixture.hpp"
#include "tuner/sweep/survey.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace sptune::sweep::test {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

/// `m.mtx` and a generated matrix.
class SweepFilesTest : public SweepTest {
 protected:
  SweepFilesTest() {
    std::ofstream(folder / "tiny.json") << R"({"format": "sptune-suite", "version": 1, "matrices": [
      {"source": "file:m.mtx", "name": "file"},
      {"source": "generate:stencil2d{points=5,n=4}", "name": "small"}]})";
    write("2 2 1\n1 1 1\n");
    plan.operations = {Operation::spmv};
    plan.repetitions = 2;
  }
  void write(const char* entries) const {
    std::ofstream(folder / "m.mtx") << "%%MatrixMarket matrix coordinate real general\n" << entries;
  }
  void lose() const { std::filesystem::remove(folder / "m.mtx"); }
  [[nodiscard]] bool at_file() const {
    const auto last = std::find_if(events.rbegin(), events.rend(),
                                   [](const Event& e) { return e.kind == EventKind::matrix; });
    return last != events.rend() && last->matrix == "file";
  }
  /// Sets of finalists that were measured.
  [[nodiscard]] std::size_t sets() const { return runner.interleaved_calls.size(); }
  [[nodiscard]] auto left_out() const {
    return std::count_if(events.begin(), events.end(),
                         [](const Event& e) { return e.kind == EventKind::left_out; });
  }
};

TEST_F(SweepFilesTest, that_are_there_are_measured_in_every_repetition) {
  const Summary s = start();
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_THAT(s.unreadable, SizeIs(0));
  EXPECT_EQ(sets(), 2 * 2 * preparations);
}

TEST_F(SweepFilesTest, that_are_lost_before_a_later_repetition_are_told) {
  runner.before_interleaved = [this] {
    if (at_file()) lose();
  };
  const Summary s = start();
  ASSERT_THAT(s.unreadable, SizeIs(1));
  EXPECT_EQ(s.unreadable[0].matrix, "file");
  EXPECT_THAT(s.unreadable[0].reason, HasSubstr("m.mtx"));
  EXPECT_EQ(left_out(), 1);
  EXPECT_EQ(sets(), 3 * preparations) << "the other matrix has both";
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");
  runner.before_interleaved = {};
  write("2 2 1\n1 1 1\n");
  EXPECT_EQ(go_on().ending, Ending::finished);
  EXPECT_EQ(sets(), 4 * preparations);
}

/// Once they are read, what was left for the end is measured in every repetition.
TEST_F(SweepFilesTest, that_are_read_are_not_read_again_for_each_repetition) {
  std::size_t sets_of_file = 0;
  const std::size_t disturbed = preparations * 3;  // each is tried three times
  runner.before_interleaved = [&] {
    if (at_file() && ++sets_of_file > disturbed) lose();
  };
  runner.change = [&](harness::Trial& t) {
    const bool among_finalists = t.stop_reason == harness::in_repetitions;
    if (among_finalists && at_file() && sets_of_file <= disturbed) disturb(t);
  };
  const Summary s = start();
  EXPECT_GT(sets_of_file, disturbed);
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_THAT(s.unreadable, SizeIs(0));
}

/// Another matrix than the one that was looked at: nothing of it is in the database yet.
TEST_F(SweepFilesTest, that_change_before_a_later_repetition_are_told) {
  runner.before_interleaved = [this] {
    if (at_file()) write("3 3 2\n1 1 1\n3 3 1\n");
  };
  const Summary s = start();
  ASSERT_THAT(s.unreadable, SizeIs(1));
  EXPECT_EQ(s.unreadable[0].matrix, "file");
  EXPECT_THAT(s.unreadable[0].reason, HasSubstr("changed while it was measured"));
  EXPECT_EQ(left_out(), 1);
  EXPECT_EQ(sets(), 3 * preparations);
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(count("nrows = 3"), 0);
  EXPECT_THAT(go_on().unreadable, SizeIs(0)) << "as it is now it is measured";
}

/// With a budget every matrix gets its first points first; the rest of them are then pending.
TEST_F(SweepFilesTest, that_are_lost_after_their_first_points_leave_points_pending) {
  plan.repetitions = 1;
  plan.limits.budget_s = 100;
  plan.protocol.time_budget_s = 10;  // what the model expects is no less
  plan.protocol.max_samples = 10'000'000;
  runner.before_run = [this](const Configuration&) {
    if (at_file()) lose();
  };
  const Summary s = start();
  ASSERT_THAT(s.unreadable, SizeIs(1));
  EXPECT_EQ(s.unreadable[0].matrix, "file");
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(s.pending, 12 - count("matrix = 'file'"));
  EXPECT_GT(s.pending, 0);
  EXPECT_EQ(events.back().progress.trials_done, events.back().progress.trials);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");
}

/// That they cannot be read says nothing of how many points fit on others.
TEST_F(SweepFilesTest, that_are_lost_first_leave_those_of_others_pending) {
  plan.finalists = false;
  while (names_in(suites::open_suite(plan.suite), plan).front() != "file") ++plan.search.seed;
  stop = [this] { return left_out() > 0; };
  const auto lost_first = [this](bool anew) {
    events.clear();
    db::Store store(file, db::OpenMode::create);
    Context c = context(store);
    c.lanes.push_back({"", runner, [this] { lose(); }});
    return anew ? run(plan, c) : resume("", {}, c);
  };
  const Summary s = lost_first(true);
  EXPECT_EQ(s.ending, Ending::stopped);
  EXPECT_EQ(s.pending, 12);
  write("2 2 1\n1 1 1\n");
  stop = [this] { return runner.calls >= 12 + 5; };
  EXPECT_EQ(go_on().pending, 12 - 5);
  stop = [this] { return left_out() > 0; };
  EXPECT_EQ(lost_first(false).pending, 12 - 5);
}

TEST_F(SweepFilesTest, that_change_after_their_first_points_do_not_end_the_sweep) {
  plan.repetitions = 1;
  plan.limits.budget_s = 100;
  plan.protocol.time_budget_s = 10;
  plan.protocol.max_samples = 10'000'000;
  runner.before_run = [this](const Configuration&) {
    if (at_file()) write("3 3 2\n1 1 1\n3 3 1\n");
  };
  const Summary s = start();
  ASSERT_THAT(s.unreadable, SizeIs(1));
  EXPECT_THAT(s.unreadable[0].reason,
              HasSubstr("2 rows and 1 entries when it was looked at, now 3 rows and 2 entries"));
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(count("matrix = 'small' AND stop_reason <> 'repetitions'"), 12);
}

TEST_F(SweepFilesTest, that_are_lost_while_a_sweep_is_planned_are_left_out) {
  const Forecast f = forecast(plan, {catalogue, library, nullptr, [this](const Event& e) {
                                       if (e.kind == EventKind::matrix && e.matrix == "file")
                                         lose();
                                     }});
  ASSERT_THAT(f.unreadable, SizeIs(1));
  EXPECT_EQ(f.unreadable[0].matrix, "file");
  EXPECT_THAT(f.unreadable[0].reason, HasSubstr("m.mtx"));
  EXPECT_EQ(f.matrices, 1U);
}

/// The matrix that drift is timed on is no part of the plan.
TEST_F(SweepFilesTest, that_drift_is_timed_on_are_missed_once_and_the_sweep_goes_on) {
  db::Store store(file, db::OpenMode::create);
  Context without = context(store);
  without.drift_matrix = "stencil2d{points=6,n=4}";
  const Summary s = run(plan, without);
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_THAT(s.unreadable, SizeIs(0));
  EXPECT_EQ(sets(), 2 * 2 * preparations);
  EXPECT_EQ(std::count_if(events.begin(), events.end(),
                          [](const Event& e) {
                            return e.text.find("drift of the machine is not watched") !=
                                   std::string::npos;
                          }),
            1);
}

TEST_F(SweepFilesTest, are_not_read_any_more_when_the_survey_is_stopped) {
  std::ofstream(folder / "tiny.json") << R"({"format": "sptune-suite", "version": 1, "matrices": [
      {"source": "file:m.mtx", "name": "file"}]})";
  stop = [] { return true; };
  EXPECT_EQ(start().ending, Ending::stopped);
  const std::filesystem::recursive_directory_iterator cache(folder / "cache");
  EXPECT_EQ(
      std::count_if(begin(cache), end(cache), [](const auto& e) { return e.is_regular_file(); }),
      0);
}

/// Told once, not at every look; and what is there again in the middle waits for a resume.
TEST_F(SweepFilesTest, that_could_not_be_read_at_first_are_told_once) {
  int looks = 0;
  stop = [&] {
    if (++looks == 1) lose();  // after the survey
    return false;
  };
  runner.before_interleaved = [this] { write("2 2 1\n1 1 1\n"); };
  const Summary s = start();
  ASSERT_THAT(s.unreadable, SizeIs(1));
  EXPECT_EQ(left_out(), 1);
  EXPECT_EQ(count("matrix = 'file'"), 0);
  EXPECT_EQ(sets(), 2 * preparations);
  EXPECT_THAT(go_on().unreadable, SizeIs(0));
  EXPECT_EQ(count("matrix = 'file' AND stop_reason <> 'repetitions'"), 12);
}

}  // namespace
}  // namespace sptune::sweep::test
