// SPDX-License-Identifier: BSD-3-Clause
// Rows of C from few products: a team takes all of them at once, sorts their columns in registers
// and sums what is equal (expand, sort, compress: AC-SpGEMM, PPoPP 2019, does so for pieces of
// rows). Every entry of B is read once, and sums are made in the order of A's entries.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/sort_lanes.cuh"
#include "kernels/spgemm/cuda/hash_bins/team_rows.cuh"

#include <cuda_pipeline_primitives.h>

#include <cstdint>
#include <type_traits>

namespace sptune::spgemm::hash_bins {

constexpr unsigned no_product = 0xffffffffU;  ///< its column is above every other

/// What the products of a row are multiplied with; of no concern where they are only counted.
template <class V>
using SortedValue = std::conditional_t<std::is_void_v<V>, char, V>;

/// A row of B that a row of A names, moved so that product p of the row of C is at columns[p].
template <class V>
struct RowOfProducts {
  const Index* columns;
  const V* values;
};
template <>
struct RowOfProducts<void> {
  const Index* columns;
};

/// Shared memory of a team.
template <class V, int Lanes, int Each>
struct SortStorage {
  static constexpr int n = Lanes * Each;
  /// The rows of B that are not empty, and a bit for each product that is the first of one.
  struct Expanding {
    alignas(16) RowOfProducts<V> rows[Lanes];
    SortedValue<V> factors[std::is_void_v<V> ? 1 : Lanes];
    unsigned begins[(n + 31) / 32];
  };
  struct Sorted {
    alignas(16) unsigned keys[n];
    std::uint16_t starts[n + 2];
  };
  union {
    Expanding expanding;
    Sorted sorted;
  };
  SortedValue<V> values[std::is_void_v<V> ? 1 : n];
};

/// The rows of B that a row of A names: this lane's, the first of whose products is product `start`
/// of the row.
template <class V>
struct RowsOfProducts {
  int products;  ///< of the whole row
  int start;
  int length;
  std::int64_t base;
  SortedValue<V> factor;
};

/// Of a row of at most Lanes entries of A.
template <class V, int Lanes>
__device__ __forceinline__ RowsOfProducts<V> rows_of_products(const Team& team, const Product<V>& c,
                                                              const RowOfA& a) {
  RowsOfProducts<V> out{};
  if (team.rank < a.entries) {
    const Index k = __ldg(c.a.columns + a.begin + team.rank);
    out.base = c.b.offsets[k];
    out.length = static_cast<int>(c.b.offsets[k + 1] - out.base);
    if constexpr (!std::is_void_v<V>) out.factor = __ldg(c.a_values + a.begin + team.rank);
  }
  const int up_to = team_scan(team, out.length);
  out.start = up_to - out.length;
  out.products = __shfl_sync(team.mask, up_to, Lanes - 1, Lanes);
  return out;
}

/// Keys are a column, less the row's first, and below it the number of the product.
constexpr unsigned key_bits = 8;

/// Whether values of B wait for the sort in registers. Where there are more, they go to shared
/// memory past the registers: otherwise the compiler has a few loads under way at a time.
template <class V, int Each>
constexpr bool keeps_values = Each * sizeof(SortedValue<V>) <= 32;

/// Products of a row, `Each` of them per lane.
template <class V, int Each>
struct ExpandedRow {
  unsigned key[Each];             ///< of product j * Lanes + rank, or no_product
  unsigned of_b[(Each + 3) / 4];  ///< place of its row of B in the storage, a byte for each
  SortedValue<V> value[keeps_values<V, Each> ? Each : 1];  ///< of B
};

/// Keys of the products of a row. B's values are on their way: all loads of a lane at once.
template <class V, int Lanes, int Each, class Storage>
[[nodiscard]] __device__ __forceinline__ ExpandedRow<V, Each> expand(const Team& team,
                                                                     const Product<V>& c,
                                                                     const RowsOfProducts<V>& rows,
                                                                     Index low, Storage& storage) {
  constexpr bool with_values = !std::is_void_v<V>;
  constexpr int words = (Lanes * Each + 31) / 32;
  auto& own = storage.expanding;
  const unsigned filled =
      __ballot_sync(team.mask, rows.length > 0) >> static_cast<unsigned>(team.base) & team.lanes();
  if (team.rank < words) own.begins[team.rank] = 0;
  __syncwarp(team.mask);
  if (rows.length > 0) {
    const int at = __popc(filled & ((1U << static_cast<unsigned>(team.rank)) - 1));
    const std::int64_t base = rows.base - rows.start;
    own.rows[at].columns = c.b.columns + base;
    if constexpr (with_values) {
      own.rows[at].values = c.b_values + base;
      own.factors[at] = rows.factor;
    }
    atomicOr(own.begins + (rows.start >> 5U), 1U << (rows.start & 31U));
  }
  __syncwarp(team.mask);
  const unsigned up_to_rank = (2U << static_cast<unsigned>(team.rank)) - 1;
  ExpandedRow<V, Each> out{};
  int before = -1;
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    unsigned begins = own.begins[j * Lanes / 32];
    if constexpr (Lanes < 32) {
      begins = begins >> static_cast<unsigned>(j * Lanes % 32) & team.lanes();
    }
    const int row = before + __popc(begins & up_to_rank);
    before += __popc(begins);
    const int p = j * Lanes + team.rank;
    if (p >= rows.products) continue;
    const RowOfProducts<V> b = own.rows[row];
    out.key[j] = static_cast<unsigned>(__ldg(b.columns + p));
    if constexpr (with_values) {
      if constexpr (keeps_values<V, Each>) {
        out.value[j] = __ldg(b.values + p);
      } else {
        __pipeline_memcpy_async(storage.values + p, b.values + p, sizeof(V));
      }
      out.of_b[j / 4] |= static_cast<unsigned>(row) << static_cast<unsigned>(j % 4 * 8);
    }
  }
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int p = j * Lanes + team.rank;
    out.key[j] = p < rows.products ? (out.key[j] - static_cast<unsigned>(low)) << key_bits |
                                         static_cast<unsigned>(p)
                                   : no_product;
  }
  return out;
}

/// Makes products of B's values, in the storage.
template <class V, int Lanes, int Each, class Storage>
__device__ __forceinline__ void multiply(const Team& team, const ExpandedRow<V, Each>& row,
                                         int products, Storage& storage) {
  if constexpr (!keeps_values<V, Each>) {
    __pipeline_commit();
    __pipeline_wait_prior(0);
  }
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int p = j * Lanes + team.rank;
    if (p >= products) continue;
    const unsigned place = row.of_b[j / 4] >> static_cast<unsigned>(j % 4 * 8) & 0xffU;
    const V factor = storage.expanding.factors[place];
    if constexpr (keeps_values<V, Each>) {
      storage.values[p] = factor * row.value[j];
    } else {
      storage.values[p] *= factor;
    }
  }
}

/// Sorts the products of a row of at most Lanes entries of A and Lanes * Each products, whose
/// columns are `low` and above, and returns how many entries it has. Unless they are only counted
/// (V = void), keys go to the storage in order, and where each entry's products start and the last
/// one's end.
template <class V, int Lanes, int Each, class Storage>
[[nodiscard]] __device__ __forceinline__ int sort_products(const Team& team, const Product<V>& c,
                                                           const RowsOfProducts<V>& rows, Index low,
                                                           Storage& storage) {
  constexpr int n = Lanes * Each;
  static_assert(n <= 1 << key_bits);
  auto row = expand<V, Lanes, Each>(team, c, rows, low, storage);
  auto& key = row.key;
  sort_in_registers(team, key, Lanes);

  const unsigned before = __shfl_up_sync(team.mask, key[Each - 1], 1U, Lanes);
  unsigned heads = 0;
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const unsigned last = j > 0 ? key[j - 1] : team.rank > 0 ? before : ~key[0];
    if ((key[j] ^ last) >> key_bits != 0) heads |= 1U << j;
  }
  const int mine = __popc(heads);
  const int so_far = team_scan(team, mine);
  // Where there are keys of no product, the first is a head, too: it ends the last entry.
  const int entries =
      __shfl_sync(team.mask, so_far, Lanes - 1, Lanes) - (rows.products < n ? 1 : 0);
  if constexpr (!std::is_void_v<V>) {
    multiply<V, Lanes>(team, row, rows.products, storage);
    auto& own = storage.sorted;
    int head = so_far - mine;
    __syncwarp(team.mask);  // factors were where keys go
#pragma unroll
    for (int j = 0; j < Each; ++j) {
      const int i = team.rank * Each + j;
      if constexpr (Each % 4 == 0) {
        if (j % 4 == 0) {
          *reinterpret_cast<uint4*>(own.keys + i) =
              make_uint4(key[j], key[j + 1], key[j + 2], key[j + 3]);
        }
      } else if (j % 2 == 0) {
        *reinterpret_cast<uint2*>(own.keys + i) = make_uint2(key[j], key[j + 1]);
      }
      if ((heads >> j & 1U) != 0) own.starts[head++] = static_cast<std::uint16_t>(i);
    }
    if (rows.products == n && team.rank == 0) own.starts[entries] = n;
    __syncwarp(team.mask);
  }
  return entries;
}

/// Where the entries of a row of C go.
template <class V>
struct RowOfC {
  Index* columns;
  V* values;
};

/// Writes the sums of sorted products with one column.
template <class V, int Lanes, class Storage>
__device__ __forceinline__ void sum_sorted(const Team& team, const Storage& storage, Index low,
                                           int entries, const RowOfC<V>& to) {
  constexpr unsigned numbers = (1U << key_bits) - 1;
  const auto& own = storage.sorted;
  for (int e = team.rank; e < entries; e += Lanes) {
    int i = own.starts[e];
    const int end = own.starts[e + 1];
    unsigned key = own.keys[i];
    V sum = storage.values[key & numbers];
    to.columns[e] = low + static_cast<Index>(key >> key_bits);
    while (++i < end) {
      key = own.keys[i];
      sum += storage.values[key & numbers];
    }
    to.values[e] = sum;
  }
}

/// Most products of a row for each lane of a team that sorts.
template <int Lanes>
constexpr int most_sorted_by_lane = Lanes >= 16 ? 8 : 4;

/// One row of at most Lanes entries of A, whose columns are `low` and above, by as few keys a lane
/// as hold the products, in all teams of a warp that goes in step. All lanes of the team call
/// `place` with the number of entries: without values (V = void) that is all, otherwise it says
/// where they go.
template <class V, int Lanes, class Storage, class Place>
__device__ __forceinline__ void sort_row(const Team& team, const Product<V>& c,
                                         const RowsOfProducts<V>& rows, Index low, Storage& storage,
                                         Place&& place) {
  int entries = 0;
  if constexpr (most_sorted_by_lane<Lanes> == 4) {
    entries = sort_products<V, Lanes, 4>(team, c, rows, low, storage);
  } else if (!__any_sync(team.mask, rows.products > 4 * Lanes)) {
    entries = sort_products<V, Lanes, 4>(team, c, rows, low, storage);
  } else if (!__any_sync(team.mask, rows.products > 6 * Lanes)) {
    entries = sort_products<V, Lanes, 6>(team, c, rows, low, storage);
  } else {
    entries = sort_products<V, Lanes, 8>(team, c, rows, low, storage);
  }
  if constexpr (std::is_void_v<V>) {
    place(entries);
  } else {
    sum_sorted<V, Lanes>(team, storage, low, entries, place(entries));
  }
}

/// A team of `Lanes` per row.
template <int Lanes>
struct SortBody : PlainBody {
  template <class V>
  using Storage = SortStorage<V, Lanes, most_sorted_by_lane<Lanes>>;
  template <class V>
  static constexpr int storage = team_threads / Lanes* static_cast<int>(sizeof(Storage<V>));
  static constexpr int blocks = 12;  // 40 registers a thread: rows wait for memory
  template <class V, bool Ordered>
  static __device__ __forceinline__ void run(const TeamBin& bin, const TeamCommon& /*common*/,
                                             const Product<V>& c, int block, uint4* memory) {
    const std::int64_t r = bin.row<Lanes>(block);
    if (r < 0) return;
    const Team team = team_in_step(Lanes);
    Storage<V>& own = reinterpret_cast<Storage<V>*>(memory)[threadIdx.x / Lanes];
    // Asked for before the row is sorted.
    const Index low = c.row.low[r];
    std::int64_t to = 0;
    if constexpr (!std::is_void_v<V>) to = c.row.offsets[r];
    const auto rows = rows_of_products<V, Lanes>(team, c, RowOfA::of(c.a, r));
    sort_row<V, Lanes>(team, c, rows, low, own, [&](int entries) {
      if constexpr (std::is_void_v<V>) {
        if (team.rank == 0) c.row.entries[r] = entries;
      } else {
        if (team.rank == 0) record_length(c.row, r, entries);
        return RowOfC<V>{c.columns + to, c.values + to};
      }
    });
  }
};

/// Lanes that sort the products of a row, 0 when it is left to others. Keys are columns and places.
template <class Row>
[[nodiscard]] __device__ __forceinline__ int sort_lanes(const Row& row, const Limits& l) {
  const int p = row.facts.products;
  if (p > l.sort_products || row.entries_of_a > 32 || row.facts.span >= 1 << 24) return 0;
  if (p <= 8 * most_sorted_by_lane<8> && row.entries_of_a <= 8) return 8;
  return p <= 16 * most_sorted_by_lane<16> && row.entries_of_a <= 16 ? 16 : 32;
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
