// SPDX-License-Identifier: BSD-3-Clause
// Checksums of what plans are given to read, so that one that writes there is found out before the
// next one reads it.
#pragma once

#include "sptune/matrix.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sptune::harness {

/// An array that nobody may change.
struct SealedArray {
  std::string name;  ///< for people
  const void* data;
  std::int64_t bytes;  ///< a multiple of four
};

/// The three arrays of a matrix, named after it.
[[nodiscard]] std::vector<SealedArray> arrays_of(const AnyCsr& matrix, const std::string& name);

/// 64 bits that depend on every byte of host memory, taken by as many threads as it is worth.
[[nodiscard]] std::uint64_t checksum(const void* data, std::int64_t bytes);

class Seal {
 public:
  using Sum = std::uint64_t (*)(const void* data, std::int64_t bytes);

  Seal() = default;
  /// `sum`: for memory where the arrays are.
  Seal(std::vector<SealedArray> arrays, Sum sum);
  /// Name of the first array that is not as it was; empty: all are. Reads all of them.
  [[nodiscard]] std::string broken() const;

 private:
  std::vector<SealedArray> arrays_;
  std::vector<std::uint64_t> sums_;
  Sum sum_ = nullptr;
};

}  // namespace sptune::harness
