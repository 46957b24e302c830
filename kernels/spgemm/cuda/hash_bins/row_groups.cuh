// SPDX-License-Identifier: BSD-3-Clause
// Neighbouring rows with the same columns, such as those of the unknowns at one node of a finite
// element mesh: they are counted once, and filled together (fill_block_group.cuh).
#pragma once

#include "kernels/spgemm/cuda/hash_bins/masks.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_lists.cuh"
#include "kernels/spgemm/spgemm.hpp"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int group_threads = mask_threads;
/// Rows that a block looks at together: a multiple of the usual numbers of unknowns at a node,
/// since no group goes beyond it. Where there are few rows, fewer, so that more blocks have some.
constexpr int grouped_rows = 240;
constexpr int few_grouped_rows = 48;
static_assert(grouped_rows % 12 == 0 && few_grouped_rows % 12 == 0 &&
              few_grouped_rows < grouped_rows && grouped_rows <= group_threads);

/// Whether row `r` may have the columns of the row before it: as many, the same first and last.
__device__ __forceinline__ bool resembles_row_before(const Pattern& a, std::int64_t r) {
  const std::int64_t before = a.offsets[r - 1];
  const std::int64_t begin = a.offsets[r];
  const std::int64_t end = a.offsets[r + 1];
  return end > begin && end - begin == begin - before &&
         __ldg(a.columns + before) == __ldg(a.columns + begin) &&
         __ldg(a.columns + begin - 1) == __ldg(a.columns + end - 1);
}
/// … and whether it has them.
__device__ __forceinline__ bool equals_row_before(const Pattern& a, std::int64_t r,
                                                  const Team& team) {
  const std::int64_t begin = a.offsets[r];
  const std::int64_t length = a.offsets[r + 1] - begin;
  const Index* const own = a.columns + begin;
  bool differs = false;
#pragma unroll 4
  for (std::int64_t j = team.rank; j < length; j += team.size) {
    differs |= __ldg(own + j) != __ldg(own + j - length);
  }
  return __any_sync(team.mask, differs) == 0;
}

/// Whether enough of the rows of a sample resemble the ones before them. By all threads; the same
/// in every block.
__device__ __forceinline__ bool sample_has_groups(std::int64_t rows, const Pattern& a) {
  constexpr int least = group_threads / 8;
  const auto i = static_cast<unsigned>(threadIdx.x);
  const std::int64_t from = rows * i / group_threads;
  const std::int64_t length = rows * (i + 1) / group_threads - from;
  const std::int64_t r =
      from +
      static_cast<std::int64_t>(static_cast<unsigned long long>(length) * (i * 2654435769U) >> 32U);
  return __syncthreads_count(r > 0 && length > 0 && resembles_row_before(a, r)) >= least;
}

/// What a block of find_groups keeps of its rows in shared memory.
struct GroupStorage {
  unsigned same[(grouped_rows + 31) / 32];  ///< a bit per row: as the one before it
  short candidates[grouped_rows];
  int candidate_count;
  unsigned long long followers;
  [[nodiscard]] __device__ __forceinline__ bool follows(int r, int here) const {
    return r < here && (same[r / 32] >> static_cast<unsigned>(r % 32) & 1U) != 0;
  }
};

/// Which of the `here` rows from `first` on have the columns of the row before them.
__device__ __forceinline__ void compare_rows(const Pattern& a, std::int64_t first, int here,
                                             int lanes, GroupStorage& block) {
  const auto rank = static_cast<int>(threadIdx.x);
  if (rank < (grouped_rows + 31) / 32) block.same[rank] = 0;
  if (rank == 0) block.candidate_count = 0;
  __syncthreads();
  if (rank > 0 && rank < here && resembles_row_before(a, first + rank)) {
    block.candidates[atomicAdd(&block.candidate_count, 1)] = static_cast<short>(rank);
  }
  __syncthreads();
  const Team team = team_of_lane(lanes);
  for (int n = rank / lanes; n < block.candidate_count; n += group_threads / lanes) {
    const int r = block.candidates[n];
    if (equals_row_before(a, first + r, team) && team.rank == 0) {
      atomicOr(block.same + r / 32, 1U << static_cast<unsigned>(r % 32));
    }
  }
  __syncthreads();
}

/// Runs of equal rows are cut evenly into groups of up to most_group.
__device__ __forceinline__ RowGroup group_of_row(const GroupStorage& block, int r, int here) {
  int begin = r;
  while (block.follows(begin, here)) --begin;
  int end = r + 1;
  while (block.follows(end, here)) ++end;
  const int groups = (end - begin + most_group - 1) / most_group;
  const int size = (end - begin + groups - 1) / groups;
  const int place = (r - begin) % size;
  return {place, min(size, end - r + place)};
}

/// The groups of all rows of A.
struct GroupsTask {
  int blocks;
  std::int64_t rows;
  int tile;  ///< rows that are looked at together: grouped_rows or few_grouped_rows
  Pattern a;
  int lanes;     ///< that compare a row
  bool sampled;  ///< nothing is written where a sample has too few
  std::uint8_t* groups;
  unsigned long long* followers;  ///< grows by the entries of rows that follow another; or null
};
__device__ __forceinline__ void find_groups(const GroupsTask& task, int block_number) {
  const auto& [blocks, rows, tile, a, lanes, sampled, groups, followers] = task;
  if (sampled && !sample_has_groups(rows, a)) return;
  __shared__ GroupStorage block;
  const auto rank = static_cast<int>(threadIdx.x);
  if (rank == 0) block.followers = 0;
  unsigned long long own = 0;
  const std::int64_t step = static_cast<std::int64_t>(tile) * blocks;
  for (std::int64_t first = static_cast<std::int64_t>(tile) * block_number; first < rows;
       first += step) {
    const int here = static_cast<int>(min(static_cast<std::int64_t>(tile), rows - first));
    compare_rows(a, first, here, lanes, block);
    if (rank < here) {
      const RowGroup group = group_of_row(block, rank, here);
      groups[first + rank] = group.code();
      if (group.place > 0) {
        own +=
            static_cast<unsigned long long>(a.offsets[first + rank + 1] - a.offsets[first + rank]);
      }
    }
    __syncthreads();
  }
  if (followers == nullptr) return;
  const Team warp = team_of_lane(32);
  own = team_sum(warp, own);
  if (warp.rank == 0 && own > 0) atomicAdd(&block.followers, own);
  __syncthreads();
  if (rank == 0 && block.followers > 0) atomicAdd(followers, block.followers);
}

/// What is found of the operands by themselves, in one launch: it costs more than a small one of
/// these.
__global__ void __launch_bounds__(mask_threads)
    look_at_operands(WordsTask words, GroupsTask of_a, GroupsTask of_b) {
  const auto block = static_cast<int>(blockIdx.x);
  if (block < words.blocks) {
    mask_rows(words, block);
  } else if (block < words.blocks + of_a.blocks) {
    find_groups(of_a, block - words.blocks);
  } else {
    find_groups(of_b, block - words.blocks - of_a.blocks);
  }
}

}  // namespace sptune::spgemm::hash_bins
