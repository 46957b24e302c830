// SPDX-License-Identifier: BSD-3-Clause
// What plans of the CPU keep of a run, how they refuse a second user, what preparing throws, and
// which instruction set runs.
#include "kernels/host/isa.hpp"
#include "kernels/host/one_user.hpp"
#include "kernels/host/parallel.hpp"
#include "kernels/host/preparing.hpp"
#include "sptune/error.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>

namespace sptune::host {
namespace {

TEST(Parts, none_are_none) {
  int done = 0;
  for (const int parts : {0, -1}) for_parts(parts, [&](int) { ++done; });
  EXPECT_EQ(done, 0);
}

TEST(PreparedParts, throw_in_the_caller_when_all_are_done) {
  for (const int parts : {1, 2, 7}) {
    std::atomic<int> done{0};
    EXPECT_THROW(prepare_parts(parts,
                               [&](int part) {
                                 ++done;
                                 if (part == parts - 1) throw std::bad_alloc();
                               }),
                 std::bad_alloc);
    EXPECT_EQ(done, parts);
    EXPECT_THROW(prepare_parts(parts, [](int) { throw std::runtime_error("all do"); }),
                 std::runtime_error);
    prepare_parts(parts, [&](int) { --done; });
    EXPECT_EQ(done, 0);
  }
}

/// What is said is what runs: foreach_isa makes one copy under Clang.
TEST(InstructionSet, is_one_that_kernels_were_compiled_for) {
#if defined(__x86_64__) && !defined(__clang__)
  if (std::getenv("SPTUNE_ISA") != nullptr) GTEST_SKIP() << "SPTUNE_ISA is set";
  // As foreach_isa.hpp names them.
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0 &&
                    __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0 &&
                    __builtin_cpu_supports("lzcnt") != 0 && __builtin_cpu_supports("movbe") != 0 &&
                    __builtin_cpu_supports("f16c") != 0 && __builtin_cpu_supports("popcnt") != 0;
  const bool avx512 =
      avx2 && __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
      __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
      __builtin_cpu_supports("avx512cd") != 0;
  EXPECT_EQ(active_isa() != Isa::baseline, avx2);
  EXPECT_EQ(active_isa() == Isa::avx512, avx512);
  EXPECT_EQ(isa_flaw(), "");
#else
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // it is decided once in a process
  const auto asked_for_more = [] {
    setenv("SPTUNE_ISA", "avx2", 1);
    const bool told = isa_flaw().find("not compiled for it") != std::string::npos;
    std::exit(active_isa() == Isa::baseline && told ? 0 : 1);
  };
  EXPECT_EXIT(asked_for_more(), ::testing::ExitedWithCode(0), "");
  EXPECT_EQ(active_isa(), Isa::baseline);
#endif
}

TEST(OneUser, refuses_a_second_until_the_first_has_left) {
  OneUser user;
  {
    const auto first = user.hold();
    EXPECT_THROW((void)user.hold(), UsageError);
  }
  const auto again = user.hold();
  EXPECT_THROW((void)user.hold(), UsageError);
}

}  // namespace
}  // namespace sptune::host
