// SPDX-License-Identifier: BSD-3-Clause
// Short vectors by GCC vector extensions. No include guard: a kernel file includes this inside its
// own `namespace SPTUNE_ISA`, after <bit>, <cstdint>, <cstring>, <type_traits> and <utility>, so
// that the functions below are compiled once per instruction set. Alone it is empty.
//
// Elements of x are fetched by plain loads and put together in a register. The gather instructions
// were measured and left out: on Zen 5 (2026-11-21, in cache, f64) 0.18 ns per entry with loads
// against 0.42 (AVX-512 gather) and 0.38 (AVX2 gather).
#ifdef SPTUNE_ISA

#define SPTUNE_INLINE [[gnu::always_inline]] inline

/// Elements per register: never more than 8, because putting 16 floats together by loads takes more
/// shuffles than two registers of 8.
template <class V>
inline constexpr int lanes =
    SPTUNE_VECTOR_BYTES / int{sizeof(V)} < 8 ? SPTUNE_VECTOR_BYTES / int{sizeof(V)} : 8;

template <class V, int N>
struct Register {
  typedef V Type __attribute__((vector_size(sizeof(V) * N)));  // NOLINT(modernize-use-using)
};
template <class V, int N = lanes<V>>
using Vec = typename Register<V, N>::Type;

template <class V, int N = lanes<V>>
SPTUNE_INLINE Vec<V, N> load(const V* p) {
  Vec<V, N> v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

template <class V, int N = lanes<V>>
SPTUNE_INLINE void store(V* p, Vec<V, N> v) {
  std::memcpy(p, &v, sizeof v);
}

/// `count` indices loaded eight bytes at a time and taken apart by shifts: the loads of x keep the
/// load ports busy, so that fewer loads of indices save time (Zen 5, 2026-11-21: 0.157 against
/// 0.176 ns per entry with 32-bit indices, 0.174 against 0.188 with 16 bits).
template <class I, int N>
struct Indices {
  static constexpr int per_word = 8 / int{sizeof(I)};
  static constexpr bool by_words = N % per_word == 0 && std::endian::native == std::endian::little;
  const I* index;
  std::uint64_t words[by_words ? N / per_word : 1];

  SPTUNE_INLINE explicit Indices(const I* source) : index(source) {
    if constexpr (by_words) {
      for (int k = 0; k < N / per_word; ++k) {  // all at once, GCC would keep them in memory
        std::uint64_t word;
        std::memcpy(&word, source + k * per_word, sizeof word);
        asm("" : "+r"(word));  // else it loads the halves again
        words[k] = word;
      }
    }
  }
  [[nodiscard]] SPTUNE_INLINE std::uint64_t operator[](int l) const {
    if constexpr (by_words) {
      const int shift = l % per_word * 8 * int{sizeof(I)};
      return words[l / per_word] >> shift & ~std::uint64_t{0} >> (64 - 8 * sizeof(I));
    } else {
      return static_cast<std::uint64_t>(index[l]);
    }
  }
};

/// Asks for `Bytes` bytes that lie `Ahead` bytes behind p; nothing when Ahead is 0. What is asked
/// for need not exist. The loads of x fill the queues that the hardware's own prefetcher lives on:
/// with matrices beyond the last cache this is worth 1.1 to 1.8 times, within it costs up to a
/// tenth (Zen 5, two threads, 2026-11-21; 4096 bytes better than 512 … 2048).
template <int Ahead, int Bytes>
SPTUNE_INLINE void prefetch(const void* p) {
  if constexpr (Ahead > 0) {
    const auto from = reinterpret_cast<std::uintptr_t>(p) + Ahead;
    for (std::uintptr_t line = 0; line < Bytes; line += 64) {
      __builtin_prefetch(reinterpret_cast<const void*>(from + line));
    }
  }
}

template <class V, class I, int... L>
SPTUNE_INLINE Vec<V, int{sizeof...(L)}> fetch_lanes(const V* x, const I* index,
                                                    std::integer_sequence<int, L...>) {
  const Indices<I, int{sizeof...(L)}> i(index);
  return Vec<V, int{sizeof...(L)}>{x[i[L]]...};
}

/// {x[index[0]], x[index[1]], …}; indices are not negative.
template <class V, int N = lanes<V>, class I>
SPTUNE_INLINE Vec<V, N> fetch(const V* x, const I* index) {
  return fetch_lanes<V>(x, index, std::make_integer_sequence<int, N>{});
}

/// A sum that stays what it is, entry by entry: of a loop around it GCC makes no vectors, which for
/// the few entries of a short row take longer to set up than to add.
template <class V>
SPTUNE_INLINE void keep_scalar(V& sum) {
#if defined(__x86_64__)
  asm("" : "+x"(sum));
#else
  (void)sum;
#endif
}

template <class V, int N, int... L>
SPTUNE_INLINE Vec<V, N / 2> add_halves(Vec<V, N> v, std::integer_sequence<int, L...>) {
  return __builtin_shufflevector(v, v, L...) + __builtin_shufflevector(v, v, (L + N / 2)...);
}

/// Sum of all lanes, by halves.
template <class V, int N = lanes<V>>
SPTUNE_INLINE V sum(Vec<V, N> v) {
  if constexpr (N == 2) {
    return v[0] + v[1];
  } else {
    return sum<V, N / 2>(add_halves<V, N>(v, std::make_integer_sequence<int, N / 2>{}));
  }
}

template <class V>
using MaskInt = std::conditional_t<sizeof(V) == 4, std::int32_t, std::int64_t>;

template <class V, int N, int... L>
SPTUNE_INLINE Vec<MaskInt<V>, N> lane_numbers(std::integer_sequence<int, L...>) {
  return Vec<MaskInt<V>, N>{L...};
}

/// v in the first `count` lanes, 0 in the others.
template <class V, int N = lanes<V>>
SPTUNE_INLINE Vec<V, N> first_lanes(Vec<V, N> v, std::int64_t count) {
  const auto number = lane_numbers<V, N>(std::make_integer_sequence<int, N>{});
  return number < static_cast<MaskInt<V>>(count) ? v : Vec<V, N>{};
}

#endif  // SPTUNE_ISA
