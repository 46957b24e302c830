// SPDX-License-Identifier: BSD-3-Clause
// Plans in a child that was forked after they ran with several threads: OpenMP's other threads are
// not there any more.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/learned_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/dispatch/async_plan.hpp"
#include "tuner/dispatch/fork_mutex.hpp"
#include "tuner/dispatch/probing_plan.hpp"
#include "tuner/learned/log.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sptune {
namespace {

Options two_threads() {
  Options options;
  options.threads = 2;
  return options;
}

Options forced(const std::string& configuration) {
  Options options = two_threads();
  options.force = configuration;
  return options;
}

/// Whether `body` says yes in a child of this process, in good time.
bool holds_in_child(const std::function<bool()>& body) {
  constexpr unsigned limit_s = 20;
  const pid_t child = fork();
  if (child == 0) {
    alarm(limit_s);  // ends a child that hangs
    _exit(body() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_FALSE(WIFSIGNALED(status)) << "signal " << WTERMSIG(status);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

class Forked : public ::testing::Test {
 protected:
  const Csr<double, std::int32_t> a_ = testing::band(40'000, 7);
  const std::vector<double> x_ = testing::some_x(a_.cols);
  const Dispatcher dispatcher_{std::vector<std::string>{}, [](std::string_view) {}};

  [[nodiscard]] std::vector<double> product(Spmv<double>& spmv) const {
    std::vector<double> y(static_cast<std::size_t>(a_.rows));
    spmv.run(1, x_.data(), 0, y.data());
    return y;
  }
};

TEST_F(Forked, plan_that_ran_with_two_threads_runs_in_the_child) {
  for (const char* configuration : {"csr{}", "ell{}", "sell{}", "coo{}", "hyb{}"}) {
    SCOPED_TRACE(configuration);
    auto spmv = dispatcher_.spmv(a_.view(), forced(configuration));
    const std::vector<double> y = product(spmv);

    EXPECT_TRUE(holds_in_child([&] { return product(spmv) == y; }));
    EXPECT_EQ(product(spmv), y) << "the parent goes on as before";
  }
}

TEST_F(Forked, plan_is_made_in_the_child) {
  auto spmv = dispatcher_.spmv(a_.view(), two_threads());
  const std::vector<double> y = product(spmv);

  EXPECT_TRUE(holds_in_child([&] {
    auto mine = dispatcher_.spmv(a_.view(), two_threads());
    return product(mine) == y;
  }));
}

TEST_F(Forked, products_run_in_the_child) {
  for (const char* configuration : {"hash{}", "dense{}", "esc{}"}) {
    SCOPED_TRACE(configuration);
    auto spgemm = dispatcher_.spgemm(a_.view(), a_.view(), forced(configuration));
    const AnyCsr c = spgemm.multiply();
    const std::vector<double> values(static_cast<const double*>(c.values),
                                     static_cast<const double*>(c.values) + c.nnz);

    EXPECT_TRUE(holds_in_child([&] {
      const AnyCsr again = spgemm.multiply();
      return again.nnz == c.nnz &&
             std::equal(values.begin(), values.end(), static_cast<const double*>(again.values));
    }));
  }
}

TEST_F(Forked, child_of_a_child_works_too) {
  auto spmv = dispatcher_.spmv(a_.view(), two_threads());
  const std::vector<double> y = product(spmv);

  EXPECT_TRUE(holds_in_child(
      [&] { return product(spmv) == y && holds_in_child([&] { return product(spmv) == y; }); }));
}

TEST_F(Forked, thread_that_the_child_starts_has_a_team_of_its_own) {
  auto spmv = dispatcher_.spmv(a_.view(), two_threads());
  const std::vector<double> y = product(spmv);

  EXPECT_TRUE(holds_in_child([&] {
    bool same = false;
    std::thread([&] { same = product(spmv) == y; }).join();
    return same && product(spmv) == y;
  }));
}

/// A GPU that was asked about in the parent is none for its children.
TEST_F(Forked, gpu_is_the_child_s_though_the_parent_has_read_what_was_learned_on_one) {
  const auto has_gpu = [] {
    try {
      return static_cast<bool>(cuda::device_info()) && cuda::free_memory() > 0;
    } catch (const std::exception&) {
      return false;
    }
  };
  if (!holds_in_child(has_gpu)) GTEST_SKIP() << "no CUDA device";
  const test::TemporaryFolder folder;
  const std::string log = (folder / "learned.jsonl").string();
  learned::Record r = testing::some_record();
  r.backend = Backend::cuda;
  r.machine = {"a GPU", "sm_90", 132};
  std::ofstream(log) << to_line(r);
  Dispatcher learned({}, [](std::string_view) {});
  learned.remember_in(log);
  auto spmv = learned.spmv(a_.view(), two_threads());
  EXPECT_TRUE(holds_in_child(has_gpu));
}

TEST_F(Forked, child_of_a_process_that_was_warning_chooses_and_warns) {
  std::promise<void> inside;
  std::promise<void> end;
  const Dispatcher warns({}, [&, first = true](std::string_view) mutable {
    if (!std::exchange(first, false)) return;
    inside.set_value();
    end.get_future().wait();
  });
  Options options = two_threads();
  options.threads = 1'000'000;
  std::thread warned([&] { (void)warns.choose_spmv(a_.view(), options); });
  inside.get_future().wait();
  Options misfit = forced("ell");
  misfit.memory_limit = 4096;
  EXPECT_TRUE(holds_in_child([&] {
    return !warns.choose_spmv(a_.view(), options).configuration.variant.empty() &&
           warns.choose_spmv(a_.view(), misfit).match == Match::abstained;
  }));
  end.set_value();
  warned.join();
}

TEST_F(Forked, mutex_of_a_process_that_was_inside_holds_nothing_whole_in_the_child) {
  dispatch::ForkMutex mutex;
  EXPECT_TRUE(dispatch::WholeLock(mutex));
  const dispatch::WholeLock inside(mutex);
  EXPECT_TRUE(inside);
  EXPECT_TRUE(holds_in_child([&] { return !dispatch::WholeLock(mutex); }));
}

/// Whose conversion takes until it is told.
class Held final : public dispatch::Successor {
 public:
  Held(std::promise<void>& begun, std::shared_future<void> end)
      : begun_(begun), end_(std::move(end)) {}
  void choose() override {}
  [[nodiscard]] Made prepare(const void* /*values*/) override {
    begun_.set_value();
    end_.wait();
    return {};
  }

 private:
  std::promise<void>& begun_;
  std::shared_future<void> end_;
};

TEST_F(Forked, plan_that_is_pending_stays_as_it_is_in_the_child) {
  const SpmvProblem problem(AnyCsr(a_.view()), {2});
  const ResolvedConfiguration csr =
      shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr")->default_configuration();
  std::promise<void> begun;
  std::promise<void> end;
  auto pending = std::make_unique<dispatch::AsyncPlan>(
      problem.a, csr.dense_plan(problem), Choice{},
      std::make_unique<Held>(begun, end.get_future().share()));
  begun.get_future().wait();  // its thread has the locks that it ever has
  auto spmv = dispatcher_.spmv(a_.view(), two_threads());
  const std::vector<double> expected = product(spmv);
  std::vector<double> doubled = a_.values;
  for (double& value : doubled) value *= 2;

  EXPECT_TRUE(holds_in_child([&] {
    std::vector<double> y(expected.size());
    pending->run(1, x_.data(), 0, y.data(), {});
    if (y != expected) return false;
    pending->update_values(AnyValues(doubled), {});
    pending->run(0.5, x_.data(), 0, y.data(), {});
    if (y != expected) return false;
    pending->wait();
    pending.reset();
    Options options = forced("csr{schedule=rows}");  // adds as the other does
    options.async = true;
    auto mine = dispatcher_.spmv(a_.view(), options);
    mine.wait();  // it has a thread, and its turn
    return mine.choice().match == Match::forced && product(mine) == expected;
  }));
  end.set_value();
  pending->wait();
  EXPECT_EQ(product(spmv), expected);
}

/// A dispatcher that probes csr and ell, and remembers what it found.
class ForkedLearned : public Forked {
 protected:
  ForkedLearned() {
    model::ModelData model = testing::small_model(text_of("csr"), text_of("ell"));
    model.deciding.rule.apart = 2;  // the default may be far better than is predicted
    learned_ = testing::dispatcher_with(model, [](std::string_view) {});
    learned_.remember_in(log_);
    options_.expected_runs = 1e6;
    options_.constant_values = true;
    options_.probe = Probe::at_once;
  }
  static std::string text_of(const char* name) {
    return shipped_catalogue().parse(Operation::spmv, Backend::cpu, name).value().text();
  }
  /// Makes a plan that tells when it is decided, and runs it once.
  [[nodiscard]] Spmv<double> begun() {
    settled_ = false;
    options_.settled = [this](const Configuration&) { settled_ = true; };
    auto spmv = learned_.spmv(a_.view(), options_);
    (void)product(spmv);
    return spmv;
  }
  [[nodiscard]] bool is_decided(Spmv<double>& spmv) const {
    for (int i = 0; i < 200 && !settled_; ++i) (void)product(spmv);
    return settled_;
  }
  [[nodiscard]] std::vector<learned::Record> records() const {
    std::vector<learned::Record> out;
    (void)learned::read(log_, [&](learned::Line&& line) { out.push_back(line.record.value()); });
    return out;
  }

  const test::TemporaryFolder folder_;
  const std::string log_ = (folder_ / "learned.jsonl").string();
  Dispatcher learned_;
  Options options_ = two_threads();
  bool settled_ = false;
};

TEST_F(ForkedLearned, what_is_planned_in_the_child_is_of_the_one_thread_that_runs_it) {
  auto spmv = dispatcher_.spmv(a_.view(), two_threads());
  (void)product(spmv);
  for (const int threads : {0, 2}) {
    options_.threads = threads;
    std::filesystem::resize_file(log_, 0);
    EXPECT_TRUE(holds_in_child([&] {
      auto mine = begun();
      return is_decided(mine);
    }));
    const auto found = records();
    ASSERT_EQ(found.size(), 1U) << threads;
    EXPECT_EQ(found[0].threads, 1) << threads;
  }
}

TEST_F(ForkedLearned, a_race_that_the_parent_began_leaves_no_line_in_the_child) {
  auto spmv = begun();
  EXPECT_TRUE(holds_in_child([&] { return is_decided(spmv); }));
  EXPECT_TRUE(records().empty());
  EXPECT_TRUE(is_decided(spmv));
  EXPECT_EQ(records().size(), 1U) << "the parent's is one";
}

/// Another one's, whose runs of an x that is marked stay inside until they are told.
class Halting final : public DensePlan {
 public:
  Halting(const SpmvProblem& problem, std::unique_ptr<DensePlan> plan, const void* marked)
      : values_(problem.a), plan_(std::move(plan)), marked_(marked) {
    made_for(values_, {});
  }
  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    if (x == marked_) {
      Stay& stay = stays.at(next_++);
      stay.inside.set_value();
      stay.until.wait();
    }
    plan_->run(alpha, x, beta, y, stream);
  }
  [[nodiscard]] double bytes_per_run() const override { return plan_->bytes_per_run(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return 42; }

  struct Stay {
    std::promise<void> inside;
    std::promise<void> end;
    std::future<void> until = end.get_future();
  };
  std::array<Stay, 2> stays;

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    values_.data = a;
    plan_->update_values(values_, stream);
  }
  AnyValues values_;
  std::unique_ptr<DensePlan> plan_;
  const void* marked_;
  std::atomic<std::size_t> next_{0};
};

/// A plan that probes csr, which was chosen, and ell.
class ForkedProbing : public Forked {
 protected:
  static ResolvedConfiguration of(const char* name) {
    return shipped_catalogue().find(Operation::spmv, Backend::cpu, name)->default_configuration();
  }
  [[nodiscard]] bool runs(int times) {
    std::vector<double> y(expected_.size());
    for (int i = 0; i < times; ++i) {
      probing_->run(1, x_.data(), 0, y.data(), {});
      if (y != expected_) return false;
    }
    return true;
  }
  std::thread run_that_stays() {
    return std::thread([this] {
      std::vector<double> y(expected_.size());
      probing_->run(1, marked_.data(), 0, y.data(), {});
      EXPECT_EQ(y, expected_);
    });
  }

  const std::vector<double> marked_ = x_;
  std::vector<double> expected_ = [this] {
    auto spmv = dispatcher_.spmv(a_.view(), two_threads());
    return product(spmv);
  }();
  SpmvProblem problem_{AnyCsr(a_.view()), {1}};
  Halting* first_ = nullptr;
  int settled_ = 0;
  std::unique_ptr<dispatch::ProbingPlan> probing_ = [this] {
    auto made = std::make_unique<Halting>(problem_, of("csr").dense_plan(problem_), marked_.data());
    first_ = made.get();
    return std::make_unique<dispatch::ProbingPlan>(
        problem_, of("csr"), std::move(made), std::vector<dispatch::Contender>{{of("ell"), 0}},
        dispatch::Pace::at_once, [this](const ResolvedConfiguration&) { ++settled_; });
  }();
};

TEST_F(ForkedProbing, is_decided_in_the_child_whatever_ran_beside_in_the_parent) {
  ASSERT_TRUE(runs(1));  // the next one is timed
  std::thread timed = run_that_stays();
  first_->stays[0].inside.get_future().wait();
  std::thread beside = run_that_stays();
  first_->stays[1].inside.get_future().wait();
  first_->stays[0].end.set_value();
  timed.join();

  EXPECT_TRUE(holds_in_child([&] { return runs(60) && settled_ == 1 && runs(3); }));
  first_->stays[1].end.set_value();
  beside.join();
  EXPECT_TRUE(runs(60));
  EXPECT_EQ(settled_, 1);
}

TEST_F(ForkedProbing, stays_as_it_is_in_the_child_of_a_process_that_was_inside) {
  ASSERT_TRUE(runs(1));
  std::thread timed = run_that_stays();
  first_->stays[0].inside.get_future().wait();
  std::vector<double> doubled = a_.values;
  for (double& value : doubled) value *= 2;

  EXPECT_TRUE(holds_in_child([&] {
    if (!runs(60) || settled_ != 0 || probing_->memory_bytes() < 42) return false;
    probing_->update_values(AnyValues(doubled), {});
    for (double& value : expected_) value *= 2;
    if (!runs(60)) return false;
    probing_ = nullptr;
    return true;
  }));
  first_->stays[0].end.set_value();
  timed.join();
  EXPECT_TRUE(runs(60));
  EXPECT_EQ(settled_, 1);
}

}  // namespace
}  // namespace sptune
