// SPDX-License-Identifier: BSD-3-Clause
// Values once more for rows that a block has filled by atomic additions: every sum in the order of
// the entries of A, so that its bits are the same on every run.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/product.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// Entries of C that a warp sums at a time, and threads of a block of warps that do.
constexpr int ordered_entries = 512;
constexpr int ordered_threads = 256;

__host__ __device__ constexpr int ordered_bytes(int value_size) {
  return ordered_threads / 32 * ordered_entries * (value_size + static_cast<int>(sizeof(Index)));
}

/// The columns of C must be there. gridDim.y blocks share a row; their warps divide its entries
/// among them, and each goes through the rows of B one after the other, as far as these meet its
/// part.
template <class V>
__global__ void __launch_bounds__(ordered_threads) sum_in_order(RowList list, Product<V> c) {
  const std::int64_t r = list[static_cast<int>(blockIdx.x)];
  const Team warp = team_of_lane(32);
  const int in_block = static_cast<int>(threadIdx.x >> 5U);
  auto* const sums = reinterpret_cast<V*>(shared_memory()) + in_block * ordered_entries;
  auto* const columns = reinterpret_cast<Index*>(reinterpret_cast<V*>(shared_memory()) +
                                                 ordered_threads / 32 * ordered_entries) +
                        in_block * ordered_entries;
  const std::int64_t begin = c.a.offsets[r];
  const int entries_of_a = static_cast<int>(c.a.offsets[r + 1] - begin);
  const std::int64_t end = c.row.offsets[r + 1];
  const int part = static_cast<int>(blockIdx.y) * (ordered_threads / 32) + in_block;
  const int parts = static_cast<int>(gridDim.y) * (ordered_threads / 32);
  for (std::int64_t to = c.row.offsets[r] + std::int64_t{part} * ordered_entries; to < end;
       to += std::int64_t{parts} * ordered_entries) {
    const int here = static_cast<int>(min(end - to, std::int64_t{ordered_entries}));
    for (int i = warp.rank; i < here; i += 32) {
      columns[i] = c.columns[to + i];
      sums[i] = 0;
    }
    __syncwarp();
    const Window window{columns[0], columns[here - 1] + 1};
    for_products<true>(c.a, c.entries_of_b(), begin, entries_of_a, warp, 32, &window,
                       [&](Index column, V v) {
                         int low = 0;  // the column is there
                         for (int step = ordered_entries / 2; step > 0; step /= 2) {
                           if (low + step < here && columns[low + step] <= column) low += step;
                         }
                         sums[low] += v;
                       });
    __syncwarp();
    for (int i = warp.rank; i < here; i += 32) c.values[to + i] = sums[i];
    __syncwarp();
  }
}

}  // namespace sptune::spgemm::hash_bins
