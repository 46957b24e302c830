// SPDX-License-Identifier: BSD-3-Clause
#include "harness/engine/seal.hpp"

#include "kernels/host/parallel.hpp"

#include <omp.h>
#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sptune::harness {

std::vector<SealedArray> arrays_of(const AnyCsr& matrix, const std::string& name) {
  return {{"row offsets of " + name, matrix.row_offsets,
           (matrix.rows + 1) * size_of(matrix.offset_type)},
          {"columns of " + name, matrix.col_indices,
           matrix.nnz * static_cast<std::int64_t>(sizeof(Index))},
          {"values of " + name, matrix.values, matrix.nnz * size_of(matrix.value_type)}};
}

std::uint64_t checksum(const void* data, std::int64_t bytes) {
  constexpr std::int64_t chunk = 1 << 20;  // worth a thread, and the same for any number of them
  const auto* const begin = static_cast<const std::byte*>(data);
  std::vector<XXH64_hash_t> sums(static_cast<std::size_t>((bytes + chunk - 1) / chunk));
  const int parts = static_cast<int>(std::min<std::size_t>(
      std::max<std::size_t>(sums.size(), 1), static_cast<std::size_t>(omp_get_max_threads())));
  host::for_parts(parts, [&](int part) {
    for (auto i = static_cast<std::size_t>(part); i < sums.size();
         i += static_cast<std::size_t>(parts)) {
      const std::int64_t from = static_cast<std::int64_t>(i) * chunk;
      sums[i] = XXH3_64bits(begin + from, static_cast<std::size_t>(std::min(chunk, bytes - from)));
    }
  });
  return XXH3_64bits(sums.data(), sums.size() * sizeof(sums[0]));
}

Seal::Seal(std::vector<SealedArray> arrays, Sum sum) : arrays_(std::move(arrays)), sum_(sum) {
  for (const SealedArray& a : arrays_) sums_.push_back(sum_(a.data, a.bytes));
}

std::string Seal::broken() const {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    if (sum_(arrays_[i].data, arrays_[i].bytes) != sums_[i]) return arrays_[i].name;
  }
  return {};
}

}  // namespace sptune::harness
