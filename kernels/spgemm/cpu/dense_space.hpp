// SPDX-License-Identifier: BSD-3-Clause
// Workspaces of the dense row kernels: a bitmap over the columns, ranks in it, and B packed to
// masks.
#pragma once

#include "kernels/host/team.hpp"
#include "kernels/spgemm/cpu/buffer.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"

#include <algorithm>
#include <cstdint>

namespace sptune::spgemm {

/// One bit per column, one summary bit per 64 columns. All clear between rows.
struct Bitmap {
  Buffer<std::uint64_t> bits;
  Buffer<std::uint64_t> summary;

  void reserve(std::int64_t cols) {
    bits.reserve_filled(cols / 64 + 1, 0);
    // The scan reads summaries eight at a time.
    summary.reserve_filled(cols / 4096 + 9, 0);
  }
  [[nodiscard]] std::int64_t memory() const { return bits.bytes() + summary.bytes(); }
};

/// Rows of B as (word of 64 columns, bits in it): fewer steps where columns come in clusters.
/// After KokkosKernels' compression (Deveci, Trott, Rajamanickam 2018, section 3.2).
struct Masks {
  Buffer<std::int64_t> offsets;
  Buffer<Index> words;
  Buffer<std::uint64_t> bits;

  [[nodiscard]] std::int64_t memory() const {
    return offsets.bytes() + words.bytes() + bits.bytes();
  }
  template <class V>
  void build(const CsrView<V, std::int64_t>& b, int threads);
};

/// Rows of B that fill a good part of their span, spread out with zeros between: added to the sums
/// by vector instructions.
template <class V>
struct SpreadRows {
  /// Columns per entry up to which a row is spread: a product costs about as much as four columns
  /// of a vector loop (2 cores of an EPYC 9005, f64).
  static constexpr std::int64_t most_columns_per_entry = 4;

  Buffer<std::int64_t> offsets;  ///< of a row in `values`; equal to the next one when not spread
  Buffer<V> values;

  [[nodiscard]] std::int64_t memory() const { return offsets.bytes() + values.bytes(); }
  /// Decides by the pattern which rows are spread.
  void plan(const CsrView<V, std::int64_t>& b);
  /// Copies the values that B has now.
  void fill(const CsrView<V, std::int64_t>& b, int threads);
};

/// Bits of 64 columns and the position in C's row of the first of them.
struct RankWord {
  std::uint64_t bits;
  std::int64_t base;
};

/// Aligned groups of 64 columns that sorted columns fall into.
[[nodiscard]] inline std::int64_t words_touched(const Index* cols, std::int64_t count) {
  std::int64_t words = 0;
  Index last = -1;
  for (std::int64_t i = 0; i < count; ++i) {
    const Index word = cols[i] >> 6;
    words += word != last ? 1 : 0;
    last = word;
  }
  return words;
}

template <class V>
void Masks::build(const CsrView<V, std::int64_t>& b, int threads) {
  offsets.reserve(b.rows + 1);
  offsets[0] = 0;
#pragma omp parallel for schedule(static) num_threads(host::team_size(threads))
  for (std::int64_t row = 0; row < b.rows; ++row) {
    const std::int64_t begin = b.row_offsets[row];
    offsets[row + 1] = words_touched(b.col_indices + begin, b.row_offsets[row + 1] - begin);
  }
  for (std::int64_t row = 0; row < b.rows; ++row) offsets[row + 1] += offsets[row];
  words.reserve(offsets[b.rows]);
  bits.reserve(offsets[b.rows]);
#pragma omp parallel for schedule(static) num_threads(host::team_size(threads))
  for (std::int64_t row = 0; row < b.rows; ++row) {
    std::int64_t at = offsets[row] - 1;
    Index last = -1;
    for (std::int64_t i = b.row_offsets[row]; i < b.row_offsets[row + 1]; ++i) {
      const Index word = b.col_indices[i] >> 6;
      if (word != last) {
        ++at;
        words[at] = word;
        bits[at] = 0;
        last = word;
      }
      bits[at] |= std::uint64_t{1} << (b.col_indices[i] & 63);
    }
  }
}

template <class V>
void SpreadRows<V>::plan(const CsrView<V, std::int64_t>& b) {
  offsets.reserve(b.rows + 1);
  offsets[0] = 0;
  for (std::int64_t row = 0; row < b.rows; ++row) {
    const std::int64_t begin = b.row_offsets[row];
    const std::int64_t end = b.row_offsets[row + 1];
    std::int64_t span = begin == end ? 0 : b.col_indices[end - 1] - b.col_indices[begin] + 1;
    if (span > most_columns_per_entry * (end - begin)) span = 0;
    offsets[row + 1] = offsets[row] + span;
  }
  values.reserve(offsets[b.rows]);
}

template <class V>
void SpreadRows<V>::fill(const CsrView<V, std::int64_t>& b, int threads) {
#pragma omp parallel for schedule(static) num_threads(host::team_size(threads))
  for (std::int64_t row = 0; row < b.rows; ++row) {
    if (offsets[row] == offsets[row + 1]) continue;
    std::fill(values.data() + offsets[row], values.data() + offsets[row + 1], V{0});
    const std::int64_t begin = b.row_offsets[row];
    V* const out = values.data() + offsets[row] - b.col_indices[begin];
    for (std::int64_t i = begin; i < b.row_offsets[row + 1]; ++i) {
      out[b.col_indices[i]] = b.values[i];
    }
  }
}

}  // namespace sptune::spgemm
