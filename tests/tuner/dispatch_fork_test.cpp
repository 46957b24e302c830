// SPDX-License-Identifier: BSD-3-Clause
// Plans in a child that was forked after they ran with several threads: OpenMP's other threads are
// not there any more.
#include "sptune/dispatcher.hpp"
#include "tests/tuner/dispatch_fixture.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <thread>

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

}  // namespace
}  // namespace sptune
