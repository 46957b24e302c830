// SPDX-License-Identifier: BSD-3-Clause
// Rows of C through dense workspaces: a bitmap over the columns finds the structure already sorted,
// an array over the columns (or ranks in the bitmap) takes the sums.
// No include guard: each pass of kernels/host/foreach_isa.hpp compiles its own copy. Include the
// headers below before the first pass, so that they are compiled for every CPU.
#include "kernels/spgemm/cpu/dense_space.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

#ifdef SPTUNE_ISA
namespace sptune::spgemm {
namespace SPTUNE_ISA {

/// Rows of B of at most this many entries are copied to a batch first: their products are then
/// worked off in one long loop, where a loop per short row would cost a mispredicted branch for
/// each.
inline constexpr std::int64_t short_row = 24;
inline constexpr int batch_most = 512;

/// Calls `each(column)` for the columns of all products of one row of A.
template <class V, class Each>
inline void for_each_column(const Operands<V>& p, std::int64_t row, Each&& each) {
  const auto& [a, b] = p;
  const std::int64_t all = b.row_offsets[b.rows];
  alignas(64) Index cols[batch_most + short_row + 8];
  int filled = 0;
  const auto flush = [&] {
#pragma GCC unroll 4
    for (int t = 0; t < filled; ++t) each(cols[t]);
    filled = 0;
  };
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const std::int64_t begin = b.row_offsets[k];
    const std::int64_t end = b.row_offsets[k + 1];
    if (end - begin > short_row || end + 8 > all) {
#pragma GCC unroll 4
      for (std::int64_t j = begin; j < end; ++j) each(b.col_indices[j]);
      continue;
    }
    Index* out = cols + filled;
    for (std::int64_t j = begin; j < end; j += 8, out += 8) {
      std::memcpy(out, b.col_indices + j, 8 * sizeof(Index));
    }
    filled += static_cast<int>(end - begin);
    if (filled > batch_most) flush();
  }
  flush();
}

/// Calls `each(column, product)` for all products of one row of A.
template <class V, class Each>
inline void for_each_product(const Operands<V>& p, std::int64_t row, Each&& each) {
  const auto& [a, b] = p;
  const std::int64_t all = b.row_offsets[b.rows];
  alignas(64) Index cols[batch_most + short_row + 8];
  alignas(64) V terms[batch_most + short_row + 8];
  int filled = 0;
  const auto flush = [&] {
#pragma GCC unroll 4
    for (int t = 0; t < filled; ++t) each(cols[t], terms[t]);
    filled = 0;
  };
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const V factor = a.values[i];
    const std::int64_t begin = b.row_offsets[k];
    const std::int64_t end = b.row_offsets[k + 1];
    if (end - begin > short_row || end + 8 > all) {
#pragma GCC unroll 4
      for (std::int64_t j = begin; j < end; ++j) each(b.col_indices[j], factor * b.values[j]);
      continue;
    }
    Index* out = cols + filled;
    V* term = terms + filled;
    for (std::int64_t j = begin; j < end; j += 8, out += 8, term += 8) {
      std::memcpy(out, b.col_indices + j, 8 * sizeof(Index));
      for (int t = 0; t < 8; ++t) term[t] = factor * b.values[j + t];
    }
    filled += static_cast<int>(end - begin);
    if (filled > batch_most) flush();
  }
  flush();
}

/// Writes the columns of the set bits of `word`; up to seven more slots are overwritten.
inline Index* write_columns(std::uint64_t word, Index first, Index* out) {
  const int count = std::popcount(word);
  // Four at a time without asking after each: the branch on every single bit is what would cost.
  for (int done = 0; done < count; done += 4) {
    for (int t = 0; t < 4; ++t) {
      // Beyond the last bit 64 are added, which the largest column may not have room for.
      const auto col =
          static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(std::countr_zero(word));
      out[done + t] = static_cast<Index>(col);
      word &= word - 1;
    }
  }
  return out + count;
}

inline Index* drain_words(Bitmap& map, std::int64_t low, std::int64_t high, Index* out) {
  std::uint64_t* const bits = map.bits.data();
  for (std::int64_t w = low; w <= high; ++w) {
    const std::uint64_t word = bits[w];
    if (word == 0) continue;
    bits[w] = 0;
    out = write_columns(word, static_cast<Index>(w << 6), out);
  }
  return out;
}

inline Index* drain_summaries(Bitmap& map, std::int64_t low, std::int64_t high, Index* out) {
  std::uint64_t* const bits = map.bits.data();
  std::uint64_t* const summary = map.summary.data();
  for (std::int64_t block = low; block <= high; block += 8) {
    std::uint64_t any = 0;
    for (int t = 0; t < 8; ++t) any |= summary[block + t];
    if (any == 0) continue;
    for (std::int64_t s = block; s < block + 8; ++s) {
      std::uint64_t live = summary[s];
      summary[s] = 0;
      while (live != 0) {
        const std::int64_t w = (s << 6) + std::countr_zero(live);
        live &= live - 1;
        const std::uint64_t word = bits[w];
        bits[w] = 0;
        out = write_columns(word, static_cast<Index>(w << 6), out);
      }
    }
  }
  return out;
}

/// First and last column that a row of A reaches in B; last < first when it reaches none.
template <class V>
inline std::pair<Index, Index> column_span(const Operands<V>& p, std::int64_t row) {
  const auto& [a, b] = p;
  Index low = std::numeric_limits<Index>::max();
  Index high = -1;
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const std::int64_t begin = b.row_offsets[k];
    const std::int64_t end = b.row_offsets[k + 1];
    if (begin == end) continue;
    low = std::min(low, b.col_indices[begin]);
    high = std::max(high, b.col_indices[end - 1]);
  }
  return {low, high};
}

/// Sorted distinct columns of one row of C with so many products; `out` has room for all products
/// (or all columns of C, when that is less) and bitmap_slack. Returns their number. `masks` may be
/// null.
template <class V>
std::int64_t bitmap_row(const Operands<V>& p, const Masks* masks, Bitmap& map, std::int64_t row,
                        std::int64_t products, Index* out) {
  const auto& [a, b] = p;
  const std::int64_t first = a.row_offsets[row];
  const std::int64_t last = a.row_offsets[row + 1];
  if (products == 0) return 0;
  if (last - first == 1) {
    std::memcpy(out, b.col_indices + b.row_offsets[a.col_indices[first]],
                static_cast<std::size_t>(products) * sizeof(Index));
    return products;
  }
  // Looking for the span costs two reads per entry of A: not where draining all words costs less.
  auto [low, high] = std::pair{Index{0}, static_cast<Index>(b.cols - 1)};
  if (b.cols / 64 >= 4 + products / 8) std::tie(low, high) = column_span(p, row);
  std::uint64_t* const bits = map.bits.data();
  std::uint64_t* const summary = map.summary.data();
  // A row that fills a fair part of its span is drained word by word: no summary needed.
  const bool close = (high - low) / 64 < 16 + products / 4;
  if (masks != nullptr) {
    for (std::int64_t i = first; i < last; ++i) {
      const Index k = a.col_indices[i];
      for (std::int64_t j = masks->offsets[k]; j < masks->offsets[k + 1]; ++j) {
        const Index w = masks->words[j];
        bits[w] |= masks->bits[j];
        if (!close) summary[w >> 6] |= std::uint64_t{1} << (w & 63);
      }
    }
  } else if (close) {
    for_each_column(p, row, [&](Index c) { bits[c >> 6] |= std::uint64_t{1} << (c & 63); });
  } else {
    for_each_column(p, row, [&](Index c) {
      bits[c >> 6] |= std::uint64_t{1} << (c & 63);
      summary[c >> 12] |= std::uint64_t{1} << ((c >> 6) & 63);
    });
  }
  Index* const end = close ? drain_words(map, low >> 6, high >> 6, out)
                           : drain_summaries(map, low >> 12, high >> 12, out);
  return end - out;
}

/// True when `row` of A has the very columns of the row before it: C's rows then have too.
template <class V>
bool repeats_previous_row(const CsrView<V, std::int64_t>& a, std::int64_t row) {
  const std::int64_t length = a.row_offsets[row + 1] - a.row_offsets[row];
  if (length == 0 || length != a.row_offsets[row] - a.row_offsets[row - 1]) return false;
  const Index* const now = a.col_indices + a.row_offsets[row];
  return now[0] == (now - length)[0] &&
         std::memcmp(now, now - length, static_cast<std::size_t>(length) * sizeof(Index)) == 0;
}

template <class V>
void bitmap_rows(const Operands<V>& p, const Masks* masks, Bitmap& map, std::int64_t begin,
                 std::int64_t end, const std::int64_t* products, Stage& stage,
                 std::int64_t* counts) {
  const Index* previous = nullptr;
  for (std::int64_t row = begin; row < end; ++row) {
    const std::int64_t bound = std::min(products[row + 1] - products[row], p.b.cols);
    Index* const out = stage.reserve(bound + bitmap_slack);
    if (previous != nullptr && repeats_previous_row(p.a, row)) {
      counts[row] = counts[row - 1];
      std::memcpy(out, previous, static_cast<std::size_t>(counts[row]) * sizeof(Index));
    } else {
      counts[row] = bitmap_row(p, masks, map, row, products[row + 1] - products[row], out);
    }
    previous = out;
    stage.commit(row, counts[row]);
  }
}

/// Values of one row through an array over the columns, all zero before and after.
template <class V>
void values_row(const Operands<V>& p, V* __restrict sums, std::int64_t row, const Index* cols,
                std::int64_t count, V* __restrict out) {
  for_each_product(p, row, [&](Index c, V product) { sums[c] += product; });
  for (std::int64_t t = 0; t < count; ++t) out[t] = sums[cols[t]];
  for (std::int64_t t = 0; t < count; ++t) sums[cols[t]] = 0;
}

/// The same for up to four rows of A with the same columns: one pass over B for all of them.
template <class V>
void values_four_rows(const Operands<V>& p, V* sums_of_one, std::int64_t row, std::int64_t rows,
                      const Index* cols, std::int64_t count, V* out) {
  using Four [[gnu::vector_size(4 * sizeof(V))]] = V;
  auto* const sums = reinterpret_cast<Four*>(sums_of_one);
  const auto& [a, b] = p;
  const std::int64_t first = a.row_offsets[row];
  const std::int64_t length = a.row_offsets[row + 1] - first;
  for (std::int64_t i = 0; i < length; ++i) {
    const Index k = a.col_indices[first + i];
    Four factor{};
    for (std::int64_t r = 0; r < rows; ++r) factor[r] = a.values[first + r * length + i];
    const std::int64_t end = b.row_offsets[k + 1];
#pragma GCC unroll 4
    for (std::int64_t j = b.row_offsets[k]; j < end; ++j) {
      sums[b.col_indices[j]] += factor * b.values[j];
    }
  }
  for (std::int64_t t = 0; t < count; ++t) {
    const Four sum = sums[cols[t]];
    sums[cols[t]] = Four{};
    for (std::int64_t r = 0; r < rows; ++r) out[r * count + t] = sum[r];
  }
}

/// Values of one row, rows of B that were spread added whole.
template <class V>
void spread_row(const Operands<V>& p, const SpreadRows<V>& spread, V* __restrict sums,
                std::int64_t row, const Index* cols, std::int64_t count, V* __restrict out) {
  const auto& [a, b] = p;
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const V factor = a.values[i];
    const std::int64_t begin = b.row_offsets[k];
    const std::int64_t length = spread.offsets[k + 1] - spread.offsets[k];
    // An infinite factor would make NaN of the zeros in between.
    if (length > 0 && std::isfinite(factor)) {
      V* const to = sums + b.col_indices[begin];
      const V* const from = spread.values.data() + spread.offsets[k];
#pragma GCC ivdep
      for (std::int64_t t = 0; t < length; ++t) to[t] += factor * from[t];
      continue;
    }
    for (std::int64_t j = begin; j < b.row_offsets[k + 1]; ++j) {
      sums[b.col_indices[j]] += factor * b.values[j];
    }
  }
  for (std::int64_t t = 0; t < count; ++t) out[t] = sums[cols[t]];
  for (std::int64_t t = 0; t < count; ++t) sums[cols[t]] = 0;
}

/// Values of rows [begin, end), rows of A with the same columns together.
template <class V>
void values_by_fours(const Operands<V>& p, V* sums, std::int64_t begin, std::int64_t end,
                     const std::int64_t* offsets, const Index* cols, V* values) {
  for (std::int64_t row = begin; row < end;) {
    std::int64_t rows = 1;
    while (rows < 4 && row + rows < end && repeats_previous_row(p.a, row + rows)) ++rows;
    const std::int64_t at = offsets[row];
    values_four_rows(p, sums, row, rows, cols + at, offsets[row + 1] - at, values + at);
    row += rows;
  }
}

/// Values of one row, columns taken window by window so that the sums stay in the cache.
/// `cursors` has room for one entry per entry of A's row; `sums` has `window` zeros.
template <class V>
void windowed_row(const Operands<V>& p, V* __restrict sums, std::int64_t window,
                  std::int64_t* __restrict cursors, std::int64_t row, const Index* cols,
                  std::int64_t count, V* __restrict out) {
  const auto& [a, b] = p;
  const std::int64_t first = a.row_offsets[row];
  const std::int64_t length = a.row_offsets[row + 1] - first;
  for (std::int64_t i = 0; i < length; ++i) {
    cursors[i] = b.row_offsets[a.col_indices[first + i]];
  }
  for (std::int64_t t = 0; t < count;) {
    // Windows without a column of C are passed over.
    const std::int64_t base = cols[t];
    const std::int64_t limit = base + window;
    for (std::int64_t i = 0; i < length; ++i) {
      const V factor = a.values[first + i];
      const std::int64_t end = b.row_offsets[a.col_indices[first + i] + 1];
      std::int64_t j = cursors[i];
      for (; j < end && b.col_indices[j] < limit; ++j) {
        sums[b.col_indices[j] - base] += factor * b.values[j];
      }
      cursors[i] = j;
    }
    for (; t < count && cols[t] < limit; ++t) {
      out[t] = sums[cols[t] - base];
      sums[cols[t] - base] = 0;
    }
  }
}

/// Values of one row summed in place: a product's position is the rank of its column in a bitmap of
/// C's row, which takes 2 bits of cache per column where an array of sums takes 64.
template <class V>
void ranks_row(const Operands<V>& p, RankWord* words, std::int64_t row, const Index* cols,
               std::int64_t count, V* __restrict out) {
  Index last = -1;
  for (std::int64_t t = 0; t < count; ++t) {
    const Index w = cols[t] >> 6;
    if (w != last) words[w] = {0, t};
    words[w].bits |= std::uint64_t{1} << (cols[t] & 63);
    last = w;
    out[t] = 0;
  }
  for_each_product(p, row, [&](Index c, V product) {
    const RankWord& word = words[c >> 6];
    const std::uint64_t below = word.bits & ((std::uint64_t{1} << (c & 63)) - 1);
    out[word.base + std::popcount(below)] += product;
  });
}

}  // namespace SPTUNE_ISA
}  // namespace sptune::spgemm
#endif
