// SPDX-License-Identifier: BSD-3-Clause
// The caches of processors, as Linux describes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sptune::harness {

/// Bytes of the data or unified cache at this level as a core sees it, which another kind of core
/// may see otherwise; 0 when unknown. `root`: where sys is.
[[nodiscard]] std::int64_t cache_bytes(int level, int core,
                                       const std::filesystem::path& root = "/");

/// What keeps data near a core. `last` names the cache of the last level, as the cores that share
/// it: on many processors there are several.
struct CoreCaches {
  std::int64_t inner_bytes = 0;  ///< the largest before the last level
  std::int64_t last_bytes = 0;
  std::string last;
};
/// By core.
using Caches = std::map<int, CoreCaches>;

/// Of these cores. Where the system does not say, one cache of 32 MiB is shared by all.
[[nodiscard]] Caches caches_of(const std::vector<int>& cores,
                               const std::filesystem::path& root = "/");
/// As if all cores shared this one.
[[nodiscard]] Caches one_cache(std::int64_t bytes);

/// Bytes that each thread of a team reads so that nothing older stays in the caches near them, by
/// the cores that they run on: those that share a cache of the last level twice its size together,
/// and each at least twice what is nearer to it.
[[nodiscard]] std::vector<std::int64_t> flushing_shares(const Caches& caches,
                                                        const std::vector<int>& cores);

}  // namespace sptune::harness
