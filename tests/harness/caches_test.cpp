// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/caches.hpp"

#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

namespace sptune::harness {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

constexpr std::int64_t kib = 1024;
constexpr std::int64_t mib = 1024 * kib;

/// A folder like that of Linux.
class Processors {
 public:
  void add(int core, int level, const std::string& type, const std::string& size,
           const std::string& shared) {
    const std::filesystem::path folder =
        folder_ / ("sys/devices/system/cpu/cpu" + std::to_string(core) + "/cache/index" +
                   std::to_string(next_++));
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "level") << level << '\n';
    std::ofstream(folder / "type") << type << '\n';
    std::ofstream(folder / "size") << size << '\n';
    std::ofstream(folder / "shared_cpu_list") << shared << '\n';
  }
  /// As of an EPYC: eight cores share a cache of 32 MiB.
  void add_like_epyc(int cores) {
    for (int core = 0; core < cores; ++core) {
      const std::string own = std::to_string(core);
      add(core, 1, "Data", "32K", own);
      add(core, 1, "Instruction", "64K", own);
      add(core, 2, "Unified", "512K", own);
      const int first = core / 8 * 8;
      add(core, 3, "Unified", "32768K", std::to_string(first) + "-" + std::to_string(first + 7));
    }
  }
  [[nodiscard]] Caches of(const std::vector<int>& cores) const {
    return caches_of(cores, folder_.path());
  }
  [[nodiscard]] std::int64_t level_two_of(int core) const {
    return cache_bytes(2, core, folder_.path());
  }

 private:
  sptune::test::TemporaryFolder folder_;
  int next_ = 0;
};

std::vector<int> first_cores(int n) {
  std::vector<int> out(static_cast<std::size_t>(n));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

TEST(Caches, are_read_as_linux_describes_them) {
  Processors p;
  p.add_like_epyc(16);
  const Caches caches = p.of({3, 9});
  ASSERT_EQ(caches.size(), 2U);
  EXPECT_EQ(caches.at(3).last, "0-7");
  EXPECT_EQ(caches.at(9).last, "8-15");
  EXPECT_EQ(caches.at(9).last_bytes, 32 * mib);
  EXPECT_EQ(caches.at(9).inner_bytes, 512 * kib);
}

TEST(Caches, without_a_description_are_one) {
  const Caches caches = Processors().of({0, 1});
  EXPECT_EQ(caches.at(0).last, caches.at(1).last);
  EXPECT_EQ(caches.at(0).last_bytes, 32 * mib);
  EXPECT_EQ(Processors().of({}).size(), 1U);
}

/// As of a Core of the 12th generation.
TEST(Caches, of_two_kinds_of_cores_are_each_kinds_own) {
  Processors p;
  p.add(0, 2, "Unified", "1280K", "0-1");
  p.add(16, 2, "Unified", "2048K", "16-19");
  EXPECT_EQ(p.level_two_of(0), 1280 * kib);
  EXPECT_EQ(p.level_two_of(16), 2 * mib);
}

TEST(Caches, of_this_machine_grow_by_level) {
  const CoreCaches here = caches_of({0}).at(0);
  EXPECT_GE(here.last_bytes, cache_bytes(2, 0));
  EXPECT_GE(here.last_bytes, cache_bytes(1, 0));
  EXPECT_EQ(cache_bytes(9, 0), 0);
}

TEST(FlushingShares, evict_every_last_level_cache_and_what_is_before_it) {
  Processors p;
  p.add_like_epyc(64);
  const std::vector<int> all = first_cores(64);
  const Caches caches = p.of(all);
  EXPECT_THAT(flushing_shares(caches, all), Each(8 * mib)) << "2 x 32 MiB by eight threads";
  EXPECT_THAT(flushing_shares(caches, {5}), ElementsAre(64 * mib)) << "one alone has all to do";
  EXPECT_THAT(flushing_shares(caches, {0, 1, 63}), ElementsAre(32 * mib, 32 * mib, 64 * mib));
}

TEST(FlushingShares, are_at_least_twice_what_a_thread_has_of_its_own) {
  Processors p;
  for (int core = 0; core < 4; ++core) {
    p.add(core, 2, "Unified", "2M", std::to_string(core));
    p.add(core, 3, "Unified", "6M", "0-3");
  }
  const std::vector<int> all = first_cores(4);
  EXPECT_THAT(flushing_shares(p.of(all), all), Each(4 * mib));
  EXPECT_THAT(flushing_shares(p.of(all), {0, 1}), Each(6 * mib));
  EXPECT_THAT(flushing_shares(p.of(all), {99}), ElementsAre(12 * mib)) << "a core like the others";
}

}  // namespace
}  // namespace sptune::harness
