// SPDX-License-Identifier: BSD-3-Clause
// How the chunks of SELL-C-sigma are stored and shared out among threads, and how other values of
// the same pattern are put into them.
#pragma once

#include "kernels/spmv/cpu/sell_layout.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace sptune::spmv::sell {

/// One chunk: `width` entries per row, of 16-bit indices when it is negative.
struct Chunk {
  std::int32_t width;
  std::int32_t base;  ///< column that 16-bit indices count from
};

/// Where the entries of a chunk begin, of chunks that are passed one after the other.
struct Start {
  std::int64_t value = 0;  ///< into values
  std::int64_t index = 0;  ///< into indices of 16 bits, of which one of 32 takes two
  void pass(const Chunk& chunk, std::int64_t c) {
    const std::int64_t entries = std::abs(std::int64_t{chunk.width}) * c;
    value += entries;
    index += chunk.width < 0 ? entries : 2 * entries;
  }
};

/// Chunks [chunk, chunk_end) and where their entries begin.
struct Piece {
  std::int64_t chunk = 0;
  std::int64_t chunk_end = 0;
  std::int64_t value = 0;       ///< into values
  std::int64_t index = 0;       ///< into indices
  std::int64_t long_begin = 0;  ///< entries of the long rows, counted over all of them
  std::int64_t long_end = 0;
};

/// The values of chunk k, in its place; padding keeps its 0.
template <class V, class O>
void scatter_chunk(CsrView<V, O> a, const Layout& layout, std::int64_t k, std::int64_t c,
                   V* values) {
  const std::int64_t end = std::min(layout.rows, (k + 1) * c);
  for (std::int64_t place = k * c; place < end; ++place) {
    const std::int64_t row = layout.row(place);
    const auto first = static_cast<std::int64_t>(a.row_offsets[row]);
    const auto last = static_cast<std::int64_t>(a.row_offsets[row + 1]);
    std::int64_t to = place - k * c;
    for (std::int64_t i = first; i < last; ++i, to += c) values[to] = a.values[i];
  }
}

}  // namespace sptune::spmv::sell
