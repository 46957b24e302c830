// SPDX-License-Identifier: BSD-3-Clause
// The numeric phase for rows that share the places of their products. A team walks one row of B at
// a time, whose products have different places: sums without atomics, in the order of A's entries.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/shared_places.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// An entry of A, and where the row of B is that it names, less the row's first product.
template <class V>
struct alignas(16) NamedRow {
  V factor;
  std::int64_t shift;
};

/// What a class's rows share, in shared memory.
struct PlacesInBlock {
  const std::uint16_t* places;
  const int* columns;
  const Piece* pieces;
};

__device__ __forceinline__ PlacesInBlock load_places(const SharedPlaces& shared,
                                                     const RowClass& own, unsigned char* to) {
  const auto* const from = reinterpret_cast<const uint4*>(shared.memory + own.at);
  for (int i = static_cast<int>(threadIdx.x); 16 * i < own.bytes(); i += shared_threads) {
    reinterpret_cast<uint4*>(to)[i] = __ldg(from + i);
  }
  return {reinterpret_cast<const std::uint16_t*>(to),
          reinterpret_cast<const int*>(to + own.columns_at()),
          reinterpret_cast<const Piece*>(to + own.pieces_at())};
}

/// Adds `count` pieces: the products of several are under way before the first of them are added.
template <class V>
__device__ __forceinline__ void add_pieces(const PlacesInBlock& list, const Piece* pieces,
                                           int count, int rank, const NamedRow<V>* rows,
                                           const V* b_values, V* sums) {
  constexpr int none = -1;
  for (int from = 0; from < count; from += loads_in_flight) {
    V product[loads_in_flight];
    int place[loads_in_flight];
#pragma unroll
    for (int u = 0; u < loads_in_flight; ++u) {
      place[u] = none;
      if (from + u >= count) continue;
      const ushort2 range = pieces[from + u].products;
      const int p = range.x + rank;
      if (p >= range.y) continue;
      const NamedRow<V> row = rows[from + u];
      place[u] = list.places[p];
      product[u] = row.factor * __ldg(b_values + (row.shift + p));
    }
#pragma unroll
    for (int u = 0; u < loads_in_flight; ++u) {
      if (place[u] != none) sums[place[u]] += product[u];
      __syncwarp();  // the next row of B has the same columns
    }
  }
}

/// A block per task: some rows of one class.
template <class V>
__global__ void __launch_bounds__(shared_threads)
    fill_shared_rows(SharedPlaces shared, const int* tasks, Product<V> c) {
  const RowClass own = shared.classes[tasks[blockIdx.x]];
  unsigned char* const memory = shared_memory();
  const PlacesInBlock list = load_places(shared, own, memory);
  auto* const stage = reinterpret_cast<NamedRow<V>*>(memory + own.bytes());
  const Team team = team_of_lane(own.lanes);
  const int teams = shared_threads / own.lanes;
  const int in_block = static_cast<int>(threadIdx.x) / own.lanes;
  V* const sums = reinterpret_cast<V*>(stage + shared_threads) + in_block * own.stride();
  NamedRow<V>* const rows = stage + in_block * own.lanes;
  for (int i = team.rank; i < own.entries; i += own.lanes) sums[i] = 0;
  __syncthreads();
  const int rows_of_task = RowClass::rows_of_task(own.lanes);
  const int begin = (static_cast<int>(blockIdx.x) - own.first_task) * rows_of_task;
  const int end = min(begin + rows_of_task, own.rows);
  // The lanes of a warp go through all of this together: the last rows are summed by several teams
  // and written by one.
  for (int i = begin + in_block; i - team.base / own.lanes < end; i += teams) {
    const std::int64_t r = __ldg(shared.rows + own.first_row + min(i, end - 1));
    const std::int64_t a_begin = c.a.offsets[r];
    for (int chunk = 0; chunk < own.pieces; chunk += own.lanes) {
      if (chunk + team.rank < own.pieces) {
        const Piece piece = list.pieces[chunk + team.rank];
        rows[team.rank] = {__ldg(c.a_values + a_begin + piece.entry),
                           c.b.offsets[r + piece.relative] - piece.row_first};
      }
      __syncwarp();
      add_pieces(list, list.pieces + chunk, min(own.lanes, own.pieces - chunk), team.rank, rows,
                 c.b_values, sums);
    }
    const std::int64_t to = c.row.offsets[r];
    for (int j = team.rank; j < own.entries; j += own.lanes) {
      const V sum = sums[j];
      sums[j] = 0;
      if (i >= end) continue;
      __stcs(c.columns + to + j, static_cast<Index>(r) + list.columns[j]);
      __stcs(c.values + to + j, sum);
    }
    __syncwarp();
  }
}

}  // namespace sptune::spgemm::hash_bins
