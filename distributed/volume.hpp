// SPDX-License-Identifier: BSD-3-Clause
// What a product over ranks will move and compute, counted from patterns alone: for any number of
// ranks, on one process, without running it.
#pragma once

#include "sptune/matrix.hpp"

#include "distributed/communicator.hpp"
#include "distributed/partition.hpp"
#include "distributed/product.hpp"

#include <cstdint>
#include <vector>

namespace sptune::distributed {

/// Of one rank, as its RankReport will say it (messages: where none is so long that it goes in
/// parts).
struct RankVolume {
  std::int64_t rows = 0;  ///< of A
  std::int64_t products = 0;
  std::int64_t least_received = 0;
  Traffic traffic;
  int collectives = 0;          ///< of MPI among the messages, one number to each rank
  std::int64_t held_bytes = 0;  ///< columns and values of B that it holds at once, its own included
  int partial_results = 1;      ///< that are added up
  int local_products = 1;       ///< that have anything to multiply, at most
};

/// Exactly what Product will count. Values of `a` and `b` are not looked at.
template <class V>
[[nodiscard]] std::vector<RankVolume> volume_of(const CsrView<V, std::int64_t>& a,
                                                const CsrView<V, std::int64_t>& b,
                                                const Partition& a_rows, const Partition& b_rows,
                                                Scheme scheme, const RingOptions& ring = {});

/// Which rows of B a block of the ring has: number `block` of those that the rank's are sent in.
struct BlockRows {
  std::int64_t begin = 0, end = 0;
};
[[nodiscard]] BlockRows block_of(const Partition& b_rows, int rank, int block, int blocks);

}  // namespace sptune::distributed
