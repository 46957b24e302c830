// SPDX-License-Identifier: BSD-3-Clause
// Vectors that the contracts of operations with a dense result hand to plans, and how far a result
// may be from the reference.
#pragma once

#include "sptune/device.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace sptune::test {

inline constexpr int granted_threads = 3;  // not a divisor of anything in the battery

/// y between two guard zones that nobody may write.
template <class V>
class GuardedVector {
 public:
  static constexpr std::int64_t guard = 64;
  explicit GuardedVector(std::int64_t size) : size_(size) {
    data_.assign(static_cast<std::size_t>(size + 2 * guard), V{1234.5});
  }
  [[nodiscard]] V* data() { return data_.data() + guard; }
  [[nodiscard]] std::vector<V>& guarded() { return data_; }
  [[nodiscard]] bool guards_untouched() const {
    for (std::int64_t i = 0; i < guard; ++i) {
      if (data_[static_cast<std::size_t>(i)] != V{1234.5}) return false;
      if (data_[static_cast<std::size_t>(guard + size_ + i)] != V{1234.5}) return false;
    }
    return true;
  }

 private:
  std::int64_t size_;
  std::vector<V> data_;
};

template <class V>
std::vector<V> seeded_vector(std::int64_t size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<V> out(static_cast<std::size_t>(size));
  for (V& v : out) v = static_cast<V>(static_cast<double>(random() % 4096) / 2048.0 - 1.0);
  return out;
}

/// Both the result and the reference are sums of k products in some order: each is within
/// gamma_k * magnitude of the exact sum (Higham, Accuracy and Stability, 2nd ed., sec. 3.1).
template <class V>
double bound(std::int64_t entries, double magnitude) {
  const double u = static_cast<double>(std::numeric_limits<V>::epsilon()) / 2;
  const double k = static_cast<double>(entries) + 3;  // alpha, beta and their sum
  return 2 * k * u / (1 - k * u) * magnitude;
}

template <class T>
cuda::DeviceArray<T> to_device(const T* data, std::size_t size) {
  return {data, size};
}

}  // namespace sptune::test
