// SPDX-License-Identifier: BSD-3-Clause
// Rows that are equal up to a shift. The shape of a row is its columns relative to its own number;
// to that of a row of A belongs, beside them, what shape each row of B has that it names. Rows of A
// of one shape have rows of C that are equal up to the same shift, and all their products go to the
// same places.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/product.cuh"
#include "kernels/spgemm/cuda/hash_bins/row_lists.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int no_shape = -1;
constexpr int most_shared_products = 8192;  ///< of a row of A that may share its places
constexpr int most_shared_rows_of_b = 512;  ///< … and its entries
constexpr unsigned most_shapes = 8192;      ///< more in one matrix, and no places are shared
constexpr int shape_slots = 16384;
static_assert(2 * most_shapes <= shape_slots, "a table half full at most");

/// What the search for shapes counts, in device memory. Zero before.
struct ShapeState {
  unsigned shapes[2];  ///< of B, of A
  int given_up;        ///< too many of them, or too much memory for their places
  int filled;          ///< rows of A that have products
  unsigned ticket;
};

/// The products of each row of A, as the analysis has left them: of a group it looks at the first
/// row alone, and the others, which have as many, get theirs when bins of filling are chosen.
struct ProductsOfRows {
  const int* products = nullptr;
  const std::uint8_t* groups = nullptr;  ///< or null
  [[nodiscard]] __device__ __forceinline__ int of(std::int64_t r) const {
    return products[r - RowGroup::of(groups, r).place];
  }
};

/// The rows of a matrix, and how their shapes are compared. The shape of a row of B is named by one
/// row that has it.
struct ShapedRows {
  Pattern m;
  const int* named;     ///< shapes of the rows of B that columns name; null: of no concern
  ProductsOfRows of_a;  ///< null: of no concern
  int most_products;    ///< of a row that may share its places
  bool square;          ///< `named` has the shapes of these rows too: they need no comparing

  struct Row {
    std::int64_t number;
    std::int64_t begin;
    std::int64_t entries;
  };
  [[nodiscard]] __device__ __forceinline__ Row row(std::int64_t r) const {
    const std::int64_t begin = m.offsets[r];
    return {r, begin, m.offsets[r + 1] - begin};
  }
  [[nodiscard]] __device__ __forceinline__ bool may_share(const Row& row) const {
    if (of_a.products == nullptr) return row.entries <= most_products;
    // A multiple of one row of B is copied faster than it is added up.
    if (row.entries < 2 || row.entries > most_shared_rows_of_b) return false;
    const int own = of_a.of(row.number);
    return own > 0 && own <= most_products;
  }
  [[nodiscard]] static __device__ __forceinline__ unsigned mixed(unsigned x) {
    x = (x ^ x >> 16U) * 2654435769U;
    return x ^ x >> 15U;
  }
  [[nodiscard]] __device__ __forceinline__ unsigned hash(const Team& team, const Row& row) const {
    unsigned sum = 0;
    for (std::int64_t j = team.rank; j < row.entries; j += team.size) {
      const Index column = __ldg(m.columns + row.begin + j);
      unsigned code = static_cast<unsigned>(column - static_cast<Index>(row.number));
      code = mixed(code + 40503U * static_cast<unsigned>(j));
      if (named != nullptr) code += 2654435769U * static_cast<unsigned>(__ldg(named + column));
      sum += mixed(code);
    }
    for (int step = team.size / 2; step > 0; step /= 2) {
      sum += __shfl_xor_sync(team.mask, sum, step, team.size);
    }
    return mixed(sum + static_cast<unsigned>(row.entries));
  }
  /// Whether two rows of equal length can be equal, as far as may be said without their entries.
  [[nodiscard]] __device__ __forceinline__ bool may_equal(std::int64_t x, std::int64_t y) const {
    if (!square) return true;
    const int shape = __ldg(named + x);
    return shape != no_shape && shape == __ldg(named + y);
  }
  /// Whether entries x and y of two rows that may be equal are, the rows being `shift` apart.
  [[nodiscard]] __device__ __forceinline__ bool same_entry(std::int64_t x, std::int64_t y,
                                                           Index shift) const {
    const Index of_x = __ldg(m.columns + x);
    const Index of_y = square ? of_x - shift : __ldg(m.columns + y);
    bool same = of_x - of_y == shift;
    if (named != nullptr) same &= __ldg(named + of_x) == __ldg(named + of_y);
    return same;
  }
  [[nodiscard]] __device__ __forceinline__ bool equal(const Team& team, const Row& x,
                                                      const Row& y) const {
    if (x.entries != y.entries || !may_equal(x.number, y.number)) return false;
    const auto shift = static_cast<Index>(x.number - y.number);
    bool same = true;
    for (std::int64_t j = team.rank; j < x.entries; j += team.size) {
      same &= same_entry(x.begin + j, y.begin + j, shift);
    }
    return __all_sync(team.mask, same) != 0;
  }
};

/// The shapes that were met, as rows that have them. Rows are compared, not their hashes: a word
/// holds a row and 8 bits of its hash, which spare most of the comparisons that fail.
struct ShapeTable {
  unsigned long long* words;  ///< shape_slots, 0: free
  int* rows;                  ///< one of each shape, in the order in which they were met
  int* numbers;               ///< … and its place there, by row; null: not wanted
  unsigned* count;
  int* given_up;

  [[nodiscard]] static __device__ __forceinline__ unsigned long long word(unsigned hash,
                                                                          std::int64_t r) {
    return static_cast<unsigned long long>(hash >> 24U) << 32U |
           static_cast<unsigned long long>(r + 1);
  }
  [[nodiscard]] static __device__ __forceinline__ bool may_be(unsigned long long word,
                                                              unsigned hash) {
    return word != 0 && word >> 32U == hash >> 24U;
  }
  [[nodiscard]] static __device__ __forceinline__ int row_of(unsigned long long word) {
    return static_cast<int>(word & 0xffffffffU) - 1;
  }
  /// What stands in a slot, once this row stands there if it was free; 0: given up. One lane calls.
  [[nodiscard]] __device__ __forceinline__ unsigned long long claim_slot(
      unsigned slot, unsigned long long own) const {
    unsigned long long found = *static_cast<volatile unsigned long long*>(words + slot);
    if (found != 0) return found;
    if (*static_cast<volatile int*>(given_up) != 0) return 0;
    found = atomicCAS(words + slot, 0ULL, own);
    if (found != 0) return found;
    const unsigned number = atomicAdd(count, 1U);
    if (number >= most_shapes) {
      atomicExch(given_up, 1);
      return 0;
    }
    rows[number] = row_of(own);
    if (numbers != nullptr) numbers[row_of(own)] = static_cast<int>(number);
    return own;
  }
};

constexpr int known_shapes = 128;  ///< that a block remembers

/// A row of the row's shape, or no_shape. All lanes of the team call this.
__device__ __forceinline__ int find_shape(const Team& team, const ShapedRows& m,
                                          const ShapeTable& table, unsigned long long* known,
                                          const ShapedRows::Row& row) {
  const unsigned hash = m.hash(team, row);
  unsigned long long* const remembered =
      known + (hash >> 16U & static_cast<unsigned>(known_shapes - 1));
  const auto agreed = [&](unsigned long long word) {
    return __shfl_sync(team.mask, word, team.base);
  };
  unsigned long long word = 0;
  if (team.rank == 0) word = atomicCAS(remembered, 0ULL, 0ULL);
  word = agreed(word);
  if (ShapeTable::may_be(word, hash) && m.equal(team, row, m.row(ShapeTable::row_of(word)))) {
    return ShapeTable::row_of(word);
  }
  // As many steps as there are slots: the table may fill up while others give up.
  unsigned slot = hash;
  for (int step = 0; step < shape_slots; ++step, ++slot) {
    slot &= static_cast<unsigned>(shape_slots - 1);
    word = 0;
    if (team.rank == 0) word = table.claim_slot(slot, ShapeTable::word(hash, row.number));
    word = agreed(word);
    if (word == 0) return no_shape;
    if (!ShapeTable::may_be(word, hash)) continue;
    const int other = ShapeTable::row_of(word);
    if (other != row.number && !m.equal(team, row, m.row(other))) continue;
    if (team.rank == 0) atomicExch(remembered, word);
    return other;
  }
  return no_shape;
}

}  // namespace sptune::spgemm::hash_bins
