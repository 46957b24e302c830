// SPDX-License-Identifier: BSD-3-Clause
// Entries of a file while it is read, or of a generator, and their assembly into CSR. The peak of
// memory is decided here: blocks (16 bytes an entry, 8 for a pattern) never move or grow, and each
// is freed as soon as it has been scattered into the CSR (12 bytes an entry).
#pragma once

#include "sptune/matrix.hpp"
#include "suites/io/market_header.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace sptune::suites::market {

/// Bytes of row offsets, and of the vectors that every use of the matrix needs.
[[nodiscard]] constexpr std::int64_t bytes_of_sizes(std::int64_t rows, std::int64_t cols) noexcept {
  return 8 * (rows + 2) + 8 * (rows + cols);
}

/// One run of entries. Raw arrays, because a vector would clear them first.
struct Block {
  std::unique_ptr<Index[]> rows;
  std::unique_ptr<Index[]> cols;
  std::unique_ptr<double[]> values;  ///< null for a pattern of ones
  std::size_t count = 0;
  std::size_t capacity = 0;
};

class Entries {
 public:
  /// `memory_limit` in bytes bounds blocks plus the CSR to come, and a vector of each length.
  Entries(const Header& header, bool with_values, std::int64_t memory_limit, Place place);

  /// A block with room for at least one entry. Throws InputError beyond the memory limit.
  [[nodiscard]] Block& open_block(Place place) {
    if (blocks_.empty() || blocks_.back().count == blocks_.back().capacity) add_block(place);
    return blocks_.back();
  }
  /// Counts an entry of row `row` (0-based), and of its mirror image where the matrix is symmetric.
  void count(Index row, Index col) noexcept {
    ++offsets_[static_cast<std::size_t>(row) + 2];
    if (mirrored_ && row != col) ++offsets_[static_cast<std::size_t>(col) + 2];
  }

  /// One more, its value where there are any. Throws like `open_block`.
  void add(Index row, Index col, double value, Place place) {
    Block& block = open_block(place);
    block.rows[block.count] = row;
    block.cols[block.count] = col;
    if (block.values) block.values[block.count] = value;
    ++block.count;
    count(row, col);
  }

  struct Assembled {
    Csr<double> csr;
    std::int64_t duplicates_summed = 0;  ///< in terms of the file's entries
  };
  /// Sorted CSR without duplicates. Leaves this empty.
  [[nodiscard]] Assembled assemble();

 private:
  void add_block(Place place);

  std::int64_t rows_;
  std::int64_t cols_;
  bool mirrored_;
  bool negated_;  ///< the mirror image has the opposite sign
  bool with_values_;
  std::int64_t memory_limit_;
  std::int64_t capacity_ = 0;
  std::vector<std::int64_t> offsets_;  ///< counts two places to the right, see assemble()
  std::vector<Block> blocks_;
};

}  // namespace sptune::suites::market
