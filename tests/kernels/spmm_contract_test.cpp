// SPDX-License-Identifier: BSD-3-Clause
// What every SpMM entry of the catalogue promises, on every matrix of the battery: a new variant is
// tested without a new line here.
#include "tests/kernels/spmm_contract.hpp"

#include "harness/environment/sanitizers.hpp"
#include "kernels/baselines/baselines.hpp"
#include "kernels/spmm/spmm.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/on_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace sptune::test {
namespace {

/// The whole catalogue; only ours where an instruction set was asked for, which others do not heed.
const Catalogue& tested_catalogue() {
  return std::getenv("SPTUNE_ISA") == nullptr ? full_catalogue() : shipped_catalogue();
}

std::vector<const Variant*> variants_of(const Catalogue& catalogue, Backend backend) {
  std::vector<const Variant*> out;
  for (const Variant& v : catalogue.variants()) {
    if (v.operation == Operation::spmm && v.facts.backend == backend) out.push_back(&v);
  }
  return out;
}

/// Pairs of value and offset type; sanitizers slow this down by ten, the others are a release's.
#ifdef SPTUNE_SANITIZED
constexpr std::size_t pairs_of_types = 2;
#else
constexpr std::size_t pairs_of_types = 4;
#endif

/// Every pair of types on every matrix; for an older instruction set one, taken in turn.
bool of_turn(std::size_t matrix, std::size_t types) {
  static const bool newest = std::getenv("SPTUNE_ISA") == nullptr;
  return types < pairs_of_types && (newest || matrix % pairs_of_types == types);
}

/// Three dense sides per matrix, so that over the battery every number of columns meets both
/// layouts, with and without gaps, odd ones and such that keep vectors aligned.
std::vector<DenseCase> cases_of(std::size_t matrix, std::size_t types, std::int64_t matrix_cols) {
  constexpr std::int64_t most_elements = 1 << 20;  // of X: seconds go into making it
  constexpr std::array<std::int64_t, 9> columns{1, 2, 3, 7, 8, 32, 33, 128, 256};
  std::vector<DenseCase> out;
  for (std::size_t c = 0; c < 3; ++c) {
    DenseCase one;
    one.columns = columns[(matrix + 3 * c + 2 * types) % columns.size()];
    if (one.columns * matrix_cols > most_elements) one.columns = 7;
    one.layout = (matrix / 3 + c) % 2 == 0 ? Layout::row_major : Layout::col_major;
    if (c == 1) one.x_gap = 16;
    if (c == 2) one.y_gap = 3;
    if (c == 2 && matrix % 2 == 0) one.x_gap = 8;
    out.push_back(one);
  }
  return out;
}

template <class V, class O, template <class, class> class Where>
void run_all_on_the_battery(Backend backend, std::size_t types, Tally& tally) {
  std::size_t number = 0;
  for (const NamedMatrix& m : battery()) {
    const std::size_t matrix = number++;
    if (!of_turn(matrix, types)) continue;
    const Csr<V, O> a = as_types<V, O>(m.a);
    for (const DenseCase& dense : cases_of(matrix, types, a.cols)) {
      SpmmContract<V, O, Where> contract(a, dense, m.name);
      for (const Variant* v : variants_of(tested_catalogue(), backend)) {
        for (const ResolvedConfiguration& c : v->smoke_grid()) {
          tally.add(c, m.name, contract.holds_for(c));
          if (::testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

template <template <class, class> class Where>
void every_variant_keeps_the_contract(Backend backend) {
  Tally tally;
  run_all_on_the_battery<double, std::int64_t, Where>(backend, 0, tally);
  run_all_on_the_battery<float, std::int32_t, Where>(backend, 1, tally);
  run_all_on_the_battery<double, std::int32_t, Where>(backend, 2, tally);
  run_all_on_the_battery<float, std::int64_t, Where>(backend, 3, tally);
  tally.expect({.cases = 300, .share = 0.5, .problems = 20});
}

TEST(SpmmContract, holds_for_all_types_and_layouts) {
  every_variant_keeps_the_contract<SpmmHost>(Backend::cpu);
}

NamedMatrix irregular(const std::string& name) {
  for (NamedMatrix& m : irregular_matrices()) {
    if (m.name == name) return std::move(m);
  }
  throw std::logic_error("no matrix " + name);
}

template <class V, class O, template <class, class> class Where>
void every_point_of_the_full_grid_runs(const char* matrix, Backend backend) {
  const NamedMatrix m = irregular(matrix);
  const Csr<V, O> a = as_types<V, O>(m.a);
  std::map<const Variant*, int> held;
  for (const DenseCase& dense :
       {DenseCase{8, Layout::row_major, 0, 0}, DenseCase{128, Layout::row_major, 0, 4},
        DenseCase{33, Layout::col_major, 5, 0}}) {
    SpmmContract<V, O, Where> contract(a, dense, m.name);
    for (const Variant* v : variants_of(shipped_catalogue(), backend)) {
      for (const ResolvedConfiguration& c : v->full_grid()) {
        held[v] += contract.holds_for(c) ? 1 : 0;
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
  ASSERT_FALSE(held.empty());
  for (const auto& [variant, points] : held) {
    std::cout << variant->facts.name << ": " << points << " points ran\n";
    EXPECT_GE(points, 20) << variant->facts.name;
  }
}

TEST(SpmmContract, every_point_of_the_full_grid_runs_on_an_uneven_matrix) {
  every_point_of_the_full_grid_runs<double, std::int64_t, SpmmHost>("power_law", Backend::cpu);
  every_point_of_the_full_grid_runs<float, std::int32_t, SpmmHost>("power_law", Backend::cpu);
}

/// Rows as callers may have them: not sorted, and with entries that stand twice.
Csr<double> unsorted_with_duplicates() {
  const NamedMatrix m = irregular("power_law");
  Csr<double> a = m.a;
  for (std::size_t r = 0; r + 1 < a.row_offsets.size(); ++r) {
    const auto begin = static_cast<std::size_t>(a.row_offsets[r]);
    const auto end = static_cast<std::size_t>(a.row_offsets[r + 1]);
    for (std::size_t i = begin; i < begin + (end - begin) / 2; ++i) {
      std::swap(a.col_indices[i], a.col_indices[begin + end - 1 - i]);
    }
    if (end - begin > 2) a.col_indices[begin + 1] = a.col_indices[begin];
  }
  return a;
}

template <template <class, class> class Where>
void unsorted_rows_run_or_are_refused(Backend backend) {
  const Csr<double> a = unsorted_with_duplicates();
  for (const Layout layout : {Layout::row_major, Layout::col_major}) {
    SpmmContract<double, std::int64_t, Where> contract(a, {32, layout, 0, 0}, "unsorted");
    for (const Variant* v : variants_of(shipped_catalogue(), backend)) {
      if (v->facts.takes == ColumnOrder::any) {
        EXPECT_TRUE(contract.holds_for(v->default_configuration())) << v->facts.name;
        for (const ResolvedConfiguration& c : v->smoke_grid()) contract.holds_for(c);
      } else {
        for (const ResolvedConfiguration& c : v->full_grid()) {
          EXPECT_THAT(c.fit(contract.problem()).reason, ::testing::HasSubstr("not sorted"))
              << c.text();
        }
      }
    }
  }
}

TEST(SpmmContract, rows_that_are_not_sorted_run_where_the_variant_says_so) {
  unsorted_rows_run_or_are_refused<SpmmHost>(Backend::cpu);
}

TEST(SpmmContract, values_that_change_after_planning_count_where_the_variant_says_so) {
  Csr<double> a = irregular("random").a;
  const Csr<double> before = a;
  SpmmProblem problem(a.view(), 7, Layout::row_major, {});
  const std::vector<double> x = seeded_vector<double>(a.cols * 7, 3);
  int ran = 0;
  for (const Variant* v : variants_of(shipped_catalogue(), Backend::cpu)) {
    if (v->facts.values != ValuesRead::callers) continue;
    for (const ResolvedConfiguration& c : v->full_grid()) {
      if (!c.fit(problem)) continue;
      a.values = before.values;
      const auto plan = c.dense_plan(problem);
      for (double& value : a.values) value *= 2;
      std::vector<double> y(static_cast<std::size_t>(a.rows * 7));
      plan->run(1.0, x.data(), 0.0, y.data(), {});
      const DenseReference truth = spmm::reference(problem, 1.0, x.data(), 0.0, y.data());
      for (std::size_t i = 0; i < y.size(); ++i) {
        ASSERT_NEAR(y[i], truth.y[i], 1e-12) << c.text();
      }
      ++ran;
    }
  }
  EXPECT_GT(ran, 5);
}

TEST(SpmmContract, operands_that_do_not_go_together_are_named) {
  const Csr<double> a = irregular("random").a;  // 301 x 299
  const Variant& v = *variants_of(shipped_catalogue(), Backend::cpu).front();
  const auto reason = [&](const SpmmProblem& p) {
    EXPECT_THROW((void)v.default_configuration().plan(p), UsageError);
    return v.default_configuration().fit(p).reason;
  };
  SpmmProblem p(a.view(), 0, Layout::row_major, {});
  EXPECT_THAT(reason(p), ::testing::HasSubstr("0 columns"));
  p.columns = 8;
  p.ldx = 7;
  EXPECT_THAT(reason(p), ::testing::HasSubstr("ldx"));
  p.ldx = 8;
  p.ldy = 3;
  EXPECT_THAT(reason(p), ::testing::HasSubstr("ldy"));
  p.ldy = 0;
  p.layout = Layout::col_major;
  EXPECT_THAT(reason(p), ::testing::HasSubstr("299"));
  p.ldx = 299;
  p.ldy = 300;
  EXPECT_THAT(reason(p), ::testing::HasSubstr("301"));
  p.ldy = 301;
  EXPECT_TRUE(v.default_configuration().fit(p));
}

TEST(SpmmReference, is_right_on_a_matrix_done_by_hand_in_both_layouts) {
  Csr<double> a;  // [[1 2 0] [0 0 0] [0 -3 4]]
  a.rows = a.cols = 3;
  a.row_offsets = {0, 2, 2, 4};
  a.col_indices = {0, 1, 1, 2};
  a.values = {1, 2, -3, 4};
  SpmmProblem p(a.view(), 2, Layout::row_major, {});
  const std::vector<double> x{10, 1, 20, 2, 30, 3};
  const std::vector<double> y{1, 0, 2, 0, 4, 0};
  const DenseReference rows = spmm::reference(p, 2.0, x.data(), 0.5, y.data());
  EXPECT_EQ(rows.y, (std::vector<double>{100.5, 10, 1, 0, 122, 12}));
  EXPECT_EQ(rows.magnitude, (std::vector<double>{100.5, 10, 1, 0, 362, 36}));

  p.layout = Layout::col_major;
  p.ldx = 4;
  const std::vector<double> x_columns{10, 20, 30, -1, 1, 2, 3, -1};
  const std::vector<double> y_columns{1, 2, 4, 0, 0, 0};
  const DenseReference columns = spmm::reference(p, 2.0, x_columns.data(), 0.5, y_columns.data());
  EXPECT_EQ(columns.y, (std::vector<double>{100.5, 1, 122, 10, 0, 12}));
}

TEST(SpmmRecord, completes_and_checks_its_parameters) {
  const OperationRecord& record = record_of(Operation::spmm);
  const auto complete = [&](const char* text) { return record.complete({"", text}, 5, 5); };
  EXPECT_EQ(complete("").value(), (OperandChoice{"x", "k=32,layout=row"}));
  EXPECT_EQ(complete("layout=col,k=7").value().parameters, "k=7,layout=col");
  EXPECT_EQ(complete("k=65537").value().parameters, "k=65537,layout=row") << "as plans take it";
  for (const char* wrong :
       {"k=0", "k=2147483648", "k=x", "layout=diagonal", "layout=1", "j=3", "k="}) {
    const auto result = complete(wrong);
    EXPECT_FALSE(result) << wrong;
    EXPECT_THAT(result.error(), ::testing::HasSubstr("2147483647")) << wrong;
  }
  EXPECT_FALSE(record.complete({"at", ""}, 5, 5));
  EXPECT_EQ(record.choices(5, 5).size(), 3U);
  const Csr<double> a = irregular("random").a;
  const auto problem = record.problem(a.view(), nullptr, {"x", "k=7,layout=col"}, {});
  EXPECT_EQ(problem->dense_columns(), 7);
  EXPECT_EQ(problem->dense_layout(), Layout::col_major);
  EXPECT_EQ(problem->multiplications(), a.nnz() * 7);
}

TEST(SpmmProblem, of_more_columns_than_any_memory_holds_is_refused) {
  const Csr<double> a = irregular("random").a;
  for (const std::int64_t columns : {std::int64_t{1} << 40, std::int64_t{768614336404564651},
                                     std::numeric_limits<std::int64_t>::max()}) {
    for (const Layout layout : {Layout::row_major, Layout::col_major}) {
      const SpmmProblem problem(a.view(), columns, layout, {});
      EXPECT_EQ(problem.mismatch().empty(), columns == std::int64_t{1} << 40) << columns;
    }
  }
}

/// By rows a leading dimension counts for each row of X and Y, however few columns there are.
TEST(SpmmProblem, of_a_leading_dimension_beyond_any_memory_is_refused) {
  const Csr<double> a = irregular("random").a;
  for (const bool of_x : {true, false}) {
    SpmmProblem problem(a.view(), 1, Layout::row_major, {});
    std::int64_t& leading = of_x ? problem.ldx : problem.ldy;
    leading = std::int64_t{1} << 40;
    EXPECT_EQ(problem.mismatch(), "");
    leading = std::int64_t{1} << 58;
    EXPECT_THAT(problem.mismatch(), ::testing::HasSubstr(std::to_string(leading)));
    problem.layout = Layout::col_major;
    EXPECT_EQ(problem.mismatch(), "") << "one column has no next one";
  }
}

/// The same promises on the GPU, where there is one.
class CudaSpmmContract : public test::OnDevice {};

TEST_F(CudaSpmmContract, holds_for_all_types_and_layouts) {
  every_variant_keeps_the_contract<SpmmDevice>(Backend::cuda);
}
TEST_F(CudaSpmmContract, every_point_of_the_full_grid_runs_on_uneven_matrices) {
  every_point_of_the_full_grid_runs<float, std::int32_t, SpmmDevice>("power_law", Backend::cuda);
  every_point_of_the_full_grid_runs<double, std::int64_t, SpmmDevice>("one_huge_row",
                                                                      Backend::cuda);
}
TEST_F(CudaSpmmContract, rows_that_are_not_sorted_run_where_the_variant_says_so) {
  unsorted_rows_run_or_are_refused<SpmmDevice>(Backend::cuda);
}

}  // namespace
}  // namespace sptune::test
