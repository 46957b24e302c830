// SPDX-License-Identifier: BSD-3-Clause
// The shape of every row. Most rows of a product that is worth it are equal to the row `period`
// before them, which takes no more than reading both; only the others are looked up.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/row_shapes.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int shape_threads = 256;
constexpr int fewest_rows_of_shape_block = 64;  ///< a power of two, as all that a block may have
constexpr int most_rows_of_shape_block = 512;
constexpr int rows_in_flight = 4;  ///< that a team compares at a time

/// Rows of a block that are equal to the row `period` before them are linked to it; the others are
/// heads. Rows of equal residue modulo `period` stand one after the other in the bits of the heads,
/// so that a row's head is the last bit up to its own.
struct LinkedRows {
  std::int64_t offsets[most_rows_of_shape_block + 1];
  int shapes[most_rows_of_shape_block];  ///< of heads
  bool candidates[most_rows_of_shape_block];
  short asking[most_rows_of_shape_block];  ///< heads that have a shape
  unsigned heads[(most_rows_of_shape_block + most_period + 31) / 32];
  int askers;
  int filled;

  __device__ __forceinline__ void clear() {
    const auto rank = static_cast<int>(threadIdx.x);
    if (rank < static_cast<int>(sizeof(heads) / sizeof(heads[0]))) heads[rank] = 0;
    if (rank == 0) askers = filled = 0;
  }
  [[nodiscard]] __device__ __forceinline__ ShapedRows::Row row(std::int64_t first, int i) const {
    return {first + i, offsets[i], offsets[i + 1] - offsets[i]};
  }
};

/// A block's part of the search: `here` rows from `first` on.
struct ShapeSearch {
  LinkedRows& block;
  const ShapedRows& m;
  std::int64_t first;
  int here;
  int period;
  int stretch;  ///< bits for each residue

  [[nodiscard]] __device__ __forceinline__ int bit_of(int i) const {
    return i % period * stretch + i / period;
  }
  __device__ __forceinline__ void make_head(int i, bool asks) const {
    const int bit = bit_of(i);
    atomicOr(block.heads + bit / 32, 1U << (static_cast<unsigned>(bit) & 31U));
    if (asks) block.asking[atomicAdd(&block.askers, 1)] = static_cast<short>(i);
  }
  /// What may be said without columns.
  __device__ __forceinline__ void choose_candidates() const {
    const auto rank = static_cast<int>(threadIdx.x);
    for (int i = rank; i <= here; i += shape_threads) block.offsets[i] = m.m.offsets[first + i];
    __syncthreads();
    int filled = 0;
    for (int i = rank; i < here; i += shape_threads) {
      const ShapedRows::Row row = block.row(first, i);
      const bool may_share = m.may_share(row);
      if (m.of_a.products != nullptr && m.of_a.of(row.number) > 0) ++filled;
      const bool candidate = may_share && i >= period &&
                             block.row(first, i - period).entries == row.entries &&
                             m.may_equal(row.number, row.number - period);
      block.shapes[i] = no_shape;
      block.candidates[i] = candidate;
      if (!candidate) make_head(i, may_share);
    }
    filled = __reduce_add_sync(0xffffffffU, filled);
    if ((threadIdx.x & 31U) == 0 && filled > 0) atomicAdd(&block.filled, filled);
    __syncthreads();
  }
  /// Candidates are compared, several at a time by each team: in place of the others, and of empty
  /// ones, the first entry of all is read, without a branch.
  __device__ __forceinline__ void compare(const Team& team) const {
    const int teams = shape_threads / team.size;
    for (int from = static_cast<int>(threadIdx.x) / team.size; from < here;
         from += rows_in_flight * teams) {
      std::int64_t x[rows_in_flight];
      std::int64_t y[rows_in_flight];
      int last[rows_in_flight];
      bool same[rows_in_flight];
      int longest = 0;
#pragma unroll
      for (int u = 0; u < rows_in_flight; ++u) {
        const int i = from + u * teams;
        const bool candidate = i < here && block.candidates[i];
        const int entries =
            candidate ? static_cast<int>(block.offsets[i + 1] - block.offsets[i]) : 0;
        x[u] = entries > 0 ? block.offsets[i] : 0;
        y[u] = entries > 0 ? block.offsets[i - period] : 0;
        last[u] = max(entries - 1, 0);
        same[u] = true;
        longest = max(longest, entries);
      }
      for (int j = team.rank; j < longest; j += team.size) {
#pragma unroll
        for (int u = 0; u < rows_in_flight; ++u) {
          const int at = min(j, last[u]);
          same[u] &= m.same_entry(x[u] + at, y[u] + at, x[u] != y[u] ? period : 0);
        }
      }
#pragma unroll
      for (int u = 0; u < rows_in_flight; ++u) {
        const bool all_same = __all_sync(team.mask, same[u]) != 0;
        if (!all_same && team.rank == 0) make_head(from + u * teams, true);
      }
    }
    __syncthreads();
  }
  [[nodiscard]] __device__ __forceinline__ int head_of(int i) const {
    const int bit = bit_of(i);
    int word = bit / 32;
    unsigned bits = block.heads[word] & ~0U >> (31U - (static_cast<unsigned>(bit) & 31U));
    while (bits == 0) bits = block.heads[--word];
    const int head = word * 32 + 31 - __clz(static_cast<int>(bits));
    return head % stretch * period + head / stretch;
  }
  /// The head and the rows that are linked to it.
  [[nodiscard]] __device__ __forceinline__ int rows_of_head(int i) const {
    const int bit = bit_of(i);
    const int residue = i % period;
    const int end = residue * stretch + (here - residue + period - 1) / period;
    int next = bit + 1;
    while (next < end) {
      const unsigned bits = block.heads[next / 32] >> (static_cast<unsigned>(next) & 31U);
      if (bits != 0) {
        next += __ffs(static_cast<int>(bits)) - 1;
        break;
      }
      next = (next / 32 + 1) * 32;
    }
    return min(next, end) - bit;
  }
};

/// A row of the same shape for each row, or no_shape. `lanes` share a row, a block takes
/// `rows_of_block`. `state` and `counts`, the rows of a shape by the row that names it, are for the
/// rows of A alone.
__global__ void __launch_bounds__(shape_threads, 5)
    find_shapes(std::int64_t rows, ShapedRows m, int lanes, int rows_of_block, int period,
                ShapeTable table, int* shapes, ShapeState* state, int* counts) {
  __shared__ unsigned long long known[known_shapes];
  __shared__ LinkedRows block;
  const auto rank = static_cast<int>(threadIdx.x);
  for (int i = rank; i < known_shapes; i += shape_threads) known[i] = 0;
  block.clear();
  // All threads of the block must see the same, while others give up.
  if (__syncthreads_or(*static_cast<volatile int*>(table.given_up)) != 0) return;
  const Team team = team_of_lane(lanes);
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * rows_of_block;
  const int here = static_cast<int>(min(static_cast<std::int64_t>(rows_of_block), rows - first));
  const ShapeSearch search{block, m, first, here, period, (rows_of_block + period - 1) / period};
  search.choose_candidates();
  search.compare(team);
  for (int n = rank / lanes; n < block.askers; n += shape_threads / lanes) {
    const int i = block.asking[n];
    const int shape = find_shape(team, m, table, known, block.row(first, i));
    if (team.rank == 0) block.shapes[i] = shape;
  }
  __syncthreads();
  for (int i = rank; i < here; i += shape_threads) {
    shapes[first + i] = block.shapes[search.head_of(i)];
  }
  if (counts == nullptr) return;
  for (int n = rank; n < block.askers; n += shape_threads) {
    const int i = block.asking[n];
    if (block.shapes[i] != no_shape) atomicAdd(counts + block.shapes[i], search.rows_of_head(i));
  }
  if (rank == 0 && block.filled > 0) atomicAdd(&state->filled, block.filled);
}

}  // namespace sptune::spgemm::hash_bins
