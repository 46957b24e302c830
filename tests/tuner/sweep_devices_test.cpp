// SPDX-License-Identifier: BSD-3-Clause
// A sweep on several devices at once: matrices are shared out, the database has one writer.
#include "harness/engine/not_here.hpp"
#include "harness/environment/cores.hpp"
#include "harness/environment/devices.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/error.hpp"
#include "tuner/sweep/handout.hpp"
#include "tuner/sweep/sweep.hpp"

#include "sweep_fixture.hpp"
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <set>
#include <thread>

namespace sptune::sweep::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Makes sure that no matrix is in two hands, and that devices do measure at the same time.
struct Watch {
  std::mutex busy;
  std::multiset<std::string> matrices;
  std::size_t most = 0;
  bool twice = false;
  int patience = 2000;
  /// While no two have been at work: a busy machine may give one of them no core for long.
  bool alone() {
    const std::lock_guard lock(busy);
    return most < 2 && patience-- > 0;
  }
};

class WatchedRunner final : public harness::Runner {
 public:
  explicit WatchedRunner(Watch& watch) : watch_(watch) {}
  harness::Trial run(const harness::TrialKey& key, double best_us) override {
    const std::string& matrix = key.problem.a_hash;
    memory_limit = key.protocol.memory_limit;
    {
      const std::lock_guard lock(watch_.busy);
      watch_.matrices.insert(matrix);
      watch_.twice |= watch_.matrices.count(matrix) > 1;
      watch_.most = std::max(watch_.most, watch_.matrices.size());
    }
    do {
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    } while (watch_.alone());
    {
      const std::lock_guard lock(watch_.busy);
      watch_.matrices.erase(watch_.matrices.find(matrix));
    }
    if (lost_after-- == 0) throw DeviceError("the device is lost");
    if (!can_have_any) throw harness::NotHere("no room");
    return fake.run(key, best_us);
  }
  std::vector<harness::Trial> interleaved(const std::vector<ResolvedConfiguration>& configurations,
                                          const harness::ProblemKey& problem,
                                          const harness::Protocol& protocol, int repetitions,
                                          const harness::Stop& stop) override {
    return fake.interleaved(configurations, problem, protocol, repetitions, stop);
  }

  FakeRunner fake;
  int lost_after = -1;
  bool can_have_any = true;  ///< matrices
  std::int64_t memory_limit = 0;

 private:
  Watch& watch_;
};

struct Threaded {
  int threads = 0;
  friend constexpr bool operator==(const Threaded&, const Threaded&) = default;
};

/// With the axis `threads` of CPU variants.
Variant threaded_variant() {
  constexpr auto config_space =
      free_space<Threaded>(axis("threads", &Threaded::threads, {0, 1, 4}, "of the fake"));
  const VariantFacts facts{.name = "threaded", .summary = "fake", .source = "test"};
  Variant v = make_variant<SpmvProblem>(
      facts, config_space,
      [](const Threaded& c, const SpmvProblem& p) {
        return host::fit_threads(c.threads, p.resources);
      },
      [](const Threaded&, const SpmvProblem&) -> std::unique_ptr<sptune::Plan> {
        throw std::logic_error("a fake has no plan");
      });
  v.code_hash = "hash of threaded";
  return v;
}

struct SweepDevicesTest : SweepTest {
  SweepDevicesTest() {
    std::ofstream(folder / "tiny.json") << R"({
      "format": "sptune-suite", "version": 1, "name": "tiny", "description": "for tests", "matrices": [
      {"source": "generate:stencil2d{points=5,n=4}", "name": "a", "group": "a"},
      {"source": "generate:stencil2d{points=5,n=5}", "name": "b", "group": "b"},
      {"source": "generate:stencil2d{points=5,n=6}", "name": "c", "group": "c"},
      {"source": "generate:stencil2d{points=5,n=7}", "name": "d", "group": "d"},
      {"source": "generate:stencil2d{points=5,n=8}", "name": "e", "group": "e"}]})";
    plan.operations = {Operation::spmv};
  }
  [[nodiscard]] Summary on(std::vector<WatchedRunner*> devices, bool anew = true) {
    db::Store store(file, db::OpenMode::create);
    Context c = context(store);
    for (std::size_t i = 0; i < devices.size(); ++i) {
      c.lanes.push_back({"device " + std::to_string(i), *devices[i], {}});
    }
    return anew ? run(plan, c) : resume("", {}, c);
  }
  [[nodiscard]] int calls() const { return first.fake.calls + second.fake.calls; }
  [[nodiscard]] bool late() const { return std::chrono::steady_clock::now() > deadline; }
  /// More than a device is busy for.
  static std::string many_matrices() {
    std::string entries;
    for (int n = 5; n < 25; ++n) {
      entries += fmt::format(
          R"({}{{"source": "generate:stencil2d{{points=5,n={}}}", "name": "m{}", "group": "m"}})",
          entries.empty() ? "" : ", ", n, n);
    }
    return R"({"format": "sptune-suite", "version": 1, "name": "tiny", "description": "for tests",
      "matrices": [)" +
           entries + "]}";
  }

  std::chrono::steady_clock::time_point deadline =
      std::chrono::steady_clock::now() + std::chrono::seconds(60);
  Watch watch;
  WatchedRunner first{watch}, second{watch};
};

TEST_F(SweepDevicesTest, every_trial_is_made_once_at_the_same_time_and_says_where) {
  plan.repetitions = 2;
  const Summary s = on({&first, &second});

  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.devices, 2U);
  EXPECT_EQ(s.matrices, 5U);
  EXPECT_FALSE(watch.twice);
  EXPECT_EQ(watch.most, 2U);
  EXPECT_GT(first.fake.calls, 0);
  EXPECT_GT(second.fake.calls, 0);
  EXPECT_EQ(calls(), 5 * 12 - 4 * 3) << "speed=4 is refused on four matrices";
  const db::Table devices = query(
      "SELECT device, count(*) AS n FROM place JOIN trial USING (trial_id) WHERE outcome <> "
      "'refused' "
      "AND stop_reason <> 'repetitions' GROUP BY device");
  ASSERT_EQ(devices.rows.size(), 2U);
  EXPECT_EQ(devices.text(0, "device"), "device 0");
  EXPECT_EQ(devices.number(0, "n"), first.fake.calls);
  EXPECT_EQ(query("SELECT DISTINCT device, problem_id FROM place JOIN trial USING (trial_id) WHERE "
                  "stop_reason <> 'repetitions'")
                .rows.size(),
            5U)
      << "a search stays on its device";
  EXPECT_EQ(first.fake.interleaved_calls.size() + second.fake.interleaved_calls.size(),
            2 * 5 * preparations);
  EXPECT_EQ(
      query("SELECT count(ended) AS n, count(DISTINCT ended) AS d, max(ended) AS m FROM place")
          .number(0, "m"),
      count("1"));
  // In the end every estimate is exact.
  EXPECT_EQ(events.back().progress.trials_done, events.back().progress.trials);
  EXPECT_EQ(on({&first}, false).trials, 0) << "resumed on one device";
}

/// As of a rank on another host, whose lane reads matrices on a core that nothing is measured on.
TEST_F(SweepDevicesTest, what_fits_is_judged_by_the_cores_that_measure_not_by_those_of_the_thread) {
  catalogue = Catalogue({threaded_variant()});
  plan.limits.max_matrices = 1;
  db::Store store(file, db::OpenMode::create);
  Context c = context(store);
  c.lanes.push_back({"remote", first.fake, [] {
                       harness::enter({"spare cores", -1, {harness::cores_here().front()}});
                     }});
  c.lanes.push_back({"idle", second.fake, c.lanes.front().enter});
  EXPECT_EQ(run(plan, c).ending, Ending::finished);
  EXPECT_EQ(count("outcome = 'ok' AND configuration = 'threaded{threads=1}' AND newest = 1"), 1);
  EXPECT_EQ(count("outcome = 'refused'"), 1);
  EXPECT_EQ(count("outcome = 'refused' AND message LIKE 'threads=4 is not below the 4 granted%'"),
            1);
  EXPECT_EQ(query("SELECT value FROM matrix_feature JOIN feature_def USING (feature_id) "
                  "WHERE name = 'threads'")
                .number(0, "value"),
            4);
}

TEST_F(SweepDevicesTest, a_matrix_that_a_device_cannot_have_is_for_others) {
  plan.repetitions = 2;
  second.can_have_any = false;
  const Summary s = on({&first, &second});
  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.pending, 0);
  EXPECT_TRUE(s.unreadable.empty());
  EXPECT_EQ(s.devices_left_out, 0U);
  EXPECT_EQ(first.fake.calls, 5 * 12 - 4 * 3);
}

TEST_F(SweepDevicesTest, a_matrix_that_no_device_can_have_stays_pending) {
  first.can_have_any = second.can_have_any = false;
  const Summary s = on({&first, &second});
  EXPECT_EQ(s.ending, Ending::incomplete);
  EXPECT_EQ(s.unreadable.size(), 5U);
  EXPECT_GT(s.pending, 0);
}

TEST_F(SweepDevicesTest, workers_may_take_what_the_machines_that_measure_have) {
  plan.limits.max_matrices = 1;
  constexpr std::int64_t a_megabyte = 1 << 20;
  db::Store store(file, db::OpenMode::create);
  Context c = context(store);
  c.lanes.push_back({"remote", first, {}});
  c.memory_per_lane = a_megabyte;
  (void)run(plan, c);
  EXPECT_EQ(first.memory_limit, a_megabyte);
}

TEST_F(SweepDevicesTest, a_search_that_goes_on_knows_what_it_knew_whatever_ended_meanwhile) {
  plan.finalists = false;
  plan.baselines = false;
  for (int i = 0; i < 3; ++i) {
    int left = 7 + 11 * i;
    stop = [&left] { return left-- <= 0; };
    (void)on({&first, &second}, i == 0);
  }
  stop = {};
  EXPECT_EQ(on({&second, &first}, false).ending, Ending::finished);
  const int made = calls();
  EXPECT_EQ(made, 5 * 8 - 4 * 2);
  EXPECT_EQ(on({&first, &second}, false).trials, 0);
  EXPECT_EQ(on({&first, &second}).trials, 0) << "another run in the same file";
  EXPECT_EQ(calls(), made);
}

TEST_F(SweepDevicesTest, a_device_that_is_lost_is_left_out_and_its_matrix_done_elsewhere) {
  first.lost_after = 3;
  const Summary s = on({&first, &second});

  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.devices, 2U);
  EXPECT_EQ(s.devices_left_out, 1U);
  EXPECT_GT(s.device_s, s.seconds);
  EXPECT_LT(s.device_s, 2 * s.seconds);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(count("outcome = 'running'"), 0);
  EXPECT_EQ(query("SELECT 1 FROM trial WHERE attempt > 1 AND stop_reason IS NOT 'repetitions'")
                .rows.size(),
            0U)
      << "the trial in hand is withdrawn";
  const auto warned = std::find_if(events.begin(), events.end(), [](const Event& e) {
    return e.kind == EventKind::warning && e.text.find("device 0") != std::string::npos;
  });
  ASSERT_NE(warned, events.end());
  EXPECT_THAT(warned->text, HasSubstr("left out from here on: the device is lost"));
}

/// As under `mpirun --coordinator-only`, on a host without a GPU or with one that a rank is at work
/// on.
TEST_F(SweepDevicesTest, the_gpus_of_others_are_measured_on_without_one_of_the_sweeps_own) {
  std::vector<Variant> kernels{fake_variant<SpmvProblem>("csr"), fake_variant<SpmvProblem>("ell")};
  for (Variant& v : kernels) v.facts.backend = Backend::cuda;
  catalogue = Catalogue(std::move(kernels));
  plan.backend = Backend::cuda;
  db::Store store(file, db::OpenMode::create);
  Context c = context(store);
  for (WatchedRunner* device : {&first, &second}) {
    c.lanes.push_back({"GPU of a rank", *device, {}, /*own=*/false});
  }
  const Summary s = run(plan, c);

  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.matrices, 5U);
  EXPECT_EQ(query("SELECT DISTINCT matrix_id FROM matrix_feature").rows.size(), 5U);
  EXPECT_EQ(query("SELECT 1 FROM feature_cost").rows.size(), 0U);
}

TEST_F(SweepDevicesTest, without_any_device_left_the_error_is_the_sweeps_and_it_can_be_resumed) {
  first.lost_after = 3;
  second.lost_after = 5;
  EXPECT_THROW((void)on({&first, &second}), DeviceError);
  EXPECT_EQ(query("SELECT state FROM run").text(0, "state"), "interrupted");
  EXPECT_EQ(on({&first, &second}, false).ending, Ending::finished);
}

TEST_F(SweepDevicesTest, a_device_that_stays_busy_is_left_out_and_its_matrix_done_elsewhere) {
  std::ofstream(folder / "tiny.json") << many_matrices();
  std::atomic<int> disturbed = 0;
  first.fake.change = [&](harness::Trial& t) {
    disturb(t);
    disturbed += t.disturbed.empty() ? 0 : 1;
  };
  // The second has nothing done until the first has had enough.
  second.fake.before_run = [&](const Configuration&) {
    while (disturbed < most_disturbed_in_a_row && !late()) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  stop = [this] { return late(); };
  Summary s = on({&first, &second});

  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.disturbed, most_disturbed_in_a_row);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(count("outcome = 'running'"), 0);
  const auto warned = std::find_if(events.begin(), events.end(), [](const Event& e) {
    return e.kind == EventKind::warning && e.text.find("device 0") != std::string::npos;
  });
  ASSERT_NE(warned, events.end());
  EXPECT_THAT(warned->text, HasSubstr("left out from here on: other programs keep it busy"));
}

TEST_F(SweepDevicesTest, without_any_device_that_is_not_busy_the_sweep_ends_and_can_be_resumed) {
  std::ofstream(folder / "tiny.json") << many_matrices();
  first.fake.change = second.fake.change = disturb;
  stop = [this] { return late(); };
  const Summary s = on({&first, &second});

  EXPECT_EQ(s.ending, Ending::busy);
  EXPECT_EQ(s.disturbed, 2 * most_disturbed_in_a_row);
  EXPECT_EQ(query("SELECT 1 FROM usable").rows.size(), 0U);
  first.fake.change = second.fake.change = {};
  EXPECT_EQ(on({&first, &second}, false).ending, Ending::finished);
}

TEST_F(SweepDevicesTest, any_other_error_ends_all_of_them) {
  first.fake.before_run = [this](const Configuration&) {
    if (first.fake.calls == 4) throw std::runtime_error("out of step");
  };
  EXPECT_THROW((void)on({&first, &second}), std::runtime_error);
  EXPECT_LT(calls(), 5 * 12 - 4 * 3);
  EXPECT_EQ(on({&second}, false).ending, Ending::finished);
}

TEST_F(SweepDevicesTest, a_budget_gives_every_matrix_its_floor_first) {
  plan.limits.budget_s = 100;
  plan.protocol.time_budget_s = 10;  // what the model expects is no less
  plan.protocol.max_samples = 10'000'000;
  const Summary s = on({&first, &second});

  EXPECT_EQ(s.ending, Ending::finished);
  EXPECT_EQ(s.pending, 0);
  EXPECT_EQ(s.matrices, 5U);
  EXPECT_EQ(calls(), 5 * 12 - 4 * 3);
  EXPECT_EQ(events.back().progress.trials_done, events.back().progress.trials);
  // Own points are in the floor, and of another library what a caller gets without choosing.
  const std::string rest =
      "(SELECT min(trial_id) FROM trial_flat WHERE baseline = 1 AND NOT is_default AND outcome <> "
      "'refused' AND stop_reason <> 'repetitions')";
  EXPECT_LE(
      query("SELECT DISTINCT problem_id FROM trial_flat WHERE (baseline = 0 OR is_default) AND "
            "outcome <> 'refused' AND stop_reason <> 'repetitions' AND trial_id > " +
            rest)
          .rows.size(),
      1U)
      << "the other device may be in its last floor";
  EXPECT_EQ(
      query("SELECT DISTINCT problem_id FROM trial WHERE stop_reason = 'repetitions'").rows.size(),
      5U);
}

TEST_F(SweepDevicesTest, progress_counts_the_matrices_that_got_their_floor_and_then_all_again) {
  plan.limits.budget_s = 100;
  plan.protocol.time_budget_s = 10;
  plan.protocol.max_samples = 10'000'000;
  EXPECT_EQ(on({&first}).ending, Ending::finished);
  std::vector<std::size_t> floors;
  std::vector<std::size_t> rest;
  for (const Event& e : events) {
    if (e.kind != EventKind::matrix) continue;
    (e.progress.first_points ? floors : rest).push_back(e.progress.matrices_done);
  }
  EXPECT_THAT(floors, ::testing::ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(rest, ::testing::ElementsAre(0, 1, 2, 3, 4));
}

TEST_F(SweepDevicesTest, stopping_is_heard_by_all) {
  std::atomic<int> left = 9;
  stop = [&left] { return --left < 0; };
  EXPECT_EQ(on({&first, &second}).ending, Ending::stopped);
  EXPECT_LT(calls(), 12);
}

std::vector<std::size_t> matrices_of(Handout& handout, std::size_t count) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < count; ++i) {
    const auto task = handout.take();
    if (!task) break;
    out.push_back(task->matrix);
  }
  return out;
}

TEST(handout, the_order_is_kept_until_the_longest_would_be_waited_for) {
  Handout handout({1, 1, 1, 1, 10, 1, 1, 1, 1, 12}, 1, 2);
  // All: 30, half of it 15, and the estimate may be too low by a half.
  EXPECT_THAT(matrices_of(handout, 3), ElementsAre(9, 4, 0));
  Handout alone({1, 1, 1, 1, 10}, 1, 1);
  EXPECT_THAT(matrices_of(alone, 3), ElementsAre(0, 1, 2));
  Handout alike({1, 1, 1, 1, 1, 1, 1, 1}, 1, 2);
  EXPECT_THAT(matrices_of(alike, 10), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(handout, a_repetition_begins_while_the_last_matrix_of_the_one_before_is_in_hand) {
  Handout handout({1, 1, 1}, 2, 2);
  const auto a = handout.take();
  const auto b = handout.take();
  handout.done(*a, false);
  const auto c = handout.take();
  EXPECT_EQ(c->matrix, 2U);
  handout.done(*c, false);
  const auto again = handout.take();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->repetition, 1);
  EXPECT_EQ(again->matrix, 0U);
  EXPECT_EQ(handout.repetition(), 0) << "one of the first is not done";
  handout.done(*b, true);
  handout.done(*again, false);
  for (const std::size_t matrix : {1U, 2U}) {
    const auto task = handout.take();
    ASSERT_TRUE(task);
    EXPECT_EQ(task->matrix, matrix);
    EXPECT_FALSE(handout.over());
    handout.done(*task, false);
  }
  const auto postponed = handout.take();
  ASSERT_TRUE(postponed);
  EXPECT_TRUE(postponed->postponed);
  EXPECT_EQ(postponed->matrix, 1U);
  EXPECT_FALSE(handout.take());
  handout.done(*postponed, true);
  EXPECT_TRUE(handout.over()) << "tried once";
}

/// A night on a clock of its own: devices take what the handout says until the deadline.
struct Night {
  explicit Night(std::size_t matrices, std::size_t lanes, double deadline_s)
      : handout(std::vector<double>(matrices, 1), 1, lanes),
        free_s(lanes, 0),
        deadline(deadline_s) {
    handout.floors_first();
    for (std::size_t i = 0; i < matrices; ++i) {
      // Far from uniform: the longest takes thirty times as long as the shortest.
      const double size = 1 + 29.0 * static_cast<double>(i * 7 % matrices) / double(matrices);
      prospects.push_back({0.01 * static_cast<double>(i * 3 % 11), size, 0.2 * size});
    }
  }
  [[nodiscard]] double seconds(const Task& task) const {
    const Prospect& p = prospects[task.matrix];
    return task.stage == Stage::floor       ? 0.3 * p.rest_s
           : task.stage == Stage::finalists ? p.finalists_s
                                            : p.rest_s;
  }
  void run() {
    std::multimap<double, std::pair<std::size_t, Task>> in_hand;  // by their end
    for (;;) {
      for (std::size_t lane = 0; lane < free_s.size(); ++lane) {
        if (busy.contains(lane)) continue;
        handout.reconsider([&](std::size_t i, Prospect& p) {
          p.rest_s = prospects[i].rest_s * (count(Stage::floor) < 40 ? first_factor : 1);
        });
        const auto task = handout.take(deadline - now);
        if (!task) continue;
        busy.insert(lane);
        log.push_back(*task);
        in_hand.emplace(now + seconds(*task), std::pair{lane, *task});
      }
      if (in_hand.empty()) return;
      const auto [end, what] = *in_hand.begin();
      in_hand.erase(in_hand.begin());
      now = end;
      busy.erase(what.first);
      if (what.second.stage == Stage::floor) {
        handout.floor_done(what.second, prospects[what.second.matrix]);
      } else {
        handout.done(what.second, false);
      }
    }
  }
  [[nodiscard]] std::size_t count(Stage stage) const {
    return static_cast<std::size_t>(
        std::count_if(log.begin(), log.end(), [&](const Task& t) { return t.stage == stage; }));
  }

  Handout handout;
  std::vector<double> free_s;
  std::set<std::size_t> busy;
  double deadline, now = 0;
  double first_factor = 1;  ///< what is expected before all floors are done is wrong by
  std::vector<Prospect> prospects;
  std::vector<Task> log;
};

TEST(handout,
     before_a_deadline_all_have_their_floor_then_finalists_and_the_rest_goes_where_it_pays) {
  for (const std::size_t lanes : {1U, 2U, 4U}) {
    SCOPED_TRACE(lanes);
    const auto seconds = [&](double share) { return share * 40 * 15.5 / double(lanes); };
    Night night(40, lanes, seconds(0.8));  // floors take 0.3, everything 1.3
    night.run();
    EXPECT_EQ(night.count(Stage::floor), 40U);
    EXPECT_EQ(night.count(Stage::whole) + night.count(Stage::finalists), 40U);
    EXPECT_GT(night.count(Stage::whole), 5U);
    EXPECT_GT(night.count(Stage::finalists), 5U);
    EXPECT_TRUE(night.handout.cut());
    EXPECT_LT(night.now, 1.05 * night.deadline);
    EXPECT_GT(night.now, 0.85 * night.deadline);
    for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(night.log[i].stage, Stage::floor) << i;
    // What was searched to its end promised more for its time than what was not.
    double gained = 0;
    double lost = 0;
    for (std::size_t i = 40; i < 80; ++i) {
      const Prospect& p = night.prospects[night.log[i].matrix];
      (night.log[i].stage == Stage::whole ? gained : lost) += p.gain / p.rest_s;
    }
    EXPECT_GT(gained / double(night.count(Stage::whole)),
              2 * lost / double(night.count(Stage::finalists)));

    Night all(40, lanes, seconds(3));
    all.run();
    EXPECT_EQ(all.count(Stage::whole), 40U);
    EXPECT_FALSE(all.handout.cut());
    EXPECT_TRUE(all.handout.over());

    Night misled(40, lanes, seconds(0.8));
    misled.first_factor = 100;
    misled.run();
    EXPECT_GT(misled.count(Stage::whole), 5U);
    EXPECT_GT(misled.now, 0.85 * misled.deadline) << "expectations are looked at again";

    Night few(40, lanes, seconds(0.1));
    few.run();
    EXPECT_EQ(few.count(Stage::floor), few.count(Stage::finalists)) << "none without its finalists";
    EXPECT_LT(few.now, 1.3 * few.deadline + 9);
    EXPECT_FALSE(few.handout.over());
    EXPECT_TRUE(few.handout.idle());
  }
}

TEST(handout, a_device_that_is_lost_shares_nothing_of_the_rest) {
  Handout two({1, 1, 1, 1, 10}, 1, 2);
  EXPECT_EQ(two.take()->matrix, 4U) << "begun last, it would be waited for";
  Handout left({1, 1, 1, 1, 10}, 1, 2);
  left.lose_lane(1);
  EXPECT_EQ(left.take()->matrix, 0U);

  // Finalists that one device alone makes take all of the time that two would have for them.
  const auto with_floors = [] {
    Handout out({1, 1, 1}, 1, 2);
    out.floors_first();
    for (int i = 0; i < 2; ++i) out.floor_done(*out.take(), {0.1, 10, 10});
    return out;
  };
  constexpr double enough_for_two = 1.2 * 10 + 1;
  EXPECT_EQ(with_floors().take(enough_for_two)->stage, Stage::floor);
  Handout alone = with_floors();
  alone.lose_lane(1);
  EXPECT_EQ(alone.take(enough_for_two)->stage, Stage::finalists);
}

TEST(handout, what_is_given_back_is_taken_by_others) {
  Handout handout({1, 1}, 1, 2);
  const auto a = handout.take();
  (void)handout.take();
  EXPECT_FALSE(handout.take());
  handout.give_back(*a);
  EXPECT_EQ(handout.take()->matrix, a->matrix);
}

}  // namespace
}  // namespace sptune::sweep::test
