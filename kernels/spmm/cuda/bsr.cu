// SPDX-License-Identifier: BSD-3-Clause
// Block sparse rows on the GPU: dense R x R blocks on a grid of R. A group of lanes takes a block
// row, and every vector of X that it loads is multiplied with R entries: an R-th of the loads that
// CSR needs. Source: Im, Yelick and Vuduc, "Sparsity", Int. J. High Perf. Comput. Appl. 18(1), 2004
// (several vectors at once, section 5).
#include "kernels/api/select.hpp"
#include "kernels/api/variant.hpp"
#include "kernels/spmm/cuda/by_columns.cuh"
#include "kernels/spmm/cuda/mapping.cuh"
#include "kernels/spmv/cuda/bsr_blocks.cuh"
#include "kernels/spmv/cuda/offsets.cuh"
#include "kernels/spmv/cuda/padding.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

namespace sptune::spmm::bsr {
namespace {

using namespace spmm::cuda;  // NOLINT(google-build-using-namespace): the module's own vocabulary

struct Config {
  int r = 3;
  int lanes = 32;
  int tiles = 1;
  int split = 1;
  Load store = Load::cached;
  friend constexpr bool operator==(const Config&, const Config&) = default;
  [[nodiscard]] MappingAxes mapping() const { return {lanes, tiles, split}; }
};

constexpr int block_threads = 128;

constexpr auto config_space = free_space<Config>(
    axis("r", &Config::r, {3, 2, 4}, "rows and columns of a block"),
    axis("lanes", &Config::lanes, {32, 8}, "lanes side by side on a row of X, at most"),
    axis("tiles", &Config::tiles, {1, 2}, "vectors of a row of X per lane"),
    axis("split", &Config::split, {1, 2, 4, 8, 16}, "groups of lanes that share a block row"),
    axis("store", &Config::store, {Load::cached, Load::streaming}, "cache policy of Y"));

/// Columns of blocks that hold padding become -1 - column, so that only those are looked at.
template <class V>
__global__ void mark_padded(std::int64_t count, int size, const V* __restrict__ values,
                            Index* columns) {
  const std::int64_t i = thread_id();
  if (i >= count) return;
  bool padded = false;
  for (int e = 0; e < size; ++e) padded |= spmv::cuda::is_padding(values[i * size + e]);
  if (padded) columns[i] = -1 - columns[i];
}

/// One block times the thread's columns of R rows of X.
template <bool Padded, int R, int W, int Tiles, class V>
__device__ __forceinline__ void add_block(V (&sums)[R][Tiles][W], const V* __restrict__ values,
                                          std::int64_t first, std::int64_t cols,
                                          const Place<W, Tiles>& place, const Dense<V>& d) {
  Pack<V, W> x[R][Tiles];
#pragma unroll
  for (int j = 0; j < R; ++j) {
#pragma unroll
    for (int t = 0; t < Tiles; ++t) {
      const int column = place.column + t * place.width;
      const bool there = column < d.columns && (!Padded || first + j < cols);
      x[j][t] = there ? load_pack<W>(d.x + (first + j) * d.ldx + column) : Pack<V, W>{};
    }
  }
#pragma unroll
  for (int i = 0; i < R; ++i) {
#pragma unroll
    for (int j = 0; j < R; ++j) {
      const V a = __ldg(values + i * R + j);
      if (Padded && spmv::cuda::is_padding(a)) continue;
#pragma unroll
      for (int t = 0; t < Tiles; ++t) {
#pragma unroll
        for (int w = 0; w < W; ++w) sums[i][t][w] += a * x[j][t].v[w];
      }
    }
  }
}

/// Sums, rows of X and values of one block.
template <class V, int R, int W, int Tiles>
constexpr int registers = 32 + (2 * Tiles * W + R) * R* static_cast<int>(sizeof(V) / sizeof(Index));

template <class V, int R, int W, int Tiles>
__global__ void __launch_bounds__(block_threads,
                                  (spmv::cuda::blocks_of_registers(registers<V, R, W, Tiles>,
                                                                   block_threads)))
    multiply(std::int64_t rows, std::int64_t cols, std::int64_t block_rows,
             const std::int32_t* __restrict__ offsets, const Index* __restrict__ columns,
             const V* __restrict__ values, Dense<V> d, Mapping m) {
  const Place<W, Tiles> place(m);
  V sums[R][Tiles][W] = {};
  if (place.item < block_rows) {
    const std::int32_t end = offsets[place.item + 1];
    std::int32_t b = offsets[place.item] + place.slot;
    Index marked = b < end ? __ldg(columns + b) : 0;
    while (b < end) {
      const V* const block = values + static_cast<std::int64_t>(b) * (R * R);
      const Index now = marked;
      b += place.slots;
      if (b < end) marked = __ldg(columns + b);
      if (now >= 0) {
        add_block<false>(sums, block, static_cast<std::int64_t>(now) * R, cols, place, d);
      } else {
        add_block<true>(sums, block, static_cast<std::int64_t>(-1 - now) * R, cols, place, d);
      }
    }
  }
#pragma unroll
  for (int i = 0; i < R; ++i) {
    sum_over_slots(sums[i], m);
    const std::int64_t row = place.item * R + i;
    if (row < rows && place.slot == 0) store_row(sums[i], row, place, d);
  }
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const SpmmProblem& p, const Config& c)
      : rows_(a.rows), block_rows_(ceil_div(a.rows, c.r)), problem_(p), config_(c) {
    const spmv::cuda::BsrBlocks blocks(p.a, c.r);
    const std::int64_t size = std::int64_t{c.r} * c.r;
    offsets_ =
        sptune::cuda::DeviceArray<std::int32_t>::zeroed(static_cast<std::size_t>(block_rows_) + 1);
    columns_ = sptune::cuda::DeviceArray<Index>(static_cast<std::size_t>(blocks.count()));
    values_ = spmv::cuda::padded_array<V>(blocks.count() * size);
    if (p.a.nnz == 0) return;
    blocks.write(a, offsets_.data(), columns_.data(), values_.data());
    constexpr int threads = 256;
    launch(mark_padded<V>, blocks_for(blocks.count(), threads), threads, 0, nullptr, blocks.count(),
           static_cast<int>(size), values_.data(), columns_.data());
    wait_for(nullptr);  // runs may be on streams that do not wait for the default one
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto dense_rows = static_cast<double>(std::min(problem_.a.cols, problem_.a.nnz) + rows_);
    return static_cast<double>(memory_bytes()) +
           dense_rows * static_cast<double>(problem_.columns) * sizeof(V);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return offsets_.bytes() + columns_.bytes() + values_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (rows_ == 0) return;
    const Dense<V> d = dense_of(problem_, alpha, x, beta, y, config_.store);
    with_width(d, [&](auto w) {
      const Mapping m = map_columns(config_.mapping(), d.columns, w());
      select<config_space, &Config::r, &Config::tiles>(config_, [&](auto r, auto tiles) {
        launch(multiply<V, r(), w(), tiles()>, grid_for(block_rows_, block_threads, m),
               block_threads, 0, native(stream), rows_, problem_.a.cols, block_rows_,
               offsets_.data(), columns_.data(), values_.data(), d, m);
      });
    });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    problem_.a.values = a;
    spmv::cuda::scatter_blocks(problem_.a.as<V, O>(), problem_.a.nnz, config_.r, offsets_.data(),
                               columns_.data(), values_.data(), stream);
  }

  std::int64_t rows_;
  std::int64_t block_rows_;
  SpmmProblem problem_;
  Config config_;
  sptune::cuda::DeviceArray<std::int32_t> offsets_;
  sptune::cuda::DeviceArray<Index> columns_;
  sptune::cuda::DeviceArray<V> values_;
};

/// Stored entries beside needed ones that can still win: what is saved are loads of X.
constexpr std::int64_t most_fill = 4;

Fit fit(const Config& c, const SpmmProblem& p) {
  const SpmmProblem inner = by_rows(p);
  Fit out = fit_mapping(c.mapping(), inner);
  if (!out) return out;
  constexpr std::int64_t most_entries = 0x7fffffff - 256;  // offsets count blocks
  if (p.a.nnz > most_entries) {
    return Fit::no(std::to_string(p.a.nnz) + " entries are too many for 32-bit block offsets");
  }
  const std::int64_t blocks = spmv::cuda::count_blocks(p.a, c.r);
  const std::int64_t stored = blocks * c.r * c.r;
  constexpr std::int64_t small = 16384;  // entries that stay in cache
  if (stored > most_fill * p.a.nnz + small) {
    return Fit::no(std::to_string(blocks) + " blocks of " + std::to_string(c.r) + "x" +
                   std::to_string(c.r) + " would store " + std::to_string(stored) +
                   " entries for " + std::to_string(p.a.nnz));
  }
  const std::int64_t bytes =
      stored * size_of(p.a.value_type) + blocks * 4 + (ceil_div(p.a.rows, c.r) + 1) * 4;
  return fit_memory(spmv::cuda::BsrBlocks::peak_bytes(p.a, bytes), p);
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmmProblem>(
      {.name = "bsr",
       .backend = Backend::cuda,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "dense blocks on a grid: a row of X is multiplied with several rows of A",
       .source = "Im, Yelick and Vuduc, Sparsity, Int. J. High Perf. Comput. Appl. 18(1), 2004"},
      config_space, fit, make_plan<Plan, Config>,
      [](const Config& c, ValueType type, const FeatureLookup& feature) {
        return spmv::expect::bsr(type, c.r, feature);
      });
}

}  // namespace sptune::spmm::bsr
