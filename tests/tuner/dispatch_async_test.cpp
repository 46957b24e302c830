// SPDX-License-Identifier: BSD-3-Clause
// Plans that answer at once and become better ones beside the runs. Under ThreadSanitizer (preset
// tsan) it is shown that runs, updates and the plan's own thread share nothing unordered.
#include "kernels/api/catalogue.hpp"
#include "kernels/host/parallel.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/error.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tuner/dispatch/async_plan.hpp"

#include <gtest/gtest.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace sptune::dispatch {
namespace {

using sptune::testing::band;
using sptune::testing::expect_twice_the_product;
using sptune::testing::some_x;
using Band = Csr<double, std::int32_t>;

ResolvedConfiguration of_the_host(const char* variant) {
  return shipped_catalogue().find(Operation::spmv, Backend::cpu, variant)->default_configuration();
}

/// Prepares ELL, with what a test does before either step.
class Ell final : public Successor {
 public:
  using Hook = std::function<void()>;
  Ell(const Band& a, Hook before_choosing, Hook before_preparing)
      : problem_(AnyCsr(a.view()), {1}),
        before_choosing_(std::move(before_choosing)),
        before_preparing_(std::move(before_preparing)) {}
  void choose() override {
    if (before_choosing_) before_choosing_();
  }
  [[nodiscard]] Made prepare(const void* values) override {
    if (before_preparing_) before_preparing_();
    problem_.a.values = values;
    Made made;
    made.plan = of_the_host("ell").dense_plan(problem_);
    made.choice.configuration = of_the_host("ell").configuration();
    made.choice.reason = "the test wants it";
    return made;
  }

 private:
  SpmvProblem problem_;
  Hook before_choosing_;
  Hook before_preparing_;
};

class AsyncPlans : public ::testing::Test {
 protected:
  std::unique_ptr<AsyncPlan> plan(Ell::Hook before_choosing = {}, Ell::Hook before_preparing = {},
                                  AsyncPlan::Settled settled = {}) {
    const SpmvProblem problem(AnyCsr(a_.view()), {1});
    Choice choice;
    choice.configuration = of_the_host("csr").configuration();
    choice.pending = true;
    return std::make_unique<AsyncPlan>(
        problem.a, of_the_host("csr").dense_plan(problem), choice,
        std::make_unique<Ell>(a_, std::move(before_choosing), std::move(before_preparing)),
        std::move(settled));
  }
  static void expect_product(AsyncPlan& plan, const Band& a) {
    const std::vector<double> x = some_x(a.cols);
    std::vector<double> y(static_cast<std::size_t>(a.rows), std::nan(""));
    plan.run(2, x.data(), 0, y.data(), {});
    expect_twice_the_product(a, x, y);
  }
  static std::string running(const AsyncPlan& plan) { return plan.choice().configuration.variant; }

  const Band a_ = band(2000, 5);
  std::promise<void> go_;
  std::shared_future<void> gone_ = go_.get_future().share();
  Ell::Hook until_told_ = [this] { gone_.wait(); };
};

TEST_F(AsyncPlans, run_at_once_and_become_what_was_chosen) {
  const auto p = plan(until_told_);
  const Choice& before = p->choice();
  for (int i = 0; i < 3; ++i) expect_product(*p, a_);
  EXPECT_TRUE(before.pending);
  EXPECT_EQ(running(*p), "csr");
  const std::int64_t bytes = p->memory_bytes();
  go_.set_value();
  p->wait();
  EXPECT_FALSE(p->choice().pending);
  EXPECT_EQ(running(*p), "ell");
  EXPECT_TRUE(before.pending) << "what was returned before stays";
  EXPECT_GT(p->memory_bytes(), bytes + 8 * a_.nnz());
  for (int i = 0; i < 3; ++i) expect_product(*p, a_);
}

/// Of this process: each thread's stack has some.
std::ptrdiff_t guarded_mappings() {
  std::ifstream maps("/proc/self/maps");
  std::ptrdiff_t count = 0;
  for (std::string line; std::getline(maps, line);) count += line.find(" ---p ") != line.npos;
  return count;
}

/// Eight MiB of addresses each: where they are limited no more threads would start in the end.
TEST_F(AsyncPlans, keep_no_stack_of_a_thread_when_they_are_done) {
  constexpr int count = 60;
  std::vector<std::unique_ptr<AsyncPlan>> plans;
  const std::ptrdiff_t before = guarded_mappings();
  for (int i = 0; i < count; ++i) {
    plans.push_back(plan());
    while (plans.back()->choice().pending) std::this_thread::yield();
  }
  using std::chrono::steady_clock;
  const auto in_time = steady_clock::now() + std::chrono::seconds(20);
  while (guarded_mappings() - before > count / 2 && steady_clock::now() < in_time) {
    std::this_thread::yield();
  }
  EXPECT_LE(guarded_mappings() - before, count / 2) << "a few are kept for threads to come";
  for (const auto& p : plans) {
    p->wait();
    EXPECT_EQ(running(*p), "ell");
  }
}

TEST_F(AsyncPlans, are_run_by_several_threads_while_they_change) {
  const auto p = plan(until_told_);
  std::atomic<bool> ready{false};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      while (!ready) expect_product(*p, a_);
      for (int i = 0; i < 3; ++i) expect_product(*p, a_);
    });
  }
  go_.set_value();
  p->wait();
  ready = true;
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(running(*p), "ell");
}

TEST_F(AsyncPlans, take_values_that_come_before_the_conversion) {
  Band other = a_;
  for (double& value : other.values) value = 3 - value;
  std::vector<double> between(a_.values.size(), std::nan(""));
  const auto p = plan(until_told_);
  p->update_values(AnyValues(between), {});
  p->update_values(AnyValues(other.values), {});
  between.clear();
  between.shrink_to_fit();  // the plan reads it no more
  expect_product(*p, other);
  go_.set_value();
  p->wait();
  EXPECT_EQ(running(*p), "ell");
  expect_product(*p, other);
  p->update_values(AnyValues(a_.values), {});
  expect_product(*p, a_);
}

TEST_F(AsyncPlans, take_values_that_come_during_the_conversion_when_it_is_over) {
  Band other = a_;
  for (double& value : other.values) value = 3 - value;
  std::promise<void> converting;
  const auto p = plan({}, [&] {
    converting.set_value();
    gone_.wait();
  });
  converting.get_future().wait();
  expect_product(*p, a_);
  std::atomic<bool> updated{false};
  std::thread updates([&] {
    p->update_values(AnyValues(other.values), {});
    updated = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(updated) << "the former array is still read";
  go_.set_value();
  updates.join();
  expect_product(*p, other);
  p->wait();
  EXPECT_EQ(running(*p), "ell");
  expect_product(*p, other);
}

/// Multiplies by ELL with the values that it was made with.
class Stubborn final : public DensePlan {
 public:
  explicit Stubborn(const Problem& p) : plan_(of_the_host("ell").dense_plan(p)) {}
  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    plan_->run(alpha, x, beta, y, stream);
  }
  [[nodiscard]] double bytes_per_run() const override { return plan_->bytes_per_run(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  std::unique_ptr<DensePlan> plan_;
};

/// Prepares such a plan, and goes when it is told to, before the plan is run.
class LeadsToStubborn final : public Successor {
 public:
  LeadsToStubborn(const AnyCsr& a, std::promise<void>& prepared, std::shared_future<void> gone)
      : problem_(a, {1}), prepared_(prepared), gone_(std::move(gone)) {}
  ~LeadsToStubborn() override {
    prepared_.set_value();
    gone_.wait();
  }
  LeadsToStubborn(const LeadsToStubborn&) = delete;
  LeadsToStubborn& operator=(const LeadsToStubborn&) = delete;
  void choose() override {}
  [[nodiscard]] Made prepare(const void* /*values*/) override {
    Made made;
    made.plan = std::make_unique<Stubborn>(problem_);
    made.plan->made_for(AnyValues(problem_.a), {});
    return made;
  }

 private:
  SpmvProblem problem_;
  std::promise<void>& prepared_;
  std::shared_future<void> gone_;
};

TEST_F(AsyncPlans, keep_their_values_where_the_one_that_is_about_to_run_refuses_others) {
  Band other = a_;
  for (double& value : other.values) value = 3 - value;
  const SpmvProblem problem(AnyCsr(a_.view()), {1});
  std::promise<void> prepared;
  AsyncPlan p(problem.a, of_the_host("csr").dense_plan(problem), Choice(),
              std::make_unique<LeadsToStubborn>(problem.a, prepared, gone_));
  prepared.get_future().wait();
  EXPECT_THROW(p.update_values(AnyValues(other.values), {}), UsageError);
  expect_product(p, a_);
  go_.set_value();
  p.wait();
  expect_product(p, a_);
}

TEST_F(AsyncPlans, refuse_wrong_values_and_go_on) {
  const auto p = plan(until_told_);
  EXPECT_THROW(p->update_values(AnyValues(std::vector<float>(a_.values.size())), {}), UsageError);
  expect_product(*p, a_);
  go_.set_value();
  p->wait();
  EXPECT_THROW(p->update_values(AnyValues(std::vector<double>(3)), {}), UsageError);
  expect_product(*p, a_);
}

TEST_F(AsyncPlans, may_go_before_it_is_their_turn_while_another_works) {
  std::promise<void> has_the_turn;
  const auto works = plan([&] {
    has_the_turn.set_value();
    gone_.wait();
  });
  has_the_turn.get_future().wait();
  std::atomic<int> begun{0};
  for (int i = 0; i < 10; ++i) {
    const auto waits = plan([&] { ++begun; });
    expect_product(*waits, a_);
  }
  EXPECT_EQ(begun, 0);
  EXPECT_TRUE(works->choice().pending);
  go_.set_value();
}

TEST_F(AsyncPlans, may_go_in_the_middle_of_a_step_and_begin_no_other) {
  std::promise<void> choosing;
  std::atomic<bool> prepared{false};
  std::atomic<bool> told{false};
  auto p = plan(
      [&] {
        choosing.set_value();
        gone_.wait();
      },
      [&] { prepared = true; }, [&](const Configuration&) { told = true; });
  choosing.get_future().wait();
  std::thread ends([&] { p.reset(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // for the other to come so far
  go_.set_value();
  ends.join();
  EXPECT_FALSE(prepared);
  EXPECT_FALSE(told);
}

TEST_F(AsyncPlans, stay_as_they_are_where_something_fails) {
  std::vector<std::string> told;
  const auto tell = [&](const Configuration& c) { told.push_back(c.variant); };
  struct Case {
    Ell::Hook choosing;
    Ell::Hook preparing;
    const char* reason;
  };
  const std::vector<Case> cases = {
      {[] { throw UsageError("column 7 is outside"); }, {}, "column 7 is outside"},
      {{}, [] { throw std::bad_alloc(); }, "bad_alloc"},
      {{}, [] { throw 5; }, "unknown type"}};
  for (const Case& c : cases) {
    const auto p = plan(c.choosing, c.preparing, tell);
    p->wait();
    EXPECT_FALSE(p->choice().pending);
    EXPECT_EQ(running(*p), "csr");
    EXPECT_NE(p->choice().reason.find(c.reason), std::string::npos) << p->choice().reason;
    expect_product(*p, a_);
    p->update_values(AnyValues(a_.values), {});
    expect_product(*p, a_);
  }
  EXPECT_EQ(told, std::vector<std::string>(3, "csr"));
}

TEST_F(AsyncPlans, tell_what_runs_once_and_survive_who_is_told) {
  std::atomic<int> told{0};
  {
    const auto p = plan({}, {}, [&](const Configuration& c) {
      EXPECT_EQ(c.variant, "ell");
      ++told;
      throw std::runtime_error("of the application's function, for this test");
    });
    p->wait();
    expect_product(*p, a_);
  }
  EXPECT_EQ(told, 1);
  std::unique_ptr<AsyncPlan> next;
  std::promise<void> done;
  std::promise<void> has_the_turn;
  const auto asks = plan(
      [&] {
        has_the_turn.set_value();
        gone_.wait();
      },
      {},
      [&](const Configuration&) {
        next->wait();  // whose turn it is by now
        done.set_value();
      });
  has_the_turn.get_future().wait();
  next = plan();
  go_.set_value();
  done.get_future().wait();
  EXPECT_FALSE(next->choice().pending);
}

TEST_F(AsyncPlans, work_one_at_a_time_with_one_thread_each_and_none_of_openmp) {
  std::atomic<int> working{0};
  std::atomic<int> most{0};
  std::mutex mutex;
  std::set<std::thread::id> of_regions;
  std::atomic<bool> takes_signals{false};
  std::vector<std::unique_ptr<AsyncPlan>> plans;
  for (int i = 0; i < 4; ++i) {
    plans.push_back(plan([&] {
      most = std::max<int>(most, ++working);
      std::set<std::thread::id> team;
      host::for_parts(8, [&](int) {
        const std::lock_guard lock(mutex);
        team.insert(std::this_thread::get_id());
      });
      EXPECT_EQ(team.size(), 1U) << "threads of a parallel region";
      sigset_t blocked;
      pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
      if (sigismember(&blocked, SIGINT) == 0 || sigismember(&blocked, SIGALRM) == 0) {
        takes_signals = true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      --working;
    }));
  }
  for (const auto& p : plans) p->wait();
  EXPECT_EQ(most, 1);
  EXPECT_FALSE(takes_signals);
  sigset_t mine;
  pthread_sigmask(SIG_SETMASK, nullptr, &mine);
  EXPECT_EQ(sigismember(&mine, SIGINT), 0) << "the caller's mask is as before";
  std::set<std::thread::id> callers;
  host::for_parts(2, [&](int) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::lock_guard lock(mutex);
    callers.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(callers.size(), 2U) << "the caller's regions are as before";
}

TEST_F(AsyncPlans, are_one_thread_more_while_they_are_pending) {
#if defined(__linux__)
  const auto tasks = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
  };
  const auto before = tasks();
  const auto p = plan(until_told_);
  EXPECT_LE(tasks(), before + 1);
  go_.set_value();
  p->wait();
  EXPECT_LE(tasks(), before + 1);
#endif
}

}  // namespace
}  // namespace sptune::dispatch
