// SPDX-License-Identifier: BSD-3-Clause
// The kernels that make the layout of gather_kernels.cuh, once per pattern. Entries of A, rows and
// tiles are measured by one scan each, and the host waits once for what they take. Then a block
// finds the places of a tile's products in shared memory. Rows that are too long for a tile are
// shared by blocks, and the host waits once more for them.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/spgemm/cuda/block_team.cuh"
#include "kernels/spgemm/cuda/hash_bins/gather_kernels.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr std::int64_t products_per_share = 8192;  ///< of a row that several blocks share

/// Which entries of C are too long for a lane of a slice, whose others wait for it: those of more
/// than `most_length` products, and of more than `never_long` that have a sixth of the slice's.
struct SliceShape {
  int most_length;
  int never_long;
};

/// Parts of a long entry of C, a warp each. Shared out they take a round trip to the L2 cache more,
/// which is what a warp takes for some 500 products.
[[nodiscard]] __device__ __forceinline__ int parts_of(int products) {
  constexpr int whole = 1024;
  constexpr int products_of_part = 512;
  constexpr int most_parts = 1024;
  return products <= whole ? 1 : min((products - 1) / products_of_part + 1, most_parts);
}

/// What the host learns of a layout, in memory that the device writes, too.
struct LayoutTotals {
  std::int64_t tile_products;
  std::int64_t slices;
  std::int64_t shares;  ///< of rows that are too long for a tile
  std::int64_t tiles;
  std::int64_t tile_words;
  int tiles_in[tile_bins];
  int most_products_in[tile_bins];  ///< of a tile
  std::int64_t slice_words;
  std::int64_t parts;  ///< of long entries
};

/// Sums over the entries of A or the rows before each, while a layout is made.
struct LayoutPrefixes {
  std::int64_t* first_of_entry;  ///< products before an entry of A, entries + 1
  std::int64_t* first_product;   ///< of those in tiles, rows + 1
  std::int64_t* first_slice;     ///< rows + 1
  std::int64_t* first_share;     ///< rows + 1
};

/// The state of a kernel that scans numbers over its blocks, each of which is a tile of the
/// scan. All of it is 0 before.
struct LayoutScan {
  unsigned long long* next;
  unsigned long long* tiles;  ///< `count` for each sum
  std::int64_t count;         ///< blocks
  unsigned* ticket;
  [[nodiscard]] static constexpr std::int64_t bytes(int sums, std::int64_t count) {
    return 8 * (sums * count + 2);
  }
  [[nodiscard]] static LayoutScan at(unsigned char* memory, std::int64_t count) {
    auto* const words = reinterpret_cast<unsigned long long*>(memory);
    return {words, words + 2, count, reinterpret_cast<unsigned*>(words + 1)};
  }
};

constexpr int measured_at_once = 4;  ///< entries or rows of a thread
[[nodiscard]] constexpr std::int64_t measuring_blocks(std::int64_t n) {
  return ceil_div(n, gather_threads * measured_at_once);
}

/// The operands of a layout, and C without values.
struct LayoutPattern {
  std::int64_t rows;
  std::int64_t entries_of_a;
  Pattern a;
  Pattern b;
  const std::int64_t* offsets;  ///< of C
  const Index* columns;         ///< of C
  int most_in_tile;             ///< products of a row
  int pack;                     ///< rows of up to so many products share a tile
  int b_bits;                   ///< of a code, for the entry of B

  [[nodiscard]] __device__ __forceinline__ std::int64_t products_before(
      const std::int64_t* first_of_entry, std::int64_t r) const {
    return first_of_entry[a.offsets[r]];
  }
  /// Words of a code that names one of `entries` entries of A.
  [[nodiscard]] __device__ __forceinline__ int words_for(std::int64_t entries) const {
    return entries <= std::int64_t{1} << (32 - b_bits) ? 1 : 2;
  }
};

/// The last i of [begin, end) with sum(i) <= value, where sum(begin) <= value < sum(end).
template <class Sum>
__device__ __forceinline__ std::int64_t last_not_above(std::int64_t begin, std::int64_t end,
                                                       std::int64_t value, Sum&& sum) {
  while (end - begin > 1) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (sum(middle) <= value) {
      begin = middle;
    } else {
      end = middle;
    }
  }
  return begin;
}
/// The same of sums in memory.
__device__ __forceinline__ std::int64_t last_not_above_in(const std::int64_t* sums,
                                                          std::int64_t begin, std::int64_t end,
                                                          std::int64_t value) {
  return last_not_above(begin, end, value, [&](std::int64_t i) { return sums[i]; });
}

/// Products before each entry of A.
__global__ void __launch_bounds__(gather_threads)
    measure_entries(LayoutPattern p, LayoutScan scan, LayoutPrefixes out) {
  __shared__ long long before;
  const unsigned block = sptune::cuda::take_tile(scan.next);
  const std::int64_t first =
      (static_cast<std::int64_t>(block) * gather_threads + threadIdx.x) * measured_at_once;
  long long own[measured_at_once] = {};
  long long sum = 0;
#pragma unroll
  for (int t = 0; t < measured_at_once; ++t) {
    if (first + t < p.entries_of_a) {
      const Index k = __ldg(p.a.columns + first + t);
      own[t] = p.b.offsets[k + 1] - p.b.offsets[k];
    }
    sum += own[t];
  }
  const auto in_block = sptune::cuda::sum_in_block<gather_threads>(sum);
  sptune::cuda::scan_tiles(scan.tiles, block, in_block.total, before);
  __syncthreads();
  long long so_far = before + in_block.before;
#pragma unroll
  for (int t = 0; t < measured_at_once; ++t) {
    if (first + t >= p.entries_of_a) break;
    out.first_of_entry[first + t] = so_far;
    so_far += own[t];
    if (first + t + 1 == p.entries_of_a) out.first_of_entry[p.entries_of_a] = so_far;
  }
}

/// Products in tiles, slices and shares before each row.
__global__ void __launch_bounds__(gather_threads)
    measure_rows(LayoutPattern p, LayoutScan scan, LayoutPrefixes out, LayoutTotals* totals) {
  constexpr int sums = 3;
  __shared__ long long before[sums];
  const unsigned block = sptune::cuda::take_tile(scan.next);
  const std::int64_t first =
      (static_cast<std::int64_t>(block) * gather_threads + threadIdx.x) * measured_at_once;
  long long own[measured_at_once][sums] = {};
  long long sum[sums] = {};
  std::int64_t begin = first < p.rows ? p.products_before(out.first_of_entry, first) : 0;
#pragma unroll
  for (int t = 0; t < measured_at_once; ++t) {
    const std::int64_t r = first + t;
    if (r >= p.rows) break;
    const std::int64_t end = p.products_before(out.first_of_entry, r + 1);
    const std::int64_t products = end - begin;
    begin = end;
    if (products <= p.most_in_tile) {
      own[t][0] = products;
    } else {
      own[t][1] = (p.offsets[r + 1] - p.offsets[r] + slice_size - 1) / slice_size;
      own[t][2] = (products + products_per_share - 1) / products_per_share;
    }
    for (int i = 0; i < sums; ++i) sum[i] += own[t][i];
  }
  const auto of_products = sptune::cuda::sum_in_block<gather_threads, 0>(sum[0]);
  const auto of_slices = sptune::cuda::sum_in_block<gather_threads, 1>(sum[1]);
  const auto of_shares = sptune::cuda::sum_in_block<gather_threads, 2>(sum[2]);
  const auto warp = static_cast<int>(threadIdx.x / 32);
  if (warp < sums) {
    const long long total = warp == 0   ? of_products.total
                            : warp == 1 ? of_slices.total
                                        : of_shares.total;
    const long long found = sptune::cuda::scan_tile(scan.tiles + warp * scan.count, block, total);
    if (threadIdx.x % 32 == 0) before[warp] = found;
  }
  __syncthreads();
  long long so_far[sums] = {before[0] + of_products.before, before[1] + of_slices.before,
                            before[2] + of_shares.before};
  for (int t = 0; t <= measured_at_once; ++t) {
    const std::int64_t r = first + t;
    const bool last = r == p.rows;
    if (r > p.rows || (t == measured_at_once && !last)) break;
    out.first_product[r] = so_far[0];
    out.first_slice[r] = so_far[1];
    out.first_share[r] = so_far[2];
    if (last) {
      totals->tile_products = so_far[0];
      totals->slices = so_far[1];
      totals->shares = so_far[2];
      break;
    }
    for (int i = 0; i < sums; ++i) so_far[i] += own[t][i];
  }
}

/// Rows that begin a tile. Rows of up to `pack` products share one of twice that at most; it ends
/// before a longer row.
struct TileBorders {
  LayoutPattern p;
  LayoutPrefixes sums;
  [[nodiscard]] __device__ __forceinline__ std::int64_t products(std::int64_t r) const {
    return p.products_before(sums.first_of_entry, r + 1) -
           p.products_before(sums.first_of_entry, r);
  }
  [[nodiscard]] __device__ __forceinline__ bool begins(std::int64_t r) const {
    const std::int64_t own = products(r);
    if (own > p.most_in_tile) return false;
    const bool together = r > 0 && own <= p.pack && products(r - 1) <= p.pack &&
                          sums.first_product[r] / p.pack == sums.first_product[r - 1] / p.pack;
    return !together;
  }
  /// Of a row in a tile.
  [[nodiscard]] __device__ __forceinline__ bool ends(std::int64_t r) const {
    return r + 1 == p.rows || products(r + 1) > p.most_in_tile || begins(r + 1);
  }
};

/// First row of each tile, and the row after its last.
__global__ void __launch_bounds__(gather_threads)
    bound_tiles(TileBorders borders, LayoutScan scan, Index* begin_rows, Index* end_rows,
                std::int64_t* tiles) {
  __shared__ long long before;
  const std::int64_t rows = borders.p.rows;
  const unsigned block = sptune::cuda::take_tile(scan.next);
  const std::int64_t first =
      (static_cast<std::int64_t>(block) * gather_threads + threadIdx.x) * measured_at_once;
  unsigned begins = 0;
#pragma unroll
  for (int t = 0; t < measured_at_once; ++t) {
    if (first + t < rows && borders.begins(first + t)) begins |= 1U << static_cast<unsigned>(t);
  }
  const auto in_block = sptune::cuda::sum_in_block<gather_threads>(__popc(begins));
  sptune::cuda::scan_tiles(scan.tiles, block, in_block.total, before);
  __syncthreads();
  long long so_far = before + in_block.before;
#pragma unroll
  for (int t = 0; t < measured_at_once; ++t) {
    const std::int64_t r = first + t;
    if (r >= rows) break;
    if ((begins >> static_cast<unsigned>(t) & 1U) != 0) {
      begin_rows[so_far++] = static_cast<Index>(r);
    }
    const bool in_tile = borders.products(r) <= borders.p.most_in_tile;
    if (in_tile && borders.ends(r)) end_rows[so_far - 1] = static_cast<Index>(r + 1);
    if (r + 1 == rows) *tiles = so_far;
  }
}

/// Lists of tiles by their bins, while they are made.
struct TileLists {
  Index* lists;           ///< `most` for each bin
  int* tiles_in;          ///< 0 before
  int* most_products_in;  ///< 0 before
  std::int64_t most;
};

/// Tiles, with the words of their codes, and lists of them by their bins.
__global__ void __launch_bounds__(gather_threads)
    measure_tiles(LayoutPattern p, LayoutPrefixes sums, LayoutScan scan, const Index* begin_rows,
                  const Index* end_rows, const std::int64_t* tiles, Tile* out, TileLists lists,
                  LayoutTotals* totals) {
  __shared__ long long before;
  const std::int64_t count = *tiles;
  const unsigned block = sptune::cuda::take_tile(scan.next);
  const std::int64_t t = static_cast<std::int64_t>(block) * gather_threads + threadIdx.x;
  Tile tile{};
  long long words = 0;
  if (t < count) {
    const Index begin = begin_rows[t];
    const Index end = end_rows[t];
    const std::int64_t a = p.a.offsets[begin];
    tile.first_product = sums.first_product[begin];
    tile.first_entry = p.offsets[begin];
    tile.a = static_cast<unsigned>(a);
    tile.form = p.words_for(p.a.offsets[end] - a);
    tile.products = static_cast<int>(sums.first_product[end] - tile.first_product);
    tile.entries = static_cast<int>(p.offsets[end] - tile.first_entry);
    words = (std::int64_t{tile.products} * tile.form + 1) / 2 * 2;  // pairs are loaded as one
  }
  const auto in_block = sptune::cuda::sum_in_block<gather_threads>(words);
  sptune::cuda::scan_tiles(scan.tiles, block, in_block.total, before);
  __syncthreads();
  if (t < count) {
    tile.first_word = before + in_block.before;
    out[t] = tile;
    if (t + 1 == count) totals->tile_words = tile.first_word + words;
    if (tile.products > 0) {
      const int bin = tile.products <= products_32k ? tiles_32k : tiles_64k;
      atomicMax(lists.most_products_in + bin, tile.products);
      lists.lists[bin * lists.most + atomicAdd(lists.tiles_in + bin, 1)] = static_cast<Index>(t);
    }
  }
  if (!is_last_block(scan.ticket) || threadIdx.x != 0) return;
  totals->tiles = count;
  if (count == 0) totals->tile_words = 0;
  for (int bin = 0; bin < tile_bins; ++bin) {
    totals->tiles_in[bin] = __ldcg(lists.tiles_in + bin);
    totals->most_products_in[bin] = __ldcg(lists.most_products_in + bin);
  }
}

/// Where a product is: its factors, and the entry of C that it adds to.
struct PlacedProduct {
  std::int64_t a;
  std::int64_t b;
  std::int64_t entry;
};

/// Product `number` of all, of a row of [begin, end), by bisection.
__device__ __forceinline__ PlacedProduct place_product(const LayoutPattern& p,
                                                       const std::int64_t* first_of_entry,
                                                       std::int64_t begin, std::int64_t end,
                                                       std::int64_t number) {
  const std::int64_t a =
      last_not_above_in(first_of_entry, p.a.offsets[begin], p.a.offsets[end], number);
  const std::int64_t r =
      last_not_above(begin, end, a, [&](std::int64_t row) { return p.a.offsets[row]; });
  const std::int64_t b = p.b.offsets[__ldg(p.a.columns + a)] + number - first_of_entry[a];
  const std::int64_t to = p.offsets[r];
  const std::int64_t entry =
      to + first_not_below(p.columns + to, 0, p.offsets[r + 1] - to, __ldg(p.b.columns + b));
  return {a, b, entry};
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

/// Shared memory of a block that fills the lists of a tile: for each entry of C and each product.
[[nodiscard]] constexpr int tile_list_bytes(int products) {
  return 2 * (products + products % 2) * 2;
}

/// Where each product of a tile goes, whose first is `first` of all: behind the products of its
/// entry of C that are there, which `cursors` counts. The order of A's entries decides between
/// them.
__device__ __forceinline__ void write_places(const LayoutPattern& p,
                                             const std::int64_t* first_of_entry, std::int64_t begin,
                                             std::int64_t end, std::int64_t first, const Tile& tile,
                                             volatile std::uint16_t* cursors,
                                             std::uint16_t* entries, std::uint16_t* places) {
  constexpr int warps = gather_threads / 32;
  const auto rank = static_cast<int>(threadIdx.x);
  // Rows have no entries of C in common: a warp takes those that begin in its part.
  const auto border = [&](int warp) {
    const std::int64_t at = std::int64_t{tile.products} * warp / warps;
    if (at == 0) return 0;
    if (warp == warps) return tile.products;
    const auto before = [&](std::int64_t row) { return p.products_before(first_of_entry, row); };
    const std::int64_t r = last_not_above(begin, end, first + at, before);
    return static_cast<int>((before(r) == first + at ? before(r) : before(r + 1)) - first);
  };
  const int to = border(rank / 32 + 1);
  for (int from = border(rank / 32); from < to; from += 32) {
    const int i = from + rank % 32;
    const int e = i < to ? entries[i] : -1;
    const unsigned alike = __match_any_sync(all_lanes, e);
    const int before = __popc(alike & ((1U << static_cast<unsigned>(rank % 32)) - 1U));
    const int start = e >= 0 ? cursors[e] : 0;
    __syncwarp();
    if (e >= 0) {
      places[tile.first_product + i] = static_cast<std::uint16_t>(start + before);
      if (alike >> static_cast<unsigned>(rank % 32) == 1U) {  // the last of them
        cursors[e] = static_cast<std::uint16_t>(start + before + 1);
      }
    }
    __syncwarp();
  }
}

/// The codes of a tile's products, the places of their values, and where those of each entry of C
/// begin; a block per tile. The order of A's entries decides between products of one entry of C.
__global__ void __launch_bounds__(gather_threads)
    fill_tile_lists(LayoutPattern p, const std::int64_t* first_of_entry, RowList list, Tile* tiles,
                    const Index* begin_rows, const Index* end_rows, std::uint16_t* starts,
                    unsigned* codes, std::uint16_t* places) {
  const int t = list[static_cast<int>(blockIdx.x)];
  const Tile tile = tiles[t];
  const std::int64_t begin = begin_rows[t];
  const std::int64_t end = end_rows[t];
  const auto rank = static_cast<int>(threadIdx.x);
  auto* const counts = reinterpret_cast<unsigned*>(shared_memory());  // two entries in a word
  auto* const cursors = reinterpret_cast<volatile std::uint16_t*>(counts);
  auto* const entries = const_cast<std::uint16_t*>(cursors) + (tile.entries + tile.entries % 2);
  for (int e = rank; e < (tile.entries + 1) / 2; e += gather_threads) counts[e] = 0;
  __syncthreads();
  const std::int64_t first = p.products_before(first_of_entry, begin);
  for (int i = rank; i < tile.products; i += gather_threads) {
    const PlacedProduct at = place_product(p, first_of_entry, begin, end, first + i);
    const auto e = static_cast<unsigned>(at.entry - tile.first_entry);
    entries[i] = static_cast<std::uint16_t>(e);
    atomicAdd(counts + e / 2, 1U << (e % 2 * 16));
    const auto a = static_cast<unsigned>(at.a);
    write_code(codes + tile.first_word, i, tile.form, a - tile.a, a, static_cast<unsigned>(at.b),
               p.b_bits);
  }
  __syncthreads();
  int so_far = 0;
  bool uneven = false;
  for (int from = 0; from < tile.entries; from += gather_threads) {
    const int e = from + rank;
    const bool there = e < tile.entries;
    int all = 0;
    const int own = there ? cursors[e] : 0;
    uneven = uneven || own > most_of_a_lane;
    const int start = so_far + block_scan(own, all);
    if (there) {
      starts[tile.first_entry + e] = static_cast<std::uint16_t>(start);
      cursors[e] = static_cast<std::uint16_t>(start);
    }
    so_far += all;
  }
  uneven = __syncthreads_or(uneven) != 0;
  if (uneven && rank == 0) tiles[t].form += uneven_tile;
  write_places(p, first_of_entry, begin, end, first, tile, cursors, entries, places);
}

/// Calls f(row, product) for the products of this block's share of a row that is too long for a
/// tile.
template <class F>
__device__ __forceinline__ void for_share(const LayoutPattern& p, const LayoutPrefixes& sums,
                                          F&& f) {
  const std::int64_t share = blockIdx.x;
  const std::int64_t r = last_not_above_in(sums.first_share, 0, p.rows, share);
  const std::int64_t part = share - sums.first_share[r];
  const std::int64_t parts = sums.first_share[r + 1] - sums.first_share[r];
  const std::int64_t first = p.products_before(sums.first_of_entry, r);
  const std::int64_t products = p.products_before(sums.first_of_entry, r + 1) - first;
  const std::int64_t to = products * (part + 1) / parts;
  for (std::int64_t i = products * part / parts + threadIdx.x; i < to; i += gather_threads) {
    f(r, place_product(p, sums.first_of_entry, r, r + 1, first + i));
  }
}

/// Where an entry of C is in the slices of its row r: slice_size places for each.
__device__ __forceinline__ std::int64_t place_in_slices(const LayoutPattern& p,
                                                        const LayoutPrefixes& sums, std::int64_t r,
                                                        std::int64_t entry) {
  return sums.first_slice[r] * slice_size + (entry - p.offsets[r]);
}

/// Products of each entry of C in slices, on top of zeros.
__global__ void __launch_bounds__(gather_threads)
    count_terms(LayoutPattern p, LayoutPrefixes sums, int* terms) {
  for_share(p, sums, [&](std::int64_t r, const PlacedProduct& at) {
    atomicAdd(terms + place_in_slices(p, sums, r, at.entry), 1);
  });
}

/// Lengths of each slice, with the words of its codes and the places of its long entries' parts; a
/// warp each.
__global__ void __launch_bounds__(gather_threads)
    measure_slices(LayoutPattern p, const std::int64_t* first_slice, LayoutScan scan,
                   const int* terms, Slice* slices, std::uint8_t* lengths, std::int64_t* first_part,
                   LayoutTotals* totals, SliceShape shape) {
  __shared__ long long before[2];
  const Team warp = team_of_lane(32);
  const unsigned block = sptune::cuda::take_tile(scan.next);
  const std::int64_t s = (static_cast<std::int64_t>(block) * gather_threads + threadIdx.x) / 32;
  const std::int64_t all_slices = first_slice[p.rows];
  const bool there = s < all_slices;
  long long words = 0;
  int parts = 0;
  Slice slice{};
  if (there) {
    const std::int64_t r = last_not_above_in(first_slice, 0, p.rows, s);
    const std::int64_t first = p.offsets[r] + (s - first_slice[r]) * slice_size;
    const int own = terms[s * slice_size + warp.rank];
    const std::int64_t all = team_sum(warp, std::int64_t{own});
    const bool is_long = own > shape.most_length || (own > shape.never_long && own > all / 6);
    parts = team_sum(warp, is_long ? parts_of(own) : 0);
    lengths[s * slice_size + warp.rank] = static_cast<std::uint8_t>(is_long ? 0 : own);
    const std::int64_t a = p.a.offsets[r];
    slice = {0, first, static_cast<unsigned>(a), p.words_for(p.a.offsets[r + 1] - a)};
    words = (all * slice.words + 1) / 2 * 2;  // pairs of words are loaded as one
  }
  const bool speaks = warp.rank == 0;
  const auto of_words = sptune::cuda::sum_in_block<gather_threads, 0>(speaks ? words : 0);
  const auto of_parts = sptune::cuda::sum_in_block<gather_threads, 1>(speaks ? parts : 0);
  const auto number = static_cast<int>(threadIdx.x / 32);
  if (number < 2) {
    const long long found = sptune::cuda::scan_tile(scan.tiles + number * scan.count, block,
                                                    number == 0 ? of_words.total : of_parts.total);
    if (speaks) before[number] = found;
  }
  __syncthreads();
  if (!there || !speaks) return;
  slice.first = before[0] + of_words.before;
  slices[s] = slice;
  first_part[s] = before[1] + of_parts.before;
  if (s + 1 < all_slices) return;
  totals->slice_words = slice.first + words;
  totals->parts = before[1] + of_parts.before + parts;
}

/// The parts of long entries. What `terms` counts becomes a cursor, or the number of the first
/// part.
__global__ void __launch_bounds__(gather_threads)
    place_parts(LayoutPattern p, const std::int64_t* first_slice, const std::int64_t* first_part,
                const std::uint8_t* lengths, const Slice* slices, LongPart* parts, int* terms) {
  const Team warp = team_of_lane(32);
  const std::int64_t s =
      (static_cast<std::int64_t>(blockIdx.x) * gather_threads + threadIdx.x) / 32;
  if (s >= first_slice[p.rows]) return;
  const Slice slice = slices[s];
  const int length = lengths[s * slice_size + warp.rank];
  const int own = terms[s * slice_size + warp.rank];
  std::int64_t before = team_sum(warp, length);  // products
  auto first = static_cast<int>(first_part[s]);
  int term = 0;
  unsigned longs = __ballot_sync(warp.mask, own > 0 && length == 0);
  for (; longs != 0; longs &= longs - 1U) {
    const int lane = __ffs(static_cast<int>(longs)) - 1;
    const int products = __shfl_sync(warp.mask, own, lane);
    const int count = parts_of(products);
    for (int i = warp.rank; i < count; i += 32) {
      const std::int64_t from = std::int64_t{products} * i / count;
      const std::int64_t to = std::int64_t{products} * (i + 1) / count;
      parts[first + i] = {slice.first + slice.words * (before + from),
                          slice.entry + lane,
                          slice.a,
                          slice.words,
                          static_cast<int>(to - from),
                          i,
                          count,
                          0};
    }
    if (warp.rank == lane) term = first;
    before += products;
    first += count;
  }
  terms[s * slice_size + warp.rank] = term;
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

/// Products of an entry of C come in any order.
__global__ void __launch_bounds__(gather_threads)
    write_slice_codes(LayoutPattern p, LayoutPrefixes sums, const Slice* slices,
                      const std::uint8_t* lengths, LongPart* parts, int* terms, unsigned* codes) {
  for_share(p, sums, [&](std::int64_t r, const PlacedProduct& at) {
    const std::int64_t in_slices = place_in_slices(p, sums, r, at.entry);
    const std::int64_t s = in_slices / slice_size;
    const auto lane = static_cast<int>(in_slices % slice_size);
    const Slice slice = slices[s];
    std::int64_t first = slice.first;
    int place = 0;
    if (lengths[in_slices] == 0) {
      LongPart& part = parts[terms[in_slices]];
      first = part.first;
      place = atomicAdd(&part.filled, 1);
    } else {
      place = place_in_slice(lengths + s * slice_size, lane, atomicAdd(terms + in_slices, 1));
    }
    const auto a = static_cast<unsigned>(at.a);
    write_code(codes + first, place, slice.words, a - slice.a, a, static_cast<unsigned>(at.b),
               p.b_bits);
  });
}

}  // namespace sptune::spgemm::hash_bins
