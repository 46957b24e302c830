// SPDX-License-Identifier: BSD-3-Clause
// Patterns that a Dispatcher was asked about before.
#include "kernels/api/catalogue.hpp"
#include "kernels/host/threads.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/dispatcher.hpp"
#include "sptune/error.hpp"
#include "tests/tuner/dispatch_fixture.hpp"
#include "tests/tuner/model_fixture.hpp"
#include "tuner/dispatch/chooser.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/dispatch/pattern_memory.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sptune {
namespace {

using dispatch::Judgement;
using dispatch::PatternKey;
using dispatch::PatternMemory;
using testing::band;
using Matrix = Csr<double, std::int32_t>;

features::Fingerprint print_of(const Matrix& a) {
  return features::fingerprint(SpmvProblem{a.view(), {}});
}

TEST(fingerprint, every_offset_and_column_of_a_small_pattern_counts) {
  const Matrix a = band(10, 3);  // at most half as many as are looked at
  const features::Fingerprint known = print_of(a);
  EXPECT_EQ(print_of(Matrix(a)), known);
  for (std::size_t i = 0; i < a.col_indices.size(); ++i) {
    Matrix other = a;
    other.col_indices[i] ^= 1;
    EXPECT_FALSE(print_of(other) == known) << i;
  }
  for (std::size_t i = 1; i + 1 < a.row_offsets.size(); ++i) {
    Matrix other = a;
    --other.row_offsets[i];
    EXPECT_FALSE(print_of(other) == known) << i;
  }
}

TEST(fingerprint, knows_sizes_but_not_values) {
  const Matrix a = band(500, 4);
  Matrix wider = a;
  ++wider.cols;
  Matrix doubled = a;
  for (double& v : doubled.values) v *= 2;
  EXPECT_FALSE(print_of(wider) == print_of(a));
  EXPECT_EQ(print_of(doubled), print_of(a));
  EXPECT_EQ(print_of(Matrix{}), print_of(Matrix{}));
  EXPECT_FALSE(print_of(Matrix{}) == print_of(a));
}

TEST(fingerprint, comes_with_the_features) {
  const Matrix a = band(3000, 7);
  const SpmvProblem problem{a.view(), {}};
  EXPECT_EQ(features::extract(problem).pattern, features::fingerprint(problem));
}

TEST(fingerprint, stays_within_the_arrays_at_every_size) {
  for (int n = 1; n < 3000; n += n / 7 + 1) {
    for (int i = 0; i < features::print_columns; ++i) {
      const std::int64_t place = features::print_place(i, features::print_columns, n);
      ASSERT_GE(place, std::int64_t{i} * n / features::print_columns);
      ASSERT_LT(place, n);
    }
  }
  constexpr std::int64_t most = std::int64_t{1} << 42;
  EXPECT_LT(features::print_place(127, 128, most), most);
  EXPECT_GE(features::print_place(127, 128, most), most / 128 * 127);
}

PatternKey numbered(std::uint64_t i) {
  return {i % 3, {i, 7}};
}

TEST(PatternMemory, forgets_what_nobody_asked_for_longest) {
  PatternMemory memory;
  for (std::uint64_t i = 0; i < 10 * PatternMemory::most; ++i) {
    memory.add(numbered(i), std::make_shared<Judgement>());
    ASSERT_NE(memory.find(numbered(0)), nullptr) << i;
    ASSERT_NE(memory.find(numbered(i)), nullptr) << i;
    ASSERT_LE(memory.size(), PatternMemory::most);
  }
  EXPECT_EQ(memory.size(), PatternMemory::most);
  EXPECT_EQ(memory.find(numbered(1)), nullptr);
  EXPECT_TRUE(memory.knows(0));
  EXPECT_FALSE(memory.knows(3));
}

TEST(PatternMemory, keeps_one_answer_for_a_pattern) {
  PatternMemory memory;
  const auto newer = std::make_shared<Judgement>();
  memory.add(numbered(5), std::make_shared<Judgement>());
  memory.add(numbered(5), newer);
  EXPECT_EQ(memory.size(), 1U);
  EXPECT_EQ(memory.find(numbered(5)), newer);
}

/// A pattern is remembered by a sample: what is stored by its longest row is counted again.
TEST(PatternMemory, tells_the_longest_row_of_a_matrix_that_was_looked_at_alone) {
  const auto made = model::Model::make(testing::small_model("csr", "ell"));
  ASSERT_TRUE(made) << made.error();
  Matrix a = band(3000, 7);
  a.col_indices.insert(a.col_indices.begin() + 7, {7, 8});
  a.values.insert(a.values.begin() + 7, {1, 1});
  for (std::size_t row = 1; row < a.row_offsets.size(); ++row) a.row_offsets[row] += 2;
  PatternMemory memory;
  SpmvProblem first{a.view(), {}};
  EXPECT_EQ(memory.recall(*made.value(), first, 0), nullptr);
  const auto said = memory.judge(*made.value(), first, 0);
  EXPECT_EQ(first.longest_row, a.row_offsets[1]);

  SpmvProblem again{a.view(), {}};
  EXPECT_EQ(memory.recall(*made.value(), again, 0), said);
  EXPECT_EQ(again.longest_row, -1);
}

/// As where one model is of this GPU and another one of that: candidates are numbers of a model's.
TEST(PatternMemory, what_one_model_said_is_none_of_another_s) {
  const auto one = model::Model::make(testing::small_model("csr", "ell"));
  const auto another = model::Model::make(testing::small_model("csr", "ell"));
  ASSERT_TRUE(one && another);
  const Matrix a = band(3000, 7);
  SpmvProblem problem{a.view(), {}};
  PatternMemory memory;
  const auto said = memory.judge(*one.value(), problem, 0);
  EXPECT_EQ(memory.recall(*another.value(), problem, 0), nullptr);
  const auto other = memory.judge(*another.value(), problem, 0);
  EXPECT_EQ(memory.recall(*one.value(), problem, 0), said);
  EXPECT_EQ(memory.recall(*another.value(), problem, 0), other);
}

/// A Dispatcher with the small model, which chooses `other` where rows hold 8 entries or more.
class RememberedChoice : public ::testing::Test {
 protected:
  static Dispatcher dispatcher(const std::string& other) {
    return testing::dispatcher_with(testing::small_model("csr", other));
  }
  Options options_{.expected_runs = 1e9, .threads = 1, .constant_values = true};
  Dispatcher dispatcher_ = dispatcher("ell");
};

TEST_F(RememberedChoice, is_that_of_the_first_time) {
  const Matrix a = band(3000, 12);
  const Matrix same = band(3000, 12);
  const Choice first = dispatcher_.choose_spmv(a.view(), options_);
  const Choice second = dispatcher_.choose_spmv(same.view(), options_);

  EXPECT_EQ(first.match, Match::predicted) << first.explain();
  EXPECT_FALSE(first.remembered);
  EXPECT_TRUE(second.remembered);
  EXPECT_EQ(second.configuration, first.configuration);
  EXPECT_EQ(second.predicted_seconds, first.predicted_seconds);
  EXPECT_EQ(second.reason, first.reason);
  EXPECT_GT(second.decide_seconds, 0);
  EXPECT_EQ(first.explain().find("equal pattern"), std::string::npos);
  EXPECT_NE(second.explain().find("equal pattern"), std::string::npos) << second.explain();
}

TEST_F(RememberedChoice, is_decided_anew_for_other_runs) {
  const Matrix a = band(3000, 12);
  options_.explain = true;
  ASSERT_EQ(dispatcher_.choose_spmv(a.view(), options_).match, Match::predicted);
  options_.constant_values = false;  // ell keeps a copy
  const Choice second = dispatcher_.choose_spmv(a.view(), options_);
  EXPECT_TRUE(second.remembered);
  EXPECT_EQ(second.match, Match::abstained);
  EXPECT_EQ(second.considered.size(), 2U);
}

TEST_F(RememberedChoice, is_none_for_another_pattern_or_number_of_threads) {
  const Matrix a = band(3000, 12);
  (void)dispatcher_.choose_spmv(a.view(), options_);
  Matrix narrower = band(3000, 11);
  EXPECT_FALSE(dispatcher_.choose_spmv(narrower.view(), options_).remembered);
  options_.threads = 2;
  EXPECT_EQ(dispatcher_.choose_spmv(a.view(), options_).remembered, host::usable_cores() < 2);
  options_.threads = 1;
  Matrix reversed = a;  // of the same sizes
  for (Index& c : reversed.col_indices) c = static_cast<Index>(a.cols) - 1 - c;
  EXPECT_FALSE(dispatcher_.choose_spmv(reversed.view(), options_).remembered);
  EXPECT_TRUE(dispatcher_.choose_spmv(a.view(), options_).remembered);
}

TEST_F(RememberedChoice, never_vouches_for_the_order_of_columns) {
  const Variant* sorted = nullptr;
  for (const Variant& v : shipped_catalogue().variants()) {
    const bool of_cpu = v.operation == Operation::spmv && v.facts.backend == Backend::cpu;
    if (of_cpu && !v.facts.baseline && v.facts.takes == ColumnOrder::sorted) sorted = &v;
  }
  ASSERT_NE(sorted, nullptr);
  const Dispatcher d = dispatcher(sorted->default_configuration().text());
  const Matrix a = band(30000, 12);
  const Choice first = d.choose_spmv(a.view(), options_);
  ASSERT_EQ(first.match, Match::predicted) << first.explain();
  Matrix swapped = a;  // where no sample looks
  for (std::size_t i = 12 * 1000; swapped.col_indices == a.col_indices; i += 12) {
    std::swap(swapped.col_indices[i], swapped.col_indices[i + 1]);
    if (!(print_of(swapped) == print_of(a))) swapped = a;
  }

  const Choice second = d.choose_spmv(swapped.view(), options_);

  EXPECT_TRUE(second.remembered);
  EXPECT_EQ(second.match, Match::abstained) << second.explain();
  EXPECT_NE(second.configuration.variant, sorted->facts.name);
}

TEST_F(RememberedChoice, never_vouches_for_offsets) {
  const Matrix narrow = band(30000, 3);  // csr
  const Matrix wide = band(30000, 12);   // the other one
  for (const char* other : {"ell", "dia", "vbl"}) {
    const Dispatcher d = dispatcher(other);
    for (const Matrix* a : {&narrow, &wide}) {
      SCOPED_TRACE(std::string(other) + (a == &wide ? ", wide" : ", narrow"));
      (void)d.spmv(a->view(), options_);
      Matrix damaged = *a;  // where no sample looks
      for (std::size_t row = 5001; damaged.row_offsets == a->row_offsets; ++row) {
        damaged.row_offsets[row] = 1 << 30;
        if (!(print_of(damaged) == print_of(*a))) damaged = *a;
      }
      for (const ColumnOrder order : {ColumnOrder::unknown, ColumnOrder::sorted}) {
        auto view = damaged.view();
        view.columns = order;
        Options options = options_;
        EXPECT_THROW((void)d.spmv(view, options), UsageError);
        options.probe = Probe::at_once;
        EXPECT_THROW((void)d.spmv(view, options), UsageError);
        options.async = true;
        EXPECT_THROW((void)d.spmv(view, options), UsageError);
        if (a == &wide) {  // a question is asked of the format, which looks at the pattern
          EXPECT_THROW((void)d.choose_spmv(view, options_), UsageError);
        } else {
          EXPECT_TRUE(d.choose_spmv(view, options_).remembered);
        }
      }
    }
  }
}

TEST_F(RememberedChoice, goes_by_the_name_that_the_caller_gives) {
  options_.pattern_id = 17;
  const Matrix a = band(3000, 12);
  Matrix reversed = a;
  for (Index& c : reversed.col_indices) c = static_cast<Index>(a.cols) - 1 - c;
  EXPECT_FALSE(dispatcher_.choose_spmv(a.view(), options_).remembered);
  EXPECT_TRUE(dispatcher_.choose_spmv(reversed.view(), options_).remembered) << "as was promised";
  options_.pattern_id = 18;
  EXPECT_FALSE(dispatcher_.choose_spmv(a.view(), options_).remembered);
  options_.pattern_id = 17;
  EXPECT_FALSE(dispatcher_.choose_spmv(band(2000, 12).view(), options_).remembered)
      << "other sizes";
}

TEST_F(RememberedChoice, is_shared_by_threads) {
  std::vector<Matrix> matrices;
  matrices.reserve(24);
  for (int i = 0; i < 24; ++i) matrices.push_back(band(200 + i, 3 + i));
  std::vector<std::thread> threads;
  std::vector<std::string> chosen(8);
  for (std::size_t t = 0; t < chosen.size(); ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < 4 * matrices.size(); ++i) {
        const Matrix& a = matrices[i * 7 % matrices.size()];
        chosen[t] += dispatcher_.choose_spmv(a.view(), options_).configuration.variant + ' ';
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : chosen) EXPECT_EQ(text, chosen[0]);
  EXPECT_NE(chosen[0].find("ell"), std::string::npos);
  EXPECT_NE(chosen[0].find("csr"), std::string::npos);
}

/// What a format had to find of the matrix to say that it fits is there for its plan, and gone with
/// it, or where another one is planned.
TEST(fitting, leaves_what_was_found_to_the_plan_and_to_nothing_behind_it) {
  const Matrix a = band(5000, 3);
  const dispatch::Chooser chooser;
  const dispatch::Warnings told;
  SpmvProblem problem{a.view(), {2}};
  const Options options{.force = "dia{}", .constant_values = true};
  dispatch::Chosen chosen = chooser.choose(problem, options, told);
  EXPECT_EQ(chosen.choice.match, Match::forced);
  ASSERT_TRUE(problem.found.what.has_value());
  EXPECT_EQ(problem.found.by, chosen.configuration.text());
  EXPECT_TRUE(serves(problem.found, chosen.configuration, problem));
  const std::int64_t held = chooser.dense_plan(problem, chosen, options, told)->memory_bytes();
  EXPECT_FALSE(problem.found.what.has_value());
  EXPECT_EQ(chosen.configuration.dense_plan(problem)->memory_bytes(), held);
  dispatch::Chosen other = chooser.choose(problem, options, told);
  other.take(shipped_catalogue().parse(Operation::spmv, Backend::cpu, "dia{block=64}").value());
  static_cast<void>(chooser.dense_plan(problem, other, options, told));
  EXPECT_FALSE(problem.found.what.has_value());
}

}  // namespace
}  // namespace sptune
