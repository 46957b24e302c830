// SPDX-License-Identifier: BSD-3-Clause
#include "harness/environment/caches.hpp"

#include "harness/environment/system_files.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <system_error>

namespace sptune::harness {
namespace {

namespace fs = std::filesystem;

struct Cache {
  int level = 0;
  std::int64_t bytes = 0;
  std::string cores;  ///< that share it
};

/// "1024K" → 1048576; 0 when it is not a size.
std::int64_t parse_size(const std::string& text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{}) return 0;
  const char unit = end == text.data() + text.size() ? '\0' : *end;
  if (unit == 'K') return n << 10;
  if (unit == 'M') return n << 20;
  if (unit == 'G') return n << 30;
  return n;
}

/// Data and unified caches, in any order.
std::vector<Cache> caches_near(int core, const fs::path& root) {
  std::vector<Cache> out;
  const fs::path folder =
      root / "sys/devices/system/cpu" / ("cpu" + std::to_string(core)) / "cache";
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    const std::string level = first_line(entry.path() / "level");
    if (level.empty() || first_line(entry.path() / "type") == "Instruction") continue;
    out.push_back({static_cast<int>(parse_size(level)),
                   parse_size(first_line(entry.path() / "size")),
                   first_line(entry.path() / "shared_cpu_list")});
  }
  return out;
}

CoreCaches summary_of(const std::vector<Cache>& caches) {
  CoreCaches out;
  const auto last =
      std::max_element(caches.begin(), caches.end(),
                       [](const Cache& a, const Cache& b) { return a.level < b.level; });
  if (last == caches.end() || last->bytes <= 0) return one_cache(std::int64_t{32} << 20).at(0);
  out.last_bytes = last->bytes;
  out.last = last->cores;
  for (const Cache& c : caches) {
    if (c.level < last->level) out.inner_bytes = std::max(out.inner_bytes, c.bytes);
  }
  return out;
}

}  // namespace

std::int64_t cache_bytes(int level, int core, const fs::path& root) {
  for (const Cache& c : caches_near(core, root)) {
    if (c.level == level) return c.bytes;
  }
  return 0;
}

Caches caches_of(const std::vector<int>& cores, const fs::path& root) {
  Caches out;
  for (const int core : cores) out[core] = summary_of(caches_near(core, root));
  if (out.empty()) out[0] = summary_of(caches_near(0, root));
  return out;
}

Caches one_cache(std::int64_t bytes) {
  return {{0, {0, bytes, "all"}}};
}

std::vector<std::int64_t> flushing_shares(const Caches& caches, const std::vector<int>& cores) {
  const auto near = [&](int core) -> const CoreCaches& {
    const auto at = caches.find(core);
    return at == caches.end() ? caches.begin()->second : at->second;
  };
  std::map<std::string, std::int64_t> sharing;
  for (const int core : cores) ++sharing[near(core).last];
  std::vector<std::int64_t> out;
  out.reserve(cores.size());
  for (const int core : cores) {
    const CoreCaches& c = near(core);
    const std::int64_t threads = sharing.at(c.last);
    out.push_back(2 * std::max((c.last_bytes + threads - 1) / threads, c.inner_bytes));
  }
  return out;
}

}  // namespace sptune::harness
