// SPDX-License-Identifier: BSD-3-Clause
// A pair of matrix files with the shape and the defects of the reference example:
// 8191 x 8191, 784,379 and 46,796 entries, counted from 0, with indices of -1 and duplicates.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace sptune::suites {

enum class SeedPair : std::uint8_t { a, b };

/// What was built into a file on purpose, as a reader that drops out-of-range entries must report
/// it.
struct SeedPairDefects {
  std::int64_t entries = 0;
  std::int64_t out_of_range = 0;  ///< -1, or 0 where counting starts at 1
  std::int64_t duplicates = 0;    ///< beyond the first of each position inside the matrix
};

/// The file's text: coordinate integer general. `defects` is filled in when given.
[[nodiscard]] std::string seed_pair_text(SeedPair which, std::uint64_t seed,
                                         SeedPairDefects* defects = nullptr);

/// Writes the text. Throws InputError.
SeedPairDefects write_seed_pair_file(const std::filesystem::path& path, SeedPair which,
                                     std::uint64_t seed);

}  // namespace sptune::suites
