// SPDX-License-Identifier: BSD-3-Clause
// HYB on the GPU: the first K entries of every row in ELL, then a second launch adds the rest of
// the longer rows, a group of lanes each: no atomics, so results are the same bits on every run.
#include "kernels/cuda/look_back.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/ell_part.cuh"
#include "kernels/spmv/cuda/offsets.cuh"
#include "kernels/spmv/cuda/slices.cuh"
#include "kernels/spmv/expected.hpp"
#include "kernels/spmv/hyb_split.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace sptune::spmv::hyb {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  Width k;
  int lanes;
};

constexpr auto config_space = free_space<Config>(
    axis("k", &Config::k, {Width::rule, Width::p50, Width::p67, Width::p80, Width::p90, Width::p95},
         "width of the ELL part. rule: the largest that a third of the rows reach; pN: the row "
         "length that N percent of the rows do not exceed"),
    axis("lanes", &Config::lanes, {32, 4}, "threads that share a row of the rest"));

constexpr int launch_block = 256;

/// Adds to y what row rows[s] has beyond its first `width` entries.
template <class V, class O, int Lanes>
__global__ void add_rest(std::int64_t count, const Index* __restrict__ rows,
                         const O* __restrict__ row_offsets, std::int64_t width,
                         const Index* __restrict__ col_indices, const V* __restrict__ values,
                         V alpha, const V* __restrict__ x, V* __restrict__ y) {
  const std::int64_t thread = thread_id();
  const std::int64_t s = thread / Lanes;
  const int lane = static_cast<int>(thread % Lanes);
  V sum = 0;
  const Index row = s < count ? rows[s] : 0;
  if (s < count) {
    const O end = row_offsets[row + 1];
#pragma unroll 4
    for (O i = row_offsets[row] + static_cast<O>(width + lane); i < end; i += Lanes) {
      sum += __ldcs(values + i) * __ldg(x + __ldcs(col_indices + i));
    }
  }
  sum = group_sum<Lanes>(sum);
  if (s < count && lane == 0) y[row] += alpha * sum;
}

// --- dividing the rows ---------------------------------------------------------------------------

/// Many rows are of the same few lengths: lanes that met the same one count it together.
template <class O>
__global__ void count_lengths(std::int64_t rows, const O* __restrict__ row_offsets,
                              unsigned long long* rows_of_length) {
  const std::int64_t row = thread_id();
  const unsigned active = __ballot_sync(0xffffffffU, row < rows);
  if (row >= rows) return;
  const auto length = static_cast<unsigned long long>(row_offsets[row + 1] - row_offsets[row]);
  const unsigned alike = __match_any_sync(active, length);
  const int first = __ffs(static_cast<int>(alike)) - 1;
  if (static_cast<int>(threadIdx.x & 31) == first) {
    atomicAdd(rows_of_length + length, static_cast<unsigned long long>(__popc(alike)));
  }
}

constexpr int divide_block = 256;

/// Lists rows of more than `width` entries, in order. `states`: a word per block and one more,
/// zeros.
template <class O>
__global__ void __launch_bounds__(divide_block)
    list_longer(std::int64_t rows, const O* __restrict__ row_offsets, std::int64_t width,
                unsigned long long* states, Index* list) {
  __shared__ long long before;
  const unsigned tile = sptune::cuda::take_tile(states + gridDim.x);
  const std::int64_t row = static_cast<std::int64_t>(tile) * divide_block + threadIdx.x;
  const bool longer = row < rows && row_offsets[row + 1] - row_offsets[row] > width;
  const auto in_block = sptune::cuda::sum_in_block<divide_block>(longer ? 1 : 0);
  sptune::cuda::scan_tiles(states, tile, in_block.total, before);
  __syncthreads();
  if (longer) list[before + in_block.before] = static_cast<Index>(row);
}

/// How many rows have 0, 1, 2, … entries: two passes over the offsets alone.
template <class V, class O>
std::vector<std::int64_t> rows_by_length(CsrView<V, O> a) {
  if (a.rows == 0) return {0};
  const std::int64_t longest = slice_totals(a.rows, a.row_offsets, 1).longest;
  const auto counts =
      sptune::cuda::zeroed_scratch<unsigned long long>(static_cast<std::size_t>(longest) + 1);
  launch(count_lengths<O>, blocks_for(a.rows, divide_block), divide_block, 0, nullptr, a.rows,
         a.row_offsets, counts.data());
  std::vector<std::int64_t> out(counts.size());
  sptune::cuda::copy_to_host(out.data(), counts.data(), static_cast<std::size_t>(counts.bytes()));
  return out;
}

/// Rows of more than `width` entries, `count` of them, in order; enqueued on the default stream.
template <class V, class O>
sptune::cuda::DeviceArray<Index> rows_longer_than(CsrView<V, O> a, std::int64_t width,
                                                  std::int64_t count) {
  if (count == 0) return {};
  const unsigned grid = blocks_for(a.rows, divide_block);
  const auto states =
      sptune::cuda::zeroed_scratch<unsigned long long>(static_cast<std::size_t>(grid) + 1);
  auto list = sptune::cuda::DeviceArray<Index>::ordered(static_cast<std::size_t>(count));
  launch(list_longer<O>, grid, divide_block, 0, nullptr, a.rows, a.row_offsets, width,
         states.data(), list.data());
  return list;
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {
    const std::vector<std::int64_t> rows_of_length = rows_by_length(a);
    split_ = split(rows_of_length, c.k);
    const std::int64_t longer = std::accumulate(rows_of_length.begin() + split_.width + 1,
                                                rows_of_length.end(), std::int64_t{0});
    rows_ = rows_longer_than(a, split_.width, longer);
    ell_ = EllPart<V>(a, split_.width);
    wait_for(nullptr);
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(memory_bytes() +
                               split_.rest * static_cast<std::int64_t>(sizeof(V) + sizeof(Index))) +
           vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return ell_.bytes() + rows_.bytes(); }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    constexpr int unroll = 4;
    ell_.template run<unroll>(launch_block, alpha, x, beta, y, stream);
    if (rows_.size() == 0) return;
    select<config_space, &Config::lanes>(config_, [&](auto lanes) {
      const auto count = static_cast<std::int64_t>(rows_.size());
      launch(add_rest<V, O, lanes()>, blocks_for(count * lanes(), launch_block), launch_block, 0,
             native(stream), count, rows_.data(), a_.row_offsets, split_.width, a_.col_indices,
             a_.values, alpha, x, y);
    });
  }

 private:
  /// The rest is read where the caller has it.
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    a_.values = static_cast<const V*>(a);
    ell_.scatter(a_, stream);
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  Split split_;
  sptune::cuda::DeviceArray<Index> rows_;
  EllPart<V> ell_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  if (Fit steps = fit_steps(p.a); !steps) return steps;
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    const Split s = split(rows_by_length(a), c.k);
    return fit_format(EllPart<V>::bytes_for(a.rows, s.width) + a.rows * 4,
                      "an ELL part of width " + std::to_string(s.width), p);
  });
}

/// Width of the ELL part, between the percentiles that features know.
double expected_width(Width k, const FeatureLookup& feature) {
  const double p50 = feature(Feature::row_p50);
  const double p90 = feature(Feature::row_p90);
  switch (k) {
    case Width::rule:
      return feature(Feature::hyb_width);
    case Width::p50:
      return p50;
    case Width::p67:
      return std::midpoint(p50, p90);
    case Width::p80:
      return std::lerp(p50, p90, 2.0 / 3);
    case Width::p90:
      return p90;
    case Width::p95:
      return std::midpoint(p90, feature(Feature::row_p99));
  }
  return std::numeric_limits<double>::quiet_NaN();
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  const double width = expected_width(c.k, feature);
  Expected e = expect::hyb(type, width, c.k == Width::rule, feature);
  const double rest = std::max(0.0, feature(Feature::row_max) - width);
  constexpr double unroll = 4;
  e.launch.blocks = expect::blocks(feature(Feature::rows), launch_block);
  e.launch.threads = launch_block;
  e.launch.in_flight = unroll;
  e.launch.steps = expect::walk(width, unroll);
  e.launch.longest = e.launch.steps + rest / c.lanes;
  e.launch.launches = rest > 0 ? 2 : 1;
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "hyb",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::copied,
       .summary = "ELL for the typical row, the rest row by row",
       .source = "Bell and Garland, NVR-2008-004, sections 3.4 and 4.5"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::hyb
