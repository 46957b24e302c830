// SPDX-License-Identifier: BSD-3-Clause
// Loops over rows stored one after the other. No include guard: included inside `namespace
// SPTUNE_ISA` after kernels/host/lanes.hpp. Alone it is empty.
//
// W is the number of entries taken together: 8 or 4 (in as many registers as they need), or 1 for
// the plain loop. A row is finished by one masked step that reads the entries after it too, which
// are there except behind the last rows: a loop over the 1 … W-1 left would be mispredicted at
// almost every row.
#ifdef SPTUNE_ISA

template <class V, int W>
struct Sums {
  static constexpr int width = lanes<V> < W ? lanes<V> : W;
  static constexpr int count = W / width;
  Vec<V, width> part[count] = {};

  template <class I>
  SPTUNE_INLINE void add(const V* a, const I* j, const V* x) {
    for (int r = 0; r < count; ++r) {
      part[r] += load<V, width>(a + r * width) * fetch<V, width>(x, j + r * width);
    }
  }
  SPTUNE_INLINE void add_in_order(const V* a, const V* x) {
    for (int r = 0; r < count; ++r) {
      part[r] += load<V, width>(a + r * width) * load<V, width>(x + r * width);
    }
  }
  SPTUNE_INLINE void add_scaled(const V* a, V x) {
    for (int r = 0; r < count; ++r) part[r] += load<V, width>(a + r * width) * x;
  }
  SPTUNE_INLINE void add(const Sums& other) {
    for (int r = 0; r < count; ++r) part[r] += other.part[r];
  }
  /// Only the first n lanes count.
  template <class I>
  SPTUNE_INLINE void add_first(const V* a, const I* j, const V* x, std::int64_t n) {
    for (int r = 0; r < count; ++r) {
      part[r] += first_lanes<V, width>(
          load<V, width>(a + r * width) * fetch<V, width>(x, j + r * width), n - r * width);
    }
  }
  [[nodiscard]] SPTUNE_INLINE V total() const {
    Vec<V, width> all = part[0];
    for (int r = 1; r < count; ++r) all += part[r];
    return sum<V, width>(all);
  }
};

/// Sum of a[i]*x[j[i]] over n entries, with a (and half as far j) prefetched `Ahead` bytes ahead.
/// With `Over` up to W-1 entries after them are read (and not used): they must be there, and be
/// entries.
template <int W, bool Over, int Ahead = 0, class V, class I>
SPTUNE_INLINE V dot(const V* a, const I* j, std::int64_t n, const V* x) {
  V rest = 0;
  if constexpr (W == 1) {
    for (std::int64_t i = 0; i < n; ++i) rest += a[i] * x[j[i]];
    return rest;
  } else {
    Sums<V, W> sums;
    std::int64_t i = 0;
    prefetch<Ahead, 64>(a);
    prefetch<Ahead / 2, 64>(j);
    for (; i + W < n; i += W) {
      prefetch<Ahead, W* int{sizeof(V)}>(a + i + W);
      prefetch<Ahead / 2, W* int{sizeof(I)}>(j + i + W);
      sums.add(a + i, j + i, x);
    }
    // SSE2 has no comparison of 64-bit lanes; there the scalar end is faster.
    if constexpr (Over && SPTUNE_VECTOR_BYTES > 16) {
      sums.add_first(a + i, j + i, x, n - i);
    } else {
      for (; i < n; ++i) rest += a[i] * x[j[i]];
    }
    return sums.total() + rest;
  }
}

template <class V>
SPTUNE_INLINE void put(V* y, V sum, V alpha, V beta) {
  *y = beta == 0 ? alpha * sum : alpha * sum + beta * *y;
}

/// First row in [begin, end) behind whose end there are fewer than `over` of the `entries`, so that
/// a masked step may not read on there.
template <class O>
std::int64_t first_row_at_the_end(const O* row_offsets, std::int64_t begin, std::int64_t end,
                                  std::int64_t entries, std::int64_t over = 8) {
  while (begin<end&& static_cast<std::int64_t>(row_offsets[end]) + over> entries) --end;
  return end;
}

#endif  // SPTUNE_ISA
