// SPDX-License-Identifier: BSD-3-Clause
// What rows of A of one shape share: where each of their products goes among the entries of its
// row of C, and the columns of these, relative to the row.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/find_shapes.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_tables.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int most_shared_entries = 2048;  ///< of a row of C whose places are shared
constexpr int shared_threads = 256;        ///< of a block that fills rows by shared places
constexpr int rows_of_team = 8;            ///< rows of one class that a team of it takes

/// Kernels that fill rows by shared places, by the shared memory that they need.
enum SharedBin : std::int8_t { shared_24k, shared_54k, shared_full, shared_bins };

/// Part of a row of B that an entry of A names, as long as a team has lanes at most. Its products
/// are [first, end) among those of its row of C.
struct Piece {
  int relative;             ///< row of B - row of A
  std::uint16_t entry;      ///< of the row of A
  std::uint16_t row_first;  ///< first product of the whole row of B
  ushort2 products;         ///< first, end
};

/// Rows of A of one shape, if they are enough that they share their places.
struct RowClass {
  int representative;
  int rows;       ///< 0: too few, or their places are too many
  int first_row;  ///< of the class, in the list of all classes' rows
  int first_task;
  unsigned placed;  ///< rows that are in the list
  int lanes;        ///< of the team that takes a row
  int products;
  int entries;  ///< of a row of C
  int pieces;
  int bin;
  int need;         ///< shared memory of a block
  std::int64_t at;  ///< where its places stand, in bytes

  __host__ __device__ static constexpr int quads(int bytes) { return (bytes + 15) / 16 * 16; }
  /// The places, two bytes each, then the columns, then the pieces.
  [[nodiscard]] __host__ __device__ constexpr int columns_at() const { return quads(2 * products); }
  [[nodiscard]] __host__ __device__ constexpr int pieces_at() const {
    return columns_at() + quads(4 * entries);
  }
  [[nodiscard]] __host__ __device__ constexpr int bytes() const {
    return pieces_at() + quads(static_cast<int>(sizeof(Piece)) * pieces);
  }
  /// Rows that a block takes.
  [[nodiscard]] __host__ __device__ static constexpr int rows_of_task(int lanes) {
    return rows_of_team * (shared_threads / lanes);
  }
  /// Values between the sums of two teams: odd, so that they use other banks.
  [[nodiscard]] __host__ __device__ constexpr int stride() const { return entries | 1; }
  /// Beside what the rows share: factors of A, a quad for each thread, and the sums of each team.
  [[nodiscard]] __host__ __device__ constexpr int bytes_of_block(int value_size) const {
    return bytes() + 16 * shared_threads + shared_threads / lanes * stride() * value_size;
  }
  /// Most bytes, before entries and pieces are known.
  [[nodiscard]] __host__ __device__ static constexpr std::int64_t bound(int products,
                                                                        int entries_of_a,
                                                                        int lanes) {
    const int entries = products < most_shared_entries ? products : most_shared_entries;
    return quads(2 * products) + quads(4 * entries) +
           quads(static_cast<int>(sizeof(Piece)) * (entries_of_a + products / lanes));
  }
};

/// What the host learns.
struct SharedSummary {
  unsigned sampled;     ///< rows
  unsigned alike;       ///< … that were equal to one that follows, but for a shift
  int period;           ///< from a row to the next that is equal, for most of these
  std::int64_t rows;    ///< that share places
  std::int64_t filled;  ///< that have products
  int tasks[shared_bins];
  int need[shared_bins];  ///< bytes of a block
};

/// The classes in device memory.
struct SharedPlaces {
  ShapeState* state;
  RowClass* classes;
  const int* rows_by_number;  ///< a row of each shape
  const int* numbers;         ///< place of a shape there, by row
  int* counts;                ///< rows of a shape, by the row that names it; zero before
  Index* rows;                ///< of the classes
  int* tasks;                 ///< class of each, most_tasks for each bin
  std::int64_t most_tasks;
  unsigned char* memory;
  std::int64_t bytes;  ///< there

  [[nodiscard]] __device__ __forceinline__ int shapes() const {
    return static_cast<int>(min(__ldcg(state->shapes + 1), most_shapes));
  }
  [[nodiscard]] __device__ __forceinline__ bool given_up() const {
    return __ldcg(&state->given_up) != 0;
  }
};

}  // namespace sptune::spgemm::hash_bins
