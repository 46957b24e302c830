// SPDX-License-Identifier: BSD-3-Clause
#include "suites/generators/seed_pair.hpp"

#include "suites/io/file_io.hpp"
#include "suites/io/random.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

namespace sptune::suites {
namespace {

constexpr std::int64_t size = 8191;
constexpr std::int64_t entries_of_a = 784'379;
constexpr std::int64_t entries_of_b = 46'796;
constexpr std::int64_t one_in_missing = 200;  ///< every 200th entry or so has an index of -1
constexpr std::int64_t one_in_repeated = 100;
constexpr std::int64_t largest_value = 9;

void append(std::string& text, std::int64_t number, char after) {
  std::array<char, 24> digits{};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  text.append(digits.data(), result.ptr);
  text += after;
}

}  // namespace

std::string seed_pair_text(SeedPair which, std::uint64_t seed, SeedPairDefects* defects) {
  const std::int64_t entries = which == SeedPair::a ? entries_of_a : entries_of_b;
  Random random(seed * 2 + (which == SeedPair::a ? 0 : 1));
  std::vector<std::pair<std::int64_t, std::int64_t>> positions;
  positions.reserve(static_cast<std::size_t>(entries));
  std::string text = "%%MatrixMarket matrix coordinate integer general\n";
  append(text, size, ' ');
  append(text, size, ' ');
  append(text, entries, '\n');
  for (std::int64_t i = 0; i < entries; ++i) {
    std::pair<std::int64_t, std::int64_t> at{random.below(size), random.below(size)};
    if (i > 0 && random.below(one_in_repeated) == 0) {
      at = positions[static_cast<std::size_t>(random.below(i))];
    }
    if (random.below(one_in_missing) == 0) (random.below(2) == 0 ? at.first : at.second) = -1;
    positions.push_back(at);
    append(text, at.first, ' ');
    append(text, at.second, ' ');
    append(text, 1 + random.below(largest_value), '\n');
  }
  if (defects != nullptr) {
    // Counted as a reader sees it that counts from 1: 0 lies outside like -1.
    std::erase_if(positions, [](const auto& p) { return p.first < 1 || p.second < 1; });
    defects->entries = entries;
    defects->out_of_range = entries - static_cast<std::int64_t>(positions.size());
    std::sort(positions.begin(), positions.end());
    defects->duplicates = positions.end() - std::unique(positions.begin(), positions.end());
  }
  return text;
}

SeedPairDefects write_seed_pair_file(const std::filesystem::path& path, SeedPair which,
                                     std::uint64_t seed) {
  SeedPairDefects defects;
  const std::string text = seed_pair_text(which, seed, &defects);
  write_text_file(path, text);
  return defects;
}

}  // namespace sptune::suites
