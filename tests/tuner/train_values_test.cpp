// SPDX-License-Identifier: BSD-3-Clause
// Models for applications that promise nothing of their values.
#include "harness/environment/sanitizers.hpp"
#include "kernels/api/catalogue.hpp"
#include "tests/tuner/train_fixture.hpp"
#include "tuner/train/evaluate.hpp"
#include "tuner/train/trainer.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace sptune::train {
namespace {

using testing::quick;

/// ell and dia keep copies of the values; of csr, and of what no catalogue knows, nobody says so.
TEST(Evaluate, where_values_change_nothing_that_copies_them_is_chosen_or_judges) {
  if (harness::sanitized) GTEST_SKIP() << "the code of what other files evaluate";
  const Dataset data = testing::synthetic(12, 3, 0, 3);
  const Dataset changing = where_values_change(data);
  EvaluateOptions options;
  options.training = quick();
  options.folds = 4;
  options.table = {10, endless};

  const Evaluation constant = evaluate(data, options);
  const Evaluation e = evaluate(data, changing, options);

  ASSERT_EQ(e.held_out.size(), constant.held_out.size());
  const auto copies = [](std::size_t c) { return c == 2 || c == 3; };
  std::size_t copied = 0;
  for (std::size_t i = 0; i < e.held_out.size(); ++i) {
    const Problem& p = changing.problems[i];
    EXPECT_EQ(p.cells[2].state, Cell::State::refused);
    EXPECT_EQ(p.cells[3].state, Cell::State::refused);
    EXPECT_EQ(p.cells[1].state, data.problems[i].cells[1].state);
    EXPECT_GE(p.oracle_us(), data.problems[i].oracle_us());
    EXPECT_FALSE(copies(e.held_out[i].chosen));
    EXPECT_FALSE(copies(e.held_out[i].single)) << "of those that may be had";
    for (const RunsResult& at : e.held_out[i].at_runs) EXPECT_FALSE(copies(at.chosen));
    copied += copies(constant.held_out[i].chosen) ? 1 : 0;
  }
  EXPECT_GT(copied, 0U) << "there was nothing to refuse";
}

/// csr16 copies none where its columns fit 16 bits, as a dispatcher knows.
TEST(Evaluate, where_values_change_what_copies_none_of_a_matrix_is_kept) {
  Dataset data = testing::synthetic(2, 1, 0, 3);
  data.configurations[2] = Configuration::parse("csr16{}").value();
  testing::set_feature(data.problems[0].features, Feature::cols, 60'000);
  testing::set_feature(data.problems[1].features, Feature::cols, 70'000);
  const Variant* const v = shipped_catalogue().find(Operation::spmv, Backend::cpu, "csr16");
  ASSERT_NE(v, nullptr);

  const Dataset changing = where_values_change(data);

  EXPECT_EQ(changing.problems[0].cells[2].state, Cell::State::usable);
  EXPECT_EQ(changing.problems[1].cells[2].state, Cell::State::refused);
}

/// Where all that is faster than the default keeps a copy, nobody is asked for nothing.
TEST(Train, who_promises_nothing_of_the_values_is_decided_for_apart) {
  Dataset data = testing::synthetic(40, 3, 0.01, 4);
  for (Problem& p : data.problems) {
    p.cells[1].us = p.cells[4].us = 1.5 * p.cells[0].us;
    p.cells[2].us = 0.5 * p.cells[0].us;  // ell
  }
  const auto model = model::Model::make(train(data, quick()));
  ASSERT_TRUE(model) << model.error();
  const model::ModelData& d = model.value()->data();
  ASSERT_TRUE(d.changing);
  const model::Header any = data.problems.front().header();
  const auto gains = [&](bool constant) {
    const model::Asking& asking = d.deciding_for(constant).asking;
    const auto unasked =
        asking.at(any).choice(1e5, d.default_candidate, [](std::size_t) { return true; });
    return asking.at(any).asks(1e5) || unasked.value_or(d.default_candidate) != d.default_candidate;
  };
  EXPECT_TRUE(gains(true));
  EXPECT_FALSE(gains(false));

  for (Problem& p : data.problems) p.cells[2].state = p.cells[3].state = Cell::State::refused;
  EXPECT_FALSE(train(data, quick()).changing) << "there is nothing to leave out";
}

}  // namespace
}  // namespace sptune::train
