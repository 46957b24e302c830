// SPDX-License-Identifier: BSD-3-Clause
// Row bins: which accumulator takes rows of up to how many products.
#pragma once

#include "kernels/api/space.hpp"
#include "kernels/spgemm/cpu/buffer.hpp"
#include "kernels/spgemm/cpu/dense_space.hpp"
#include "kernels/spgemm/cpu/hash_rows.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

namespace sptune::spgemm::binned {

enum class Method : std::uint8_t { sort, hash, dense, ranks };
constexpr auto enum_names(Method /*tag*/) {
  return std::array{std::pair{Method::sort, "sort"}, std::pair{Method::hash, "hash"},
                    std::pair{Method::dense, "dense"}, std::pair{Method::ranks, "ranks"}};
}

/// Rows of at most `up_to` products (0: any number) that no earlier bin took.
struct Bin {
  int up_to = 0;
  Method method = Method::dense;
  friend constexpr bool operator==(const Bin&, const Bin&) = default;
};
constexpr auto record_fields(const Bin* /*tag*/) {
  return std::tuple{field("up_to", &Bin::up_to), field("method", &Bin::method)};
}

using Bins = FixedList<Bin, 4>;

[[nodiscard]] inline Method method_for(const Bins& bins, std::int64_t products) {
  for (const Bin& bin : bins) {
    if (bin.up_to == 0 || products <= bin.up_to) return bin.method;
  }
  return Method::dense;
}

/// What one thread needs for all methods.
template <class V>
struct Workspace {
  Bitmap map;
  Buffer<V> sums;
  Buffer<RankWord> ranks;
  HashSpace hash;
  [[nodiscard]] std::int64_t memory() const {
    return map.memory() + sums.bytes() + ranks.bytes() + hash.memory();
  }
};

}  // namespace sptune::spgemm::binned
