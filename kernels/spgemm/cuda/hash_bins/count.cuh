// SPDX-License-Identifier: BSD-3-Clause
// The symbolic phase: how many entries each row of C has. Keys and bits are claimed atomically, so
// that any number of lanes may look at any number of rows of B at once.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/product.cuh"
#include "kernels/spgemm/cuda/hash_table.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// How the columns of a row of C are found to be equal while they are counted.
enum class Count : std::uint8_t { keys, bits, words };

/// A team per row. `team_words` 32-bit words of shared memory each (a multiple of 4).
__global__ void __launch_bounds__(team_threads)
    count_by_team(RowList list, Pattern a, Pattern b, Masks masks, RowArrays row, int team_size,
                  int lanes, int team_words, Count how, Hash hash) {
  __shared__ uint4 stage[team_threads];
  with_team<1>(team_size, stage, [&](const StagedTeam& team) {
    const int in_block = static_cast<int>(threadIdx.x) / team.size;
    const int i = static_cast<int>(blockIdx.x) * (team_threads / team.size) + in_block;
    if (i >= list.count) return;
    const std::int64_t r = list[i];
    auto* const words = reinterpret_cast<unsigned*>(shared_memory()) + in_block * team_words;
    const std::int64_t begin = a.offsets[r];
    const int entries = static_cast<int>(a.offsets[r + 1] - begin);
    const int met = masks.on() ? row.words[r] : row.products[r];
    const int own_lanes = row_lanes(met, entries, lanes, team.size);
    int fresh = 0;
    int blocks = 0;
    if (how == Count::bits) {
      const Index low = row.low[r] >> 5;
      fill_words(words, (row.span[r] + 31) / 32, 0, team.rank, team.size);
      __syncwarp(team.mask);
      for_bits(a, b, masks, begin, entries, team, own_lanes, [&](Index block, unsigned bits) {
        fresh += set_bits(words + (block - low), bits, blocks);
      });
    } else if (how == Count::words) {
      MaskTable table{reinterpret_cast<uint2*>(words),
                      bits_for(2 * static_cast<std::int64_t>(met), least_mask_bits), hash};
      table.clear(team.rank, team.size);
      __syncwarp(team.mask);
      for_bits(a, b, masks, begin, entries, team, own_lanes,
               [&](Index block, unsigned bits) { fresh += table.insert(block, bits, blocks); });
    } else {
      auto* const keys = reinterpret_cast<Index*>(words);
      const int bits = bits_for(2 * static_cast<std::int64_t>(row.products[r]), 5);
      fill_words(keys, 1 << bits, empty_key, team.rank, team.size);
      __syncwarp(team.mask);
      for_products<false>(a, Columns{b}, begin, entries, team,
                          row_lanes(row.products[r], entries, lanes, team.size), nullptr,
                          [&](Index c) { claim(keys, bits, hash, c, fresh); });
    }
    fresh = team_sum(team, fresh);
    blocks = team_sum(team, blocks);
    if (team.rank != 0) return;
    row.entries[r] = fresh;
    if (masks.on()) row.blocks[r] = blocks;
  });
}

/// A block per row. With `columns` > 0 a bitmap of that many columns, in passes where the span is
/// wider; otherwise a hash table of at most 2^most_bits slots.
__global__ void __launch_bounds__(1024)
    count_by_block(RowList list, Pattern a, Pattern b, Masks masks, RowArrays row, int lanes,
                   int columns, int most_bits, Hash hash) {
  __shared__ int total;
  __shared__ int total_blocks;
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const auto rank = static_cast<int>(threadIdx.x);
  const auto size = static_cast<int>(blockDim.x);
  auto* const words = reinterpret_cast<unsigned*>(shared_memory());
  const std::int64_t begin = a.offsets[r];
  const int entries = static_cast<int>(a.offsets[r + 1] - begin);
  const int products = row.products[r];
  const int threads = row_lanes(products, entries, lanes, 32);
  const Team team = team_of_block(threads);
  const int own_lanes = min(threads, 32);
  int fresh = 0;
  int blocks = 0;
  if (rank == 0) total = total_blocks = 0;
  if (columns > 0) {
    const std::int64_t low = row.low[r];
    const std::int64_t end = low + row.span[r];
    for (std::int64_t from = low; from < end; from += columns) {
      const std::int64_t to = min(from + columns, end);
      if (from > low) __syncthreads();
      fill_words(words, static_cast<int>(to - from + 31) / 32, 0, rank, size);
      __syncthreads();
      if (end - low <= columns) {
        const Index first = static_cast<Index>(low >> 5);
        const int met = masks.on() ? row_lanes(row.words[r], entries, lanes, 32) : own_lanes;
        for_bits(a, b, masks, begin, entries, team, met, [&](Index block, unsigned bits) {
          fresh += set_bits(words + (block - first), bits, blocks);
        });
      } else {
        const Window window{static_cast<Index>(from), static_cast<Index>(to)};
        for_products<false>(a, Columns{b}, begin, entries, team, own_lanes, &window, [&](Index c) {
          fresh += set_bit(words, static_cast<unsigned>(c - window.low));
        });
      }
    }
  } else {
    auto* const keys = reinterpret_cast<Index*>(words);
    const int bits = min(bits_for(2 * static_cast<std::int64_t>(products), 7), most_bits);
    fill_words(keys, 1 << bits, empty_key, rank, size);
    __syncthreads();
    for_products<false>(a, Columns{b}, begin, entries, team, own_lanes, nullptr,
                        [&](Index c) { claim(keys, bits, hash, c, fresh); });
    __syncthreads();  // `total` was set by another warp
  }
  fresh = team_sum(team, fresh);
  blocks = team_sum(team, blocks);
  if (team.rank == 0 && fresh > 0) {
    atomicAdd(&total, fresh);
    atomicAdd(&total_blocks, blocks);
  }
  __syncthreads();
  if (rank != 0) return;
  row.entries[r] = total;
  if (masks.on()) row.blocks[r] = total_blocks;
}

/// A block per window of `columns` columns of an oversized row; `windows` of them per row at most.
/// Leaves the count of each window, so that the numeric phase knows where it begins.
__global__ void __launch_bounds__(1024)
    count_windows(const Index* oversized, Pattern a, Pattern b, RowArrays row, int lanes,
                  int columns, int windows, int* window_entries) {
  __shared__ int total;
  const int g = static_cast<int>(blockIdx.x) / windows;
  const int w = static_cast<int>(blockIdx.x) % windows;
  const std::int64_t r = oversized[g];
  const std::int64_t low = row.low[r] + static_cast<std::int64_t>(w) * columns;
  const std::int64_t end = static_cast<std::int64_t>(row.low[r]) + row.span[r];
  if (low >= end) return;
  const Window window{static_cast<Index>(low), static_cast<Index>(min(low + columns, end))};
  auto* const words = reinterpret_cast<unsigned*>(shared_memory());
  if (threadIdx.x == 0) total = 0;
  fill_words(words, (columns + 31) / 32, 0, static_cast<int>(threadIdx.x),
             static_cast<int>(blockDim.x));
  __syncthreads();
  const std::int64_t begin = a.offsets[r];
  const int entries = static_cast<int>(a.offsets[r + 1] - begin);
  const int threads = row_lanes(row.products[r], entries, lanes, 32);
  const Team team = team_of_block(threads);
  int fresh = 0;
  for_products<false>(a, Columns{b}, begin, entries, team, min(threads, 32), &window, [&](Index c) {
    fresh += set_bit(words, static_cast<unsigned>(c - window.low));
  });
  fresh = team_sum(team, fresh);
  if (team.rank == 0 && fresh > 0) atomicAdd(&total, fresh);
  __syncthreads();
  if (threadIdx.x != 0) return;
  window_entries[blockIdx.x] = total;
  atomicAdd(row.entries + r, total);
}

}  // namespace sptune::spgemm::hash_bins
