// SPDX-License-Identifier: BSD-3-Clause
#include "suites/io/market_entries.hpp"

#include "kernels/convert/convert.hpp"
#include "suites/io/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace sptune::suites::market {
namespace {

constexpr std::size_t first_block = 1024;
constexpr std::size_t largest_block = std::size_t{1} << 20U;

[[noreturn]] void refuse_size(Place place, std::string_view what, std::int64_t bytes,
                              std::int64_t limit) {
  refuse_cost(place, fmt::format("a matrix that can be read in {}", bytes_text(limit)),
              fmt::format("{}, which need {}", what, bytes_text(bytes)),
              "correct the size line, or read it on a machine with more memory and set "
              "SPTUNE_MAX_MEMORY");
}

}  // namespace

Entries::Entries(const Header& header, bool with_values, std::int64_t memory_limit, Place place)
    : rows_(header.rows),
      cols_(header.cols),
      mirrored_(header.symmetry != Symmetry::general),
      negated_(header.symmetry == Symmetry::skew_symmetric),
      with_values_(with_values),
      memory_limit_(memory_limit) {
  const std::int64_t bytes = bytes_of_sizes(rows_, cols_);
  if (bytes > memory_limit_) {
    refuse_size(place, fmt::format("{} rows and {} columns", rows_, cols_), bytes, memory_limit_);
  }
  offsets_.assign(static_cast<std::size_t>(rows_) + 2, 0);
}

void Entries::add_block(Place place) {
  const std::size_t size =
      blocks_.empty() ? first_block : std::min(blocks_.back().capacity * 2, largest_block);
  capacity_ += static_cast<std::int64_t>(size);
  const std::int64_t per_entry = (with_values_ ? 16 : 8) + (mirrored_ ? 24 : 12);
  const std::int64_t bytes = bytes_of_sizes(rows_, cols_) + per_entry * capacity_;
  if (bytes > memory_limit_) {
    refuse_size(place, fmt::format("{} entries and more", capacity_), bytes, memory_limit_);
  }
  Block block;
  block.rows = std::make_unique_for_overwrite<Index[]>(size);
  block.cols = std::make_unique_for_overwrite<Index[]>(size);
  if (with_values_) block.values = std::make_unique_for_overwrite<double[]>(size);
  block.capacity = size;
  blocks_.push_back(std::move(block));
}

Entries::Assembled Entries::assemble() {
  Assembled out;
  Csr<double>& csr = out.csr;
  csr.rows = rows_;
  csr.cols = cols_;
  // After the scan, slot r+1 is the cursor of row r; when all is placed it is the end of row r.
  std::partial_sum(offsets_.begin(), offsets_.end(), offsets_.begin());
  const auto nnz = static_cast<std::size_t>(offsets_.back());
  csr.col_indices.resize(nnz);
  csr.values.resize(nnz);
  const auto place = [&](Index row, Index col, double value) {
    const auto at = static_cast<std::size_t>(offsets_[static_cast<std::size_t>(row) + 1]++);
    csr.col_indices[at] = col;
    csr.values[at] = value;
  };
  for (Block& block : blocks_) {
    for (std::size_t i = 0; i < block.count; ++i) {
      const double value = block.values ? block.values[i] : 1.0;
      place(block.rows[i], block.cols[i], value);
      if (mirrored_ && block.rows[i] != block.cols[i]) {
        place(block.cols[i], block.rows[i], negated_ ? -value : value);
      }
    }
    block = Block{};
  }
  blocks_.clear();
  offsets_.pop_back();
  csr.row_offsets = std::move(offsets_);
  out.duplicates_summed = convert::sort_and_sum_rows(
      csr, mirrored_ ? convert::CountMerges::lower_triangle : convert::CountMerges::all);
  return out;
}

}  // namespace sptune::suites::market
