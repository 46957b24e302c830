// SPDX-License-Identifier: BSD-3-Clause
// How long a product over ranks will take, from what it moves and computes (volume.hpp) and a few
// rates: messages cost a latency each and bytes a bandwidth (Hockney, Parallel Computing 20, 1994),
// the slowest rank decides.
#pragma once

#include "kernels/api/clock.hpp"
#include "sptune/dispatcher.hpp"

#include "distributed/volume.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace sptune::distributed {

struct Rates {
  double latency_s = 2e-6;           ///< of a message
  double bytes_per_second = 1e10;    ///< that a rank sends, and receives at the same time
  double products_per_second = 1e8;  ///< of a rank: choosing, preparing and multiplying
  double merged_per_second = 1e8;    ///< entries of partial results that a rank adds up
  double local_product_s = 0;        ///< that a local product takes beside its multiplications
};

/// Collective, tens of milliseconds, ranks on CPUs: latency and bandwidth from rank 0 to the last
/// rank (of one rank alone: as they stand above), and products of a mesh by rank 0's dispatcher.
[[nodiscard]] Rates measure_rates(Communicator& ranks, const Dispatcher& dispatcher, int threads);

/// The mesh that rates of a rank are measured on, side x side: five entries in most rows.
[[nodiscard]] Csr<double> mesh(Index side);

/// Of some runs.
template <class Job>
[[nodiscard]] double least_seconds(const Job& job) {
  constexpr int runs = 3;
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    const double begun = now_s();
    job();
    least = std::min(least, now_s() - begun);
  }
  return least;
}

struct Cost {
  double exchange_s = 0;  ///< of the rank with the most of it, and so for those that follow
  double multiply_s = 0;
  double merge_s = 0;
  double total_s = 0;  ///< of the slowest rank
};
[[nodiscard]] Cost cost_of(const std::vector<RankVolume>& volume, Scheme scheme,
                           const RingOptions& ring, const Rates& rates);

/// A scheme on a number of ranks, on paper.
struct Forecast {
  Scheme scheme = Scheme::needed_rows;
  std::vector<RankVolume> volume;
  Cost cost;
};
/// All schemes, the fastest first; `b` null: B is A.
template <class V>
[[nodiscard]] std::vector<Forecast> forecast(const CsrView<V, std::int64_t>& a,
                                             const CsrView<V, std::int64_t>* b, Balance balance,
                                             int ranks, const RingOptions& ring,
                                             const Rates& rates);

}  // namespace sptune::distributed
