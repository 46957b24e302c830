// SPDX-License-Identifier: BSD-3-Clause
// Rows of C from few products: a team takes all of them at once, sorts their columns in registers
// and sums what is equal (expand, sort, compress: AC-SpGEMM, PPoPP 2019, does so for pieces of
// rows). Every entry of B is read once, and sums are made in the order of A's entries.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/fill_team.cuh"

namespace sptune::spgemm::cuda {

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

/// Room of a team in shared memory.
template <class V, int N>
struct ExpandRoom {
  static constexpr bool with_values = !std::is_void_v<V>;
  using Value = std::conditional_t<with_values, V, char>;
  alignas(16) unsigned keys[N];
  Value values[N];
  std::uint16_t starts[N + 2];
};

/// One row of at most Lanes entries of A and Lanes * Each products. Without values (V = void) it
/// counts, otherwise it fills.
template <class V, int Lanes, int Each, class Room>
__device__ __forceinline__ void expand_row(const Team& team, const Product<V>& c, std::int64_t r,
                                           Room& room) {
  constexpr bool with_values = Room::with_values;
  constexpr int n = Lanes * Each;
  constexpr unsigned key_bits = __builtin_ctz(n);
  const std::int64_t begin = c.a.offsets[r];
  const int count = static_cast<int>(c.a.offsets[r + 1] - begin);
  std::int64_t base = 0;
  int length = 0;
  typename Room::Value factor{};
  if (team.rank < count) {
    const Index k = __ldg(c.a.columns + begin + team.rank);
    base = c.b.offsets[k];
    length = static_cast<int>(c.b.offsets[k + 1] - base);
    if constexpr (with_values) factor = __ldg(c.a_values + begin + team.rank);
  }
  const int up_to = team_scan(team, length);
  const int start = up_to - length;
  base -= start;
  const int products = __shfl_sync(team.mask, up_to, Lanes - 1, Lanes);
  const Index low = c.row.low[r];
  unsigned key[Each];
  typename Room::Value value[Each];
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int p = j * Lanes + team.rank;
    int entry = 0;  // the last that begins at p or before
#pragma unroll
    for (int step = Lanes / 2; step > 0; step /= 2) {
      if (__shfl_sync(team.mask, start, entry + step, Lanes) <= p) entry += step;
    }
    const std::int64_t at = __shfl_sync(team.mask, base, entry, Lanes) + p;
    if constexpr (with_values) value[j] = __shfl_sync(team.mask, factor, entry, Lanes);
    key[j] = no_product;
    if (p >= products) continue;
    key[j] = static_cast<unsigned>(__ldg(c.b.columns + at) - low);
    if constexpr (with_values) value[j] *= __ldg(c.b_values + at);
  }
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int p = j * Lanes + team.rank;
    if (p >= products) continue;
    key[j] = key[j] << key_bits | static_cast<unsigned>(p);
    if constexpr (with_values) room.values[p] = value[j];
  }
  sort_in_registers<Lanes, Each>(team, key);

  const unsigned before = __shfl_up_sync(team.mask, key[Each - 1], 1U, Lanes);
  unsigned heads = 0;
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int i = team.rank * Each + j;
    const unsigned last = j == 0 ? before : key[j == 0 ? 0 : j - 1];
    if (i < products && (i == 0 || key[j] >> key_bits != last >> key_bits)) heads |= 1U << j;
  }
  const int mine = __popc(heads);
  const int so_far = team_scan(team, mine);
  const int entries = __shfl_sync(team.mask, so_far, Lanes - 1, Lanes);
  if constexpr (!with_values) {
    if (team.rank == 0) c.row.entries[r] = entries;
  } else {
    int head = so_far - mine;
#pragma unroll
    for (int j = 0; j < Each; ++j) {
      const int i = team.rank * Each + j;
      if (j % 4 == 0) {
        *reinterpret_cast<uint4*>(room.keys + i) =
            make_uint4(key[j], key[j + 1], key[j + 2], key[j + 3]);
      }
      if ((heads >> j & 1U) != 0) room.starts[head++] = static_cast<std::uint16_t>(i);
    }
    if (team.rank == 0) {
      room.starts[entries] = static_cast<std::uint16_t>(products);
      note_length(c.row, r, entries);
    }
    __syncwarp(team.mask);
    const std::int64_t to = c.row.offsets[r];
    for (int e = team.rank; e < entries; e += Lanes) {
      int i = room.starts[e];
      const int end = room.starts[e + 1];
      unsigned own = room.keys[i];
      V sum = room.values[own & (n - 1)];
      c.columns[to + e] = low + static_cast<Index>(own >> key_bits);
      while (++i < end) {
        own = room.keys[i];
        sum += room.values[own & (n - 1)];
      }
      c.values[to + e] = sum;
    }
  }
}

/// A team of `Lanes` per row. A warp takes rows of up to 128 products in half the registers.
template <class V, int Lanes>
__global__ void __launch_bounds__(team_threads) expand_rows(RowList list, Product<V> c) {
  constexpr int most = Lanes == 32 ? 8 : 4;
  __shared__ ExpandRoom<V, Lanes * most> rooms[team_threads / Lanes];
  const Team team = team_of_lane(Lanes);
  const int in_block = static_cast<int>(threadIdx.x) / Lanes;
  const int i = static_cast<int>(blockIdx.x) * (team_threads / Lanes) + in_block;
  if (i >= list.count) return;
  const std::int64_t r = list[i];
  if constexpr (Lanes == 32) {
    if (c.row.products[r] > 4 * Lanes) {
      expand_row<V, Lanes, 8>(team, c, r, rooms[in_block]);
      return;
    }
  }
  expand_row<V, Lanes, 4>(team, c, r, rooms[in_block]);
}

}  // namespace sptune::spgemm::cuda
