// SPDX-License-Identifier: BSD-3-Clause
// Entries cut into tiles of equal size, one block each, wherever rows begin: which rows begin
// where. Source: Liu and Vinter, "CSR5", ICS'15 (bit flags).
#pragma once

#include "sptune/kernels/spmv/cuda/shared_rows.cuh"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sptune::spmv::cuda {

/// What a block reads of its tile.
struct alignas(16) Tile {
  std::int32_t first_segment = -1;  ///< ordinal of the first row that begins here
  std::int32_t base = 0;            ///< first column; of 16-bit offsets
  std::int32_t wide = -1;           ///< which of the tiles that need 32 bits; -1: needs 16
  std::int32_t segments = 0;        ///< how many rows begin here
  SharedRow head;                   ///< the row that began before this tile and has entries in it
  SharedRow tail;                   ///< the row that begins here and goes on in the next tile
};

/// Tiles of items*block entries; the last, or any when padding is allowed, may hold fewer.
struct SegmentLayout {
  std::vector<std::int64_t> firsts;  ///< first entry of each tile, and the end
  std::vector<Tile> tiles;
  /// Per thread. Low half: bit u says that a row begins at its entry u; high half: how many rows
  /// begin earlier in the tile.
  std::vector<std::uint32_t> words;
  std::vector<Index> segments;  ///< rows that have entries
  std::vector<Index> empty;
  std::int32_t parts = 0;          ///< of shared rows, together
  std::int32_t most_segments = 0;  ///< rows that begin in one tile
};

/// First entries of the tiles, and the end. A tile ends with a row when at most `padding` of its
/// slots stay empty by that.
template <class O>
[[nodiscard]] std::vector<std::int64_t> cut_tiles(std::int64_t rows, const std::vector<O>& offsets,
                                                  std::int64_t size, std::int64_t padding) {
  const std::int64_t nnz = offsets[static_cast<std::size_t>(rows)];
  std::vector<std::int64_t> firsts{0};
  for (std::int64_t row = 0; firsts.back() < nnz;) {
    const std::int64_t limit = std::min(firsts.back() + size, nnz);
    while (row < rows && offsets[static_cast<std::size_t>(row) + 1] <= limit) ++row;
    const std::int64_t border = offsets[static_cast<std::size_t>(row)];
    const bool ends_with_row = border > firsts.back() && limit - border <= padding;
    firsts.push_back(ends_with_row ? border : limit);
  }
  return firsts;
}

/// `most_padding`: a tile may leave size / most_padding of its slots empty to end with a row; 0:
/// none. One pass over the row offsets, on the host.
template <class O>
[[nodiscard]] SegmentLayout lay_out(std::int64_t rows, const std::vector<O>& offsets, int items,
                                    int block, std::int64_t most_padding) {
  SegmentLayout out;
  const std::int64_t size = std::int64_t{items} * block;
  out.firsts = cut_tiles(rows, offsets, size, most_padding > 0 ? size / most_padding : 0);
  out.tiles.resize(out.firsts.size() - 1);
  out.words.assign(out.tiles.size() * static_cast<std::size_t>(block), 0);
  std::size_t t = 0;
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t begin = offsets[static_cast<std::size_t>(row)];
    const std::int64_t end = offsets[static_cast<std::size_t>(row) + 1];
    if (begin == end) {
      out.empty.push_back(static_cast<Index>(row));
      continue;
    }
    while (out.firsts[t + 1] <= begin) ++t;
    const auto place = static_cast<std::size_t>(begin - out.firsts[t]);
    const auto per_thread = static_cast<std::size_t>(items);
    out.words[t * static_cast<std::size_t>(block) + place / per_thread] |= 1U
                                                                           << (place % per_thread);
    Tile& opener = out.tiles[t];
    if (opener.first_segment < 0) {
      opener.first_segment = static_cast<std::int32_t>(out.segments.size());
    }
    out.most_segments = std::max(out.most_segments, ++opener.segments);
    out.segments.push_back(static_cast<Index>(row));
    std::size_t last = t;
    while (out.firsts[last + 1] < end) ++last;
    if (last == t) continue;
    const auto parts = static_cast<std::int32_t>(last - t + 1);
    opener.tail = {static_cast<std::int32_t>(row), out.parts, 0, parts};
    for (std::int32_t part = 1; part < parts; ++part) {
      out.tiles[t + static_cast<std::size_t>(part)].head = {static_cast<std::int32_t>(row),
                                                            out.parts, part, parts};
    }
    out.parts += parts;
  }
  for (std::size_t w = 0; w < out.words.size();) {
    std::uint32_t begun = 0;
    for (int thread = 0; thread < block; ++thread, ++w) {
      const auto here = static_cast<std::uint32_t>(__builtin_popcount(out.words[w]));
      out.words[w] |= begun << 16;
      begun += here;
    }
  }
  return out;
}

}  // namespace sptune::spmv::cuda
