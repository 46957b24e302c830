// SPDX-License-Identifier: BSD-3-Clause
// Operands as applications have them: rows out of order, entries of one place listed twice, views
// without arrays, values that change after planning, operands that do not go together. Every entry
// that ships is held to what it says of itself (VariantFacts): right, or refused with the reason.
#include "kernels/api/operands.hpp"

#include "kernels/api/catalogue.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tests/kernels/spgemm_contract.hpp"
#include "tests/kernels/spmv_battery.hpp"
#include "tests/kernels/spmv_contract.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace sptune::test {
namespace {

using ::testing::HasSubstr;

enum class Mess : std::uint8_t { descending, shuffled, doubled, doubled_and_shuffled };
constexpr Mess messes[] = {Mess::descending, Mess::shuffled, Mess::doubled,
                           Mess::doubled_and_shuffled};

std::string name_of(Mess mess) {
  return std::array{"descending", "shuffled", "doubled",
                    "doubled and shuffled"}[static_cast<std::size_t>(mess)];
}

/// The same rows with their entries in another order; doubled: every third entry once more, with
/// half its value, so that places add up.
Csr<double> messed_up(const Csr<double>& a, Mess mess) {
  std::mt19937_64 random(7);
  Csr<double> out;
  out.rows = a.rows;
  out.cols = a.cols;
  for (std::size_t row = 0; row + 1 < a.row_offsets.size(); ++row) {
    std::vector<std::pair<Index, double>> entries;
    for (auto i = static_cast<std::size_t>(a.row_offsets[row]);
         i < static_cast<std::size_t>(a.row_offsets[row + 1]); ++i) {
      entries.emplace_back(a.col_indices[i], a.values[i]);
      const bool doubled = mess == Mess::doubled || mess == Mess::doubled_and_shuffled;
      if (doubled && i % 3 == 0) entries.emplace_back(a.col_indices[i], a.values[i] / 2);
    }
    if (mess == Mess::descending) std::reverse(entries.begin(), entries.end());
    if (mess == Mess::shuffled || mess == Mess::doubled_and_shuffled) {
      std::shuffle(entries.begin(), entries.end(), random);
    }
    for (const auto& [column, value] : entries) {
      out.col_indices.push_back(column);
      out.values.push_back(value);
    }
    out.row_offsets.push_back(out.nnz());
  }
  return out;
}

bool is_sorted(const Csr<double>& a) {
  return inspect(a.view()).columns == ColumnOrder::sorted;
}

void expect_refused_for_its_order(const Fit& fit, const std::function<void()>& plan) {
  EXPECT_FALSE(fit);
  EXPECT_THAT(fit.reason, HasSubstr("not sorted or hold duplicates"));
  try {
    plan();
    ADD_FAILURE() << "planned all the same";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("not sorted or hold duplicates"));
  }
}

std::vector<const Variant*> shipped(Operation operation, Backend backend) {
  std::vector<const Variant*> out;
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation == operation && v.facts.backend == backend) out.push_back(&v);
  }
  return out;
}

template <class V, class O, template <class, class> class Where>
void spmv_takes_rows_in_disorder(Backend backend) {
  for (const NamedMatrix& m : battery()) {
    for (const Mess mess : messes) {
      const Csr<double> messy = messed_up(m.a, mess);
      const bool sorted = is_sorted(messy);
      const Csr<V, O> a = as_types<V, O>(messy);
      Contract<V, O, Where> contract(a, m.name + " " + name_of(mess));
      for (const Variant* v : shipped(Operation::spmv, backend)) {
        for (const ResolvedConfiguration& c : v->smoke_grid()) {
          if (sorted || v->facts.takes == ColumnOrder::any) {
            contract.holds_for(*v, c);
          } else {
            SCOPED_TRACE(m.name + " " + name_of(mess) + " " + c.text());
            const SpmvProblem& p = contract.problem();
            expect_refused_for_its_order(c.fit(p), [&] { (void)c.dense_plan(p); });
          }
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Operands, spmv_takes_rows_in_disorder_or_says_no) {
  spmv_takes_rows_in_disorder<double, std::int32_t, Host>(Backend::cpu);
  spmv_takes_rows_in_disorder<float, std::int64_t, Host>(Backend::cpu);
}

template <class V, class O>
void spgemm_takes_rows_in_disorder(Backend backend) {
  for (const tests::Pair& pair : tests::awkward_pairs()) {
    for (const Mess mess : messes) {
      const tests::Operand<V, O> a(messed_up(pair.a, mess), backend);
      const tests::Operand<V, O> b(messed_up(pair.b, mess), backend);
      const bool sorted = inspect(a.host.view()).columns == ColumnOrder::sorted &&
                          inspect(b.host.view()).columns == ColumnOrder::sorted;
      const SpgemmProblem problem =
          tests::problem_of(a, b, {.threads = granted_threads, .work_of_a_thread = 1});
      const spgemm::Reference truth = spgemm::reference(a.host.view(), b.host.view());
      for (const Variant* v : shipped(Operation::spgemm, backend)) {
        for (const ResolvedConfiguration& c : v->smoke_grid()) {
          const std::string where = pair.name + " " + name_of(mess) + " " + c.text();
          SCOPED_TRACE(where);
          const Fit fit = c.fit(problem);
          if (!sorted && v->facts.takes == ColumnOrder::sorted) {
            expect_refused_for_its_order(fit, [&] { (void)c.sparse_plan(problem); });
            continue;
          }
          if (!fit) continue;  // for a reason of its own: the contract of sorted rows looks at it
          const auto plan = c.sparse_plan(problem);
          tests::run_all<V>(*plan);
          auto product = tests::copy_of<V>(plan->result());
          if (!plan->sorted()) tests::sort_rows(product);
          tests::expect_equal(product, truth, where);
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(Operands, spgemm_takes_rows_in_disorder_or_says_no) {
  spgemm_takes_rows_in_disorder<double, std::int32_t>(Backend::cpu);
  spgemm_takes_rows_in_disorder<float, std::int64_t>(Backend::cpu);
}

/// Whether a plan gave the product with the new values after they changed under it; it must when
/// it says so.
template <class V>
bool follows_values(const Variant& v, const ResolvedConfiguration& c, Csr<V, std::int32_t>& a) {
  const SpmvProblem problem{a.view(), {.threads = granted_threads, .work_of_a_thread = 1}};
  if (!c.fit(problem)) return true;
  const std::vector<V> values = a.values;
  const std::vector<V> x = seeded_vector<V>(a.cols, 3);
  std::vector<V> y(static_cast<std::size_t>(a.rows));
  const auto plan = c.dense_plan(problem);
  for (V& value : a.values) value *= -3;

  plan->run(1, x.data(), 0, y.data(), {});

  const spmv::Reference now = spmv::reference(a.view(), 1, x.data(), 0, y.data());
  a.values = values;
  bool followed = true;
  for (std::size_t row = 0; row < y.size(); ++row) {
    const std::int64_t entries = a.row_offsets[row + 1] - a.row_offsets[row];
    followed &=
        std::abs(static_cast<double>(y[row]) - now.y[row]) <= bound<V>(entries, now.magnitude[row]);
  }
  EXPECT_TRUE(followed || v.copies_values(problem)) << c.text();
  return followed;
}

TEST(Operands, changed_values_count_unless_a_variant_says_that_it_copies) {
  std::map<std::string, bool> always;
  for (const NamedMatrix& m : battery()) {
    SCOPED_TRACE(m.name);
    auto a = as_types<double, std::int32_t>(m.a);
    for (const Variant* v : shipped(Operation::spmv, Backend::cpu)) {
      auto [entry, added] = always.try_emplace(v->facts.name, true);
      for (const ResolvedConfiguration& c : v->smoke_grid())
        entry->second &= follows_values(*v, c, a);
    }
  }
  for (const Variant* v : shipped(Operation::spmv, Backend::cpu)) {
    EXPECT_EQ(always[v->facts.name], v->facts.values == ValuesRead::callers) << v->facts.name;
  }
}

/// Every variant, on operands that it has to refuse with these words.
void expect_spmv_refused(const AnyCsr& a, const std::string& words) {
  for (const Variant* v : shipped(Operation::spmv, Backend::cpu)) {
    SCOPED_TRACE(v->facts.name + ": " + words);
    const Fit fit = v->default_configuration().fit(SpmvProblem(a, {}));
    EXPECT_FALSE(fit);
    EXPECT_THAT(fit.reason, HasSubstr(words));
    EXPECT_THROW((void)v->default_configuration().dense_plan(SpmvProblem(a, {})), UsageError);
  }
}

TEST(Operands, what_is_no_matrix_is_refused_with_the_reason) {
  const Csr<double> good{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}};
  const auto changed = [&](auto change) {
    AnyCsr a = good.view();
    change(a);
    return a;
  };
  expect_spmv_refused(CsrView<double, std::int64_t>{5, 5}, "5 rows, but no row offsets");
  expect_spmv_refused(changed([](AnyCsr& a) { a.col_indices = nullptr; }), "null pointer");
  expect_spmv_refused(changed([](AnyCsr& a) { a.values = nullptr; }), "null pointer");
  expect_spmv_refused(changed([](AnyCsr& a) { a.rows = -1; }), "-1 x 3");
  expect_spmv_refused(changed([](AnyCsr& a) { a.cols = std::int64_t{1} << 31; }), "2147483648");
  expect_spmv_refused(changed([](AnyCsr& a) { a.cols = 0; }), "no columns, but 3 entries");
  expect_spmv_refused(changed([](AnyCsr& a) { a.rows = 0; }), "no rows, but 3 entries");
  expect_spmv_refused(changed([](AnyCsr& a) { a.nnz = 4; }), "row offsets from 0 to 3 for 4");
  expect_spmv_refused(changed([](AnyCsr& a) { a.space = MemorySpace::device; }), "a device");
}

TEST(Operands, matrices_without_rows_need_no_arrays) {
  const AnyCsr nothing(CsrView<double, std::int32_t>{});
  EXPECT_EQ(nothing.nnz, 0);
  double none = 0;
  for (const Variant* v : shipped(Operation::spmv, Backend::cpu)) {
    for (const std::int64_t cols : {0, 7}) {
      SCOPED_TRACE(v->facts.name + " " + std::to_string(cols));
      AnyCsr a = nothing;
      a.cols = cols;
      const ResolvedConfiguration c = v->default_configuration();
      const SpmvProblem problem{a, {}};
      if (!c.fit(problem)) continue;  // bytes: vbl has none to save
      const std::vector<double> x(static_cast<std::size_t>(cols) + 1);
      c.dense_plan(problem)->run(1, x.data(), 0, &none, {});
    }
  }
  for (const Variant* v : shipped(Operation::spgemm, Backend::cpu)) {
    SCOPED_TRACE(v->facts.name);
    const SpgemmProblem problem = spgemm::make_problem(nothing, nothing, {});
    const auto plan = v->default_configuration().sparse_plan(problem);
    EXPECT_EQ(tests::run_all<double>(*plan), 0);
    EXPECT_EQ(plan->result().rows, 0);
  }
}

TEST(Operands, a_slice_without_rows_may_point_into_other_offsets) {
  const std::vector<std::int32_t> offsets{0, 2, 5};
  AnyCsr a(CsrView<double, std::int32_t>{0, 2, offsets.data() + 2, nullptr, nullptr});
  const std::vector<Index> columns{0, 1, 0, 1, 2};
  const std::vector<double> values(5, 1.0);
  const AnyCsr b(
      CsrView<double, std::int32_t>{2, 3, offsets.data(), columns.data(), values.data()});
  double none = 0;
  for (const Variant* v : shipped(Operation::spmv, Backend::cpu)) {
    SCOPED_TRACE(v->facts.name);
    const ResolvedConfiguration c = v->default_configuration();
    const SpmvProblem problem{a, {}};
    if (!c.fit(problem)) continue;
    const std::vector<double> x(2);
    c.dense_plan(problem)->run(1, x.data(), 0, &none, {});
  }
  for (const Variant* v : shipped(Operation::spgemm, Backend::cpu)) {
    SCOPED_TRACE(v->facts.name);
    const SpgemmProblem problem = spgemm::make_problem(a, b, {});
    const auto plan = v->default_configuration().sparse_plan(problem);
    EXPECT_EQ(tests::run_all<double>(*plan), 0);
  }
}

TEST(Operands, inspection_tells_sorted_from_unsorted_from_broken) {
  const auto look = [](const std::vector<std::int64_t>& offsets,
                       const std::vector<Index>& columns) {
    const std::vector<double> values(columns.size());
    return inspect(CsrView<double, std::int64_t>{static_cast<std::int64_t>(offsets.size()) - 1, 4,
                                                 offsets.data(), columns.data(), values.data()});
  };
  EXPECT_EQ(look({0}, {}).columns, ColumnOrder::sorted);
  EXPECT_EQ(look({0, 2, 2, 4}, {0, 3, 1, 2}).columns, ColumnOrder::sorted);
  EXPECT_EQ(look({0, 2, 4}, {0, 3, 2, 1}).columns, ColumnOrder::any);
  EXPECT_EQ(look({0, 2, 4}, {0, 3, 1, 1}).columns, ColumnOrder::any);
  EXPECT_EQ(look({0, 2, 4}, {0, 3, 1, 2}).broken, "");
  EXPECT_THAT(look({0, 2, 4}, {0, 3, 1, 4}).broken, HasSubstr("row 1 has an entry in column 4"));
  EXPECT_THAT(look({0, 2, 4}, {0, 3, -1, 2}).broken, HasSubstr("column -1"));
  EXPECT_THAT(look({0, 4, 2, 4}, {0, 1, 2, 3}).broken, HasSubstr("row 1 is said to hold"));
  EXPECT_THAT(look({0, 9, 4}, {0, 1, 2, 3}).broken, HasSubstr("row 0 is said to hold"));
}

/// What is known of A's columns says nothing of a matrix of fewer columns on the same arrays.
TEST(Operands, a_narrower_b_on_the_arrays_of_a_is_looked_at_by_itself) {
  const Csr<double> a{2, 2, {0, 2, 3}, {0, 1, 1}, {1, 2, 3}};
  AnyCsr narrow = a.view();
  narrow.cols = 1;
  SpgemmProblem problem = spgemm::make_problem(a.view(), narrow, {});
  EXPECT_THAT(learn_order(problem), HasSubstr("B: row 0 has an entry in column 1"));
  EXPECT_EQ(learn_order(problem = spgemm::make_problem(a.view(), a.view(), {})), "");
  EXPECT_EQ(problem.b.columns, ColumnOrder::sorted);
}

TEST(Operands, inspection_by_threads_sees_what_one_row_hides) {
  constexpr std::int64_t rows = 300'000;
  Csr<float, std::int32_t> a{rows, 3, {0}, {}, {}};
  for (std::int64_t row = 0; row < rows; ++row) {
    a.col_indices.insert(a.col_indices.end(), {0, 2});
    a.row_offsets.push_back(static_cast<std::int32_t>(a.col_indices.size()));
  }
  a.values.resize(a.col_indices.size());
  EXPECT_EQ(inspect(a.view()).columns, ColumnOrder::sorted);
  for (const std::size_t row : {std::size_t{0}, std::size_t{150'000}, std::size_t{299'999}}) {
    a.col_indices[2 * row + 1] = 0;
    EXPECT_EQ(inspect(a.view()).columns, ColumnOrder::any) << row;
    a.col_indices[2 * row + 1] = 3;
    EXPECT_THAT(inspect(a.view()).broken, HasSubstr("row " + std::to_string(row))) << row;
    a.col_indices[2 * row + 1] = 2;
  }
}

TEST(Operands, that_do_not_go_together_are_a_typed_error_before_anything_is_read) {
  const Csr<double> a{2, 4'000'000, {0, 1, 2}, {5, 3'999'999}, {1, 2}};
  const Csr<double> b{2, 2, {0, 1, 2}, {0, 1}, {1, 2}};
  const Csr<float> single{4'000'000, 2, std::vector<std::int64_t>(4'000'001, 0), {}, {}};
  EXPECT_THROW((void)spgemm::count_products(a.view(), b.view()), UsageError);
  EXPECT_THROW((void)spgemm::count_products(a.view(), single.view()), UsageError);
  AnyCsr elsewhere = b.view();
  elsewhere.space = MemorySpace::device;
  EXPECT_THROW((void)spgemm::count_products(b.view(), elsewhere), UsageError);
  const Csr<double> outside{2, 2, {0, 1, 2}, {0, 2}, {1, 2}};
  EXPECT_THROW((void)spgemm::count_products(outside.view(), b.view()), UsageError);
}

/// Whoever takes the product looks at them first; until then they are numbers like others.
TEST(Operands, offsets_that_are_far_apart_are_counted_with_before_they_are_looked_at) {
  const Csr<double> a{1, 2, {0, 1}, {1}, {1}};
  constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min();
  const Csr<double, std::int32_t> wild{2, 2, {0, least, 2}, {0, 1}, {1, 2}};
  EXPECT_EQ(spgemm::count_products(a.view(), wild.view()), 2 - std::int64_t{least});
}

}  // namespace
}  // namespace sptune::test
