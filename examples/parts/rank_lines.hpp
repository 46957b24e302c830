// SPDX-License-Identifier: BSD-3-Clause
// What the examples over MPI say of each rank.
#pragma once

#include "distributed/report.hpp"

#include <cstddef>
#include <cstdio>
#include <vector>

namespace sptune::examples {

inline void print_ranks(const std::vector<distributed::RankReport>& reports) {
  for (std::size_t rank = 0; rank < reports.size(); ++rank) {
    const distributed::RankReport& r = reports[rank];
    const auto of = [&](distributed::Phase phase) {
      return r.seconds[static_cast<std::size_t>(phase)];
    };
    std::printf("rank %zu: %lld rows, received %.3f MB; products %.4f s, exchange %.4f s\n", rank,
                static_cast<long long>(r.rows), static_cast<double>(r.traffic.received) / 1e6,
                of(distributed::Phase::multiply), of(distributed::Phase::exchange));
  }
}

}  // namespace sptune::examples
