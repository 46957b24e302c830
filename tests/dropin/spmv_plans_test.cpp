// SPDX-License-Identifier: BSD-3-Clause
// Which plans for SpMV stay between calls; asks no device.
#include "dropin/spmv_plans.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace sptune::dropin {
namespace {

/// Of so many bytes.
class Holding final : public DensePlan {
 public:
  explicit Holding(std::int64_t bytes) : bytes_(bytes) {}
  void run(double /*alpha*/, const void* /*x*/, double /*beta*/, void* /*y*/,
           Stream /*stream*/) override {}
  [[nodiscard]] double bytes_per_run() const override { return 1; }
  [[nodiscard]] std::int64_t memory_bytes() const override { return bytes_; }

 private:
  std::int64_t bytes_;
};

class SpmvPlansKept : public ::testing::Test {
 protected:
  /// Whose arrays are nobody else's.
  [[nodiscard]] AnyCsr matrix(std::size_t number) const {
    AnyCsr a;
    a.rows = a.cols = a.nnz = 1;
    a.row_offsets = &arrays_.at(number);
    a.values = &arrays_.at(number);
    return a;
  }
  static SharedSpmvPlan plan_of(const AnyCsr& a, std::int64_t bytes, int device = 0) {
    return std::make_shared<SpmvPlanOnDevice>(std::make_shared<Holding>(bytes), a, device, "");
  }
  /// As a call with the matrix does; whether a plan answers it.
  bool call(std::size_t number, std::int64_t bytes, std::int64_t most) {
    const AnyCsr a = matrix(number);
    if (plans_->find(a, 0) != nullptr) return true;
    if (!plans_->seen(a) || plans_->refused(a, 0, most)) return false;
    ++prepared_;
    return plans_->add(plan_of(a, bytes), most);
  }

  std::array<char, 400> arrays_{};
  std::unique_ptr<PlansByArrays> plans_ = std::make_unique<PlansByArrays>();
  int prepared_ = 0;
};

TEST_F(SpmvPlansKept, two_that_do_not_fit_together_are_prepared_once) {
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(call(0, 3000, 4400), i > 0);
    EXPECT_FALSE(call(1, 3000, 4400)) << "the first one stays";
  }
  EXPECT_EQ(prepared_, 2);
}

TEST_F(SpmvPlansKept, what_was_not_asked_for_recently_makes_room) {
  for (int i = 0; i < 3; ++i) (void)call(0, 3000, 4400);
  (void)call(1, 3000, 4400);
  std::uint64_t calls = 1;
  while (!call(1, 3000, 4400) && calls < 10 * PlansByArrays::recent) ++calls;
  EXPECT_NEAR(static_cast<double>(calls), static_cast<double>(PlansByArrays::recent), 3);
  EXPECT_EQ(prepared_, 3) << "tried when it came, and when there was room";
  EXPECT_EQ(plans_->find(matrix(0), 0), nullptr);
  EXPECT_FALSE(call(0, 3000, 4400)) << "now the other one is in use";
}

TEST_F(SpmvPlansKept, none_is_larger_than_all_may_be) {
  for (int i = 0; i < 4; ++i) {
    EXPECT_FALSE(call(0, 1, 0));
    EXPECT_FALSE(call(1, 4401, 4400));
    EXPECT_EQ(call(2, 0, 0), i > 0) << "that holds nothing";
  }
  EXPECT_EQ(prepared_, 3);
}

TEST_F(SpmvPlansKept, each_device_has_its_own_limit) {
  EXPECT_TRUE(plans_->add(plan_of(matrix(0), 3000, 0), 4400));
  EXPECT_TRUE(plans_->add(plan_of(matrix(1), 3000, 1), 4400));
  EXPECT_EQ(plans_->room(0, 4400), 1400);
  EXPECT_EQ(plans_->room(1, 4400), 1400);
  EXPECT_EQ(plans_->room(2, 4400), 4400);
  EXPECT_FALSE(plans_->add(plan_of(matrix(2), 3000, 1), 4400));
  EXPECT_NE(plans_->find(matrix(0), 0), nullptr);
  EXPECT_NE(plans_->find(matrix(1), 1), nullptr);
  EXPECT_EQ(plans_->find(matrix(1), 0), nullptr);
}

TEST_F(SpmvPlansKept, what_cannot_be_planned_is_not_tried_again) {
  plans_->refuse(matrix(0));
  EXPECT_TRUE(plans_->refused(matrix(0), 0, 4400));
  EXPECT_FALSE(plans_->refused(matrix(1), 0, 4400));
}

/// However many take turns.
TEST_F(SpmvPlansKept, none_is_prepared_in_every_round) {
  for (const std::size_t matrices : {65U, 200U, 300U, 320U, 400U}) {
    plans_ = std::make_unique<PlansByArrays>();
    for (std::size_t round = 0; round < 30; ++round) {
      prepared_ = 0;
      for (std::size_t i = 0; i < matrices; ++i) (void)call(i, 1, 4400);
      if (round > 5) {
        EXPECT_LT(prepared_, 5) << matrices << " in round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace sptune::dropin
