// SPDX-License-Identifier: BSD-3-Clause
// The ways in which adaptive computes rows of C, and what they need.
#pragma once

#include "kernels/spgemm/cpu/buffer.hpp"
#include "kernels/spgemm/cpu/dense_space.hpp"
#include "kernels/spgemm/cpu/hash_rows.hpp"
#include "kernels/spgemm/cpu/row_plan.hpp"
#include "kernels/spgemm/cpu/sort_space.hpp"
#include "kernels/spgemm/spgemm.hpp"

#include <algorithm>
#include <cstdint>

namespace sptune::spgemm::adaptive {

/// How a row of C is computed: found in the symbolic phase, read in the numeric one.
enum class Way : std::uint8_t {
  copied,    ///< one entry of A: the row of B, scaled
  sorted,    ///< products sorted in registers, their places kept
  replayed,  ///< sorted, with the places of the row before, which has the same columns in A
  dense,     ///< columns by a bitmap, sums in an array over the columns
  repeated,  ///< dense, with the columns of the row before, which has the same columns in A
  hashed,    ///< columns and sums by a hash table
};

/// Of a row with the columns of the row before.
[[nodiscard]] constexpr Way following(Way before) {
  if (before == Way::sorted) return Way::replayed;
  return before == Way::dense ? Way::repeated : before;
}

/// Columns from which on a bitmap of them and an array of sums may leave the nearest caches.
inline constexpr std::int64_t near_cols = 16 << 10;

/// True where a row may be computed with those alike that follow: a sorted one, which needs no
/// array, where the sums of four lie near one another.
[[nodiscard]] inline bool takes_fours(Way way, const Index* cols, std::int64_t entries) {
  if (way == Way::sorted || way == Way::replayed) {
    return entries > 0 && cols[entries - 1] - cols[0] < near_cols;
  }
  return way == Way::dense || way == Way::repeated;
}

/// Rows whose products lie this far apart in the mean, or up to four times as far where B's columns
/// come in clusters, are hashed: a bitmap is searched by summaries of 4096 columns, for few words
/// longer than a table takes (2 cores of an EPYC, 8 to 60 million columns).
inline constexpr std::int64_t hashing_columns = 16 * 4096;
inline constexpr double hash_load = 0.25;

/// False where a thread would clear arrays over the columns for so few products that dozens of
/// runs, each faster by a few nanoseconds a product, would not make up for it.
[[nodiscard]] inline bool arrays_pay(std::int64_t products, std::int64_t cols, int threads) {
  return cols < near_cols || products / threads >= cols / 64;
}

/// Bytes beside C: what rows may need, and what is made to be faster where there is room for it.
struct Needs {
  std::int64_t least = 0;
  std::int64_t masks = 0;
  std::int64_t spread = 0;
  std::int64_t fours = 0;  ///< four sums a column
  [[nodiscard]] std::int64_t most() const { return least + masks + spread + fours; }
};

[[nodiscard]] inline Needs needs_of(const SpgemmProblem& p, int threads) {
  const std::int64_t value = size_of(p.a.value_type);
  const std::int64_t positions = std::min(p.products, sort_most * p.a.rows);
  const std::int64_t rows = positions + p.a.rows + stage_bytes(p, threads);
  if (!arrays_pay(p.products, p.b.cols, threads)) {
    // At worst each thread meets a row with every column.
    return {rows + table_bytes(std::min(p.products, p.b.cols), hash_load) * threads};
  }
  // At worst some rows are hashed besides.
  const std::int64_t per_thread = p.b.cols / 8 + p.b.cols / 512 + value * p.b.cols +
                                  table_bytes(p.b.cols / hashing_columns, hash_load);
  const std::int64_t offsets = 8 * (p.b.rows + 1);
  return {rows + per_thread * threads, 12 * p.b.nnz + offsets,
          SpreadRows<double>::most_columns_per_entry * value * p.b.nnz + offsets,
          4 * value * p.b.cols * threads};
}

/// What one thread needs.
template <class V>
struct Workspace {
  Bitmap map;
  Buffer<V> sums;
  Buffer<V> sums_of_four;
  HashSpace hash;
  [[nodiscard]] std::int64_t memory() const {
    return map.memory() + sums.bytes() + sums_of_four.bytes() + hash.memory();
  }
};

/// A chunk of rows and what its symbolic phase leaves to its numeric one.
template <class V>
struct Chunk {
  std::int64_t begin;
  std::int64_t end;
  Way* ways;                ///< of all rows of C
  std::uint8_t* positions;  ///< of the products of the chunk's sorted rows
};

}  // namespace sptune::spgemm::adaptive
