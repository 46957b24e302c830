// SPDX-License-Identifier: BSD-3-Clause
// What telling that a configuration fits has found serves the plan of that configuration, once, and
// no other one.
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/cpu/block_lists.hpp"
#include "kernels/spmv/spmv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <any>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sptune::test {
namespace {

using Matrix = Csr<double, std::int32_t>;

/// Rows of `lengths` entries in turn: every `far`-th anywhere, the others in steps near the
/// diagonal.
Matrix matrix(Index rows, Index cols, const std::vector<int>& lengths, int step, int far) {
  std::mt19937 random(1);
  Matrix a{rows, cols, {0}, {}, {}};
  for (Index row = 0; row < rows; ++row) {
    const auto first = static_cast<Index>(static_cast<std::int64_t>(row) * (cols - 300 * step) /
                                          std::max(rows, 1));
    std::set<Index> columns;
    for (int i = 0; i < lengths[static_cast<std::size_t>(row) % lengths.size()]; ++i) {
      const bool anywhere = far > 0 && i % far == far - 1;
      columns.insert(anywhere ? static_cast<Index>(random() % static_cast<unsigned>(cols))
                              : static_cast<Index>(first + step * i));
    }
    for (const Index column : columns) {
      a.col_indices.push_back(column);
      a.values.push_back(static_cast<double>(random() % 2048) / 1024 - 1);
    }
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  return a;
}

/// So large that several threads make plans of them.
std::vector<std::pair<std::string, Matrix>> matrices() {
  std::vector<std::pair<std::string, Matrix>> out;
  out.emplace_back("band", matrix(70'000, 70'000, {9}, 1, 0));
  out.emplace_back("uneven", matrix(70'000, 70'000, {3, 7, 1, 0, 2, 90}, 1, 0));
  out.emplace_back("wide", matrix(80'000, 300'000, {6, 2, 8}, 1, 4));
  out.emplace_back("long runs", matrix(9'000, 9'000, {300, 2, 3, 1, 40}, 1, 0));
  return out;
}

SpmvProblem problem_of(const Matrix& a, int threads) {
  SpmvProblem out(AnyCsr(a.view()), {threads});
  out.a.columns = ColumnOrder::sorted;
  out.resources.work_of_a_thread = std::int64_t{1} << 40;  // runs have one thread, plans all
  return out;
}

std::vector<double> run(SpmvPlan& plan, const Matrix& a) {
  std::vector<double> x(static_cast<std::size_t>(a.cols));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i % 17) / 16 - 0.5;
  std::vector<double> y(static_cast<std::size_t>(a.rows));
  plan.run(1, x.data(), 0, y.data(), Stream{});
  return y;
}

ResolvedConfiguration point(const std::string& text) {
  return shipped_catalogue().parse(Operation::spmv, Backend::cpu, text).value();
}

TEST(FitForPlan, changes_nothing_but_who_looks_on_any_number_of_threads) {
  std::set<std::string> found;
  for (const auto& [name, a] : matrices()) {
    for (const Variant& v : shipped_catalogue().variants()) {
      if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu) continue;
      for (const ResolvedConfiguration& c : v.smoke_grid()) {
        SCOPED_TRACE(name + " " + c.text());
        const SpmvProblem alone = problem_of(a, 1);
        const Fit fit = c.fit(alone);
        EXPECT_FALSE(fit.found.has_value());
        const auto plain = fit ? c.dense_plan(alone) : nullptr;
        const std::vector<double> product = plain ? run(*plain, a) : std::vector<double>{};
        for (const int threads : {1, 5}) {
          SpmvProblem asked = problem_of(a, threads);
          const Fit same = c.fit_for_plan(asked);
          if (threads == 1) {
            EXPECT_EQ(same.ok, fit.ok);
            EXPECT_EQ(same.reason, fit.reason);
          }
          EXPECT_EQ(same.ok, c.fit(problem_of(a, threads)).ok);
          EXPECT_FALSE(same.found.has_value());
          if (!same || !fit) {
            EXPECT_FALSE(!same && asked.found.what.has_value());
            continue;
          }
          if (asked.found.what.has_value()) found.insert(v.facts.name);
          const auto served = c.dense_plan(asked);
          EXPECT_EQ(served->memory_bytes(), plain->memory_bytes());
          EXPECT_EQ(served->bytes_per_run(), plain->bytes_per_run());
          EXPECT_TRUE(run(*served, a) == product);
        }
      }
    }
  }
  EXPECT_THAT(found, ::testing::IsSupersetOf({"dia", "bsr", "sell", "csr16", "ell", "hyb"}));
}

TEST(FitForPlan, leaves_lists_to_the_plan_that_makes_none_itself) {
  const Matrix a = matrix(70'000, 70'000, {9}, 1, 0);
  for (const char* const text : {"dia{}", "bsr{r=4}"}) {
    SCOPED_TRACE(text);
    const ResolvedConfiguration c = point(text);
    SpmvProblem problem = problem_of(a, 2);
    ASSERT_TRUE(c.fit_for_plan(problem));
    const auto* lists = std::any_cast<std::shared_ptr<const spmv::BlockLists>>(&problem.found.what);
    ASSERT_NE(lists, nullptr);
    EXPECT_EQ(lists->use_count(), 1);
    const std::unique_ptr<Problem> copy = problem.clone();
    EXPECT_EQ(lists->use_count(), 2) << "copies of a problem share it";
    const auto plan = c.dense_plan(*copy);
    copy->found = {};
    EXPECT_EQ(lists->use_count(), 2) << "the plan has them";
    problem.found = {};
    EXPECT_EQ(run(*plan, a), run(*c.dense_plan(problem), a)) << "also when the problem has not";
  }
}

struct Config {
  int k = 1;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};
constexpr auto made_up_space = free_space<Config>(axis("k", &Config::k, {1, 2, 3}, "any"));

struct Plain final : SpmvPlan {
  void run(double, const void*, double, void*, Stream) override {}
  [[nodiscard]] double bytes_per_run() const override { return 0; }
  [[nodiscard]] std::int64_t memory_bytes() const override { return 0; }
};

/// Finds its k, and notes what its plans are given: 0 for nothing. Does not fit with k=3.
Variant made_up(std::vector<int>& given) {
  return make_variant<SpmvProblem>(
      {.name = "made_up",
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "made up",
       .source = "this test"},
      made_up_space,
      [](const Config& c, const SpmvProblem&) {
        Fit out = c.k == 3 ? Fit::no("three") : Fit::yes();
        out.found = c.k;
        return out;
      },
      [&given](const Config&, const SpmvProblem& p) -> std::unique_ptr<SpmvPlan> {
        const int* const found = found_by_fit<int>(p);
        given.push_back(found == nullptr ? 0 : *found);
        return std::make_unique<Plain>();
      });
}

TEST(FitForPlan, serves_the_same_configuration_and_arrays_alone) {
  std::vector<int> given;
  const Variant v = made_up(given);
  const auto at = [&](int k) { return v.resolve({"made_up", {{"k", Value(k)}}}).value(); };
  const Matrix a = matrix(40, 400, {2}, 1, 0);
  const Matrix other = a;
  SpmvProblem problem = problem_of(a, 1);
  ASSERT_TRUE(at(2).fit(problem));
  (void)at(2).plan(problem);
  EXPECT_EQ(given.back(), 0) << "nobody meant to plan";
  EXPECT_FALSE(at(3).fit_for_plan(problem));
  EXPECT_FALSE(problem.found.what.has_value());
  ASSERT_TRUE(at(2).fit_for_plan(problem));
  (void)at(2).plan(problem);
  EXPECT_EQ(given.back(), 2);
  (void)at(1).plan(problem);
  EXPECT_EQ(given.back(), 0) << "of another configuration";
  ASSERT_TRUE(at(1).fit_for_plan(problem));
  (void)at(2).plan(problem);
  EXPECT_EQ(given.back(), 2) << "the first that fits is kept";
  problem.a.values = other.values.data();
  (void)at(2).plan(problem);
  EXPECT_EQ(given.back(), 2) << "values are no part of it";
  problem.a.col_indices = other.col_indices.data();
  (void)at(2).plan(problem);
  EXPECT_EQ(given.back(), 0) << "other arrays";
}

}  // namespace
}  // namespace sptune::test
