// SPDX-License-Identifier: BSD-3-Clause
// What blocks know, each and all together, where one launch computes a small product (at_once.cuh).
#pragma once

#include "kernels/spgemm/cuda/hash_bins/analysis.cuh"
#include "kernels/spgemm/cuda/hash_bins/expand_sort.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int at_once_threads = 256;
constexpr int at_once_warps = at_once_threads / 32;
/// A block takes as many chunks of rows as it has warps, and a warp sums up one of them.
constexpr int most_chunk_rows = 32;
constexpr int most_rows_at_once = at_once_warps * most_chunk_rows;
static_assert(most_rows_at_once <= 256);  // numbers of a byte
/// Rows that a block leaves for later: to its warps so many, and to all of it until they take so
/// long, a row so much and as much as it has steps of a warp. More of them go to blocks that wait:
/// each block of ISPD98/ibm04 did so half of the time while four stayed.
constexpr int most_later_by_warps = 8 * at_once_warps;
constexpr int most_later_by_block = 260;
constexpr int start_of_block_row = 128;
constexpr int most_block_rows = (most_later_by_block - 1) / start_of_block_row + 1;
/// Entries of A of a row that a block takes: all may name rows of B that share a column, to which
/// it adds one after the other. Of six products with longer rows five took 1.2 to 2.3 times as long
/// as in phases (docs/measurements/spgemm-gpu.md); with 2300 and 2400 entries two real ones took
/// 0.7 of the time of phases (25 November 2026; no record was kept).
constexpr int most_rows_of_b = 2560;

/// Rows that anyone takes, in places of a list. Whoever waits has drawn a place, or one for each of
/// its warps, and looks whether it has got a row by now: so nobody waits for anyone's addition.
struct SharedRows {
  unsigned listed;
  unsigned drawn;
};
enum class TakenBy : std::uint8_t { warp, block };

/// Zero between runs, but for a run that gave up: none follows.
struct AtOnceState {
  /// Blocks that have come to a meeting, and above them how many rows were listed, and whether a
  /// row was found that would keep its block too long: who sees all blocks there sees all that
  /// these have listed and found before.
  unsigned long long here;
  unsigned left;
  unsigned beyond;       ///< entries that found no room in shared memory
  unsigned done;         ///< of the rows that were listed
  SharedRows shared[2];  ///< by TakenBy
};
constexpr unsigned long long one_listed = 1ULL << 32U;
constexpr unsigned long long given_up = 1ULL << 63U;

/// What the host decides.
template <class V>
struct AtOnceTask {
  std::int64_t rows;
  int chunk;          ///< neighbouring rows; block b has chunks b, b + gridDim.x, …
  int by_chunk;       ///< just above 2^16 / chunk: a multiplication instead of a division
  int chunks;         ///< of a block
  int work_bytes;     ///< of shared memory in which rows are computed
  int kept;           ///< entries of C that a block keeps there
  int warp_steps;     ///< of a row that a warp takes: one per entry of A and per 32 products
  int most_products;  ///< of a row
  int lanes;          ///< per row of B, 0: by the row
  int* chunk_entries;
  AtOnceState* state;
  int* shared_rows;  ///< 1 + the row, by TakenBy: twice the rows of A, zero between runs
  RowOfC<V> beyond;
  Summary* summary;  ///< or null
};

/// Shared memory of all blocks.
struct AtOnceBlock {
  int entries[most_rows_at_once];
  int place[most_rows_at_once];  ///< in shared memory, or ~place beyond it
  std::uint8_t for_warps[most_later_by_warps];
  std::uint8_t for_block[most_block_rows];
  // Of rows that anyone takes, by TakenBy:
  unsigned drawn[2];    ///< the first place that this block has
  unsigned pending[2];  ///< a bit for each that has had no row yet
  TakenBy by;           ///< who takes what there is
  unsigned had;         ///< `pending` before that
  bool waits;
  bool any_shared;
  int warp_rows;
  int block_rows;
  int block_time;  ///< of these
  int next;        ///< the first row that no warp has taken
  int others;      ///< rows that anyone takes
  int kept;
  int fresh;
  int taken;  ///< place of the row that the block takes
  bool gave_up;
  RowSums sums;
  int all[at_once_warps];     ///< entries of all blocks' chunks of one number
  int before[at_once_warps];  ///< … of blocks before this one
};
/// Place of a row that anyone takes, until it is done.
constexpr int somewhere_else = 0x7fffffff;

}  // namespace sptune::spgemm::hash_bins
