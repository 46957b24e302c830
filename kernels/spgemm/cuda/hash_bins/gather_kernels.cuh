// SPDX-License-Identifier: BSD-3-Clause
// Gather replay: the numeric phase for other values on the same pattern, from the layout of
// gather_layout.cuh, which says what entries of A and B are multiplied for every entry of C. No
// search, no atomics; every sum is made in an order that the layout says, in rows by tiles that of
// A's entries and no other.
//
// Rows whose products fit into the shared memory of a block go by tiles. A block computes the
// products of its tile as they follow each other in the rows of B, so that lanes read neighbours,
// and puts each where the sums want it: those of an entry of C side by side in shared memory. (A
// thread per entry of C that reads its factors wherever they are was bound by the 150 G/s of
// scattered reads, as cuSPARSE's reuse is.) Longer rows do go that way, by slices. Entries of C of
// many products are summed by a warp, or by several, the last of which waits for the others.
#pragma once

#include "kernels/cuda/left_parts.cuh"
#include "kernels/cuda/warp.cuh"
#include "kernels/spgemm/cuda/hash_bins/product.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

using sptune::cuda::all_lanes;
using sptune::cuda::group_sum;
using sptune::cuda::lane_id;

constexpr int gather_threads = 256;
constexpr int slice_size = 32;  ///< entries of C, one per lane

/// Rows that follow each other and that a block takes together. The code of a product is one word,
/// or two where the rows have too many entries of A to be named by the bits that B's leave.
struct alignas(16) Tile {
  std::int64_t first_word;     ///< of the codes
  std::int64_t first_product;  ///< of the places
  std::int64_t first_entry;    ///< of C
  unsigned a;                  ///< entry of A that codes of one word count from
  int form;                    ///< words of a code, and uneven_tile
  int products;
  int entries;
};
/// A lane that sums more of them keeps its warp waiting, which sums them faster. With 32 or 64
/// tbfp-network took 1.2 times as long (docs/measurements/spgemm-gpu.md, "Tried and not kept").
constexpr int most_of_a_lane = 128;
/// Some entry has more than most_of_a_lane products. (As a field of its own this makes fill_tiles
/// spill registers.)
constexpr int uneven_tile = 4;

/// Tiles by the shared memory that they need.
enum TileBin : std::int8_t { tiles_32k, tiles_64k, tile_bins };
constexpr int products_32k = 4096;
/// Larger tiles, of which one or two fill a multiprocessor, lost to slices: with up to 24,576
/// products gaifman_aes took 2.71 instead of 1.39 ms, POS 0.62 instead of 0.45 (H200, double, 21
/// November 2026). In float 16,384 gain nothing (docs/measurements/spgemm-gpu.md, "Tried and not
/// kept").
constexpr int products_64k = 8192;

/// What tiles are computed from.
struct TileLayout {
  const Tile* tiles = nullptr;
  const unsigned* codes = nullptr;
  const std::uint16_t* places = nullptr;  ///< of products within the tile
  const std::uint16_t* starts = nullptr;  ///< of the entries of C, likewise
  int b_bits = 0;                         ///< of a code, for the entry of B
};

/// Entries of a row of C that follow each other. The codes of their products are in turn: the
/// first of every entry, then the second of all that have two, and so on, so that lanes load
/// neighbours.
struct alignas(16) Slice {
  std::int64_t first;  ///< word
  std::int64_t entry;  ///< of C
  unsigned a;          ///< entry of A that codes of one word count from
  int words;           ///< of a code
};

/// What a warp sums of an entry of C that has many more products than its neighbours. The parts of
/// an entry follow each other.
struct alignas(16) LongPart {
  std::int64_t first;  ///< word
  std::int64_t entry;  ///< of C
  unsigned a;
  int words;
  int products;
  int number;  ///< which part it is
  int parts;   ///< of the entry
  int filled;  ///< in the first part: codes of the entry, while they are written
};

/// What slices are computed from.
struct SliceLayout {
  const Slice* slices = nullptr;
  const std::uint8_t* lengths =
      nullptr;  ///< products of the entry of each lane; 0: none, or in LongParts
  const LongPart* parts = nullptr;
  unsigned long long* part_words = nullptr;  ///< see left_parts.cuh
  const unsigned* codes = nullptr;
  std::int64_t slice_count = 0;
  std::int64_t part_count = 0;
  int b_bits = 0;
};

template <class V>
struct FactorPair {
  V a;
  V b;
};

/// An element of a list that is read once per run. `Cached`: the lists are short enough to stay in
/// the L2 cache until the next run; longer ones must not evict what is read more often.
template <bool Cached, class T>
[[nodiscard]] __device__ __forceinline__ T load_once(const T* at) {
  return Cached ? __ldg(at) : __ldcs(at);
}

/// Loads what a code names.
template <int Words, bool Cached, class V>
struct CodeReader {
  const V* a;
  const V* b;
  int b_bits;
  using Value = V;
  using Code = std::conditional_t<Words == 1, unsigned, uint2>;
  static constexpr int words = Words;

  [[nodiscard]] __device__ __forceinline__ static Code code(const unsigned* codes, unsigned at) {
    return load_once<Cached>(reinterpret_cast<const Code*>(codes) + at);
  }
  [[nodiscard]] __device__ __forceinline__ FactorPair<V> load(Code code) const {
    if constexpr (Words == 1) {
      const auto bits = static_cast<unsigned>(b_bits);
      return {__ldg(a + (code >> bits)), __ldg(b + (code & ((1U << bits) - 1U)))};
    } else {
      return {__ldg(a + code.x), __ldg(b + code.y)};
    }
  }
};

/// The software pipeline of a warp that sums a slice: it loads the factors of so many products of
/// each entry before it uses the first, and, where `Ahead`, the codes of the next as well.
template <int Products, bool Ahead>
struct PipelineDepth {
  static constexpr unsigned products_at_once = Products;
  static constexpr bool ahead = Ahead;
  static constexpr int blocks = Ahead ? 4 : 8;  ///< that share a multiprocessor's registers
};
/// Where slices are many, the warps of full multiprocessors hide more latency than each warp can
/// (0.79 of the time on R-MAT 16, 16, 0.86 on sokoban-p20); where few, the other way round (0.76 on
/// orani678; docs/measurements/spgemm-gpu.md, "How lists are read").
using ShallowPipeline = PipelineDepth<2, false>;
using DeepPipeline = PipelineDepth<4, true>;
/// Slices for each warp that the device holds, from which they are many.
constexpr std::int64_t many_waves = 8;

/// The sum of a lane's entry of C, of `length` products.
template <class Depth, class Reader>
__device__ __forceinline__ auto gather_slice(const Reader& read, const unsigned* codes,
                                             unsigned length) {
  constexpr unsigned products_at_once = Depth::products_at_once;
  const unsigned lower = (1U << lane_id()) - 1U;
  const unsigned most = __reduce_max_sync(all_lanes, length);
  struct Codes {
    typename Reader::Code of[products_at_once];
  };
  const auto next_codes = [&](unsigned step) {
    Codes next;
#pragma unroll
    for (unsigned u = 0; u < products_at_once; ++u) {
      const unsigned there = __ballot_sync(all_lanes, step + u < length);
      if (step + u < length) {
        next.of[u] = Reader::code(codes, static_cast<unsigned>(__popc(there & lower)));
      }
      codes += Reader::words * __popc(there);
    }
    return next;
  };
  typename Reader::Value sum = 0;
  Codes now;
  Codes next;
  if constexpr (Depth::ahead) next = next_codes(0);
  for (unsigned step = 0; step < most; step += products_at_once) {
    if constexpr (Depth::ahead) {
      now = next;
      next = next_codes(step + products_at_once);
    } else {
      now = next_codes(step);
    }
    FactorPair<typename Reader::Value> f[products_at_once];
#pragma unroll
    for (unsigned u = 0; u < products_at_once; ++u) {
      if (step + u < length) f[u] = read.load(now.of[u]);
    }
#pragma unroll
    for (unsigned u = 0; u < products_at_once; ++u) {
      if (step + u < length) sum += f[u].a * f[u].b;
    }
  }
  return sum;
}

/// The sum of so many products by a warp; all lanes get it.
template <class Reader>
__device__ __forceinline__ auto gather_part(const Reader& read, const unsigned* codes,
                                            int products) {
  using V = typename Reader::Value;
  V sum = 0;
#pragma unroll 4
  for (int i = lane_id(); i < products; i += 32) {
    const FactorPair<V> f = read.load(Reader::code(codes, static_cast<unsigned>(i)));
    sum += f.a * f.b;
  }
  return group_sum(sum);
}

/// A part of a long entry of C by a warp. The last of an entry adds them all up.
template <bool Cached, class V>
__device__ __forceinline__ void sum_part(const SliceLayout& layout, std::int64_t at, const V* a,
                                         const V* b, V* values) {
  using sptune::cuda::words_per_part;
  const LongPart part = layout.parts[at];
  const unsigned* const codes = layout.codes + part.first;
  V sum = part.words == 1
              ? gather_part(CodeReader<1, Cached, V>{a + part.a, b, layout.b_bits}, codes,
                            part.products)
              : gather_part(CodeReader<2, Cached, V>{a, b, layout.b_bits}, codes, part.products);
  const bool speaks = lane_id() == 0;
  unsigned long long* const words = layout.part_words + at * words_per_part<V>;
  if (part.number + 1 < part.parts) {
    if (speaks) sptune::cuda::leave_part(words, sum);
    return;
  }
  if (part.number > 0) {
    sum += sptune::cuda::add_left_parts<V>(words - part.number * words_per_part<V>, part.number);
  }
  if (speaks) values[part.entry] = sum;
}

/// What a thread of fill_tiles has on its way at once.
constexpr int tile_loads = 4;

/// The products of a tile, each where its sum wants it in shared memory.
template <bool Cached, class Reader, class V>
__device__ __forceinline__ void multiply_tile(const Reader& read, const Tile& tile,
                                              const TileLayout& layout, V* products) {
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  const unsigned* const codes = layout.codes + tile.first_word;
  const std::uint16_t* const places = layout.places + tile.first_product;
  struct Terms {
    typename Reader::Code code[tile_loads];
    int place[tile_loads];
  };
  const auto next_terms = [&](int from) {
    Terms next;
#pragma unroll
    for (int u = 0; u < tile_loads; ++u) {
      const int p = from + u * size;
      if (p < tile.products) {
        next.code[u] = Reader::code(codes, static_cast<unsigned>(p));
        next.place[u] = load_once<Cached>(places + p);
      }
    }
    return next;
  };
  Terms now = next_terms(rank);
  for (int from = rank; from < tile.products; from += tile_loads * size) {
    // The next codes are under way while the factors of these are.
    const Terms next = next_terms(from + tile_loads * size);
    FactorPair<V> f[tile_loads];
#pragma unroll
    for (int u = 0; u < tile_loads; ++u) {
      if (from + u * size < tile.products) f[u] = read.load(now.code[u]);
    }
#pragma unroll
    for (int u = 0; u < tile_loads; ++u) {
      if (from + u * size < tile.products) products[now.place[u]] = f[u].a * f[u].b;
    }
    now = next;
  }
}

/// The sums of neighbouring products, one for each entry of C; `starts`: where those of an entry
/// begin.
template <class V>
__device__ __forceinline__ void sum_tile(const Tile& tile, const std::uint16_t* starts,
                                         const V* products, V* values) {
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  for (int from = rank; from < tile.entries; from += tile_loads * size) {
    int start[tile_loads];
    int end[tile_loads];
#pragma unroll
    for (int u = 0; u < tile_loads; ++u) {
      const int e = from + u * size;
      start[u] = e < tile.entries ? __ldg(starts + e) : 0;
      end[u] = e + 1 < tile.entries ? __ldg(starts + e + 1) : tile.products;
    }
#pragma unroll
    for (int u = 0; u < tile_loads; ++u) {
      const int e = from + u * size;
      if (e >= tile.entries) break;
      V sum = products[start[u]];
      for (int p = start[u] + 1; p < end[u]; ++p) sum += products[p];
      __stcs(values + e, sum);
    }
  }
}

/// The same where some entries have so many products that a warp sums them.
template <class V>
__device__ __forceinline__ void sum_uneven_tile(const Tile& tile, const std::uint16_t* starts,
                                                const V* products, V* values) {
  const int lane = lane_id();
  for (auto e = static_cast<int>(threadIdx.x); e - lane < tile.entries;
       e += static_cast<int>(blockDim.x)) {
    const int start = e < tile.entries ? __ldg(starts + e) : tile.products;
    const int end = e + 1 < tile.entries ? __ldg(starts + e + 1) : tile.products;
    const bool is_long = end - start > most_of_a_lane;
    V sum = 0;
    for (int p = start; p < end && !is_long; ++p) sum += products[p];
    unsigned longs = __ballot_sync(all_lanes, is_long);
    for (; longs != 0; longs &= longs - 1U) {
      const int owner = __ffs(static_cast<int>(longs)) - 1;
      const int to = __shfl_sync(all_lanes, end, owner);
      V part = 0;
      for (int p = __shfl_sync(all_lanes, start, owner) + lane; p < to; p += 32) {
        part += products[p];
      }
      part = group_sum(part);
      if (lane == owner) sum = part;
    }
    if (e < tile.entries) __stcs(values + e, sum);
  }
}

/// A block per tile, with shared memory for its products. By its registers, seven of 192 threads
/// share a multiprocessor, as by the memory of products_32k.
template <class V, bool Cached>
__global__ void __maxnreg__(48)
    fill_tiles(RowList list, TileLayout layout, const V* a, const V* b, V* values) {
  const Tile tile = layout.tiles[list[static_cast<int>(blockIdx.x)]];
  auto* const products = reinterpret_cast<V*>(shared_memory());
  if (tile.form % uneven_tile == 1) {
    multiply_tile<Cached>(CodeReader<1, Cached, V>{a + tile.a, b, layout.b_bits}, tile, layout,
                          products);
  } else {
    multiply_tile<Cached>(CodeReader<2, Cached, V>{a, b, layout.b_bits}, tile, layout, products);
  }
  __syncthreads();
  const std::uint16_t* const starts = layout.starts + tile.first_entry;
  if (tile.form > uneven_tile) {
    sum_uneven_tile(tile, starts, products, values + tile.first_entry);
  } else {
    sum_tile(tile, starts, products, values + tile.first_entry);
  }
}

/// A warp per slice, and before them a warp per part of a long entry.
template <class V, bool Cached, class Depth>
__global__ void __launch_bounds__(gather_threads, Depth::blocks)
    fill_slices(SliceLayout layout, const V* a, const V* b, V* values) {
  const std::int64_t warp =
      (static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x) / 32;
  if (warp < layout.part_count) {
    sum_part<Cached>(layout, warp, a, b, values);
    return;
  }
  const int lane = lane_id();
  const std::int64_t s = warp - layout.part_count;
  if (s >= layout.slice_count) return;
  const unsigned length = load_once<Cached>(layout.lengths + s * slice_size + lane);
  const Slice slice = layout.slices[s];
  const unsigned* const codes = layout.codes + slice.first;
  const V sum =
      slice.words == 1
          ? gather_slice<Depth>(CodeReader<1, Cached, V>{a + slice.a, b, layout.b_bits}, codes,
                                length)
          : gather_slice<Depth>(CodeReader<2, Cached, V>{a, b, layout.b_bits}, codes, length);
  if (length > 0) values[slice.entry + lane] = sum;
}

}  // namespace sptune::spgemm::hash_bins
