// SPDX-License-Identifier: BSD-3-Clause
// Memory that runs out in the parent, on one matrix: a matter of that matrix alone. A program of
// its own, for it has its own operator new.
#include "sweep_fixture.hpp"
#include <gmock/gmock.h>

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
thread_local bool next_fails = false;
}

// NOLINTBEGIN(misc-new-delete-overloads, cppcoreguidelines-no-malloc)
void* operator new(std::size_t size) {
  if (next_fails) {
    next_fails = false;
    throw std::bad_alloc();
  }
  if (void* const memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
// std::stable_sort takes memory so; under AddressSanitizer it would be another allocator's.
void* operator new(std::size_t size, const std::nothrow_t& /*none*/) noexcept {
  return std::malloc(size > 0 ? size : 1);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
// NOLINTEND(misc-new-delete-overloads, cppcoreguidelines-no-malloc)

namespace sptune::sweep::test {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

/// Asked for a matrix of 36 rows, it leaves no memory for what comes after.
Variant greedy(const bool& on) {
  Variant v = make_variant<SpmvProblem>(
      {.name = "greedy", .summary = "fake", .source = "test"},
      free_space<Config>(axis("speed", &Config::speed, {1, 2}, "of the fake")),
      [&on](const Config&, const SpmvProblem& p) {
        next_fails = on && p.a.rows == 36;
        return Fit::yes();
      },
      [](const Config&, const SpmvProblem&) -> std::unique_ptr<sptune::Plan> {
        throw std::logic_error("a fake has no plan");
      });
  v.code_hash = "hash of greedy";
  return v;
}

TEST_F(SweepTest, memory_that_runs_out_over_one_matrix_leaves_that_one_out) {
  bool on = true;
  catalogue = Catalogue({greedy(on)});
  plan.operations = {Operation::spmv};
  const Summary s = start();

  ASSERT_THAT(s.unreadable, SizeIs(1));
  EXPECT_EQ(s.unreadable[0].matrix, "large");
  EXPECT_THAT(s.unreadable[0].reason, HasSubstr("memory ran out"));
  EXPECT_EQ(s.matrices, 2U);
  EXPECT_EQ(count("outcome = 'ok' AND stop_reason <> 'repetitions'"), 2 * 2);
  on = false;
  EXPECT_EQ(go_on().ending, Ending::finished);
  EXPECT_EQ(count("outcome = 'ok' AND stop_reason <> 'repetitions'"), 3 * 2);
}

}  // namespace
}  // namespace sptune::sweep::test
