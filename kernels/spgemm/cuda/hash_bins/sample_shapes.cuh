// SPDX-License-Identifier: BSD-3-Clause
// Whether rows equal up to a shift are looked for: what must be known of a product, and a sample of
// its rows.
#pragma once

#include "kernels/spgemm/cuda/hash_bins/shared_places.cuh"
#include "kernels/spgemm/spgemm.hpp"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

constexpr int most_sampled_shapes = 1024;

/// Whether a search for shared places may pay, from what is known before it.
///
/// A row of many products leaves the kernel that fills few blocks on a multiprocessor: with 6561 of
/// them and 375 entries a block has 46 kB of shared memory, half the threads that can be there, and
/// filling took 1.2 times as long as without shared places. Blocks of up to 2048 products have
/// 28 kB or less unless their rows of C are long, which all threads have room for.
///
/// On an H200 rows of 100 to 700 products went through both phases at 70 to 150 G products/s, and
/// with shared places at 400: what is saved is counted as 10 ps each. The kernels of the search
/// were 250 µs (5 points, 10^6 rows, 10^7 entries of A and B) and 420 µs (27 points, 9e5 rows,
/// 4.7e7 entries) when each row was looked up; comparing neighbours is taken as a third of it. Half
/// of what is saved must be left, since stencils of 5 points lost (0.36 ms without, 0.56 ms with:
/// docs/measurements/spgemm-gpu.md, "every row hashed"), and Trefethen_20000 (0.25 and 0.34 ms).
/// But for the stencil that is of 23 November 2026, and no record was kept.
[[nodiscard]] inline bool sharing_may_pay(const SpgemmProblem& p) {
  constexpr std::int64_t most_products = 2048;  ///< of a row, on average
  if (p.products > most_products * p.a.rows) return false;
  constexpr double fixed = 80e-6;  // ten launches and a stop of the host
  const double cost = fixed + 30e-12 * static_cast<double>(p.a.rows) +
                      2e-12 * static_cast<double>(p.a.nnz + p.b.nnz);
  return 10e-12 * static_cast<double>(p.products) >= 2 * cost;
}

/// A warp per sampled row, one of each stretch of equal length: whether one of those that follow is
/// equal to it but for a shift, as far as its columns, the lengths of the rows of B that it names,
/// and the columns of one of these say.
__global__ void __launch_bounds__(shape_threads)
    sample_shapes(std::int64_t rows, Pattern a, Pattern b, Counters* counters,
                  SharedSummary* summary) {
  const Team warp = team_of_lane(32);
  const std::int64_t n = std::int64_t{gridDim.x} * (shape_threads / 32);
  const std::int64_t i = (std::int64_t{blockIdx.x} * shape_threads + threadIdx.x) / 32;
  const unsigned place = static_cast<unsigned>(i) * 2654435769U;
  const std::int64_t from = rows * i / n;
  const std::int64_t length = rows * (i + 1) / n - from;
  const std::int64_t r =
      from + static_cast<std::int64_t>(static_cast<unsigned long long>(length) * place >> 32U);
  const ShapedRows of_a{a, nullptr, {}, 0, false};
  const ShapedRows::Row row = of_a.row(r);
  int period = 0;  // of the row that is equal
  if (length > 0 && row.entries > 0 && row.entries <= most_shared_rows_of_b) {
    const std::int64_t next = r + 1 + warp.rank;
    bool candidate = warp.rank < most_period && next < rows;
    if (candidate) {
      const ShapedRows::Row other = of_a.row(next);
      candidate = other.entries == row.entries &&
                  __ldg(a.columns + other.begin) - __ldg(a.columns + row.begin) == next - r;
    }
    if (const unsigned found = __ballot_sync(warp.mask, candidate); found != 0) {
      const int distance = __ffs(static_cast<int>(found));
      const ShapedRows::Row other = of_a.row(r + distance);
      const std::int64_t begin = other.begin;
      const ShapedRows of_b{b, nullptr, {}, 0, false};
      bool same = true;
      for (std::int64_t j = warp.rank; j < row.entries; j += 32) {
        same = same && of_b.row(__ldg(a.columns + row.begin + j)).entries ==
                           of_b.row(__ldg(a.columns + begin + j)).entries;
      }
      const std::int64_t j = i % row.entries;
      const bool alike = __all_sync(warp.mask, same) != 0 && of_a.equal(warp, row, other) &&
                         of_b.equal(warp, of_b.row(__ldg(a.columns + row.begin + j)),
                                    of_b.row(__ldg(a.columns + begin + j)));
      if (alike) period = distance;
    }
  }
  if (warp.rank == 0 && length > 0 && row.entries > 0) {
    atomicAdd(&counters->sampled_shapes, 1U);
    if (period > 0) atomicAdd(&counters->alike_shapes[period - 1], 1U);
  }
  if (!is_last_block(&counters->tickets[4]) || threadIdx.x != 0) return;
  summary->sampled = __ldcg(&counters->sampled_shapes);
  unsigned all = 0;
  unsigned most = 0;
  int best = 1;
  for (int i = 0; i < most_period; ++i) {
    const unsigned alike = __ldcg(&counters->alike_shapes[i]);
    all += alike;
    if (alike > most) best = i + 1;
    most = max(most, alike);
  }
  summary->alike = all;
  summary->period = best;
  __threadfence_system();
}

}  // namespace sptune::spgemm::hash_bins
