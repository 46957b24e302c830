// SPDX-License-Identifier: BSD-3-Clause
// The Dispatcher on operands that suites never hand out: each is multiplied rightly, or refused by
// a typed error.
#include "kernels/api/catalogue.hpp"
#include "kernels/api/operands.hpp"
#include "kernels/api/operation.hpp"
#include "kernels/host/threads.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/dispatch/forcing.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace sptune {
namespace {

using testing::band;
using ::testing::HasSubstr;
using Matrix = Csr<double, std::int32_t>;

std::string default_text(Operation operation, const char* name) {
  return shipped_catalogue().find(operation, Backend::cpu, name)->default_configuration().text();
}

/// The rows of a matrix with their entries the other way round.
Matrix turned(Matrix a) {
  for (std::size_t row = 0; row + 1 < a.row_offsets.size(); ++row) {
    const auto first = a.row_offsets[row];
    const auto last = a.row_offsets[row + 1];
    std::reverse(a.col_indices.begin() + first, a.col_indices.begin() + last);
    std::reverse(a.values.begin() + first, a.values.begin() + last);
  }
  return a;
}

/// Every entry twice, with half its value each.
Matrix doubled(const Matrix& a) {
  Matrix out{a.rows, a.cols, {0}, {}, {}};
  for (std::size_t i = 0; i < a.values.size(); ++i) {
    out.col_indices.insert(out.col_indices.end(), 2, a.col_indices[i]);
    out.values.insert(out.values.end(), 2, a.values[i] / 2);
  }
  for (std::size_t row = 1; row < a.row_offsets.size(); ++row) {
    out.row_offsets.push_back(2 * a.row_offsets[row]);
  }
  return out;
}

/// C x, by entries.
std::vector<double> times(const CsrView<double, std::int64_t>& c, const std::vector<double>& x) {
  std::vector<double> y(static_cast<std::size_t>(c.rows));
  for (std::size_t row = 0; row < y.size(); ++row) {
    for (auto i = c.row_offsets[row]; i < c.row_offsets[row + 1]; ++i) {
      y[row] += c.values[i] * x[static_cast<std::size_t>(c.col_indices[i])];
    }
  }
  return y;
}
std::vector<double> times(const Matrix& a, const std::vector<double>& x) {
  const std::vector<std::int64_t> offsets(a.row_offsets.begin(), a.row_offsets.end());
  return times({a.rows, a.cols, offsets.data(), a.col_indices.data(), a.values.data()}, x);
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 1e-10) << i;
}

class DispatcherOperands : public ::testing::Test {
 protected:
  /// A dispatcher whose model would run `other` on whatever has many entries in a row.
  Dispatcher with_model(const std::string& other) {
    return testing::dispatcher_with(
        testing::small_model(default_text(Operation::spmv, "csr"), other), sink());
  }
  Dispatcher without_model() { return Dispatcher(std::vector<std::string>{}, sink()); }
  Dispatcher::Sink sink() {
    return [this](std::string_view line) { warnings_.emplace_back(line); };
  }
  template <class F>
  void expect_usage_error(F&& f, const std::string& words) {
    try {
      f();
      ADD_FAILURE() << "no error: expected " << words;
    } catch (const UsageError& e) {
      EXPECT_THAT(e.what(), HasSubstr(words));
    }
  }
  void expect_right(const Matrix& a, Spmv<double>& spmv) {
    const std::vector<double> x = testing::some_x(a.cols);
    std::vector<double> y(static_cast<std::size_t>(a.rows), std::nan(""));
    spmv.run(2.0, x.data(), 0.0, y.data());
    testing::expect_twice_the_product(a, x, y);
  }

  std::vector<std::string> warnings_;
  Options options_{.expected_runs = 1e9, .threads = 1, .constant_values = true};
  Matrix wide_ = band(300, 12);
};

TEST_F(DispatcherOperands, every_forced_format_is_right_on_rows_in_disorder) {
  const Dispatcher d = without_model();
  for (const Matrix& a : {turned(wide_), doubled(wide_), turned(doubled(wide_))}) {
    for (const Variant& v : shipped_catalogue().variants()) {
      if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu) continue;
      SCOPED_TRACE(v.facts.name);
      options_.force = v.facts.name;
      auto spmv = d.spmv(a.view(), options_);
      expect_right(a, spmv);
      if (v.facts.takes == ColumnOrder::sorted) {
        EXPECT_EQ(spmv.choice().match, Match::abstained);
        EXPECT_THAT(spmv.choice().reason, HasSubstr("not sorted or hold duplicates"));
      }
    }
  }
}

TEST_F(DispatcherOperands, a_model_is_not_asked_about_rows_in_disorder) {
  const Dispatcher d = with_model(default_text(Operation::spmv, "ell"));
  ASSERT_EQ(d.choose_spmv(wide_.view(), options_).match, Match::predicted);
  for (const Matrix& a : {turned(wide_), doubled(wide_)}) {
    auto spmv = d.spmv(a.view(), options_);
    EXPECT_EQ(spmv.choice().match, Match::abstained);
    EXPECT_THAT(spmv.choice().reason, HasSubstr("rows are not sorted or hold duplicates"));
    expect_right(a, spmv);
  }
  EXPECT_TRUE(warnings_.empty());
}

TEST_F(DispatcherOperands, one_row_in_disorder_is_found_before_a_format_that_needs_order) {
  // So many rows that features see a sample.
  Matrix a = band(40'000, 12);
  const std::size_t place = 12 * 20'011;
  std::swap(a.col_indices[place], a.col_indices[place + 1]);
  std::swap(a.values[place], a.values[place + 1]);
  const Dispatcher d = with_model(default_text(Operation::spmv, "dia"));
  ASSERT_EQ(d.choose_spmv(band(40'000, 12).view(), options_).match, Match::predicted);

  auto spmv = d.spmv(a.view(), options_);

  EXPECT_EQ(spmv.choice().match, Match::abstained) << spmv.choice().explain();
  EXPECT_THAT(spmv.choice().reason, HasSubstr("not sorted or hold duplicates"));
  expect_right(a, spmv);
}

TEST_F(DispatcherOperands, products_of_rows_in_disorder_are_right_and_say_their_order) {
  const Dispatcher d = without_model();
  for (const Matrix& a : {wide_, turned(wide_), doubled(wide_)}) {
    const std::vector<double> x = testing::some_x(a.cols);
    auto first = d.spgemm(a.view(), a.view(), options_);
    const AnyCsr product = first.multiply();
    EXPECT_EQ(product.columns, first.sorted() ? ColumnOrder::sorted : ColumnOrder::any);
    EXPECT_EQ(inspect(product).broken, "");
    if (inspect(a.view()).columns != ColumnOrder::sorted) {
      EXPECT_THAT(first.choice().reason, HasSubstr("the default, does not fit: A: its rows"));
    }
    auto second = d.spgemm(product, product, options_);  // (AA)(AA)
    expect_near(times(second.multiply().as<double, std::int64_t>(), x),
                times(a, times(a, times(a, times(a, x)))));
  }
}

/// The order of rows alone would be no reason: others take any.
TEST_F(DispatcherOperands, where_nothing_fits_the_error_says_what_refuses_the_others) {
  const Dispatcher d = without_model();
  const Matrix a = turned(wide_);
  options_.memory_limit = 0;
  try {
    (void)d.spgemm(a.view(), a.view(), options_);
    ADD_FAILURE() << "no error";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("its rows"));
    EXPECT_THAT(e.what(), HasSubstr("nor does any other variant, "));
    EXPECT_THAT(e.what(), HasSubstr("bytes"));
  }
}

TEST_F(DispatcherOperands, views_without_arrays) {
  for (const bool model : {false, true}) {
    const Dispatcher d = model ? with_model(default_text(Operation::spmv, "ell")) : without_model();
    const CsrView<double, std::int32_t> nothing;
    auto spmv = d.spmv(nothing, options_);
    spmv.run(1.0, nullptr, 0.0, nullptr);
    auto product = d.spgemm(nothing, nothing, options_);
    const AnyCsr c = product.multiply();
    EXPECT_EQ(c.rows, 0);
    EXPECT_EQ(c.nnz, 0);
    expect_usage_error(
        [&] {
          (void)d.spmv(CsrView<double, std::int32_t>{5, 5}, options_);
        },
        "5 rows, but no row offsets");
  }
}

TEST_F(DispatcherOperands, that_do_not_go_together_are_typed_errors) {
  const Dispatcher d = without_model();
  const Matrix small = band(10, 3);
  expect_usage_error([&] { (void)d.spgemm(wide_.view(), small.view()); },
                     "A has 300 columns and B has 10 rows");
  expect_usage_error([&] { (void)d.choose_spgemm(wide_.view(), small.view()); }, "300 columns");
  const Csr<float, std::int32_t> single{300, 2, std::vector<std::int32_t>(301, 0), {}, {}};
  expect_usage_error([&] { (void)d.spgemm(AnyCsr(wide_.view()), AnyCsr(single.view())); }, "f32");
  AnyCsr elsewhere = wide_.view();
  elsewhere.space = MemorySpace::device;
  const bool seen = static_cast<bool>(cuda::device_info());  // that the arrays are elsewhere
  expect_usage_error([&] { (void)d.spgemm(AnyCsr(wide_.view()), elsewhere); },
                     seen ? "row offsets are in host memory" : "one place");
  AnyCsr wrong_end = wide_.view();
  wrong_end.nnz -= 1;
  expect_usage_error([&] { (void)d.spmv<double>(wrong_end); }, "row offsets from 0 to 3600");
}

TEST_F(DispatcherOperands, are_looked_at_in_full_on_request) {
  const Dispatcher d = without_model();
  Matrix outside = wide_;
  outside.col_indices.back() = 300;
  Matrix falling = wide_;
  std::swap(falling.row_offsets[3], falling.row_offsets[4]);
  options_.validate = Validate::full;
  expect_usage_error([&] { (void)d.spmv(outside.view(), options_); }, "column 300");
  expect_usage_error([&] { (void)d.spgemm(falling.view(), wide_.view(), options_); }, "A: row 3");
  expect_usage_error([&] { (void)d.spgemm(wide_.view(), falling.view(), options_); }, "B: row 3");
  auto spmv = d.spmv(wide_.view(), options_);
  expect_right(wide_, spmv);

  // Believed without it, not with it.
  const Matrix disorder = turned(wide_);
  auto vouched = disorder.view();
  vouched.columns = ColumnOrder::sorted;
  options_.force = "dia";
  auto seen = d.spmv(vouched, options_);
  EXPECT_EQ(seen.choice().match, Match::abstained);
  expect_right(disorder, seen);
}

TEST_F(DispatcherOperands, with_offsets_that_decrease_are_found_when_they_are_new) {
  Matrix falling = wide_;
  falling.row_offsets[4] = 2'000'000'000;
  const Dispatcher bare = without_model();
  const Dispatcher taught = with_model(default_text(Operation::spmv, "dia"));
  for (const Dispatcher* d : {&bare, &taught}) {
    expect_usage_error([&] { (void)d->spmv(falling.view(), options_); }, "row 4 is said to hold");
    falling.row_offsets[4] = -5;
    expect_usage_error([&] { (void)d->spmv(falling.view(), options_); }, "row 3 is said to hold");
    falling.row_offsets[4] = 2'000'000'000;
  }
  expect_usage_error([&] { (void)bare.spgemm(wide_.view(), falling.view(), options_); }, "B: row ");
  options_.force = "csr";
  expect_usage_error([&] { (void)bare.spmv(falling.view(), options_); }, "row 4 is said to hold");
}

/// A is the first rows of B, whose offsets go on behind them.
TEST_F(DispatcherOperands, offsets_behind_those_that_both_have_are_looked_at) {
  const Dispatcher d = without_model();
  Matrix b = band(300, 12);
  b.row_offsets[200] = 2'000'000'000;
  auto a = b.view();
  a.rows = 100;
  expect_usage_error([&] { (void)d.spgemm(a, b.view(), options_); }, "B: row 200 is said to hold");
  expect_usage_error([&] { (void)d.choose_spgemm(a, b.view(), options_); }, "B: row 200");
}

/// What a product would store is foreseen by following them, before a model is asked.
TEST_F(DispatcherOperands, offsets_are_looked_at_before_the_size_of_a_product_is_foreseen) {
  const Dispatcher d = without_model();
  const Matrix falling{2, 2, {0, 1'000'000, 2}, {0, 1}, {1, 1}};
  auto vouched_for = falling.view();
  vouched_for.columns = ColumnOrder::sorted;
  options_.memory_limit = 0;
  expect_usage_error([&] { (void)d.choose_spgemm(vouched_for, vouched_for, options_); },
                     "A: row 1 is said to hold");
}

TEST_F(DispatcherOperands, are_not_looked_at_on_request) {
  const Dispatcher d = with_model(default_text(Operation::spmv, "dia"));
  options_.validate = Validate::none;

  auto unknown = d.spmv(wide_.view(), options_);
  EXPECT_EQ(unknown.choice().configuration.variant, "csr") << unknown.choice().explain();
  expect_right(wide_, unknown);

  auto vouched_for = wide_.view();
  vouched_for.columns = ColumnOrder::sorted;
  auto sorted = d.spmv(vouched_for, options_);
  EXPECT_EQ(sorted.choice().configuration.variant, "dia") << sorted.choice().explain();
  expect_right(wide_, sorted);

  // What costs no pass over the matrix is asked all the same.
  AnyCsr wrong_end = wide_.view();
  wrong_end.nnz -= 1;
  expect_usage_error([&] { (void)d.spmv<double>(wrong_end, options_); }, "row offsets from 0");
  expect_usage_error(
      [&] {
        (void)d.spmv(CsrView<double, std::int32_t>{5, 5}, options_);
      },
      "null pointer");

  // A column outside: seen where a sorted format is considered, and not with none.
  Matrix outside = wide_;
  outside.col_indices.back() = 300;
  const Dispatcher plain = without_model();
  options_.force = "dia";
  EXPECT_EQ(plain.choose_spmv(outside.view(), options_).configuration.variant, "csr");
  options_.validate = Validate::cheap;
  expect_usage_error([&] { (void)plain.choose_spmv(outside.view(), options_); }, "column 300");
}

TEST_F(DispatcherOperands, other_values_are_taken_by_every_plan) {
  const Dispatcher d = without_model();
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spmv || v.facts.backend != Backend::cpu) continue;
    SCOPED_TRACE(v.facts.name);
    options_.force = v.facts.name;
    Matrix a = wide_;
    auto spmv = d.spmv(a.view(), options_);
    Matrix other = a;
    for (double& value : other.values) value = 3 - value;
    spmv.update_values(other.values);
    expect_right(other, spmv);
    for (double& value : a.values) value *= 5;
    spmv.update_values({a.values.data(), a.nnz()});
    expect_right(a, spmv);

    expect_usage_error([&] { spmv.update_values(std::vector<float>(a.values.size())); }, "f32");
    expect_usage_error([&] { spmv.update_values(std::vector<double>(7)); }, "3600 entries");
    expect_usage_error([&] { spmv.update_values(AnyValues::on_device(a.values.data(), a.nnz())); },
                       "host memory");
    expect_right(a, spmv);
  }
}

TEST_F(DispatcherOperands, products_of_other_values) {
  const Dispatcher d = without_model();
  const Matrix a = wide_;
  const std::vector<double> x = testing::some_x(a.cols);
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spgemm || v.facts.backend != Backend::cpu) continue;
    SCOPED_TRACE(v.facts.name);
    options_.force = v.facts.name;
    auto product = d.spgemm(a.view(), a.view(), options_);
    (void)product.multiply();
    Matrix left = a;
    Matrix right = a;
    for (double& value : left.values) value = 3 - value;
    for (double& value : right.values) value = 2 + value;
    product.update_values(left.values, right.values);
    expect_near(times(product.recompute().as<double, std::int64_t>(), x),
                times(left, times(right, x)));
    expect_usage_error([&] { product.update_values(left.values, std::vector<double>(7)); },
                       "values of B are 7");
  }
}

TEST_F(DispatcherOperands, formats_that_copy_values_are_chosen_on_a_promise_only) {
  const Dispatcher d = with_model(default_text(Operation::spmv, "ell"));
  Matrix a = wide_;
  auto constant = d.spmv(a.view(), options_);
  EXPECT_EQ(constant.choice().configuration.variant, "ell");
  EXPECT_TRUE(constant.choice().copies_values);
  EXPECT_THAT(constant.choice().explain(), HasSubstr("copy of the values"));

  options_.constant_values = false;
  auto changing = d.spmv(a.view(), options_);
  EXPECT_EQ(changing.choice().match, Match::abstained);
  EXPECT_FALSE(changing.choice().copies_values);
  EXPECT_THAT(changing.choice().reason, HasSubstr("constant_values"));
  for (double& value : a.values) value *= 5;
  expect_right(a, changing);

  options_.force = "ell";
  EXPECT_TRUE(d.spmv(a.view(), options_).choice().copies_values) << "forced, and said";
}

TEST_F(DispatcherOperands, recomputed_products_follow_the_values) {
  const Dispatcher d = without_model();
  Matrix a = wide_;
  auto product = d.spgemm(a.view(), a.view(), options_);
  (void)product.multiply();
  for (double& value : a.values) value += 1;
  const std::vector<double> x = testing::some_x(a.cols);
  expect_near(times(product.recompute().as<double, std::int64_t>(), x), times(a, times(a, x)));
}

TEST_F(DispatcherOperands, products_begin_with_their_first_phase) {
  const Dispatcher d = without_model();
  const std::vector<double> x = testing::some_x(wide_.cols);
  const std::vector<double> expected = times(wide_, times(wide_, x));
  for (const Variant& v : shipped_catalogue().variants()) {
    if (v.operation != Operation::spgemm || v.facts.backend != Backend::cpu) continue;
    SCOPED_TRACE(v.facts.name);
    options_.force = v.facts.name;
    auto product = d.spgemm(wide_.view(), wide_.view(), options_);
    const auto recomputed = [&] {
      return times(product.recompute().as<double, std::int64_t>(), x);
    };
    expect_usage_error([&] { (void)product.recompute(); }, "multiply comes first");
    expect_usage_error([&] { product.plan().numeric({}); }, "symbolic and allocate");
    expect_usage_error([&] { product.plan().complete({}); }, "symbolic and allocate");
    expect_usage_error([&] { product.plan().allocate({}); }, "symbolic comes first");
    (void)product.plan().symbolic({});
    expect_usage_error([&] { (void)product.recompute(); }, "multiply comes first");
    product.plan().allocate({});
    expect_near(recomputed(), expected);
    (void)product.multiply();
    expect_near(recomputed(), expected);
    (void)product.plan().symbolic({});
    expect_usage_error([&] { (void)product.recompute(); }, "multiply comes first");
    (void)product.multiply();
    expect_near(recomputed(), expected);
  }
}

TEST_F(DispatcherOperands, with_more_rows_than_there_can_be_are_refused_unread) {
  const Dispatcher d = without_model();
  const char* const words = "sizes are 0 to 2147483647";
  for (const Validate validate : {Validate::none, Validate::cheap, Validate::full}) {
    options_.validate = validate;
    auto a = wide_.view();
    a.rows = std::int64_t{1} << 31;
    expect_usage_error([&] { (void)d.spmv(a, options_); }, words);
    expect_usage_error([&] { (void)d.spmm(a, {.columns = 2}, options_); }, words);
    expect_usage_error([&] { (void)d.spgemm(a, wide_.view(), options_); }, words);
    expect_usage_error([&] { (void)d.spgemm(wide_.view(), a, options_); }, words);
    a.rows = -1;
    expect_usage_error([&] { (void)d.spmv(a, options_); }, words);
    a = wide_.view();
    a.cols = std::int64_t{1} << 31;
    expect_usage_error([&] { (void)d.spmv(a, options_); }, words);
  }
}

TEST_F(DispatcherOperands, with_enumerators_that_are_none_are_refused) {
  const Dispatcher d = without_model();
  const Matrix a = band(40, 3);
  const auto refused = [&](const char* words, void (*change)(AnyCsr&)) {
    AnyCsr wrong(a.view());
    change(wrong);
    for (const Validate validate : {Validate::none, Validate::cheap, Validate::full}) {
      const Options options{.validate = validate};
      expect_usage_error([&] { (void)d.choose_spmv(wrong, options); }, words);
      expect_usage_error([&] { (void)d.choose_spmm(wrong, {.columns = 2}, options); }, words);
      expect_usage_error([&] { (void)d.spgemm(wrong, AnyCsr(a.view()), options); }, words);
      expect_usage_error([&] { (void)d.spgemm(AnyCsr(a.view()), wrong, options); }, words);
    }
  };
  refused("value_type is 7: f32 or f64",
          [](AnyCsr& m) { m.value_type = static_cast<ValueType>(7); });
  refused("offset_type is 7: i32 or i64",
          [](AnyCsr& m) { m.offset_type = static_cast<OffsetType>(7); });
  refused("space is 7: host or device", [](AnyCsr& m) { m.space = static_cast<MemorySpace>(7); });
  refused("columns is 7: unknown, any or sorted",
          [](AnyCsr& m) { m.columns = static_cast<ColumnOrder>(7); });
  const DenseMatrices wrong{.columns = 2, .layout = static_cast<Layout>(7)};
  expect_usage_error([&] { (void)d.spmm(a.view(), wrong); }, "layout is 7: row_major or col_major");
}

TEST_F(DispatcherOperands, more_threads_than_cores_are_not_used_and_said_once) {
  const Dispatcher d = without_model();
  options_.threads = host::usable_cores() + 97;
  for (int i = 0; i < 3; ++i) {
    auto spmv = d.spmv(wide_.view(), options_);
    expect_right(wide_, spmv);
  }
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_THAT(warnings_[0], HasSubstr("cores"));
}

TEST(DispatcherEnvironment, an_instruction_set_that_does_not_exist_is_one_warning) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // it is decided once in a process
  const auto start = [] {
    setenv("SPTUNE_ISA", "foo", 1);
    const Dispatcher d(std::vector<std::string>{});
    std::exit(d.models() == 0 ? 0 : 1);
  };
  EXPECT_EXIT(start(), ::testing::ExitedWithCode(0),
              "^sptune: warning: SPTUNE_ISA=foo: expected baseline, avx2 or avx512; [a-z0-9]+ is "
              "used\n$");
}

TEST(ForceFlaw, tells_what_no_operation_and_backend_has) {
  using dispatch::force_flaw;
  EXPECT_EQ(force_flaw(""), "");
  EXPECT_EQ(force_flaw("csr"), "");
  EXPECT_EQ(force_flaw("hash"), "");
  EXPECT_THAT(force_flaw("crs"), HasSubstr("csr"));
  EXPECT_THAT(force_flaw("csr{"), HasSubstr("csr{"));
  EXPECT_THAT(force_flaw("csr{width=77}"), HasSubstr("its values"));
}

/// Its variants are in programs that link MPI.
TEST_F(DispatcherOperands, of_an_operation_without_variants_are_refused_for_the_build_s_sake) {
  const Matrix a = band(10, 3);
  const AnyCsr b = a.view();
  const Dispatcher d({}, [](std::string_view) {});
  const auto problem = record_of(Operation::distributed_spgemm).problem(b, &b, {}, {});
  try {
    (void)dispatch::Access::choose(d, *problem, {});
    FAIL() << "chosen";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("no distributed_spgemm variant for cpu: this build has none"));
  }
}

}  // namespace
}  // namespace sptune
