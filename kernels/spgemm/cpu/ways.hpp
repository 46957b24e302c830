// SPDX-License-Identifier: BSD-3-Clause
// The ways in which adaptive computes rows of C, and what they need.
#pragma once

#include "kernels/spgemm/cpu/buffer.hpp"
#include "kernels/spgemm/cpu/dense_space.hpp"

#include <cstdint>

namespace sptune::spgemm::adaptive {

/// How a row of C is computed: found in the symbolic phase, read in the numeric one.
enum class Way : std::uint8_t {
  copied,    ///< one entry of A: the row of B, scaled
  sorted,    ///< products sorted in registers, their places kept
  dense,     ///< columns by a bitmap, sums in an array over the columns
  repeated,  ///< the columns of the row before, which has the same columns in A
};

/// What one thread needs.
template <class V>
struct Workspace {
  Bitmap map;
  Buffer<V> sums;
  Buffer<V> sums_of_four;
  [[nodiscard]] std::int64_t memory() const {
    return map.memory() + sums.bytes() + sums_of_four.bytes();
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
