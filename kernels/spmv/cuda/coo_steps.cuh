// SPDX-License-Identifier: BSD-3-Clause
// Entries in the order of their rows as a warp reads them: four neighbours per lane and step, with
// a row or a bit for each.
#pragma once

#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/segment_layout.cuh"

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace sptune::spmv::cuda {

/// How rows are told apart.
enum class Rows : std::uint8_t { bits, i32 };
constexpr std::array<std::pair<Rows, std::string_view>, 2> enum_names(Rows) {
  return {{{Rows::bits, "bits"}, {Rows::i32, "i32"}}};
}

constexpr int coo_threads = 256;  ///< most of a block
constexpr int quad = 4;           ///< entries that a lane takes at once: 16 or 32 bytes
constexpr int step_size = quad * warp_size;

/// The matrix as a warp reads it.
template <class V>
struct CooArrays {
  std::int64_t nnz;
  const Index* row_indices;       ///< Rows::i32
  const std::uint32_t* begins;    ///< Rows::bits; one bit more, behind the last entry
  const Index* rows_of_segments;  ///< Rows::bits; null when every row has entries
  const Index* col_indices;
  const V* values;
};

/// Entries i … i+3 of n, `none` where there are none. The array is aligned to 16 bytes, i to 4.
template <Load Policy, class T>
__device__ __forceinline__ void load_quad(const T* p, std::int64_t i, std::int64_t n, T none,
                                          T (&out)[quad]) {
  if (i + quad > n) {
#pragma unroll
    for (int k = 0; k < quad; ++k) out[k] = i + k < n ? load<Policy>(p + i + k) : none;
  } else if constexpr (sizeof(T) == sizeof(double)) {
    const auto* pair = reinterpret_cast<const double2*>(p + i);
    const double2 low = load<Policy>(pair);
    const double2 high = load<Policy>(pair + 1);
    out[0] = low.x;
    out[1] = low.y;
    out[2] = high.x;
    out[3] = high.y;
  } else {
    using Vector = std::conditional_t<std::is_same_v<T, float>, float4, int4>;
    const Vector all = load<Policy>(reinterpret_cast<const Vector*>(p + i));
    out[0] = all.x;
    out[1] = all.y;
    out[2] = all.z;
    out[3] = all.w;
  }
}

/// Where rows begin among the 128 entries of a step, and which they are; behind the last entry of
/// the matrix one more begins.
template <Rows Code>
class RowsOfStep;

template <>
class RowsOfStep<Rows::bits> {
 public:
  template <Load Policy, class V>
  __device__ __forceinline__ void fetch(const CooArrays<V>& a, std::int64_t first) {
    word_ = load<Policy>(reinterpret_cast<const uint4*>(a.begins + first / warp_size));
    segments_ = a.rows_of_segments;
  }
  /// `begun`: rows that begin in earlier steps of the chunk; counts this step's in.
  __device__ __forceinline__ unsigned flags(const Tile& tile, const RowsOfStep* /*last*/, int lane,
                                            int& begun) {
    constexpr int lanes_per_word = warp_size / quad;
    const int at = lane / lanes_per_word;
    const int shift = lane % lanes_per_word * quad;
    const unsigned mine = at < 2 ? (at == 0 ? word_.x : word_.y) : (at == 2 ? word_.z : word_.w);
    const int in_first = __popc(word_.x);
    const int in_two = in_first + __popc(word_.y);
    const int in_three = in_two + __popc(word_.z);
    const int before = at < 2 ? (at == 0 ? 0 : in_first) : (at == 2 ? in_two : in_three);
    open_ = static_cast<std::int64_t>(tile.first_segment) + begun + before +
            __popc(mine & ((1U << shift) - 1)) - 1;
    begun += in_three + __popc(word_.w);
    return mine >> shift & 15U;
  }
  /// The row that is open when this lane's entries begin, and the one of its entry k, the `n`-th
  /// that began among them.
  [[nodiscard]] __device__ __forceinline__ std::int64_t open_row() const { return row_of(open_); }
  [[nodiscard]] __device__ __forceinline__ std::int64_t row(int /*k*/, int n) const {
    return row_of(open_ + n);
  }

 private:
  [[nodiscard]] __device__ __forceinline__ std::int64_t row_of(std::int64_t segment) const {
    return segments_ != nullptr ? segments_[segment] : segment;
  }
  uint4 word_;
  const Index* segments_;
  std::int64_t open_;
};

template <>
class RowsOfStep<Rows::i32> {
 public:
  template <Load Policy, class V>
  __device__ __forceinline__ void fetch(const CooArrays<V>& a, std::int64_t first) {
    const std::int64_t mine = first + static_cast<std::int64_t>(threadIdx.x) % warp_size * quad;
    load_quad<Policy>(a.row_indices, mine, a.nnz, Index{-1}, rows_);
  }
  __device__ __forceinline__ unsigned flags(const Tile& tile, const RowsOfStep* last, int lane,
                                            int& begun) {
    const Index before = last == nullptr ? tile.head.row : last->last_of_step();
    const Index left = __shfl_up_sync(all_lanes, rows_[quad - 1], 1);
    open_ = lane == 0 ? before : left;
    unsigned flags = rows_[0] != open_ ? 1U : 0U;
#pragma unroll
    for (int k = 1; k < quad; ++k) flags |= rows_[k] != rows_[k - 1] ? 1U << k : 0U;
    if (__any_sync(all_lanes, flags != 0)) ++begun;  // whether any did is all that is asked
    return flags;
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t open_row() const {
    return open_;
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t row(int k, int /*n*/) const {
    return rows_[k];
  }

 private:
  [[nodiscard]] __device__ __forceinline__ Index last_of_step() const {
    return __shfl_sync(all_lanes, rows_[quad - 1], warp_size - 1);
  }
  Index rows_[quad];
  Index open_;
};

/// A product that is rounded before anything is added to it: the compiler does not fuse it.
__device__ __forceinline__ double rounded_product(double a, double x) {
  return __dmul_rn(a, x);
}
__device__ __forceinline__ float rounded_product(float a, float x) {
  return __fmul_rn(a, x);
}

/// Entries of a chunk as a lane holds them, a quad per step; their products, in the end.
template <class V, int Steps, Rows Code>
struct ChunkEntries {
  V a[Steps][quad];
  RowsOfStep<Code> rows[Steps];

  template <Load Policy>
  __device__ __forceinline__ void load(const CooArrays<V>& arrays, std::int64_t first, int lane,
                                       Index (&col)[Steps][quad]) {
#pragma unroll
    for (int u = 0; u < Steps; ++u) {
      const std::int64_t i = first + u * step_size + lane * quad;
      load_quad<Policy>(arrays.col_indices, i, arrays.nnz, Index{0}, col[u]);
      load_quad<Policy>(arrays.values, i, arrays.nnz, V(0), a[u]);
      rows[u].template fetch<Policy>(arrays, first + u * step_size);
    }
  }
  /// What stands behind the last entry adds to no row, whatever x holds in column 0. In chunks of
  /// one step whether a product is fused with its sum would hang on how the code around it is
  /// written: it never was, and results keep their bits.
  __device__ __forceinline__ void multiply(const V* x, const Index (&col)[Steps][quad]) {
#pragma unroll
    for (int u = 0; u < Steps; ++u) {
#pragma unroll
      for (int k = 0; k < quad; ++k) {
        const V factor = __ldg(x + col[u][k]);
        if constexpr (Steps == 1) {
          a[u][k] = rounded_product(a[u][k], factor);
        } else {
          a[u][k] *= factor;
        }
      }
    }
  }
};

}  // namespace sptune::spmv::cuda
