// SPDX-License-Identifier: BSD-3-Clause
// Rows of C from few products: a team takes all of them at once, sorts their columns in registers
// and sums what is equal (expand, sort, compress: AC-SpGEMM, PPoPP 2019, does so for pieces of
// rows). Every entry of B is read once, and sums are made in the order of A's entries.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

#include <cstdint>
#include <type_traits>

namespace sptune::spgemm::hash_bins {

constexpr unsigned no_product = 0xffffffffU;  ///< above every key

/// Sorts the keys of a team by Batcher's bitonic network, `Each` of them per lane: those of rank r
/// come to be the r-th `Each` in order.
template <int Lanes, int Each>
__device__ __forceinline__ void sort_in_registers(const Team& team, unsigned (&key)[Each]) {
#pragma unroll
  for (int run = 2; run <= Lanes * Each; run *= 2) {
#pragma unroll
    for (int step = run / 2; step > 0; step /= 2) {
      if (step < Each) {
#pragma unroll
        for (int j = 0; j < Each; ++j) {
          if ((j & step) != 0) continue;
          const bool up = ((team.rank * Each + j) & run) == 0;
          const unsigned x = key[j];
          const unsigned y = key[j | step];
          key[j] = up ? min(x, y) : max(x, y);
          key[j | step] = up ? max(x, y) : min(x, y);
        }
      } else {
        const bool least = ((team.rank * Each) & step) == 0 == (((team.rank * Each) & run) == 0);
#pragma unroll
        for (int j = 0; j < Each; ++j) {
          const unsigned other = __shfl_xor_sync(team.mask, key[j], step / Each, Lanes);
          key[j] = least ? min(key[j], other) : max(key[j], other);
        }
      }
    }
  }
}

/// What the products of a row are multiplied with; of no concern where they are only counted.
template <class V>
using SortedValue = std::conditional_t<std::is_void_v<V>, char, V>;

/// Shared memory of a team.
template <class V, int N>
struct SortStorage {
  alignas(16) unsigned keys[N];
  SortedValue<V> values[N];
  std::uint16_t starts[N + 2];
};

/// The rows of B that a row of A names: this lane's, less its first product, which is product
/// `start` of the row.
template <class Value>
struct RowsOfProducts {
  int products;  ///< of the whole row
  int start;
  std::int64_t base;
  Value factor;
};

/// Of a row of at most Lanes entries of A.
template <class V, int Lanes>
__device__ __forceinline__ RowsOfProducts<SortedValue<V>> rows_of_products(const Team& team,
                                                                           const Product<V>& c,
                                                                           const RowOfA& a) {
  RowsOfProducts<SortedValue<V>> out{};
  int length = 0;
  if (team.rank < a.entries) {
    const Index k = __ldg(c.a.columns + a.begin + team.rank);
    out.base = c.b.offsets[k];
    length = static_cast<int>(c.b.offsets[k + 1] - out.base);
    if constexpr (!std::is_void_v<V>) out.factor = __ldg(c.a_values + a.begin + team.rank);
  }
  const int up_to = team_scan(team, length);
  out.start = up_to - length;
  out.base -= out.start;
  out.products = __shfl_sync(team.mask, up_to, Lanes - 1, Lanes);
  return out;
}

/// Products of a row in registers: the key of product j * Lanes + rank is its column less the row's
/// first, or no_product.
template <class Value, int Each>
struct ExpandedRow {
  unsigned key[Each];
  Value value[Each];
};

template <class V, int Lanes, int Each>
__device__ __forceinline__ ExpandedRow<SortedValue<V>, Each> expand(
    const Team& team, const Product<V>& c, const RowsOfProducts<SortedValue<V>>& rows, Index low) {
  constexpr bool with_values = !std::is_void_v<V>;
  ExpandedRow<SortedValue<V>, Each> out;
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int p = j * Lanes + team.rank;
    int entry = 0;  // the last that begins at p or before
#pragma unroll
    for (int step = Lanes / 2; step > 0; step /= 2) {
      if (__shfl_sync(team.mask, rows.start, entry + step, Lanes) <= p) entry += step;
    }
    const std::int64_t at = __shfl_sync(team.mask, rows.base, entry, Lanes) + p;
    if constexpr (with_values) out.value[j] = __shfl_sync(team.mask, rows.factor, entry, Lanes);
    out.key[j] = no_product;
    if (p >= rows.products) continue;
    out.key[j] = static_cast<unsigned>(__ldg(c.b.columns + at) - low);
    if constexpr (with_values) out.value[j] *= __ldg(c.b_values + at);
  }
  return out;
}

/// Where the entries of a row of C go.
template <class V>
struct RowOfC {
  Index* columns;
  V* values;
};

/// Writes the sums of products with one column; `heads`: which of the lane's sorted keys are the
/// first of their column, the first of these being entry `head` of the row.
template <class V, int Lanes, int Each, class Storage, class Place>
__device__ __forceinline__ void compress(const Team& team, const ExpandedRow<V, Each>& row,
                                         int products, Index low, unsigned heads, int head,
                                         int entries, Storage& storage, Place&& place) {
  constexpr int n = Lanes * Each;
  constexpr unsigned key_bits = __builtin_ctz(n);
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int i = team.rank * Each + j;
    if (j % 4 == 0) {
      *reinterpret_cast<uint4*>(storage.keys + i) =
          make_uint4(row.key[j], row.key[j + 1], row.key[j + 2], row.key[j + 3]);
    }
    if ((heads >> j & 1U) != 0) storage.starts[head++] = static_cast<std::uint16_t>(i);
  }
  if (team.rank == 0) storage.starts[entries] = static_cast<std::uint16_t>(products);
  __syncwarp(team.mask);
  const RowOfC<V> to = place(entries);
  for (int e = team.rank; e < entries; e += Lanes) {
    int i = storage.starts[e];
    const int end = storage.starts[e + 1];
    unsigned own = storage.keys[i];
    V sum = storage.values[own & (n - 1)];
    to.columns[e] = low + static_cast<Index>(own >> key_bits);
    while (++i < end) {
      own = storage.keys[i];
      sum += storage.values[own & (n - 1)];
    }
    to.values[e] = sum;
  }
}

/// One row of at most Lanes entries of A and Lanes * Each products, whose columns are `low` and
/// above. All lanes of the team call `place` with the number of entries: without values (V = void)
/// that is all, otherwise it says where they go.
template <class V, int Lanes, int Each, class Storage, class Place>
__device__ __forceinline__ void expand_row(const Team& team, const Product<V>& c,
                                           const RowsOfProducts<SortedValue<V>>& rows, Index low,
                                           Storage& storage, Place&& place) {
  constexpr bool with_values = !std::is_void_v<V>;
  constexpr unsigned key_bits = __builtin_ctz(Lanes * Each);
  auto row = expand<V, Lanes, Each>(team, c, rows, low);
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int p = j * Lanes + team.rank;
    if (p >= rows.products) continue;
    row.key[j] = row.key[j] << key_bits | static_cast<unsigned>(p);
    if constexpr (with_values) storage.values[p] = row.value[j];
  }
  sort_in_registers<Lanes, Each>(team, row.key);

  const unsigned before = __shfl_up_sync(team.mask, row.key[Each - 1], 1U, Lanes);
  unsigned heads = 0;
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int i = team.rank * Each + j;
    const unsigned last = j == 0 ? before : row.key[j == 0 ? 0 : j - 1];
    if (i < rows.products && (i == 0 || row.key[j] >> key_bits != last >> key_bits)) {
      heads |= 1U << j;
    }
  }
  const int mine = __popc(heads);
  const int so_far = team_scan(team, mine);
  const int entries = __shfl_sync(team.mask, so_far, Lanes - 1, Lanes);
  if constexpr (with_values) {
    compress<V, Lanes, Each>(team, row, rows.products, low, heads, so_far - mine, entries, storage,
                             place);
  } else {
    place(entries);
  }
}

/// Most products of a row for each lane of a team that sorts.
template <int Lanes>
constexpr int most_sorted_by_lane = Lanes == 32 ? 8 : 4;

/// The same by Each = 8 or 4: a warp takes rows of up to 128 products in half the registers.
template <class V, int Lanes, class Storage, class Place>
__device__ __forceinline__ void sort_row(const Team& team, const Product<V>& c,
                                         const RowsOfProducts<SortedValue<V>>& rows, Index low,
                                         Storage& storage, Place&& place) {
  if constexpr (most_sorted_by_lane<Lanes> == 8) {
    if (rows.products > 4 * Lanes) {
      expand_row<V, Lanes, 8>(team, c, rows, low, storage, place);
      return;
    }
  }
  expand_row<V, Lanes, 4>(team, c, rows, low, storage, place);
}

/// A team of `Lanes` per row.
template <int Lanes>
struct SortBody {
  template <class V>
  using Storage = SortStorage<V, Lanes * most_sorted_by_lane<Lanes>>;
  template <class V>
  static constexpr int storage = team_threads / Lanes* static_cast<int>(sizeof(Storage<V>));
  static constexpr bool dynamic = false;
  static constexpr bool orders = false;
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& /*common*/,
                                             const Product<V>& c, int block, uint4* memory) {
    const std::int64_t r = bin.row<Lanes>(block);
    if (r < 0) return;
    const Team team = team_in_step(Lanes);
    Storage<V>& own = reinterpret_cast<Storage<V>*>(memory)[threadIdx.x / Lanes];
    const auto rows = rows_of_products<V, Lanes>(team, c, RowOfA::of(c.a, r));
    sort_row<V, Lanes>(team, c, rows, c.row.low[r], own, [&](int entries) {
      if constexpr (std::is_void_v<V>) {
        if (team.rank == 0) c.row.entries[r] = entries;
      } else {
        if (team.rank == 0) record_length(c.row, r, entries);
        const std::int64_t to = c.row.offsets[r];
        return RowOfC<V>{c.columns + to, c.values + to};
      }
    });
  }
};

/// Lanes that sort the products of a row, 0 when it is left to others. Keys are columns and places.
template <class Row>
[[nodiscard]] __device__ __forceinline__ int sort_lanes(const Row& row, const Limits& l) {
  const int p = row.facts.products;
  if (p > l.sort_products || row.entries_of_a > 32 || row.facts.span > 1 << 24) return 0;
  return p <= 32 && row.entries_of_a <= 8 ? 8 : p <= 64 && row.entries_of_a <= 16 ? 16 : 32;
}
template <int Lanes, class Row>
[[nodiscard]] __device__ __forceinline__ BinChoice place_sorted(const Row& row, const Limits& l) {
  const int lanes = sort_lanes(row, l);
  return lanes > 0 && lanes <= Lanes ? BinChoice{0, row.facts.span} : cannot;
}
template <int Lanes>
[[nodiscard]] constexpr std::string_view sort_name() {
  return Lanes == 8 ? "sort_8" : Lanes == 16 ? "sort_16" : "sort_32";
}

template <int Lanes>
struct CountSort {
  using Body = SortBody<Lanes>;
  static constexpr std::string_view name = sort_name<Lanes>();
  static constexpr int bins = 1;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const CountRow& row,
                                                                  const Limits& l) {
    return place_sorted<Lanes>(row, l);
  }
  [[nodiscard]] static TeamBin team_bin(const CountLaunch& at, int bin) {
    return {at.bins.list(bin), Lanes, 0, 0, false};
  }
};

template <int Lanes>
struct FillSort {
  using Body = SortBody<Lanes>;
  static constexpr std::string_view name = sort_name<Lanes>();
  static constexpr int bins = 1;
  static constexpr bool replayed = true;
  [[nodiscard]] static __device__ __forceinline__ BinChoice place(const FillRow& row,
                                                                  const Limits& l) {
    return place_sorted<Lanes>(row, l);
  }
  template <class V>
  [[nodiscard]] static TeamBin team_bin(const Launch<V>& at, int bin) {
    return {at.bins.list(bin), Lanes, 0, 0, false};
  }
};

}  // namespace sptune::spgemm::hash_bins
