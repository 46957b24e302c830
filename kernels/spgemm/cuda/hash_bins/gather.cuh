// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase once more for other values on the same pattern, from what gather_plan.cuh wrote
// down: which entries of A and B are multiplied for every entry of C. No search, no atomics; every
// sum is made in the order of A's entries.
//
// Rows whose products fit into the shared memory of a block go by tiles. A block computes the
// products of its tile as they follow each other in the rows of B, so that lanes read neighbours,
// and puts each where the sums want it: those of an entry of C side by side in shared memory. (A
// thread per entry of C that reads its factors wherever they are was bound by the 150 G/s of
// scattered reads, as cuSPARSE's reuse is.) Longer rows do go that way, by slices.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/fill_team.cuh"

#include <cstdint>

namespace sptune::spgemm::cuda {

constexpr int gather_threads = 256;
constexpr int slice_size = 32;  ///< entries of C, one per lane

/// Rows that follow each other and that a block takes together. The code of a product is one word,
/// or two where the rows have too many entries of A to be told in the bits that B's leave.
struct alignas(16) Tile {
  std::int64_t first_word;     ///< of the codes
  std::int64_t first_product;  ///< of the places
  std::int64_t first_entry;    ///< of C
  unsigned a;                  ///< entry of A that codes of one word count from
  int words;                   ///< of a code
  int products;
  int entries;
};

/// Tiles by the shared memory that they need.
enum TileBin : std::int8_t { tiles_32k, tiles_64k, tile_bins };
constexpr int products_32k = 4096;
/// Larger tiles, of which one or two fill a multiprocessor, were slower than slices by up to 1.9
/// (docs/measurements/2026-11-21-gpu-spgemm.md).
constexpr int products_64k = 8192;

/// What tiles are computed from.
struct Tiled {
  const Tile* tiles = nullptr;
  const unsigned* codes = nullptr;
  const std::uint16_t* places = nullptr;  ///< of products within the tile
  const std::uint16_t* starts = nullptr;  ///< of the entries of C, likewise
  int b_bits = 0;                         ///< of a code, for the entry of B
};

/// Entries of a row of C that follow each other. The codes of their products are in turns: the
/// first of every entry, then the second of all that have two, and so on, so that lanes load
/// neighbours.
struct alignas(16) Slice {
  std::int64_t first;  ///< word
  std::int64_t entry;  ///< of C
  unsigned a;          ///< entry of A that codes of one word count from
  int words;           ///< of a code
};

/// An entry of C of so many more products than its neighbours that a warp sums it alone.
struct alignas(16) LongEntry {
  std::int64_t first;  ///< word
  std::int64_t entry;  ///< of C
  unsigned a;
  int words;
  int products;
  int filled;  ///< while codes are written
};

/// What slices are computed from.
struct Sliced {
  const Slice* slices = nullptr;
  const std::uint8_t* lengths =
      nullptr;  ///< products of the entry of each lane; 0: none, or a LongEntry
  const LongEntry* longs = nullptr;
  const unsigned* codes = nullptr;
  std::int64_t slice_count = 0;
  std::int64_t long_count = 0;
  int b_bits = 0;
};

template <class V>
struct Factors {
  V a;
  V b;
};

/// Of a list that is read once per re-run. Lists that are too long to stay in the L2 cache until
/// the next one (`Stays`: they are not) shall not drive out what is read more often.
template <bool Stays, class T>
[[nodiscard]] __device__ __forceinline__ T load_once(const T* at) {
  return Stays ? __ldg(at) : __ldcs(at);
}

/// Loads what a code names.
template <int Words, bool Stays, class V>
struct CodeReader {
  const V* a;
  const V* b;
  int b_bits;
  using Value = V;
  using Code = std::conditional_t<Words == 1, unsigned, uint2>;
  static constexpr int words = Words;

  [[nodiscard]] __device__ __forceinline__ static Code code(const unsigned* codes, unsigned at) {
    return load_once<Stays>(reinterpret_cast<const Code*>(codes) + at);
  }
  [[nodiscard]] __device__ __forceinline__ Factors<V> load(Code code) const {
    if constexpr (Words == 1) {
      const auto bits = static_cast<unsigned>(b_bits);
      return {__ldg(a + (code >> bits)), __ldg(b + (code & ((1U << bits) - 1U)))};
    } else {
      return {__ldg(a + code.x), __ldg(b + code.y)};
    }
  }
};

/// How a warp goes through a slice: it asks for the factors of so many products of each entry
/// before it uses the first, and, where `Ahead`, for the codes of the next as well.
template <int Turns, bool Ahead>
struct Pace {
  static constexpr unsigned turns = Turns;
  static constexpr bool ahead = Ahead;
  static constexpr int blocks = Ahead ? 4 : 8;  ///< that share a multiprocessor's registers
};
/// Where slices are many, the warps of full multiprocessors hide more than each can by asking ahead
/// (0.80 of the time on sokoban-p20, 0.86 on R-MAT 16, 16), where few, the other way round (0.62 on
/// orani678; docs/measurements/2026-11-22-gpu-reruns.md).
using ManySlices = Pace<2, false>;
using FewSlices = Pace<4, true>;

/// The sum of a lane's entry of C, of `length` products.
template <class Pace, class Reader>
__device__ __forceinline__ auto gather_slice(const Reader& read, const unsigned* codes,
                                             unsigned length) {
  constexpr unsigned turns = Pace::turns;
  constexpr unsigned all_lanes = 0xffffffffU;
  const unsigned lower = (1U << (threadIdx.x & 31U)) - 1U;
  const unsigned most = __reduce_max_sync(all_lanes, length);
  struct Codes {
    typename Reader::Code of[turns];
  };
  const auto next_codes = [&](unsigned turn) {
    Codes next;
#pragma unroll
    for (unsigned u = 0; u < turns; ++u) {
      const unsigned there = __ballot_sync(all_lanes, turn + u < length);
      if (turn + u < length) {
        next.of[u] = Reader::code(codes, static_cast<unsigned>(__popc(there & lower)));
      }
      codes += Reader::words * __popc(there);
    }
    return next;
  };
  typename Reader::Value sum = 0;
  Codes now;
  Codes next;
  if constexpr (Pace::ahead) next = next_codes(0);
  for (unsigned turn = 0; turn < most; turn += turns) {
    if constexpr (Pace::ahead) {
      now = next;
      next = next_codes(turn + turns);
    } else {
      now = next_codes(turn);
    }
    Factors<typename Reader::Value> f[turns];
#pragma unroll
    for (unsigned u = 0; u < turns; ++u) {
      if (turn + u < length) f[u] = read.load(now.of[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < turns; ++u) {
      if (turn + u < length) sum += f[u].a * f[u].b;
    }
  }
  return sum;
}

/// The sum of an entry of C by a warp; all lanes get it.
template <class Reader>
__device__ __forceinline__ auto gather_long(const Reader& read, const unsigned* codes,
                                            int products) {
  using V = typename Reader::Value;
  V sum = 0;
#pragma unroll 4
  for (auto i = static_cast<int>(threadIdx.x & 31U); i < products; i += 32) {
    const Factors<V> f = read.load(Reader::code(codes, static_cast<unsigned>(i)));
    sum += f.a * f.b;
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffU, sum, step);
  return sum;
}

/// A block per tile, with shared memory for its products. By its registers, seven of 192 threads
/// share a multiprocessor, as by the memory of products_32k.
template <class V, bool Stays>
__global__ void __maxnreg__(48)
    fill_tiles(RowList list, Tiled known, const V* a, const V* b, V* values) {
  const Tile tile = known.tiles[list[static_cast<int>(blockIdx.x)]];
  auto* const products = reinterpret_cast<V*>(shared_memory());
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  constexpr int at_once = 4;
  const auto multiply = [&]<class Reader>(const Reader& read) {
    const unsigned* const codes = known.codes + tile.first_word;
    const std::uint16_t* const places = known.places + tile.first_product;
    struct Terms {
      typename Reader::Code code[at_once];
      int place[at_once];
    };
    const auto next_terms = [&](int from) {
      Terms next;
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        const int p = from + u * size;
        if (p < tile.products) {
          next.code[u] = Reader::code(codes, static_cast<unsigned>(p));
          next.place[u] = load_once<Stays>(places + p);
        }
      }
      return next;
    };
    Terms now = next_terms(rank);
    for (int from = rank; from < tile.products; from += at_once * size) {
      // The next codes are under way while the factors of these are.
      const Terms next = next_terms(from + at_once * size);
      Factors<V> f[at_once];
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        if (from + u * size < tile.products) f[u] = read.load(now.code[u]);
      }
#pragma unroll
      for (int u = 0; u < at_once; ++u) {
        if (from + u * size < tile.products) products[now.place[u]] = f[u].a * f[u].b;
      }
      now = next;
    }
  };
  if (tile.words == 1) {
    multiply(CodeReader<1, Stays, V>{a + tile.a, b, known.b_bits});
  } else {
    multiply(CodeReader<2, Stays, V>{a, b, known.b_bits});
  }
  __syncthreads();
  const std::uint16_t* const starts = known.starts + tile.first_entry;
  for (int from = rank; from < tile.entries; from += at_once * size) {
    int start[at_once];
    int end[at_once];
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      const int e = from + u * size;
      start[u] = e < tile.entries ? __ldg(starts + e) : 0;
      end[u] = e + 1 < tile.entries ? __ldg(starts + e + 1) : tile.products;
    }
#pragma unroll
    for (int u = 0; u < at_once; ++u) {
      const int e = from + u * size;
      if (e >= tile.entries) break;
      V sum = products[start[u]];
      for (int p = start[u] + 1; p < end[u]; ++p) sum += products[p];
      __stcs(values + tile.first_entry + e, sum);
    }
  }
}

/// A warp per slice, and before them a warp per long entry.
template <class V, bool Stays, class Pace>
__global__ void __launch_bounds__(gather_threads, Pace::blocks)
    fill_slices(Sliced known, const V* a, const V* b, V* values) {
  const std::int64_t warp =
      (static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x) / 32;
  const unsigned lane = threadIdx.x & 31U;
  if (warp < known.long_count) {
    const LongEntry e = known.longs[warp];
    const unsigned* const codes = known.codes + e.first;
    const V sum =
        e.words == 1
            ? gather_long(CodeReader<1, Stays, V>{a + e.a, b, known.b_bits}, codes, e.products)
            : gather_long(CodeReader<2, Stays, V>{a, b, known.b_bits}, codes, e.products);
    if (lane == 0) values[e.entry] = sum;
    return;
  }
  const std::int64_t s = warp - known.long_count;
  if (s >= known.slice_count) return;
  const unsigned length = load_once<Stays>(known.lengths + s * slice_size + lane);
  const Slice slice = known.slices[s];
  const unsigned* const codes = known.codes + slice.first;
  const V sum =
      slice.words == 1
          ? gather_slice<Pace>(CodeReader<1, Stays, V>{a + slice.a, b, known.b_bits}, codes, length)
          : gather_slice<Pace>(CodeReader<2, Stays, V>{a, b, known.b_bits}, codes, length);
  if (length > 0) values[slice.entry + lane] = sum;
}

}  // namespace sptune::spgemm::cuda
