// SPDX-License-Identifier: BSD-3-Clause
// How the chunks of SELL-C-sigma are stored and shared out among threads, and how other values of
// the same pattern are put into them.
#pragma once

#include "kernels/host/buffer.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "kernels/spmv/cpu/sell_layout.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <vector>

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

/// A layout with what its chunks are: all of a plan that does not depend on values.
struct Placed {
  Layout layout;  ///< without the widths, which the chunks have
  host::Buffer<Chunk> chunks;
  Start end;                ///< of what they store
  std::int64_t narrow = 0;  ///< of it, entries whose indices take 16 bits
};

/// Decides the index width of every chunk and where its entries go.
template <class V, class O>
[[nodiscard]] Placed place(CsrView<V, O> a, Shape shape, bool narrows, int threads) {
  Placed out{make_layout(a, shape, threads), {}, {}};
  Layout& layout = out.layout;
  out.chunks = host::Buffer<Chunk>(std::ssize(layout.widths));
  std::atomic<std::int64_t> values = 0;
  std::atomic<std::int64_t> indices = 0;
  std::atomic<std::int64_t> narrow_entries = 0;
  const int useful = narrows ? threads : 1;  // without entries to look at there is little to do
  for_ranges(useful, out.chunks.size(), [&](std::int64_t begin, std::int64_t end) {
    Start here;
    std::int64_t narrow_here = 0;
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int32_t width = layout.widths[static_cast<std::size_t>(k)];
      const Span span = narrows ? span_of_chunk(a, layout, k, shape.c) : Span{};
      const bool narrow = narrows && span.narrow();
      out.chunks[k] = {narrow ? -width : width, static_cast<std::int32_t>(narrow ? span.low : 0)};
      here.pass(out.chunks[k], shape.c);
      if (narrow) narrow_here += std::int64_t{width} * shape.c;
    }
    values += here.value;
    indices += here.index;
    narrow_entries += narrow_here;
  });
  out.end = {values, indices};
  out.narrow = narrow_entries;
  layout.widths = std::vector<std::int32_t>();  // {} would keep its memory
  return out;
}

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
