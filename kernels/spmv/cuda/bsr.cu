// SPDX-License-Identifier: BSD-3-Clause
// Block sparse rows on the GPU: dense R x R blocks on a grid of R, one column index per block. A
// group of lanes takes a block row: lane i + R*k takes row i of every (lanes/R)-th block from the
// k-th on, reads its R values side by side and keeps one sum. For matrices with several unknowns
// per node. Source: Im, Yelick and Vuduc, "Sparsity", Int. J. High Perf. Comput. Appl. 18(1), 2004.
#include "kernels/spmv/cuda/bsr_blocks.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/offsets.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

namespace sptune::spmv::bsr {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int r;
  int lanes;
  int block;
};

constexpr int most_threads = 256;  ///< of a block

constexpr auto config_space =
    space<Config>([](const Config& c) { return c.lanes >= c.r; }, "lanes >= r",
                  axis("r", &Config::r, {3, 2, 4, 8}, "rows and columns of a block"),
                  axis("lanes", &Config::lanes, {32, 16, 8, 4}, "threads that share a block row"),
                  axis("block", &Config::block, {most_threads, 128}, "threads per block"));

/// Of a sum over n lanes in steps of falling powers of two.
template <int N>
constexpr int first_step = static_cast<int>(std::bit_ceil(static_cast<unsigned>(N))) / 2;

constexpr int in_flight = 2;  ///< blocks of a lane

template <class V, int R, int Lanes>
__global__ void __launch_bounds__(most_threads, blocks_in_flight<V>(in_flight* R, most_threads))
    multiply(std::int64_t rows, std::int64_t cols, std::int64_t block_rows,
             const std::int32_t* __restrict__ offsets, const Index* __restrict__ columns,
             const V* __restrict__ values, V alpha, const V* __restrict__ x, V beta,
             V* __restrict__ y) {
  constexpr int teams = Lanes / R;  // blocks taken at once; lanes left over do nothing
  const std::int64_t thread = thread_id();
  const std::int64_t block_row = thread / Lanes;
  const int lane = static_cast<int>(thread % Lanes);
  const int i = lane % R;
  const int team = lane / R;
  V sum = 0;
  if (block_row < block_rows && team < teams) {
    const std::int32_t end = offsets[block_row + 1];
    std::int32_t b = offsets[block_row] + team;
    const auto round = [&]<bool Whole>(std::bool_constant<Whole>) {
      std::int64_t first[in_flight];
      V a[in_flight][R];
#pragma unroll
      for (int u = 0; u < in_flight; ++u) {
        const bool there = Whole || b + u * teams < end;
        first[u] =
            static_cast<std::int64_t>(load_if<Load::streaming>(there, columns + b + u * teams)) * R;
        const V* const row = values + (static_cast<std::int64_t>(b + u * teams) * R + i) * R;
#pragma unroll
        for (int j = 0; j < R; ++j) a[u][j] = load_if<Load::streaming>(there, row + j);
      }
#pragma unroll
      for (int u = 0; u < in_flight; ++u) {
#pragma unroll
        for (int j = 0; j < R; ++j) {
          // Outside the matrix there is padding, and x must not be read.
          const bool there = (Whole || b + u * teams < end) && first[u] + j < cols;
          add_product(sum, a[u][j], load_if<Load::cached>(there, x + first[u] + j));
        }
      }
    };
#pragma unroll 1
    for (; b + in_flight * teams < end; b += in_flight * teams) round(std::true_type{});
    round(std::false_type{});
  }
  // Sums of row i stand in lanes i, i+R, i+2R, …
#pragma unroll
  for (int step = first_step<teams>; step > 0; step /= 2) {
    const V other = __shfl_down_sync(0xffffffffU, sum, static_cast<unsigned>(step * R), Lanes);
    if (team + step < teams) sum += other;
  }
  const std::int64_t row = block_row * R + i;
  if (team == 0 && row < rows) store(y + row, sum, alpha, beta);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c)
      : rows_(a.rows), block_rows_(ceil_div(a.rows, c.r)), any_(any), config_(c) {
    const BsrBlocks blocks(any, c.r);
    offsets_ =
        sptune::cuda::DeviceArray<std::int32_t>::ordered(static_cast<std::size_t>(block_rows_) + 1);
    columns_ = sptune::cuda::DeviceArray<Index>::ordered(static_cast<std::size_t>(blocks.count()));
    values_ = padded_array<V>(blocks.count() * c.r * c.r);
    blocks.write(a, offsets_.data(), columns_.data(), values_.data());
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(memory_bytes()) + vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return offsets_.bytes() + columns_.bytes() + values_.bytes();
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (rows_ == 0) return;
    select<config_space, &Config::r, &Config::lanes>(config_, [&](auto r, auto lanes) {
      if constexpr (config_space.valid({.r = r(), .lanes = lanes(), .block = 0})) {
        launch(multiply<V, r(), lanes()>, blocks_for(block_rows_ * lanes(), config_.block),
               config_.block, 0, native(stream), rows_, any_.cols, block_rows_, offsets_.data(),
               columns_.data(), values_.data(), alpha, x, beta, y);
      } else {
        outside_the_space();
      }
    });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    any_.values = a;
    scatter_blocks(any_.as<V, O>(), any_.nnz, config_.r, offsets_.data(), columns_.data(),
                   values_.data(), stream);
  }

  std::int64_t rows_;
  std::int64_t block_rows_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<std::int32_t> offsets_;
  sptune::cuda::DeviceArray<Index> columns_;
  sptune::cuda::DeviceArray<V> values_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  constexpr std::int64_t most_entries = 0x7fffffff - longest_step;  // offsets count blocks
  if (p.a.nnz > most_entries) {
    return Fit::no(std::to_string(p.a.nnz) + " entries are too many for 32-bit block offsets");
  }
  const std::int64_t blocks = count_blocks(p.a, c.r);
  const std::int64_t bytes =
      blocks * (size_of(p.a.value_type) * c.r * c.r + 4) + (ceil_div(p.a.rows, c.r) + 1) * 4;
  Fit format = fit_format(
      bytes,
      std::to_string(blocks) + " blocks of " + std::to_string(c.r) + "x" + std::to_string(c.r), p);
  return format ? fit_memory(BsrBlocks::peak_bytes(p.a, bytes), p.resources) : format;
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::bsr(type, c.r, feature);
  const double block_rows = std::ceil(feature(Feature::rows) / c.r);
  const double teams = c.lanes / c.r;  // NOLINT(bugprone-integer-division): whole teams
  const double blocks_of_row =
      feature(Feature::nnz) * e.fill / (static_cast<double>(c.r) * c.r * std::max(1.0, block_rows));
  e.launch.blocks = expect::blocks(block_rows * c.lanes, c.block);
  e.launch.threads = c.block;
  e.launch.in_flight = static_cast<double>(in_flight) * c.r;
  e.launch.registers = expect::registers(e.launch.in_flight);
  e.launch.steps = expect::walk(blocks_of_row, teams);
  e.launch.longest = std::max(e.launch.steps, expect::walk(feature(Feature::row_max) / c.r, teams));
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "bsr",
       .backend = Backend::cuda,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "dense blocks on a grid, one index per block",
       .source = "Im, Yelick and Vuduc, Sparsity, Int. J. High Perf. Comput. Appl. 18(1), 2004"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::bsr
