// SPDX-License-Identifier: BSD-3-Clause
// The C interface over a plan that fails when it is told to.
#include "capi/objects.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace sptune::capi {
namespace {

/// C = (7), whose arrays are gone once a phase has failed.
class Failing final : public SparsePlan {
 public:
  explicit Failing(const bool& fails) : fails_(fails) {}
  std::int64_t symbolic(Stream /*stream*/) override { return 1; }
  void allocate(Stream /*stream*/) override { c_ = std::make_unique<Arrays>(); }
  void numeric(Stream /*stream*/) override {
    if (!fails_) return;
    c_ = nullptr;
    throw std::bad_alloc();
  }
  [[nodiscard]] AnyCsr result() const override {
    return AnyCsr(CsrView<double, std::int64_t>{1, 1, c_->offsets.data(), &c_->column, &c_->value});
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return 0; }

 private:
  struct Arrays {
    std::array<std::int64_t, 2> offsets{0, 1};
    Index column = 0;
    double value = 7;
  };
  const bool& fails_;
  std::unique_ptr<Arrays> c_;
};

TEST(CPlan, hands_out_no_c_whose_product_has_failed) {
  bool fails = false;
  sptune_plan* const plan =
      make_handle<sptune_plan>(Product{Spgemm(std::make_unique<Failing>(fails), Choice{}), {}});
  const sptune_matrix* c = nullptr;
  std::int64_t rows = 0;
  const void* values = nullptr;
  const auto look = [&] {
    ASSERT_EQ(sptune_matrix_get_csr(c, &rows, nullptr, nullptr, nullptr, nullptr, nullptr, &values,
                                    nullptr, nullptr, nullptr),
              SPTUNE_OK);
  };
  const auto again = {sptune_plan_multiply, sptune_plan_recompute};
  ASSERT_EQ(sptune_plan_multiply(plan, nullptr, &c), SPTUNE_OK);
  for (const auto product : again) {
    look();
    EXPECT_EQ(rows, 1);
    fails = true;
    EXPECT_EQ(product(plan, nullptr, nullptr), SPTUNE_ERROR_MEMORY);
    look();
    EXPECT_EQ(rows, 0);
    EXPECT_EQ(values, nullptr);
    fails = false;
    EXPECT_EQ(sptune_plan_recompute(plan, nullptr, nullptr), SPTUNE_ERROR_ARGUMENT);
    EXPECT_EQ(sptune_plan_multiply(plan, nullptr, nullptr), SPTUNE_OK);
    EXPECT_EQ(sptune_plan_recompute(plan, nullptr, nullptr), SPTUNE_OK);
  }
  EXPECT_EQ(sptune_plan_destroy(plan), SPTUNE_OK);
}

/// As where another thread of the parent makes or destroys a handle.
TEST(CHandles, are_made_and_destroyed_in_the_child_of_a_process_that_was_inside) {
  constexpr unsigned limit_s = 20;
  sptune_options* of_parent = nullptr;
  ASSERT_EQ(sptune_options_create(&of_parent), SPTUNE_OK);
  int status = 0;
  {
    const dispatch::WholeLock inside(Destroyed<sptune_options>::mutex());
    const pid_t child = fork();
    if (child == 0) {
      alarm(limit_s);  // ends a child that hangs
      sptune_options* mine = nullptr;
      const bool good = sptune_options_create(&mine) == SPTUNE_OK &&
                        sptune_options_destroy(mine) == SPTUNE_OK &&
                        sptune_options_destroy(mine) == SPTUNE_ERROR_HANDLE &&
                        sptune_options_destroy(of_parent) == SPTUNE_OK;
      _exit(good ? 0 : 1);
    }
    waitpid(child, &status, 0);
  }
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(sptune_options_destroy(of_parent), SPTUNE_OK);
}

}  // namespace
}  // namespace sptune::capi
