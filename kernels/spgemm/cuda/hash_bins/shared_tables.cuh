// SPDX-License-Identifier: BSD-3-Clause
// Tables of a row of C in shared memory, and the order of their keys.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/shared_memory.cuh"
#include "kernels/spgemm/cuda/hash_bins/sort_lanes.cuh"
#include "kernels/spgemm/cuda/hash_table.cuh"

namespace sptune::spgemm::hash_bins {

/// A table with values: keys apart from values. Once all is summed its keys make room for the pairs
/// (column, slot) that are sorted: half the slots are free, so the memory suffices.
template <class V>
struct Table {
  V* values;
  Index* keys;
  int bits;
  [[nodiscard]] __device__ __forceinline__ int slots() const { return 1 << bits; }
};

/// Shared memory of such a table.
__host__ __device__ constexpr int table_bytes(int slots, int value_size) {
  return slots * (value_size + 4);
}

/// Slots per thread at most, where a table is sorted.
constexpr int most_slots_per_thread = 16;

template <class V>
__device__ __forceinline__ Table<V> table_at(unsigned char* memory, int bits) {
  auto* const values = reinterpret_cast<V*>(memory);
  return {values, reinterpret_cast<Index*>(values + (1 << bits)), bits};
}

/// A column and the slot that holds its value, as one number in the order of the columns: narrow
/// ones where span and slots leave bits, since sorting is bound by the traffic in shared memory.
template <class Key>
struct PairCode {
  Index low;
  int shift;
  [[nodiscard]] __device__ __forceinline__ Key of(Index column, int slot) const {
    return static_cast<Key>(static_cast<unsigned>(column - low)) << shift |
           static_cast<Key>(static_cast<unsigned>(slot));
  }
  [[nodiscard]] __device__ __forceinline__ Index column(Key pair) const {
    return low + static_cast<Index>(pair >> shift);
  }
  [[nodiscard]] __device__ __forceinline__ int slot(Key pair) const {
    return static_cast<int>(pair & ((Key{1} << shift) - 1));
  }
};

/// Sorts `count` pairs in shared memory by Batcher's bitonic network (1968); there must be room up
/// to the next power of two. All lanes of the team call this together.
template <class Key>
__device__ __forceinline__ void sort_by_team(Key* pairs, int count, const Team& team) {
  const int n = 1 << bits_for(count, 1);
  for (int i = count + team.rank; i < n; i += team.size) pairs[i] = static_cast<Key>(~Key{0});
  for (int run = 2; run <= n; run *= 2) {
    for (int step = run / 2; step > 0; step /= 2) {
      __syncwarp(team.mask);
      for (int t = team.rank; t < n / 2; t += team.size) {
        const int i = 2 * t - (t & (step - 1));
        const Key x = pairs[i];
        const Key y = pairs[i + step];
        if ((x > y) == ((i & run) == 0)) {
          pairs[i] = y;
          pairs[i + step] = x;
        }
      }
    }
  }
  __syncwarp(team.mask);
}

/// The same for keys of 32 bits and at most `Each` for each lane, in registers: a launch of rows of
/// 65 to 256 entries in tables took 80 µs by shared memory and takes 62 (gemsec_deezer_HU, H200,
/// docs/measurements/spgemm-gpu.md).
template <int Each>
__device__ __forceinline__ void sort_by_lanes(unsigned* keys, int count, const Team& team) {
  unsigned key[Each];
#pragma unroll
  for (int j = 0; j < Each; ++j) {
    const int i = team.rank + j * team.size;
    key[j] = i < count ? keys[i] : ~0U;
  }
  sort_in_registers(team, key, team.size);
  __syncwarp(team.mask);
#pragma unroll
  for (int j = 0; j < Each; j += 4) {
    const int i = team.rank * Each + j;
    if (i < count) {
      *reinterpret_cast<uint4*>(keys + i) = make_uint4(key[j], key[j + 1], key[j + 2], key[j + 3]);
    }
  }
  __syncwarp(team.mask);
}

/// Sorts `count` keys; there must be room up to the next power of two, and for four, 16-byte
/// aligned.
__device__ __forceinline__ void sort_keys(unsigned* keys, int count, const Team& team) {
  __syncwarp(team.mask);
  if (count <= 4 * team.size) {
    sort_by_lanes<4>(keys, count, team);
  } else if (count <= 8 * team.size) {
    sort_by_lanes<8>(keys, count, team);
  } else {
    sort_by_team(keys, count, team);
  }
}

/// One step of the network between lanes: the lane keeps the lesser of two when `least`.
template <class Key>
__device__ __forceinline__ Key exchange(Key mine, int step, bool least) {
  const Key other = __shfl_xor_sync(0xffffffffU, mine, step);
  return (mine < other) == least ? mine : other;
}

/// The same by a block of whole warps, for room up to the next power of two and 64 at least. Steps
/// over 32 places and fewer are made in registers, 64 pairs per warp at a time.
template <class Key>
__device__ __forceinline__ void sort_by_block(Key* pairs, int count, int rank, int size) {
  const int n = 1 << bits_for(count, 6);
  const int lane = rank & 31;
  for (int i = count + rank; i < n; i += size) pairs[i] = static_cast<Key>(~Key{0});
  __syncthreads();
  // Runs of up to 64 in one go, then each longer run with its short steps together.
  for (int run = 64; run <= n; run *= 2) {
    for (int step = run / 2; step >= 64; step /= 2) {
      for (int t = rank; t < n / 2; t += size) {
        const int i = 2 * t - (t & (step - 1));
        const Key x = pairs[i];
        const Key y = pairs[i + step];
        if ((x > y) == ((i & run) == 0)) {
          pairs[i] = y;
          pairs[i + step] = x;
        }
      }
      __syncthreads();
    }
    for (int from = (rank >> 5) * 64; from < n; from += size * 2) {
      Key x = pairs[from + lane];
      Key y = pairs[from + 32 + lane];
      if (run == 64) {
        for (int own = 2; own <= 32; own *= 2) {
          for (int step = own / 2; step > 0; step /= 2) {
            const bool lower = (lane & step) == 0;
            // Of the two halves the second sorts its runs of 32 downwards.
            x = exchange(x, step, lower == (own == 32 || (lane & own) == 0));
            y = exchange(y, step, lower == (own != 32 && (lane & own) == 0));
          }
        }
      }
      const bool up = (from & run) == 0;
      if ((x > y) == up) {
        const Key z = x;
        x = y;
        y = z;
      }
#pragma unroll
      for (int step = 16; step > 0; step /= 2) {
        const bool lower = (lane & step) == 0;
        x = exchange(x, step, lower == up);
        y = exchange(y, step, lower == up);
      }
      pairs[from + lane] = x;
      pairs[from + 32 + lane] = y;
    }
    __syncthreads();
  }
}

/// The lanes that share a row, alone or as a whole block: their barrier, prefix sum and sort.
struct TeamGroup {
  Team team;
  [[nodiscard]] __device__ __forceinline__ int rank() const { return team.rank; }
  [[nodiscard]] __device__ __forceinline__ int size() const { return team.size; }
  __device__ __forceinline__ void synchronize() const { __syncwarp(team.mask); }
  __device__ __forceinline__ int scan(int v, int& total) const {
    const int up_to = team_scan(team, v);
    total = __shfl_sync(team.mask, up_to, team.base + team.size - 1);
    return up_to - v;
  }
  __device__ __forceinline__ void sort(unsigned* keys, int count) const {
    sort_keys(keys, count, team);
  }
};
struct BlockGroup {
  [[nodiscard]] __device__ __forceinline__ int rank() const {
    return static_cast<int>(threadIdx.x);
  }
  [[nodiscard]] __device__ __forceinline__ int size() const { return static_cast<int>(blockDim.x); }
  __device__ __forceinline__ void synchronize() const { __syncthreads(); }
  __device__ __forceinline__ int scan(int v, int& total) const { return block_scan(v, total); }
  __device__ __forceinline__ void sort(unsigned* keys, int count) const {
    sort_by_block(keys, count, rank(), size());
  }
};

/// Zeroes a table. A barrier must follow.
template <class V>
__device__ __forceinline__ void clear_table(const Table<V>& t, int rank, int size) {
  fill_words(t.values, t.slots() * static_cast<int>(sizeof(V) / 4), 0, rank, size);
  fill_words(t.keys, t.slots(), empty_key, rank, size);
}

/// Writes a table out in the order of its columns and returns how many they are. `scan` gives each
/// of the `size` threads the sum over those before it and over all, `synchronize` is their barrier
/// and `sort` sorts so many pairs.
template <class Key, class V, class Scan, class Synchronize, class Sort>
__device__ __forceinline__ int write_sorted(const Table<V>& t, const PairCode<Key>& code, int rank,
                                            int size, Index* columns, V* values, Scan&& scan,
                                            Synchronize&& synchronize, Sort&& sort) {
  Index keys[most_slots_per_thread];
  int mine = 0;
#pragma unroll
  for (int j = 0; j < most_slots_per_thread; ++j) {
    const int slot = rank + j * size;
    keys[j] = slot < t.slots() ? t.keys[slot] : empty_key;
    mine += keys[j] != empty_key ? 1 : 0;
  }
  int entries = 0;
  int at = scan(mine, entries);
  synchronize();  // all keys are in registers: their memory becomes the pairs
  auto* const pairs = reinterpret_cast<Key*>(t.keys);
#pragma unroll
  for (int j = 0; j < most_slots_per_thread; ++j) {
    if (keys[j] != empty_key) pairs[at++] = code.of(keys[j], rank + j * size);
  }
  sort(pairs, entries);
  for (int i = rank; i < entries; i += size) {
    const Key pair = pairs[i];
    columns[i] = code.column(pair);
    values[i] = t.values[code.slot(pair)];
  }
  return entries;
}

}  // namespace sptune::spgemm::hash_bins
