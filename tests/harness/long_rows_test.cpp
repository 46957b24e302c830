// SPDX-License-Identifier: BSD-3-Clause
// One entry that is missing in a long row of f32 is noticed, and no honest order of adding is
// blamed.
#include "harness/engine/long_rows.hpp"

#include "harness/engine/engine.hpp"
#include "harness/environment/sanitizers.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/spmv/spmv.hpp"
#include "tests/harness/engines.hpp"
#include "tests/harness/matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::harness {
namespace {

using testing::HasSubstr;

using Value = std::function<double(std::int64_t column)>;

/// Some short rows, and row 2 with an entry in every column.
suites::Matrix with_long_row(Index cols, const Value& value) {
  suites::Matrix m;
  m.csr.rows = 5;
  m.csr.cols = cols;
  for (Index row = 0; row < 5; ++row) {
    const Index length = row == 2 ? cols : 3;
    for (Index column = 0; column < length; ++column) {
      m.csr.col_indices.push_back(column);
      m.csr.values.push_back(value(column));
    }
    m.csr.row_offsets.push_back(m.csr.nnz());
  }
  suites::identify(m);
  return m;
}

double even(std::int64_t /*column*/) {
  return 0.1;
}
double varied(std::int64_t column) {
  return 1 + static_cast<double>((column * 2654435761) % 1000) / 1000;
}
double spread(std::int64_t column) {
  return std::exp(static_cast<double>((column * 2654435761) % 1000) / 100);
}
double falling(std::int64_t column) {
  return 1.0 / static_cast<double>(column + 1);
}

/// Terms of row 2 in f32, added in several orders.
class Sums {
 public:
  Sums(const ProblemData& d, int part) {
    const auto a = d.a->view().as<float, std::int32_t>();
    const auto* x = static_cast<const float*>(d.dense->x.data());
    for (auto i = a.row_offsets[2]; i < a.row_offsets[3]; ++i) {
      const Index column = a.col_indices[i];
      const bool in = part == 0 || class_of_column(column, d.dense->long_rows.classes) == part - 1;
      terms_.push_back(in ? a.values[i] * x[column] : 0);
    }
  }
  [[nodiscard]] std::vector<std::pair<std::string, float>> all() const {
    std::vector<float> ascending = terms_;
    std::sort(ascending.begin(), ascending.end(),
              [](float a, float b) { return std::abs(a) < std::abs(b); });
    std::vector<float> by_sign = terms_;
    std::sort(by_sign.begin(), by_sign.end());
    const std::vector<float> backwards(terms_.rbegin(), terms_.rend());
    return {{"forwards", lanes(terms_, 1)},     {"backwards", lanes(backwards, 1)},
            {"8 lanes", lanes(terms_, 8)},      {"256 lanes", lanes(terms_, 256)},
            {"ascending", lanes(ascending, 1)}, {"pairwise", pairwise(terms_)}};
  }

 private:
  static float lanes(const std::vector<float>& terms, std::size_t count) {
    std::vector<float> sums(count);
    for (std::size_t i = 0; i < terms.size(); ++i) sums[i % count] += terms[i];
    float sum = 0;
    for (const float lane : sums) sum += lane;
    return sum;
  }
  static float pairwise(std::vector<float> terms) {
    while (terms.size() > 1) {
      for (std::size_t i = 0; 2 * i < terms.size(); ++i) {
        terms[i] = terms[2 * i] + (2 * i + 1 < terms.size() ? terms[2 * i + 1] : 0);
      }
      terms.resize((terms.size() + 1) / 2);
    }
    return terms[0];
  }

  std::vector<float> terms_;
};

class LongRowsTest : public testing::Test {
 protected:
  const ProblemData& data(Index cols, const Value& value, ValueType type = ValueType::f32) {
    made_ = with_long_row(cols, value);
    return cache_.get({Operation::spmv, type, made_.info.content_hash, "", "x"});
  }
  suites::Matrix made_;
  ProblemCache cache_{[this](const std::string&) { return made_; }};
};

TEST_F(LongRowsTest, rows_of_ordinary_length_and_of_f64_are_none) {
  EXPECT_TRUE(data(1000, even).dense->long_rows.rows.empty());
  EXPECT_TRUE(data(100'000, even, ValueType::f64).dense->long_rows.rows.empty());
  EXPECT_THAT(data(3000, even).dense->long_rows.rows, testing::ElementsAre(2));
}

TEST_F(LongRowsTest, no_order_of_adding_comes_near_the_bound) {
#ifdef SPTUNE_SANITIZED
  const std::vector<Index> lengths{1024, 5000, 40'000};
#else
  const std::vector<Index> lengths{1024, 5000, 40'000, 600'000};
#endif
  double worst = 0;
  for (const Index cols : lengths) {
    for (const auto& value : {Value(even), Value(varied), Value(spread), Value(falling)}) {
      const ProblemData& d = data(cols, value);
      const LongRows& rows = d.dense->long_rows;
      for (int part = 0; part < std::min(rows.parts(), 3); ++part) {
        for (const auto& [order, sum] : Sums(d, part).all()) {
          const auto at = static_cast<std::size_t>(part);
          const BoundCheck j = check_within(rows.expected[at], rows.bound[at], sum);
          EXPECT_LT(j.bound_ratio, 0.3) << cols << " entries, part " << part << ", " << order;
          worst = std::max(worst, j.bound_ratio);
        }
      }
    }
  }
  EXPECT_GT(worst, 0.001) << "a bound that nothing comes near to finds nothing";
}

TEST_F(LongRowsTest, every_entry_that_is_missing_shows_in_some_part) {
  for (const Index cols : {3000, 30'000, 100'000, 1'000'000}) {
    for (const auto& value : {Value(even), Value(varied)}) {
      const ProblemData& d = data(cols, value);
      const LongRows& rows = d.dense->long_rows;
      EXPECT_LE(rows.classes, 64);
      const auto a = d.a->view().as<float, std::int32_t>();
      std::int64_t unseen = 0;
      for (auto i = a.row_offsets[2]; i < a.row_offsets[3]; ++i) {
        const Index column = a.col_indices[i];
        const double term = std::abs(static_cast<double>(a.values[i]) * d.dense->x.at(column));
        const int part = rows.parts() == 1 ? 0 : 1 + class_of_column(column, rows.classes);
        // An honest error of the rest takes up to 0.3 of the bound, as above.
        if (term < 1.3 * rows.bound[static_cast<std::size_t>(part)]) ++unseen;
      }
      EXPECT_EQ(unseen, 0) << cols;
    }
  }
}

TEST_F(LongRowsTest, row_whose_partial_sums_are_not_random_keeps_the_bound_of_the_worst_case) {
  const ProblemData& some = data(5000, even);
  std::vector<double> signs(5000);
  for (std::int64_t i = 0; i < 5000; ++i) {
    signs[static_cast<std::size_t>(i)] = some.dense->x.at(i) < 0 ? -0.1 : 0.1;
  }
  const double random = some.dense->long_rows.bound[0];
  const ProblemData& d =
      data(5000, [&](std::int64_t column) { return signs[static_cast<std::size_t>(column)]; });

  EXPECT_GT(d.dense->long_rows.bound[0], 50 * random);
  EXPECT_GT(d.dense->long_rows.bound[0], 5000 * 1e-7 * d.dense->plain.magnitude[2]);
}

TEST_F(LongRowsTest, blame_names_row_and_class) {
  const LongRows& rows = data(100'000, even).dense->long_rows;
  GuardedVector y(5, ValueType::f32);
  auto* const values = static_cast<float*>(y.data());
  values[2] = static_cast<float>(rows.expected[3]);
  Verification v;
  v.ok = true;
  compare_long_rows(rows, 3, y, v);
  EXPECT_TRUE(v.ok) << v.first_bad;
  EXPECT_LE(v.max_bound_ratio, 1);

  values[2] += 0.1F;
  compare_long_rows(rows, 3, y, v);

  EXPECT_FALSE(v.ok);
  EXPECT_THAT(v.first_bad, HasSubstr("row 2: expected"));
  EXPECT_THAT(v.first_bad, HasSubstr("x zero outside column class 3 of 4"));
  EXPECT_GT(v.max_bound_ratio, 1);
}

TEST_F(LongRowsTest, of_several_columns_the_first_is_checked_by_rows_and_by_columns) {
  made_ = with_long_row(100'000, even);
  for (const char* layout : {"row", "col"}) {
    SCOPED_TRACE(layout);
    const ProblemData& d =
        cache_.get(test::spmm_problem(made_.info.content_hash, layout, ValueType::f32));
    const DenseShape& x_shape = d.dense->x_shape;
    const LongRows& rows = d.dense->long_rows;
    ASSERT_THAT(rows.rows, testing::ElementsAre(2));
    ASSERT_EQ(rows.classes, 4);
    const std::int64_t first = d.dense->y_shape.at(2, 0);
    EXPECT_NEAR(rows.expected[0], d.dense->plain.y[static_cast<std::size_t>(first)], 1e-6);

    GuardedVector y(d.dense->y_shape.size(), ValueType::f32);
    y.fill_nan();
    static_cast<float*>(y.data())[first] = static_cast<float>(rows.expected[3]);
    Verification v;
    v.ok = true;
    compare_long_rows(rows, 3, y, v);
    EXPECT_TRUE(v.ok) << v.first_bad;

    GuardedVector kept(x_shape.size(), ValueType::f32);
    keep_class(d.dense->x, rows, 2, kept);
    std::int64_t wrong = 0;
    for (std::int64_t row = 0; row < x_shape.rows; ++row) {
      const bool in = class_of_column(row, rows.classes) == 2;
      for (std::int64_t column = 0; column < x_shape.columns; ++column) {
        const std::int64_t at = x_shape.at(row, column);
        if (kept.at(at) != (in ? d.dense->x.at(at) : 0)) ++wrong;
      }
    }
    EXPECT_EQ(wrong, 0);
  }
}

TEST_F(LongRowsTest, every_shipped_variant_passes) {
  Engine engine([this](const std::string&) { return made_; });
  Protocol protocol = test::quick_protocol();
  protocol.max_samples = protocol.min_samples = protocol.pilot_samples = 1;
  for (const Index cols : {4000, 70'000}) {
    made_ = with_long_row(cols, varied);
    const std::string& hash = made_.info.content_hash;
    for (const ProblemKey& problem :
         {test::spmv_problem(hash, ValueType::f32), test::spmm_problem(hash, "row", ValueType::f32),
          test::spmm_problem(hash, "col", ValueType::f32)}) {
      for (const Variant& v : shipped_catalogue().variants()) {
        if (v.facts.backend != Backend::cpu || v.operation != problem.operation) continue;
        for (const ResolvedConfiguration& c : v.smoke_grid()) {
          const Trial t = engine.run({c, problem, protocol}, 0);
          EXPECT_THAT(t.outcome, testing::AnyOf(Outcome::ok, Outcome::refused))
              << c.text() << ": " << t.message;
          EXPECT_LT(t.verification.max_bound_ratio, 0.5) << c.text();
        }
      }
    }
  }
}

/// Adds `error` to row 2 with one entry of it, and counts the runs of a class of columns.
class ErrsWithAnEntry final : public SpmvPlan {
 public:
  static constexpr std::int64_t column = 777;
  ErrsWithAnEntry(std::unique_ptr<SpmvPlan> plan, double error, int& runs_of_classes)
      : plan_(std::move(plan)), error_(error), runs_of_classes_(runs_of_classes) {}
  void run(double alpha, const void* x, double beta, void* y, Stream stream) override {
    const auto* const from = static_cast<const float*>(x);
    plan_->run(alpha, x, beta, y, stream);
    if (from[column] != 0) static_cast<float*>(y)[2] += static_cast<float>(error_);
    if (std::find(from, from + 100, 0.0F) != from + 100) ++runs_of_classes_;
  }
  [[nodiscard]] double bytes_per_run() const override { return plan_->bytes_per_run(); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return plan_->memory_bytes(); }

 private:
  std::unique_ptr<SpmvPlan> plan_;
  double error_;
  int& runs_of_classes_;
};

/// Of a slow configuration a run of each class may take seconds, for a time that counts nowhere.
TEST_F(LongRowsTest, classes_are_asked_of_times_that_count) {
  made_ = with_long_row(100'000, even);
  const ProblemKey problem = test::spmv_problem(made_.info.content_hash, ValueType::f32);
  const LongRows& rows = cache_.get(problem).dense->long_rows;
  ASSERT_EQ(rows.classes, 4);
  const auto own = 1 + static_cast<std::size_t>(class_of_column(ErrsWithAnEntry::column, 4));
  const double error = rows.bound[0] / 3;  // an honest one takes up to 0.3 of it, as above
  ASSERT_GT(error, 1.3 * rows.bound[own]);
  int runs = 0;
  int rechecks = 0;  // stages, each with its own limit
  const StageListener listener = [&](std::string_view stage, std::size_t /*index*/) {
    if (stage == "recheck") ++rechecks;
  };
  const auto measured = [&](double of_entry, double best_us) {
    runs = 0;
    const Variant errs = wrapped<SpmvPlan>(
        Operation::spmv, Backend::cpu, "csr",
        [&](std::unique_ptr<SpmvPlan> plan, const Problem& /*p*/) {
          return std::make_unique<ErrsWithAnEntry>(std::move(plan), of_entry, runs);
        });
    Engine engine([this](const std::string&) { return made_; });
    rechecks = 0;
    return engine.run({errs.default_configuration(), problem, test::quick_protocol()}, best_us,
                      listener);
  };

  EXPECT_EQ(measured(0, 0).outcome, Outcome::ok);
  EXPECT_EQ(runs, 4);
  EXPECT_EQ(rechecks, 1 + 4);
  const Trial wrong = measured(error, 0);
  EXPECT_EQ(wrong.outcome, Outcome::wrong_result);
  EXPECT_THAT(wrong.message, HasSubstr("x zero outside column class"));
  EXPECT_TRUE(wrong.samples.empty());
  EXPECT_EQ(measured(0, 1e-6).outcome, Outcome::dominated);
  EXPECT_EQ(runs, 0);
}

}  // namespace
}  // namespace sptune::harness
