// SPDX-License-Identifier: BSD-3-Clause
// Which row goes where in SELL-C-sigma, and how wide every chunk is; without the entries.
#pragma once

#include "kernels/host/preparing.hpp"
#include "kernels/spmv/cpu/conversion.hpp"
#include "sptune/matrix.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sptune::spmv::sell {

struct Shape {
  int c = 8;      ///< rows of a chunk
  int sigma = 1;  ///< rows of a sorting window: 1, or whole chunks
  int cut = 0;    ///< rows longer than this are left out; 0: none are
};

struct Layout {
  std::int64_t rows = 0;             ///< rows in chunks
  std::vector<Index> order;          ///< row at each place; empty: place = row
  std::vector<std::int32_t> widths;  ///< of each chunk
  std::vector<Index> long_rows;      ///< rows left out, ascending
  /// Entries of the long rows before each of them, counted over long rows only; one more at the
  /// end.
  std::vector<std::int64_t> long_starts;

  [[nodiscard]] std::int64_t row(std::int64_t place) const {
    return order.empty() ? place : order[static_cast<std::size_t>(place)];
  }
  [[nodiscard]] std::int64_t long_entries() const {
    return long_starts.empty() ? 0 : long_starts.back();
  }
  /// Entries in chunks, padding included.
  [[nodiscard]] std::int64_t stored(int c) const {
    std::int64_t sum = 0;
    for (const std::int32_t w : widths) sum += std::int64_t{w} * c;
    return sum;
  }
  [[nodiscard]] std::int64_t memory_bytes() const {
    return static_cast<std::int64_t>((order.size() + long_rows.size()) * sizeof(Index) +
                                     widths.size() * sizeof(std::int32_t) +
                                     long_starts.size() * sizeof(std::int64_t));
  }
};

namespace detail {

/// Stable counting sort of order[begin, end) by descending length.
template <class O>
void sort_window(std::vector<Index>& order, std::int64_t begin, std::int64_t end,
                 const O* row_offsets, std::vector<Index>& scratch,
                 std::vector<std::int64_t>& starts) {
  const auto length = [&](Index row) {
    return static_cast<std::int64_t>(row_offsets[row + 1]) -
           static_cast<std::int64_t>(row_offsets[row]);
  };
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  std::int64_t longest = 0;
  for (std::int64_t i = begin; i < end; ++i) longest = std::max(longest, length(order[at(i)]));
  if (longest > 4 * (end - begin) + 256) {  // clearing the buckets would cost more than comparing
    std::stable_sort(order.begin() + begin, order.begin() + end,
                     [&](Index a, Index b) { return length(a) > length(b); });
    return;
  }
  starts.assign(at(longest + 2), 0);
  for (std::int64_t i = begin; i < end; ++i) ++starts[at(longest - length(order[at(i)]) + 1)];
  for (std::int64_t l = 0; l <= longest; ++l) starts[at(l + 1)] += starts[at(l)];
  scratch.assign(order.begin() + begin, order.begin() + end);
  for (const Index row : scratch) {
    order[at(begin + starts[at(longest - length(row))]++)] = row;
  }
}

/// Parts of the windows that are sorted at once: a thread has rows enough for a conversion to gain
/// by it, and windows enough for what sorting one takes to be little beside the order.
[[nodiscard]] inline int sorting_parts(int threads, std::int64_t rows, int sigma) {
  constexpr std::int64_t worth_a_thread = 4096;
  constexpr std::int64_t windows_a_thread = 4;
  return useful_parts(threads, std::min(rows / worth_a_thread, rows / sigma / windows_a_thread));
}

/// Places in the order of the rows, but for those of windows, which are filled as these are sorted;
/// rows that are left out have none.
template <class V, class O>
void list_rows(CsrView<V, O> a, Shape shape, Layout& out) {
  if (shape.cut > 0) {
    // Counted first, as lists that grow take more than they hold. One behind the other: this is
    // quick beside the sorting.
    std::size_t left_out = 0;
    for (std::int64_t row = 0; row < a.rows; ++row) {
      left_out += row_length(a.row_offsets, row) > shape.cut ? 1 : 0;
    }
    out.order.reserve(static_cast<std::size_t>(a.rows) - left_out);
    out.long_rows.reserve(left_out);
    out.long_starts.reserve(left_out + 1);
    out.long_starts.push_back(0);
    for (std::int64_t row = 0; row < a.rows; ++row) {
      if (row_length(a.row_offsets, row) > shape.cut) {
        out.long_rows.push_back(static_cast<Index>(row));
        out.long_starts.push_back(out.long_starts.back() + row_length(a.row_offsets, row));
      } else {
        out.order.push_back(static_cast<Index>(row));
      }
    }
  } else if (shape.sigma > 1) {
    out.order.resize(static_cast<std::size_t>(a.rows));
    out.long_starts.assign(1, 0);
  }
}

}  // namespace detail

/// The same by any number of threads.
template <class V, class O>
[[nodiscard]] Layout make_layout(CsrView<V, O> a, Shape shape, int threads = 1) {
  Layout out;
  detail::list_rows(a, shape, out);
  out.rows = a.rows - static_cast<std::int64_t>(out.long_rows.size());
  out.widths.resize(static_cast<std::size_t>((out.rows + shape.c - 1) / shape.c));
  const auto find_widths = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) {
      const std::int64_t last = std::min(out.rows, (k + 1) * shape.c);
      std::int64_t width = 0;
      for (std::int64_t place = k * shape.c; place < last; ++place) {
        width = std::max(width, row_length(a.row_offsets, out.row(place)));
      }
      out.widths[static_cast<std::size_t>(k)] = static_cast<std::int32_t>(width);
    }
  };
  if (shape.sigma == 1) {
    for_ranges(threads, std::ssize(out.widths), find_widths);
    return out;
  }
  const std::int64_t windows = (out.rows + shape.sigma - 1) / shape.sigma;
  const int parts = detail::sorting_parts(threads, out.rows, shape.sigma);
  host::prepare_parts(parts, [&](int part) {
    std::vector<Index> scratch;
    std::vector<std::int64_t> starts;
    for (std::int64_t w = windows * part / parts; w < windows * (part + 1) / parts; ++w) {
      const std::int64_t begin = w * shape.sigma;
      const std::int64_t end = std::min(out.rows, begin + shape.sigma);
      if (shape.cut == 0) {
        std::iota(out.order.begin() + begin, out.order.begin() + end, static_cast<Index>(begin));
      }
      detail::sort_window(out.order, begin, end, a.row_offsets, scratch, starts);
      find_widths(begin / shape.c, (end + shape.c - 1) / shape.c);
    }
  });
  return out;
}

/// At least as many entries as the layout stores, in one pass over the row offsets: exact without
/// sorting; in a sorted window of whole chunks the widths fall from chunk to chunk, so that all its
/// padding is less than its longest row times c.
template <class V, class O>
[[nodiscard]] std::int64_t stored_at_most(CsrView<V, O> a, Shape shape, int threads = 1) {
  const std::int64_t window = std::max(shape.sigma, shape.c);
  const std::int64_t windows = (a.rows + window - 1) / window;
  std::atomic<std::int64_t> padded = 0;
  if (shape.cut > 0) {
    // Rows that are left out shift those behind them into other chunks; then only the cut is sure.
    padded = windows * shape.cut;
  } else {
    constexpr std::int64_t worth_a_thread = 262144;  // lengths, which are quickly compared
    const int parts = useful_parts(threads, std::min(windows, a.rows / worth_a_thread));
    host::for_parts(parts, [&](int part) {
      std::int64_t here = 0;
      for (std::int64_t w = windows * part / parts; w < windows * (part + 1) / parts; ++w) {
        const std::int64_t end = std::min(a.rows, (w + 1) * window);
        std::int64_t longest = 0;
        for (std::int64_t row = w * window; row < end; ++row) {
          longest = std::max<std::int64_t>(longest, a.row_offsets[row + 1] - a.row_offsets[row]);
        }
        here += longest;
      }
      padded += here;
    });
  }
  const bool exact = shape.sigma <= shape.c && shape.cut == 0;
  return exact ? padded * shape.c : a.nnz() + padded * shape.c;
}

/// First and last column of a chunk.
struct Span {
  /// As many as 16-bit indices relative to the first column reach.
  static constexpr std::int64_t narrow_columns = 65536;

  std::int64_t low = 0;
  std::int64_t high = 0;
  [[nodiscard]] bool narrow() const { return high - low < narrow_columns; }
};

template <class V, class O>
[[nodiscard]] Span span_of_chunk(CsrView<V, O> a, const Layout& layout, std::int64_t chunk, int c) {
  Span span{a.cols, 0};
  const std::int64_t end = std::min(layout.rows, (chunk + 1) * c);
  for (std::int64_t place = chunk * c; place < end; ++place) {
    const O first = a.row_offsets[layout.row(place)];
    const O last = a.row_offsets[layout.row(place) + 1];
    if (first == last) continue;
    span.low = std::min<std::int64_t>(span.low, a.col_indices[first]);
    span.high = std::max<std::int64_t>(span.high, a.col_indices[last - 1]);
  }
  span.low = std::min(span.low, span.high);
  return span;
}

}  // namespace sptune::spmv::sell
