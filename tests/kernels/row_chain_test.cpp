// SPDX-License-Identifier: BSD-3-Clause
// The chains of pieces and tiles, asked window by window as the device does, beside the same
// followed one by one over all rows.
#include "kernels/spmv/cuda/row_chain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace sptune::spmv::cuda {
namespace {

using Offsets = std::vector<std::int64_t>;

Offsets offsets_of(const std::vector<std::int64_t>& lengths) {
  Offsets out{0};
  for (const std::int64_t length : lengths) out.push_back(out.back() + length);
  return out;
}

/// Row lengths of many kinds: even, with empty rows in stretches, with rows of many tiles.
std::vector<Offsets> battery() {
  std::vector<Offsets> out{offsets_of({}),  offsets_of({0}),   offsets_of({0, 0, 0, 0, 0, 0, 0, 0}),
                           offsets_of({1}), offsets_of({500}), offsets_of({0, 500, 0})};
  std::mt19937 random(7);
  const auto uniform = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(uniform(1, 120)));
    const int kind = round % 5;
    const int mean = uniform(1, 40);
    for (std::int64_t& length : lengths) {
      length = kind == 0 ? mean : uniform(0, 2 * mean);
      if (kind == 2 && uniform(0, 3) > 0) length = 0;
      if (kind == 3 && uniform(0, 9) == 0) length = uniform(60, 400);
      if (kind == 4 && uniform(0, 20) == 0) length = uniform(500, 3000);
    }
    if (kind == 2) std::fill_n(lengths.begin(), lengths.size() / 2, 0);
    out.push_back(offsets_of(lengths));
  }
  return out;
}

OffsetsOfRows<std::int64_t> window_of(const Offsets& offsets, std::int64_t base, int most) {
  const auto rows = static_cast<std::int64_t>(offsets.size()) - 1;
  const auto size = static_cast<int>(std::min<std::int64_t>(most, rows - base));
  return {offsets.data() + base, size, base + size == rows};
}

/// Where chains go on from every row, asked in stretches as threads do.
template <class Rule>
std::vector<int> onward_of(const OffsetsOfRows<std::int64_t>& w, const Rule& rule) {
  constexpr int stretch = 9;
  std::vector<int> out;
  int reach = 0;
  for (int row = 0; row < w.rows; ++row) {
    if (row % stretch == 0) reach = row;
    out.push_back(rule.next(w, row, reach));
  }
  return out;
}

TEST(RowChain, pieces_are_those_of_all_rows_at_once) {
  for (const Offsets& offsets : battery()) {
    const auto rows = static_cast<std::int64_t>(offsets.size()) - 1;
    const PieceRule rule{32, 8};
    std::vector<std::int64_t> expected;
    for (std::int64_t row = 0; row < rows;) {
      expected.push_back(row);
      std::int64_t end = row + 1;
      while (end < rows && end - row < rule.rows &&
             offsets[static_cast<std::size_t>(end + 1)] - offsets[static_cast<std::size_t>(row)] <=
                 rule.entries) {
        ++end;
      }
      row = end;
    }
    for (const int most : {16, 17, 40}) {  // a window has twice the rows of a piece
      std::vector<std::int64_t> found;
      for (std::int64_t base = 0; base < rows;) {
        const auto w = window_of(offsets, base, most);
        int row = 0;
        const std::vector<int> onward = onward_of(w, rule);
        for (int next = 0; next < w.rows; row = next) {
          next = onward[static_cast<std::size_t>(row)];
          if (next == undecided) break;
          found.push_back(base + row);
        }
        ASSERT_GT(row, 0);
        base += row;
      }
      EXPECT_EQ(found, expected);
    }
  }
}

/// First entries of all tiles, one after the other.
std::vector<std::int64_t> tiles_one_by_one(const Offsets& offsets, const TileRule& rule) {
  std::vector<std::int64_t> out;
  for (std::int64_t at = 0; at < offsets.back();) {
    out.push_back(at);
    const std::int64_t limit = std::min(at + rule.size, offsets.back());
    const std::int64_t border = *(std::ranges::upper_bound(offsets, limit) - 1);
    at = border > at && limit - border <= rule.padding ? border : limit;
  }
  return out;
}

TEST(RowChain, tiles_are_those_of_all_rows_at_once) {
  for (const TileRule rule : {TileRule{32, 4}, TileRule{64, 8}, TileRule{16, 1}}) {
    for (const Offsets& offsets : battery()) {
      const auto w = window_of(offsets, 0, 1 << 12);
      std::vector<std::int64_t> found;
      const std::vector<int> onward = onward_of(w, rule);
      for (int row = 0; row < w.rows;) {
        const int next = onward[static_cast<std::size_t>(row)];
        ASSERT_NE(next, undecided);
        ASSERT_GT(next, row);
        for (std::int64_t t = 0; t < rule.tiles(w.at(row), w.at(next)); ++t) {
          found.push_back(w.at(row) + t * rule.size);
        }
        row = next;
      }
      EXPECT_EQ(found, tiles_one_by_one(offsets, rule));
    }
  }
}

TEST(RowChain, a_run_goes_on_behind_its_window) {
  for (const TileRule rule : {TileRule{32, 4}, TileRule{64, 8}}) {
    for (const Offsets& offsets : battery()) {
      const auto rows = static_cast<std::int64_t>(offsets.size()) - 1;
      std::vector<std::int64_t> found;
      std::int64_t at = 0;
      for (std::int64_t base = 0; base < rows;) {
        const auto w = window_of(offsets, base, 9);
        const auto note = [&](std::int64_t first, std::int64_t tiles) {
          for (std::int64_t t = 0; t < tiles; ++t) found.push_back(first + t * rule.size);
        };
        int reach = 0;
        const int first = at == w.at(0) ? 0 : rule.run_end(w, at, reach, false);
        const std::vector<int> onward = onward_of(w, rule);
        std::vector<TileRun> chain;
        int row = first;
        for (int next = row; next < w.rows; row = next) {
          next = onward[static_cast<std::size_t>(row)];
          if (next == undecided) break;
          chain.push_back({w.at(row), rule.tiles(w.at(row), w.at(next))});
        }
        const TileStep behind = step(w, rule, at, first, row);
        note(behind.head.first, behind.head.tiles);
        for (const TileRun& run : chain) note(run.first, run.tiles);
        at = behind.at;
        base += behind.rows;
      }
      EXPECT_EQ(found, tiles_one_by_one(offsets, rule));
    }
  }
}

}  // namespace
}  // namespace sptune::spmv::cuda
