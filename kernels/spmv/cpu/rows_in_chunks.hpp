// SPDX-License-Identifier: BSD-3-Clause
// Loops over chunks of C rows stored column by column (ELL, SELL, HYB). No include guard: included
// inside `namespace SPTUNE_ISA` after row_loops.hpp. Alone it is empty.
#ifdef SPTUNE_ISA

/// Sums of C rows of `width` entries each; entry k of row l stands at k*C + l.
template <int C, int Ahead = 0, class V, class I>
SPTUNE_INLINE Sums<V, C> multiply_chunk(const V* a, const I* j, std::int64_t width, const V* x) {
  Sums<V, C> sums;
  for (std::int64_t k = 0; k < width; ++k) {
    prefetch<Ahead, C* int{sizeof(V)}>(a + k * C);
    prefetch<Ahead / 2, C* int{sizeof(I)}>(j + k * C);
    sums.add(a + k * C, j + k * C, x);
  }
  return sums;
}

/// Writes the sums of the rows at places row … row+C-1, of which there are `rows` in all; `order`
/// is the row of each place, or null when places are rows.
template <int C, class V>
SPTUNE_INLINE void put_chunk(const Sums<V, C>& sums, const Index* order, std::int64_t row,
                             std::int64_t rows, V alpha, V beta, V* y) {
  using S = Sums<V, C>;
  if (order == nullptr && row + C <= rows) {
    for (int r = 0; r < S::count; ++r) {
      V* const out = y + row + r * S::width;
      const auto scaled = sums.part[r] * alpha;
      store<V, S::width>(out, beta == 0 ? scaled : scaled + load<V, S::width>(out) * beta);
    }
    return;
  }
  V lane[C];
  std::memcpy(lane, sums.part, sizeof lane);
  if (order != nullptr && row + C <= rows) {
    for (int l = 0; l < C; ++l) put(y + order[row + l], lane[l], alpha, beta);
  } else {
    for (int l = 0; l < rows - row; ++l) {
      put(y + (order == nullptr ? row + l : order[row + l]), lane[l], alpha, beta);
    }
  }
}

#endif  // SPTUNE_ISA
