// SPDX-License-Identifier: BSD-3-Clause
// The columns of B in strips, and where each strip begins in every row of B: warps that own a strip
// of C's columns each find their part of a row of B by two loads, and add without atomics.
#pragma once

#include "kernels/cuda/warp.cuh"
#include "kernels/spgemm/cuda/hash_bins/shared_memory.cuh"

#include <cstdint>

namespace sptune::spgemm::hash_bins {

/// A warp of a block owns several that are neighbours: blocks have 4, 6, 8, 12 or 16 warps.
constexpr int strip_count = 48;
/// Strips begin at multiples of a power of two, of which B has at most so many columns.
constexpr int strip_steps = 1024;

/// Strips of B's columns.
struct Strips {
  const int* columns = nullptr;      ///< where each begins, and the last ends: strip_count + 1
  const unsigned* begins = nullptr;  ///< its entries likewise, of each row of B
};

/// What a warp of a block owns.
struct OwnStrips {
  int first;
  int count;
  [[nodiscard]] static __device__ __forceinline__ OwnStrips of_warp() {
    const int count = strip_count * 32 / static_cast<int>(blockDim.x);
    return {static_cast<int>(threadIdx.x >> 5U) * count, count};
  }
};

/// 2^bits columns are a step.
[[nodiscard]] inline int strip_step_bits(std::int64_t cols) {
  int bits = 0;
  while ((cols - 1) >> bits >= strip_steps) ++bits;
  return bits;
}

/// Columns of strips with about as many products each, by a sample: one block, which looks at an
/// entry of A by each thread. `strips`: of each step.
__global__ void __launch_bounds__(strip_steps)
    choose_strips(Pattern a, std::int64_t nnz_of_a, Pattern b, Index cols, int step_bits,
                  int* columns, std::uint8_t* strips) {
  constexpr std::int64_t most_of_row = 16;
  __shared__ int products[strip_steps];
  const auto rank = static_cast<int>(threadIdx.x);
  products[rank] = 0;
  __syncthreads();
  const std::int64_t sampled = nnz_of_a * rank / strip_steps;
  if (sampled < nnz_of_a * (rank + 1) / strip_steps) {
    const Index k = __ldg(a.columns + sampled);
    const std::int64_t begin = b.offsets[k];
    const std::int64_t length = b.offsets[k + 1] - begin;
    const std::int64_t step = max(std::int64_t{1}, length / most_of_row);
    // Up to 31 of each of 1024 rows: their sum is an int.
    const auto weight = static_cast<int>(min(step, std::int64_t{1} << 16));
#pragma unroll 4
    for (std::int64_t j = 0; j < length; j += step) {
      atomicAdd(products + (__ldg(b.columns + begin + j) >> step_bits), weight);
    }
  }
  __syncthreads();
  int total = 0;
  const int before = block_scan(products[rank], total);
  const auto strip_of = [&](int products_before) {
    return min(static_cast<int>(std::int64_t{products_before} * strip_count / max(total, 1)),
               strip_count - 1);
  };
  const int own = strip_of(before);
  const int last = rank == 0 ? -1 : strip_of(before - products[rank - 1]);
  strips[rank] = static_cast<std::uint8_t>(own);
  for (int s = last + 1; s <= own; ++s) columns[s] = min(cols, rank << step_bits);
  if (rank == strip_steps - 1) {
    for (int s = own + 1; s <= strip_count; ++s) columns[s] = cols;
  }
}

constexpr int strip_threads = 256;

/// Where each strip begins in each row of B, by a warp.
__global__ void __launch_bounds__(strip_threads)
    find_strips(std::int64_t rows, Pattern b, int step_bits, const std::uint8_t* strips,
                unsigned* begins) {
  __shared__ uint4 own[strip_steps / sizeof(uint4)];
  const auto rank = static_cast<int>(threadIdx.x);
  if (rank < strip_steps / static_cast<int>(sizeof(uint4))) {
    own[rank] = __ldg(reinterpret_cast<const uint4*>(strips) + rank);
  }
  __syncthreads();
  const auto* const strip_of = reinterpret_cast<const std::uint8_t*>(own);
  const std::int64_t warps = std::int64_t{gridDim.x} * (strip_threads / 32);
  for (std::int64_t k = (std::int64_t{blockIdx.x} * strip_threads + rank) / 32; k < rows;
       k += warps) {
    const std::int64_t begin = b.offsets[k];
    const std::int64_t end = b.offsets[k + 1];
    unsigned* const to = begins + k * (strip_count + 1);
    // An entry says where the strips begin that its predecessor was before.
#pragma unroll 4
    for (std::int64_t j = begin + (rank & 31); j <= end; j += 32) {
      const int last = j == begin ? -1 : strip_of[__ldg(b.columns + j - 1) >> step_bits];
      const int here = j == end ? strip_count : strip_of[__ldg(b.columns + j) >> step_bits];
      for (int s = last + 1; s <= here; ++s) to[s] = static_cast<unsigned>(j);
    }
  }
}

/// Up to 32 entries of a row of B, as the warp stages them.
template <class V>
struct alignas(16) StripPiece {
  uint2 range;  ///< the first one, and how many are left of the row
  V factor;
};

/// Calls f(column, product) for the products of a row of C in a warp's strips, in the order of A's
/// entries, 32 of a row of B at a time, by all lanes of the warp; `stage` is its own. Between
/// pieces the warp synchronises, so that f may update what belongs to a column without atomics.
template <class V, class F>
__device__ __forceinline__ void for_strip_products(const Pattern& a, const V* a_values,
                                                   std::int64_t a_begin, int entries_of_a,
                                                   const Pattern& b, const V* b_values,
                                                   const Strips& strips, const OwnStrips& own,
                                                   StripPiece<V>* stage, F&& f) {
  // With 4 PPI_Homo_sapiens and ego-Facebook took 1.15 times as long (25 November 2026; no record).
  constexpr int in_flight = 8;
  constexpr unsigned all = 0xffffffffU;
  constexpr Index none = -1;
  const unsigned lane = threadIdx.x & 31U;
  const Index* const columns = b.columns + lane;
  const V* const values = b_values + lane;
  uint2 next{};  // of the next 32 entries of A the rows of B
  V next_factor{};
  const auto fetch = [&](int i) {
    next.y = 0;
    if (i >= entries_of_a) return;
    const Index k = __ldg(a.columns + a_begin + i);
    const unsigned* const at =
        strips.begins + static_cast<std::int64_t>(k) * (strip_count + 1) + own.first;
    next.x = __ldg(at);
    next.y = __ldg(at + own.count) - next.x;
    next_factor = __ldg(a_values + a_begin + i);
  };
  fetch(static_cast<int>(lane));
  for (int chunk = 0; chunk < entries_of_a; chunk += 32) {
    const uint2 row = next;
    const V factor = next_factor;
    fetch(chunk + 32 + static_cast<int>(lane));
    const auto pieces = static_cast<int>((row.y + 31U) >> 5U);
    const int up_to = sptune::cuda::warp_inclusive_sum(pieces);
    const int count = __shfl_sync(all, up_to, 31);
    for (int from = 0; from < count; from += 32) {
      __syncwarp();
      stage[lane].range.y = 0;
      __syncwarp();
      for (int p = max(up_to - pieces, from); p < min(up_to, from + 32); ++p) {
        const auto done = static_cast<unsigned>(p - (up_to - pieces)) * 32U;
        stage[p - from] = {make_uint2(row.x + done, row.y - done), factor};
      }
      __syncwarp();
      const int here = min(count - from, 32);
      for (int p = 0; p < here; p += in_flight) {
        Index column[in_flight];
        V value[in_flight];
#pragma unroll
        for (int u = 0; u < in_flight; ++u) {
          const uint2 range = stage[p + u].range;
          column[u] = none;
          if (lane < range.y) {
            column[u] = __ldg(columns + range.x);
            value[u] = __ldg(values + range.x);
          }
        }
#pragma unroll
        for (int u = 0; u < in_flight; ++u) {
          if (column[u] != none) f(column[u], stage[p + u].factor * value[u]);
          __syncwarp();
        }
      }
    }
  }
}

}  // namespace sptune::spgemm::hash_bins
