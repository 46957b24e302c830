// SPDX-License-Identifier: BSD-3-Clause
// SELL-C-sigma on the GPU. A warp takes a slice of C rows, T = 32/C lanes per row; entries of a slice
// are stored so that every load of the warp is 32 neighbours. Column indices are 32-bit, or 16-bit
// offsets from the slice's first column where the slice's span allows, slice by slice: fewer bytes are
// the cheapest speed on a memory-bound kernel.
// Source: Kreutzer et al., "A unified sparse matrix data format for efficient general sparse
// matrix-vector multiplication on modern processors with wide SIMD units", SISC 36(5), 2014.
#include <algorithm>
#include <cstdint>
#include <memory>

#include "sptune/kernels/cuda/scan_sort.hpp"
#include "sptune/kernels/spmv/cuda/device_ops.cuh"

namespace sptune::spmv::sell {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): the room's own vocabulary

enum class IndexWidth : std::uint8_t { i32, mixed16 };
constexpr std::array<std::pair<IndexWidth, std::string_view>, 2> enum_names(IndexWidth) {
  return {{{IndexWidth::i32, "i32"}, {IndexWidth::mixed16, "mixed16"}}};
}

struct Config {
  int slice = 32;
  int sigma = 1;
  IndexWidth index = IndexWidth::i32;
  int unroll = 4;
  int block = 256;
  friend constexpr bool operator==(const Config&, const Config&) = default;
};

constexpr auto config_space = space<Config>(
    [](const Config& c) { return c.block == 256 || c.unroll == 4; },
    "block other than 256 only with unroll=4",
    axis("slice", &Config::slice, {32, 16, 8, 4, 2}, "rows per slice (C)"),
    axis("sigma", &Config::sigma, {1, 256, 8192, 1 << 30}, "rows sorted by length within (sigma)"),
    axis("index", &Config::index, {IndexWidth::i32, IndexWidth::mixed16},
         "mixed16: 16-bit columns in slices that span fewer than 65536"),
    axis("unroll", &Config::unroll, {4, 1, 2, 8}, "entries in flight per lane"),
    axis("block", &Config::block, {256, 128}, "threads per block"));

/// Everything the kernel reads of one slice.
struct Slice {
  std::int64_t values;   ///< first entry in `values`
  std::int64_t indices;  ///< first entry in `indices`, in units of 16 bits
  std::int32_t width;    ///< entries per lane
  std::int32_t base;     ///< first column; negative: ~base, and indices are 16-bit offsets from it
};

template <class V, int C, int Unroll, bool Permuted>
__global__ void multiply(std::int64_t rows, std::int64_t slices, const Slice* __restrict__ table,
                         const std::uint16_t* __restrict__ indices, const V* __restrict__ values,
                         const Index* __restrict__ permutation, V alpha, const V* __restrict__ x,
                         V beta, V* __restrict__ y) {
  constexpr int lanes_per_row = 32 / C;
  const std::int64_t warp =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (warp >= slices) return;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  const Slice s = table[warp];
  const V* v = values + s.values + lane;
  V sum = 0;
  if (s.base < 0) {
    const std::uint16_t* c = indices + s.indices + lane;
    const V* x0 = x + ~s.base;
    int k = 0;
    for (; k + Unroll <= s.width; k += Unroll) {
      V a[Unroll];
      unsigned col[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        col[u] = __ldcs(c + (k + u) * 32);
        a[u] = __ldcs(v + (k + u) * 32);
      }
#pragma unroll
      for (int u = 0; u < Unroll; ++u) sum += a[u] * __ldg(x0 + col[u]);
    }
    for (; k < s.width; ++k) sum += __ldcs(v + k * 32) * __ldg(x0 + __ldcs(c + k * 32));
  } else {
    const auto* c = reinterpret_cast<const Index*>(indices + s.indices) + lane;
    int k = 0;
    for (; k + Unroll <= s.width; k += Unroll) {
      V a[Unroll];
      Index col[Unroll];
#pragma unroll
      for (int u = 0; u < Unroll; ++u) {
        col[u] = __ldcs(c + (k + u) * 32);
        a[u] = __ldcs(v + (k + u) * 32);
      }
#pragma unroll
      for (int u = 0; u < Unroll; ++u) sum += a[u] * __ldg(x + col[u]);
    }
    for (; k < s.width; ++k) sum += __ldcs(v + k * 32) * __ldg(x + __ldcs(c + k * 32));
  }
  sum = group_sum<lanes_per_row>(sum);
  const std::int64_t position = warp * C + lane / lanes_per_row;
  if (lane % lanes_per_row == 0 && position < rows) {
    const std::int64_t row = Permuted ? permutation[position] : position;
    store(y + row, sum, alpha, beta);
  }
}

// --- conversion on the device ------------------------------------------------------------------

template <class O>
__global__ void sort_keys(std::int64_t rows, const O* row_offsets, std::int64_t sigma,
                          std::uint64_t* keys, std::int32_t* ids) {
  const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const auto length = static_cast<std::uint32_t>(row_offsets[row + 1] - row_offsets[row]);
  keys[row] = (static_cast<std::uint64_t>(row / sigma) << 32) | (0xffffffffU - length);
  ids[row] = static_cast<std::int32_t>(row);
}

/// One warp per slice: its width, its column span, and the sizes that the scans need.
template <class O>
__global__ void measure_slices(std::int64_t rows, std::int64_t slices, int c, const O* row_offsets,
                               const Index* col_indices, const Index* permutation, bool mixed,
                               Slice* table, std::int64_t* value_counts,
                               std::int64_t* index_counts) {
  const std::int64_t slice =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (slice >= slices) return;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  std::int32_t longest = 0;
  Index low = 0x7fffffff;
  Index high = 0;
  if (lane < c) {
    const std::int64_t position = slice * c + lane;
    if (position < rows) {
      const std::int64_t row = permutation != nullptr ? permutation[position] : position;
      const O begin = row_offsets[row];
      const O end = row_offsets[row + 1];
      longest = static_cast<std::int32_t>(end - begin);
      for (O i = begin; i < end; ++i) {
        low = min(low, col_indices[i]);
        high = max(high, col_indices[i]);
      }
    }
  }
  for (int step = 16; step > 0; step /= 2) {
    longest = max(longest, __shfl_xor_sync(0xffffffffU, longest, step));
    low = min(low, __shfl_xor_sync(0xffffffffU, low, step));
    high = max(high, __shfl_xor_sync(0xffffffffU, high, step));
  }
  if (lane != 0) return;
  const int lanes_per_row = 32 / c;
  const std::int32_t width = (longest + lanes_per_row - 1) / lanes_per_row;
  if (width == 0) low = high = 0;
  const bool narrow = mixed && high - low < 65536;
  table[slice] = {0, 0, width, narrow ? ~low : low};
  value_counts[slice] = static_cast<std::int64_t>(width) * 32;
  index_counts[slice] = static_cast<std::int64_t>(width) * (narrow ? 32 : 64);
}

/// One warp per slice writes its entries; padding repeats a column of the slice with value 0, so that
/// it stays in cache and in bounds.
template <class V, class O>
__global__ void fill_slices(std::int64_t rows, std::int64_t slices, int c, const O* row_offsets,
                            const Index* col_indices, const V* values, const Index* permutation,
                            const std::int64_t* value_offsets, const std::int64_t* index_offsets,
                            Slice* table, std::uint16_t* indices, V* out_values) {
  const std::int64_t slice =
      (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
  if (slice >= slices) return;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  const int lanes_per_row = 32 / c;
  Slice s = table[slice];
  s.values = value_offsets[slice];
  s.indices = index_offsets[slice];
  if (lane == 0) {
    table[slice].values = s.values;
    table[slice].indices = s.indices;
  }
  const std::int64_t position = slice * c + lane / lanes_per_row;
  O begin = 0;
  O length = 0;
  if (position < rows) {
    const std::int64_t row = permutation != nullptr ? permutation[position] : position;
    begin = row_offsets[row];
    length = row_offsets[row + 1] - begin;
  }
  const bool narrow = s.base < 0;
  const Index first = narrow ? ~s.base : s.base;
  for (std::int32_t k = 0; k < s.width; ++k) {
    const O j = static_cast<O>(k) * lanes_per_row + lane % lanes_per_row;
    const bool real = j < length;
    const Index col = real ? col_indices[begin + j] : first;
    const std::int64_t at = static_cast<std::int64_t>(k) * 32 + lane;
    out_values[s.values + at] = real ? values[begin + j] : V(0);
    if (narrow) {
      indices[s.indices + at] = static_cast<std::uint16_t>(col - first);
    } else {
      reinterpret_cast<Index*>(indices + s.indices)[at] = col;
    }
  }
}

constexpr int convert_block = 256;

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c)
      : rows_(a.rows), slices_(ceil_div(a.rows, c.slice)), any_(any), config_(c) {
    if (rows_ == 0) return;
    const auto n = static_cast<std::size_t>(rows_);
    const auto m = static_cast<std::size_t>(slices_);
    if (c.sigma > 1) {
      sptune::cuda::DeviceArray<std::uint64_t> keys(n);
      permutation_ = sptune::cuda::DeviceArray<Index>(n);
      sort_keys<<<blocks_for(rows_, convert_block), convert_block>>>(
          rows_, a.row_offsets, std::int64_t{c.sigma}, keys.data(), permutation_.data());
      SPTUNE_CUDA(cudaGetLastError());
      sptune::cuda::sort_pairs(keys.data(), permutation_.data(), rows_);
    }
    table_ = sptune::cuda::DeviceArray<Slice>(m);
    sptune::cuda::DeviceArray<std::int64_t> counts(m);
    sptune::cuda::DeviceArray<std::int64_t> index_counts(m);
    const unsigned grid = blocks_for(slices_ * 32, convert_block);
    measure_slices<<<grid, convert_block>>>(rows_, slices_, c.slice, a.row_offsets, a.col_indices,
                                            permutation_.data(), c.index == IndexWidth::mixed16,
                                            table_.data(), counts.data(), index_counts.data());
    SPTUNE_CUDA(cudaGetLastError());
    sptune::cuda::DeviceArray<std::int64_t> value_offsets(m + 1);
    sptune::cuda::DeviceArray<std::int64_t> index_offsets(m + 1);
    const std::int64_t stored =
        sptune::cuda::exclusive_scan(counts.data(), value_offsets.data(), slices_);
    const std::int64_t index_units =
        sptune::cuda::exclusive_scan(index_counts.data(), index_offsets.data(), slices_);
    values_ = sptune::cuda::DeviceArray<V>(static_cast<std::size_t>(stored));
    indices_ = sptune::cuda::DeviceArray<std::uint16_t>(static_cast<std::size_t>(index_units));
    fill_slices<<<grid, convert_block>>>(rows_, slices_, c.slice, a.row_offsets, a.col_indices,
                                         a.values, permutation_.data(), value_offsets.data(),
                                         index_offsets.data(), table_.data(), indices_.data(),
                                         values_.data());
    SPTUNE_CUDA(cudaGetLastError());
    sptune::cuda::synchronize();
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(memory_bytes()) + vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return values_.bytes() + indices_.bytes() + table_.bytes() + permutation_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (rows_ == 0) return;
    const unsigned grid = blocks_for(slices_ * 32, config_.block);
    select_int<2, 4, 8, 16, 32>(config_.slice, [&](auto c) {
      select_int<1, 2, 4, 8>(config_.unroll, [&](auto u) {
        const auto launch = [&](auto kernel) {
          kernel<<<grid, static_cast<unsigned>(config_.block), 0, native(stream)>>>(
              rows_, slices_, table_.data(), indices_.data(), values_.data(), permutation_.data(),
              alpha, x, beta, y);
        };
        if (permutation_.size() > 0) {
          launch(&multiply<V, decltype(c)::value, decltype(u)::value, true>);
        } else {
          launch(&multiply<V, decltype(c)::value, decltype(u)::value, false>);
        }
      });
    });
    SPTUNE_CUDA(cudaGetLastError());
  }

 private:
  std::int64_t rows_;
  std::int64_t slices_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<Slice> table_;
  sptune::cuda::DeviceArray<std::uint16_t> indices_;
  sptune::cuda::DeviceArray<V> values_;
  sptune::cuda::DeviceArray<Index> permutation_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  // A whole-matrix sort of a matrix with fewer rows than a smaller window is the same permutation.
  if (c.sigma > 8192 && p.a.rows <= 8192) return Fit::no("sigma=8192 covers all rows already");
  if (c.sigma > 256 && p.a.rows <= 256) return Fit::no("sigma=256 covers all rows already");
  return fit_memory(p.a.nnz * (size_of(p.a.value_type) + 4), p.resources);
}

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    return std::make_unique<Plan<V, O>>(a, p.a, c);
  });
}

}  // namespace

Variant cuda_variant() {
  return make_spmv_variant(
      {.name = "sell",
       .backend = Backend::cuda,
       .summary = "SELL-C-sigma, a warp per slice, 32-bit or mixed 16-bit columns",
       .source = "Kreutzer et al., SISC 36(5), 2014; kernels.md sections 1 and 3"},
      config_space, fit, plan);
}

}  // namespace sptune::spmv::sell
