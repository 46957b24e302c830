// SPDX-License-Identifier: BSD-3-Clause
// SELL-C-sigma on the GPU. A warp takes a slice of C rows, T = 32/C lanes per row; entries of a
// slice are stored so that every load of the warp is 32 neighbours. Column indices are 32-bit, or
// 16-bit offsets from the slice's first column where the slice's span allows, slice by slice: fewer
// bytes are the cheapest speed on a memory-bound kernel. For the same reason an index may stand for
// a run of 2 to 4 neighbouring columns, with padding: what BSR saves, without needing aligned
// square blocks. Source: Kreutzer et al., "A unified sparse matrix data format for efficient
// general sparse matrix-vector multiplication on modern processors with wide SIMD units", SISC
// 36(5), 2014.
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/cuda/sort_memory.hpp"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/padding.cuh"
#include "kernels/spmv/cuda/sell_slices.cuh"
#include "kernels/spmv/cuda/slices.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>

namespace sptune::spmv::sell {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int slice;
  int sigma;
  IndexWidth index;
  int run;
  int unroll;
  int block;
};

constexpr int most_threads = 256;  ///< of a block

constexpr auto config_space = space<Config>(
    [](const Config& c) {
      return (c.block == 256 || c.unroll == 4) && (c.run == 1 || c.unroll <= 4);
    },
    "block other than 256 only with unroll=4; unroll=8 only with run=1",
    axis("slice", &Config::slice, {32, 16, 8, 4, 2}, "rows per slice (C)"),
    axis("sigma", &Config::sigma, {1, 256, 8192, 1 << 30}, "rows sorted by length within (sigma)"),
    axis("index", &Config::index, {IndexWidth::i32, IndexWidth::mixed16},
         "mixed16: 16-bit columns in slices that span fewer than 65536"),
    axis("run", &Config::run, {1, 2, 3, most_run}, "neighbouring columns per index"),
    axis("unroll", &Config::unroll, {4, 1, 2, 8}, "indices in flight per lane"),
    axis("block", &Config::block, {most_threads, 128}, "threads per block"));

/// The entries of one lane: `width` indices, Run values each.
template <int Run, int Unroll, class V, class I>
__device__ __forceinline__ V lane_sum(std::int32_t width, const I* __restrict__ c,
                                      const V* __restrict__ v, const V* __restrict__ x) {
  V sum = 0;
  int k = 0;
  const auto round = [&]<bool Whole>(std::bool_constant<Whole>) {
    V a[Unroll][Run];
    I col[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const bool there = Whole || k + u < width;
      col[u] = load_if<Load::streaming>(there, c + (k + u) * 32);
#pragma unroll
      for (int e = 0; e < Run; ++e) {
        a[u][e] = load_if<Load::streaming>(there, v + ((k + u) * Run + e) * 32);
      }
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      const bool there = Whole || k + u < width;
#pragma unroll
      for (int e = 0; e < Run; ++e) {
        add_product(sum, a[u][e], load_if<Load::cached>(there, x + col[u] + e));
      }
    }
  };
#pragma unroll 1
  for (; k + Unroll < width; k += Unroll) round(std::true_type{});
  round(std::false_type{});
  return sum;
}

template <class V, int C, int Run, int Unroll, bool Permuted>
__global__ void __launch_bounds__(most_threads, blocks_in_flight<V>(Unroll* Run, most_threads))
    multiply(std::int64_t rows, std::int64_t slices, const Slice* __restrict__ table,
             const std::uint16_t* __restrict__ indices, const V* __restrict__ values,
             const Index* __restrict__ permutation, V alpha, const V* __restrict__ x, V beta,
             V* __restrict__ y) {
  constexpr int lanes_per_row = 32 / C;
  const std::int64_t warp = thread_id() / 32;
  if (warp >= slices) return;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  const Slice s = table[warp];
  const V* v = values + s.values + lane;
  const std::uint16_t* c = indices + s.indices;
  V sum = s.base < 0
              ? lane_sum<Run, Unroll>(s.width, c + lane, v, x + ~s.base)
              : lane_sum<Run, Unroll>(s.width, reinterpret_cast<const Index*>(c) + lane, v, x);
  sum = group_sum<lanes_per_row>(sum);
  const std::int64_t position = warp * C + lane / lanes_per_row;
  if (lane % lanes_per_row == 0 && position < rows) {
    const std::int64_t row = Permuted ? permutation[position] : position;
    store(y + row, sum, alpha, beta);
  }
}

/// Of what rows are sorted by: their window, and the length below it.
struct KeyBits {
  int length;
  int all;
};

/// No row is longer than the matrix has columns.
[[nodiscard]] KeyBits key_bits(std::int64_t rows, std::int64_t cols, std::int64_t sigma) {
  const auto width = [](std::int64_t n) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n)));
  };
  const int length = width(cols);
  return {length, std::max(1, length + width((rows - 1) / sigma))};
}

/// Bytes that sorting takes beside the permutation.
[[nodiscard]] std::int64_t sorting_bytes(const AnyCsr& a, std::int64_t sigma) {
  if (sigma == 1 || a.rows == 0) return 0;
  const int bits = key_bits(a.rows, a.cols, sigma).all;
  const auto of = [&]<class Key>(Key) {
    return a.rows * static_cast<std::int64_t>(2 * sizeof(Key) + sizeof(Index)) +
           sptune::cuda::sort_workspace<Key>(a.rows, bits);
  };
  return bits <= 32 ? of(std::uint32_t{}) : of(std::uint64_t{});
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c)
      : rows_(a.rows), slices_(ceil_div(a.rows, c.slice)), any_(any), config_(c) {
    if (rows_ > 0) prepare(a);
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
    select<config_space, &Config::slice, &Config::run, &Config::unroll>(
        config_, [&](auto slice, auto run, auto unroll) {
          if constexpr (config_space.valid({.slice = slice(),
                                            .sigma = 1,
                                            .index = {},
                                            .run = run(),
                                            .unroll = unroll(),
                                            .block = 256})) {
            launch(permutation_.size() > 0 ? multiply<V, slice(), run(), unroll(), true>
                                           : multiply<V, slice(), run(), unroll(), false>,
                   grid, config_.block, 0, native(stream), rows_, slices_, table_.data(),
                   indices_.data(), values_.data(), permutation_.data(), alpha, x, beta, y);
          } else {
            outside_the_space();
          }
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    any_.values = a;
    if (rows_ == 0) return;
    const auto csr = any_.as<V, O>();
    with_team(any_.nnz, rows_, [&](auto team) {
      launch(scatter<team(), V, O>, team_grid(rows_, team()), convert_block, 0, native(stream),
             rows_, csr.cols, config_.slice, config_.run, csr.row_offsets, csr.col_indices,
             csr.values, permutation_.data(), table_.data(), values_.data());
    });
  }

  [[nodiscard]] unsigned row_grid() const { return blocks_for(rows_, convert_block); }
  [[nodiscard]] static unsigned team_grid(std::int64_t rows, int team) {
    return blocks_for(rows * team, convert_block);
  }

  /// Sizes are read back once; then the plan is waited for.
  void prepare(CsrView<V, O> a) {
    using sptune::cuda::DeviceArray;
    using sptune::cuda::Scratch;
    const bool single = config_.run == 1;
    const Scratch<Index> counts(single ? 0 : static_cast<std::size_t>(rows_));
    if (!single) {
      with_team(any_.nnz, rows_, [&](auto team) {
        launch(count_runs<team(), O>, team_grid(rows_, team()), convert_block, 0, nullptr, rows_,
               a.cols, config_.run, a.row_offsets, a.col_indices, counts.data());
      });
    }
    if (config_.sigma > 1) sort_rows(a, counts.data());
    const unsigned tiles = blocks_for(slices_ * config_.slice, convert_block);
    const auto states =
        sptune::cuda::zeroed_scratch<unsigned long long>(2 * static_cast<std::size_t>(tiles) + 1);
    table_ = DeviceArray<Slice>::ordered(static_cast<std::size_t>(slices_));
    sptune::cuda::Tally tally;
    launch(measure_slices<O>, tiles, convert_block, 0, nullptr, rows_, a.cols, slices_,
           config_.slice, config_.run, counts.data(), a.row_offsets, a.col_indices,
           permutation_.data(), config_.index == IndexWidth::mixed16, states.data(), tally.words(),
           table_.data());
    const auto found = tally.read();
    const auto width = static_cast<std::size_t>(found[all_widths]);
    const auto wide = static_cast<std::size_t>(found[wide_widths]);
    const auto places = static_cast<std::int64_t>(width) * config_.run * warp_size;
    values_ = single ? DeviceArray<V>::ordered(static_cast<std::size_t>(places))
                     : padded_array<V>(places);
    indices_ = DeviceArray<std::uint16_t>::ordered((width + wide) * warp_size);
    fill(a);
    wait_for(nullptr);
  }

  /// By length, within windows of sigma rows.
  void sort_rows(CsrView<V, O> a, const Index* counts) {
    const KeyBits bits = key_bits(rows_, a.cols, config_.sigma);
    if (bits.all <= 32) {
      sort_by<std::uint32_t>(a, counts, bits.length, bits.all);
    } else {
      sort_by<std::uint64_t>(a, counts, bits.length, bits.all);
    }
  }
  template <class Key>
  void sort_by(CsrView<V, O> a, const Index* counts, int bits, int all) {
    const auto n = static_cast<std::size_t>(rows_);
    const sptune::cuda::Scratch<Key> keys(n);
    const sptune::cuda::Scratch<Key> sorted_keys(n);
    const sptune::cuda::Scratch<Index> ids(n);
    permutation_ = sptune::cuda::DeviceArray<Index>::ordered(n);
    launch(sort_keys<Key, O>, row_grid(), convert_block, 0, nullptr, rows_, counts, a.row_offsets,
           std::int64_t{config_.sigma}, bits, keys.data(), ids.data());
    sptune::cuda::sort_pairs(keys.data(), sorted_keys.data(), ids.data(), permutation_.data(),
                             rows_, all);
  }

  void fill(CsrView<V, O> a) {
    if (config_.run == 1) {
      launch(fill_slices<V, O>, blocks_for(slices_ * 32, convert_block), convert_block, 0, nullptr,
             rows_, slices_, config_.slice, a.row_offsets, a.col_indices, a.values,
             permutation_.data(), table_.data(), indices_.data(), values_.data());
      return;
    }
    with_team(any_.nnz, rows_, [&](auto team) {
      launch(fill_runs<team(), V, O>, team_grid(slices_ * config_.slice, team()), convert_block, 0,
             nullptr, rows_, a.cols, slices_, config_.slice, config_.run, a.row_offsets,
             a.col_indices, a.values, permutation_.data(), table_.data(), indices_.data(),
             values_.data());
    });
  }

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
  if (p.a.cols < c.run) return Fit::no("fewer columns than run=" + std::to_string(c.run));
  // Without sorting, as wide as the longest row of each slice, or more where runs are padded;
  // sorting makes slices narrower, by how much is known only when it is done.
  const std::int64_t slices = ceil_div(p.a.rows, c.slice);
  const SliceTotals totals = slice_totals(p.a, c.slice);
  // A lane counts its places with 32 bits, up to a step beyond its last; runs are at most entries.
  const std::int64_t steps = ceil_div(totals.longest, warp_size / c.slice) + c.unroll;
  if (steps > std::numeric_limits<std::int32_t>::max() / (std::int64_t{warp_size} * c.run)) {
    return Fit::no("a row of " + std::to_string(totals.longest) +
                   " entries is too long for places of 32 bits in a slice");
  }
  const std::int64_t entries = totals.entries;
  const std::int64_t value = size_of(p.a.value_type);
  if (c.sigma == 1) {
    const Fit format =
        fit_format(entries * (value + 2), std::to_string(entries) + " entries with padding", p);
    if (!format) return format;
  }
  const std::int64_t most_entries =
      entries + slices * 32;  // the last step of a slice may be partial
  const std::int64_t written = most_entries * (c.run * value + 4) +
                               slices * static_cast<std::int64_t>(sizeof(Slice)) +
                               2 * (ceil_div(slices * c.slice, convert_block) + 1) * 8;
  // The permutation, and how many runs each row has while the plan is made; what sorting takes is
  // free again when the format is written.
  const std::int64_t of_rows = p.a.rows * ((c.sigma > 1 ? 4 : 0) + (c.run > 1 ? 4 : 0));
  return fit_memory(of_rows + std::max(sorting_bytes(p.a, c.sigma), written), p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  const double index_bytes =
      c.index == IndexWidth::mixed16 ? expect::mixed_index_bytes(feature) : expect::index32;
  Expected e = expect::sell(type, c.slice, c.sigma, 0, index_bytes / c.run, feature);
  // A run of neighbours that does not end with an index leaves the rest of it empty.
  const double neighbours = std::max(1.0, feature(Feature::contiguous_run));
  const double per_index = neighbours / std::ceil(neighbours / c.run);
  const double per_step = static_cast<double>(warp_size) / c.slice * c.unroll * per_index;
  const double rows = feature(Feature::rows);
  e.launch.blocks = expect::blocks(std::ceil(rows / c.slice) * warp_size, c.block);
  e.launch.threads = c.block;
  e.launch.registers = expect::registers(static_cast<double>(c.unroll) * c.run);
  e.launch.in_flight = static_cast<double>(c.unroll) * c.run;
  e.launch.steps = expect::walk(feature(Feature::mean_row) * e.fill, per_step);
  e.launch.longest = std::max(e.launch.steps, expect::walk(feature(Feature::row_max), per_step));
  e.fill *= c.run / per_index;
  e.bytes *= c.run / per_index;
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "sell",
       .backend = Backend::cuda,
       .takes = ColumnOrder::sorted,
       .values = ValuesRead::copied,
       .summary = "SELL-C-sigma, a warp per slice, 32-bit or mixed 16-bit columns",
       .source = "Kreutzer et al., SISC 36(5), 2014"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::sell
