// SPDX-License-Identifier: BSD-3-Clause
// The kernels that make the layout of gather_kernels.cuh, once per pattern. A warp takes the
// products of a row in the order of A's entries; where they are many several warps share the row,
// each for a window of its entries of C.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/gather_kernels.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr std::int64_t products_per_share = 8192;  ///< from which several warps share a row

/// Sums over the rows before each row, or over entries of A, while a layout is made.
struct RowPrefixes {
  const std::int64_t* first_share;     ///< rows + 1
  const std::int64_t* first_product;   ///< of those in tiles, rows + 1
  const std::int64_t* first_slice;     ///< rows + 1
  const std::int64_t* first_tile;      ///< tiles begun before the row, rows + 1
  const std::int64_t* first_of_entry;  ///< products before an entry of A, entries + 1
  int most_in_tile;                    ///< products of a row
};

/// A source of for_products: f gets a column, the entry of B, and that of A.
struct ProductIndices {
  Pattern b;
  struct Item {
    Index column;
    unsigned at;
  };
  using Factor = unsigned;
  static constexpr bool windows = true;
  static constexpr bool batched = false;
  [[nodiscard]] __device__ __forceinline__ std::int64_t begin(Index k) const {
    return b.offsets[k];
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t end(Index k, std::int64_t /*begin*/) const {
    return b.offsets[k + 1];
  }
  [[nodiscard]] __device__ __forceinline__ Factor factor(std::int64_t i,
                                                         std::int64_t /*begin*/) const {
    return static_cast<unsigned>(i);
  }
  static __device__ __forceinline__ Factor shared(const Team& team, Factor own, int from) {
    return __shfl_sync(team.mask, own, from);
  }
  [[nodiscard]] __device__ __forceinline__ Item load(std::int64_t j, Factor /*factor*/) const {
    return {__ldg(b.columns + j), static_cast<unsigned>(j)};
  }
  template <class F>
  static __device__ __forceinline__ void emit(F&& f, Factor entry_of_a, const Item& item) {
    f(item.column, item.at, entry_of_a);
  }
};

/// The last i of [0, n) with offsets[i] <= value, where offsets[0] <= value < offsets[n].
__device__ __forceinline__ std::int64_t last_not_above(const std::int64_t* offsets, std::int64_t n,
                                                       std::int64_t value) {
  std::int64_t low = 0;
  while (n - low > 1) {
    const std::int64_t middle = low + (n - low) / 2;
    if (offsets[middle] <= value) {
      low = middle;
    } else {
      n = middle;
    }
  }
  return low;
}

/// Shares, products in tiles and slices of each row.
__global__ void __launch_bounds__(gather_threads)
    measure_rows(std::int64_t rows, RowArrays row, int most_in_tile, std::int64_t* shares,
                 std::int64_t* products, std::int64_t* slices) {
  const std::int64_t r = static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x;
  if (r >= rows) return;
  const int own = row.products[r];
  shares[r] = (own + products_per_share - 1) / products_per_share;
  products[r] = own <= most_in_tile ? own : 0;
  slices[r] = own <= most_in_tile ? 0 : (row.entries[r] + slice_size - 1) / slice_size;
}

/// Products of each entry of A.
__global__ void __launch_bounds__(gather_threads)
    measure_entries(std::int64_t entries, Pattern a, Pattern b, std::int64_t* products) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x;
  if (i >= entries) return;
  const Index k = __ldg(a.columns + i);
  products[i] = b.offsets[k + 1] - b.offsets[k];
}

/// Which rows begin a tile. Rows of up to `pack` products share one of twice that at most; it ends
/// before a longer row.
__global__ void __launch_bounds__(gather_threads)
    begin_tiles(std::int64_t rows, const int* products, const std::int64_t* first_product, int pack,
                int most_in_tile, std::int64_t* begins) {
  const std::int64_t r = static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x;
  if (r >= rows) return;
  const int own = products[r];
  const bool together = r > 0 && own <= pack && products[r - 1] <= pack &&
                        first_product[r] / pack == first_product[r - 1] / pack;
  begins[r] = own <= most_in_tile && !together ? 1 : 0;
}

/// First row of each tile, and the row after its last.
__global__ void __launch_bounds__(gather_threads)
    bound_tiles(std::int64_t rows, const int* products, const std::int64_t* first_tile,
                int most_in_tile, Index* begin_rows, Index* end_rows) {
  const std::int64_t r = static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x;
  if (r >= rows || products[r] > most_in_tile) return;
  const std::int64_t after = first_tile[r + 1];
  if (after > first_tile[r]) begin_rows[after - 1] = static_cast<Index>(r);
  const bool last = r + 1 == rows || products[r + 1] > most_in_tile || first_tile[r + 2] > after;
  if (last) end_rows[after - 1] = static_cast<Index>(r + 1);
}

/// Whether a code of one word can name `entries` entries of A.
[[nodiscard]] __device__ __forceinline__ int words_for(std::int64_t entries, int b_bits) {
  return entries <= std::int64_t{1} << (32 - b_bits) ? 1 : 2;
}

/// Tiles, the words of their codes, and lists of them by their bins.
__global__ void __launch_bounds__(gather_threads)
    measure_tiles(std::int64_t tiles, Offsets a_offsets, const std::int64_t* offsets,
                  const std::int64_t* first_product, const Index* begin_rows, const Index* end_rows,
                  int b_bits, Tile* out, std::int64_t* words, Index* lists, int* counts) {
  const std::int64_t t = static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x;
  if (t >= tiles) return;
  const Index begin = begin_rows[t];
  const Index end = end_rows[t];
  Tile tile{};
  tile.first_product = first_product[begin];
  tile.first_entry = offsets[begin];
  tile.a = static_cast<unsigned>(a_offsets[begin]);
  tile.words = words_for(a_offsets[end] - a_offsets[begin], b_bits);
  tile.products = static_cast<int>(first_product[end] - tile.first_product);
  tile.entries = static_cast<int>(offsets[end] - tile.first_entry);
  out[t] = tile;
  words[t] = (std::int64_t{tile.products} * tile.words + 1) / 2 * 2;  // pairs are loaded as one
  if (tile.products == 0) return;
  const int bin = tile.products <= products_32k ? tiles_32k : tiles_64k;
  atomicMax(counts + tile_bins + bin, tile.products);
  lists[bin * tiles + atomicAdd(counts + bin, 1)] = static_cast<Index>(t);
}

/// Where the entries of C begin in their tiles; a block per tile. `terms` becomes a cursor.
__global__ void __launch_bounds__(gather_threads)
    place_entries(Tile* tiles, const std::int64_t* first_word, int* terms, std::uint16_t* starts) {
  const Tile tile = tiles[blockIdx.x];
  if (threadIdx.x == 0) tiles[blockIdx.x].first_word = first_word[blockIdx.x];
  int so_far = 0;
  for (int from = 0; from < tile.entries; from += gather_threads) {
    const int e = from + static_cast<int>(threadIdx.x);
    const bool there = e < tile.entries;
    int all = 0;
    const int before = block_scan(there ? terms[tile.first_entry + e] : 0, all);
    if (there) {
      starts[tile.first_entry + e] = static_cast<std::uint16_t>(so_far + before);
      terms[tile.first_entry + e] = 0;
    }
    so_far += all;
  }
}

/// Calls f(row, entry of C, entry of A, entry of B) for the products of this warp's share, if it
/// wants the row. No two lanes name the same entry of C at once, and they synchronize in between.
template <class V, class Wants, class F>
__device__ __forceinline__ void for_product_indices(const Product<V>& c, std::int64_t rows,
                                                    const std::int64_t* first_share, Wants&& wants,
                                                    F&& f) {
  const std::int64_t share =
      (static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x) / 32;
  if (share >= first_share[rows]) return;
  const std::int64_t r = last_not_above(first_share, rows, share);
  if (!wants(r)) return;
  const std::int64_t part = share - first_share[r];
  const std::int64_t parts = first_share[r + 1] - first_share[r];
  const std::int64_t entries = c.row.entries[r];
  const std::int64_t low = entries * part / parts;
  const std::int64_t high = entries * (part + 1) / parts;
  if (low == high) return;
  const std::int64_t to = c.row.offsets[r];
  const Index* const columns = c.columns + to;
  const Window window{columns[low], columns[high - 1] + 1};
  const std::int64_t begin = c.a.offsets[r];
  for_products<true>(c.a, ProductIndices{c.b}, begin, static_cast<int>(c.a.offsets[r + 1] - begin),
                     team_of_lane(32), 32, parts > 1 ? &window : nullptr,
                     [&](Index column, unsigned b, unsigned a) {
                       f(r, to + first_not_below(columns, low, high, column), a, b);
                     });
}

/// Products per entry of C, on top of zeros.
template <class V>
__global__ void __launch_bounds__(gather_threads)
    count_terms(Product<V> c, std::int64_t rows, const std::int64_t* first_share, int* terms) {
  for_product_indices(
      c, rows, first_share, [](std::int64_t) { return true; },
      [&](std::int64_t, std::int64_t entry, unsigned, unsigned) { ++terms[entry]; });
}

/// Lengths and long entries of each slice, the words of its codes and how they count; a warp each.
template <class V>
__global__ void __launch_bounds__(gather_threads)
    measure_slices(Product<V> c, std::int64_t rows, const std::int64_t* first_slice,
                   const int* terms, int b_bits, Slice* slices, std::uint8_t* lengths,
                   std::int64_t* words, std::int64_t* longs) {
  constexpr int most_length = 255;  // of a byte
  constexpr int never_long = 48;    // a warp of its own would find too little to do
  constexpr int share = 6;  // of the slice's products from which an entry keeps lanes waiting
  const Team warp = team_of_lane(32);
  const std::int64_t s =
      (static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x) / 32;
  if (s >= first_slice[rows]) return;
  const std::int64_t r = last_not_above(first_slice, rows, s);
  const std::int64_t first = c.row.offsets[r] + (s - first_slice[r]) * slice_size;
  const std::int64_t entry = first + warp.rank;
  const int own = entry < c.row.offsets[r + 1] ? terms[entry] : 0;
  const int all = team_sum(warp, own);
  const bool is_long = own > most_length || (own > never_long && own > all / share);
  const int long_count = __popc(__ballot_sync(warp.mask, is_long));
  lengths[s * slice_size + warp.rank] = static_cast<std::uint8_t>(is_long ? 0 : own);
  if (warp.rank != 0) return;
  const std::int64_t a = c.a.offsets[r];
  const int of_a_code = words_for(c.a.offsets[r + 1] - a, b_bits);
  slices[s] = {0, first, static_cast<unsigned>(a), of_a_code};
  words[s] = (std::int64_t{all} * of_a_code + 1) / 2 * 2;  // pairs of words are loaded as one
  longs[s] = long_count;
}

/// Gives slices and long entries their places. `terms` becomes a cursor, or the number of the long
/// entry.
__global__ void __launch_bounds__(gather_threads)
    place_slices(std::int64_t rows, const std::int64_t* first_slice, const std::int64_t* offsets,
                 const std::int64_t* first_word, const std::int64_t* first_long,
                 const std::uint8_t* lengths, Slice* slices, LongEntry* longs, int* terms) {
  const Team warp = team_of_lane(32);
  const std::int64_t s =
      (static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x) / 32;
  if (s >= first_slice[rows]) return;
  Slice slice = slices[s];
  const std::int64_t entry = slice.entry + warp.rank;
  const int length = lengths[s * slice_size + warp.rank];
  const std::int64_t end = offsets[last_not_above(first_slice, rows, s) + 1];
  const int own = entry < end ? terms[entry] : 0;
  const bool is_long = own > 0 && length == 0;
  const int short_products = team_sum(warp, length);
  const int of_long = is_long ? own : 0;
  const int before = team_scan(warp, of_long) - of_long;
  const int number = team_scan(warp, is_long ? 1 : 0) - 1;
  slice.first = first_word[s];
  if (is_long) {
    const std::int64_t at = first_long[s] + number;
    longs[at] = {slice.first + std::int64_t{slice.words} * (short_products + before),
                 entry,
                 slice.a,
                 slice.words,
                 own,
                 0};
    terms[entry] = static_cast<int>(at);
  } else if (own > 0) {
    terms[entry] = 0;
  }
  __syncwarp();
  if (warp.rank == 0) slices[s] = slice;
}

/// Where the code of product `step` of a slice's entry `lane` stands, in codes.
__device__ __forceinline__ int place_in_slice(const std::uint8_t* lengths, int lane, int step) {
  const auto* const four = reinterpret_cast<const unsigned*>(lengths);  // entries
  const unsigned steps = static_cast<unsigned>(step) * 0x01010101U;
  unsigned earlier_steps = 0;
  int same_step = 0;
#pragma unroll
  for (int w = 0; w < slice_size / 4; ++w) {
    const unsigned length = four[w];
    earlier_steps = __dp4a(__vminu4(length, steps), 0x01010101U, earlier_steps);
    const int lower = min(max(lane - 4 * w, 0), 4);
    const unsigned mask = lower == 4 ? 0xffffffffU : (1U << static_cast<unsigned>(8 * lower)) - 1U;
    same_step += __popc(__vcmpgtu4(length, steps) & mask) / 8;
  }
  return static_cast<int>(earlier_steps) + same_step;
}

/// Writes the code of a product: in one word `a_near` and b, in two a and b.
__device__ __forceinline__ void write_code(unsigned* codes, std::int64_t at, int words,
                                           unsigned a_near, unsigned a, unsigned b, int b_bits) {
  if (words == 1) {
    codes[at] = a_near << static_cast<unsigned>(b_bits) | b;
  } else {
    reinterpret_cast<uint2*>(codes)[at] = make_uint2(a, b);
  }
}

template <class V>
__global__ void __launch_bounds__(gather_threads)
    write_tile_codes(Product<V> c, std::int64_t rows, RowPrefixes prefixes, const Tile* tiles,
                     int b_bits, const std::uint16_t* starts, int* terms, unsigned* codes,
                     std::uint16_t* places) {
  for_product_indices(
      c, rows, prefixes.first_share,
      [&](std::int64_t r) { return c.row.products[r] <= prefixes.most_in_tile; },
      [&](std::int64_t r, std::int64_t entry, unsigned a, unsigned b) {
        const Tile& tile = tiles[prefixes.first_tile[r + 1] - 1];
        const std::int64_t product = prefixes.first_product[r] + prefixes.first_of_entry[a] -
                                     prefixes.first_of_entry[c.a.offsets[r]] + b -
                                     c.b.offsets[c.a.columns[a]];
        places[product] = static_cast<std::uint16_t>(starts[entry] + terms[entry]++);
        write_code(codes + tile.first_word, product - tile.first_product, tile.words, a - tile.a, a,
                   b, b_bits);
      });
}

template <class V>
__global__ void __launch_bounds__(gather_threads)
    write_slice_codes(Product<V> c, std::int64_t rows, RowPrefixes prefixes, const Slice* slices,
                      const std::uint8_t* lengths, LongEntry* longs, int b_bits, int* terms,
                      unsigned* codes) {
  for_product_indices(
      c, rows, prefixes.first_share,
      [&](std::int64_t r) { return c.row.products[r] > prefixes.most_in_tile; },
      [&](std::int64_t r, std::int64_t entry, unsigned a, unsigned b) {
        const std::int64_t in_row = entry - c.row.offsets[r];
        const std::int64_t s = prefixes.first_slice[r] + in_row / slice_size;
        const auto lane = static_cast<int>(in_row % slice_size);
        const Slice slice = slices[s];
        std::int64_t first = slice.first;
        int place = 0;
        if (lengths[s * slice_size + lane] == 0) {
          LongEntry& e = longs[terms[entry]];
          first = e.first;
          place = e.filled++;
        } else {
          place = place_in_slice(lengths + s * slice_size, lane, terms[entry]++);
        }
        write_code(codes + first, place, slice.words, a - slice.a, a, b, b_bits);
      });
}

}  // namespace sptune::spgemm::hash_bins
