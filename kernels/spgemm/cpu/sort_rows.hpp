// SPDX-License-Identifier: BSD-3-Clause
// Short rows of C by sorting their products in vector registers. The sorted keys carry the number
// of the product, so the symbolic phase also learns where each product goes in C's row, and the
// numeric phase is a replay: multiply, add at the known position. No include guard: each pass of
// kernels/host/foreach_isa.hpp compiles its own copy. Include the headers below before the first
// pass, so that they are compiled for every CPU.
#include "kernels/spgemm/cpu/row_plan.hpp"
#include "kernels/spgemm/cpu/sort_space.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#ifdef SPTUNE_ISA
namespace sptune::spgemm {
namespace SPTUNE_ISA {

using Lanes [[gnu::vector_size(SPTUNE_VECTOR_BYTES)]] = std::uint32_t;
inline constexpr int lanes = SPTUNE_VECTOR_BYTES / 4;

template <int Mask, int... I>
inline Lanes exchanged(Lanes v, std::integer_sequence<int, I...> /*lanes*/) {
  return __builtin_shufflevector(v, v, (I ^ Mask)...);
}
template <int Bit, int... I>
inline Lanes lanes_with(std::integer_sequence<int, I...> /*lanes*/) {
  return Lanes{((I & Bit) != 0 ? ~0U : 0U)...};
}
/// Each lane meets lane ^ Mask; of the two, the one with bit Top takes the larger.
template <int Mask, int Top>
inline Lanes compare_within(Lanes v) {
  using All = std::make_integer_sequence<int, lanes>;
  const Lanes other = exchanged<Mask>(v, All{});
  const Lanes smaller = v < other ? v : other;
  const Lanes larger = v < other ? other : v;
  const Lanes top = lanes_with<Top>(All{});
  return (top & larger) | (~top & smaller);
}

/// Bitonic steps of distance Distance, Distance/2, …, 1 over R registers.
template <int R, int Distance>
inline void merge_down(Lanes* v) {
  if constexpr (Distance >= lanes) {
    constexpr int step = Distance / lanes;
    for (int r = 0; r < R; ++r) {
      if ((r & step) != 0) continue;
      const Lanes x = v[r];
      const Lanes y = v[r | step];
      v[r] = x < y ? x : y;
      v[r | step] = x < y ? y : x;
    }
  } else {
    for (int r = 0; r < R; ++r) v[r] = compare_within<Distance, Distance>(v[r]);
  }
  if constexpr (Distance > 1) merge_down<R, Distance / 2>(v);
}

/// Bitonic sort of R registers, after Batcher 1968, with the first step of each merge mirrored so
/// that every comparison points the same way.
template <int R, int Run = 2>
inline void sort_registers(Lanes* v) {
  if constexpr (Run <= lanes) {
    for (int r = 0; r < R; ++r) v[r] = compare_within<Run - 1, Run / 2>(v[r]);
  } else {
    using All = std::make_integer_sequence<int, lanes>;
    constexpr int block = Run / lanes;
    for (int first = 0; first < R; first += block) {
      for (int t = 0; t < block / 2; ++t) {
        const Lanes x = v[first + t];
        const Lanes y = exchanged<lanes - 1>(v[first + block - 1 - t], All{});
        v[first + t] = x < y ? x : y;
        v[first + block - 1 - t] = exchanged<lanes - 1>(x < y ? y : x, All{});
      }
    }
  }
  if constexpr (Run > 2) merge_down<R, Run / 4>(v);
  if constexpr (Run < R * lanes) sort_registers<R, 2 * Run>(v);
}

/// Sorts keys[0, N), N a power of two, of which those from `count` on count as largest.
template <int N>
inline void sort_keys(std::uint32_t* keys, int count) {
  constexpr int registers = N <= lanes ? 1 : N / lanes;
  Lanes v[registers];
  Lanes number{};
  for (int t = 0; t < lanes; ++t) number[t] = static_cast<std::uint32_t>(t);
  for (int r = 0; r < registers; ++r) {
    std::memcpy(&v[r], keys + r * lanes, sizeof(Lanes));
    const auto left = static_cast<std::uint32_t>(std::max(0, count - r * lanes));
    v[r] |= number < left ? Lanes{} : ~Lanes{};
  }
  sort_registers<registers>(v);
  std::memcpy(keys, v, sizeof(v));
}

/// Writes product keys (column, number of the product) of one row; returns their number. Up to
/// seven keys more are overwritten: copies of eight at a time spare a branch per short row of B.
template <class V>
inline int expand_keys(const Operands<V>& p, std::int64_t row, std::uint32_t* keys) {
  const auto& [a, b] = p;
  const std::int64_t all = b.row_offsets[b.rows];
  int count = 0;
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const std::int64_t begin = b.row_offsets[k];
    const auto length = static_cast<int>(b.row_offsets[k + 1] - begin);
    if (begin + 8 <= all) {
      for (int done = 0;;) {
        for (int t = 0; t < 8; ++t) {
          keys[count + done + t] = static_cast<std::uint32_t>(b.col_indices[begin + done + t])
                                       << sort_number_bits |
                                   static_cast<std::uint32_t>(count + done + t);
        }
        done += 8;
        if (done >= length || begin + done + 8 > all) {
          for (; done < length; ++done) {
            keys[count + done] = static_cast<std::uint32_t>(b.col_indices[begin + done])
                                     << sort_number_bits |
                                 static_cast<std::uint32_t>(count + done);
          }
          break;
        }
      }
    } else {
      for (int t = 0; t < length; ++t) {
        keys[count + t] = static_cast<std::uint32_t>(b.col_indices[begin + t]) << sort_number_bits |
                          static_cast<std::uint32_t>(count + t);
      }
    }
    count += length;
  }
  return count;
}

/// Sorted distinct columns of a row of at most sort_most products; `out` has room for sort_most.
/// `positions` gets, per product, its place among them.
template <class V>
std::int64_t sorted_row(const Operands<V>& p, std::int64_t row, Index* out,
                        std::uint8_t* positions) {
  alignas(64) std::uint32_t keys[sort_most + 64];
  const int count = expand_keys(p, row, keys);
  if (count <= 8) {
    sort_keys<8>(keys, count);
  } else if (count <= 16) {
    sort_keys<16>(keys, count);
  } else if (count <= 32) {
    sort_keys<32>(keys, count);
  } else {
    sort_keys<64>(keys, count);
  }
  std::uint32_t last = ~0U;
  int at = -1;
  for (int t = 0; t < count; ++t) {
    const std::uint32_t col = keys[t] >> sort_number_bits;
    at += col != last ? 1 : 0;
    out[at] = static_cast<Index>(col);
    positions[keys[t] & (sort_most - 1)] = static_cast<std::uint8_t>(at);
    last = col;
  }
  return at + 1;
}

/// Values of a row whose products' positions are known.
template <class V>
void replay_row(const Operands<V>& p, std::int64_t row, const std::uint8_t* positions,
                std::int64_t entries, V* __restrict out) {
  const auto& [a, b] = p;
  const std::int64_t all = b.row_offsets[b.rows];
  alignas(64) V terms[sort_most + 8];
  std::int64_t count = 0;
  for (std::int64_t i = a.row_offsets[row]; i < a.row_offsets[row + 1]; ++i) {
    const Index k = a.col_indices[i];
    const V factor = a.values[i];
    const std::int64_t begin = b.row_offsets[k];
    const std::int64_t length = b.row_offsets[k + 1] - begin;
    std::int64_t done = 0;
    do {
      if (begin + done + 8 > all) {
        for (; done < length; ++done) terms[count + done] = factor * b.values[begin + done];
        break;
      }
      for (int t = 0; t < 8; ++t) terms[count + done + t] = factor * b.values[begin + done + t];
      done += 8;
    } while (done < length);
    count += length;
  }
  for (std::int64_t t = 0; t < entries; ++t) out[t] = 0;
  for (std::int64_t t = 0; t < count; ++t) out[positions[t]] += terms[t];
}

}  // namespace SPTUNE_ISA
}  // namespace sptune::spgemm
#endif
