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
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/padding.cuh"
#include "kernels/spmv/cuda/slices.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>

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

constexpr auto config_space = space<Config>(
    [](const Config& c) {
      return (c.block == 256 || c.unroll == 4) && (c.run == 1 || c.unroll <= 4);
    },
    "block other than 256 only with unroll=4; unroll=8 only with run=1",
    axis("slice", &Config::slice, {32, 16, 8, 4, 2}, "rows per slice (C)"),
    axis("sigma", &Config::sigma, {1, 256, 8192, 1 << 30}, "rows sorted by length within (sigma)"),
    axis("index", &Config::index, {IndexWidth::i32, IndexWidth::mixed16},
         "mixed16: 16-bit columns in slices that span fewer than 65536"),
    axis("run", &Config::run, {1, 2, 3, 4}, "neighbouring columns per index"),
    axis("unroll", &Config::unroll, {4, 1, 2, 8}, "indices in flight per lane"),
    axis("block", &Config::block, {256, 128}, "threads per block"));

/// Everything the kernel reads of one slice.
struct Slice {
  std::int64_t values;   ///< first entry in `values`
  std::int64_t indices;  ///< first entry in `indices`, in units of 16 bits
  std::int32_t width;    ///< indices per lane
  std::int32_t base;     ///< first column; negative: ~base, and indices are 16-bit offsets from it
};

/// The entries of one lane: `width` indices, Run values each.
template <int Run, int Unroll, class V, class I>
__device__ __forceinline__ V lane_sum(std::int32_t width, const I* __restrict__ c,
                                      const V* __restrict__ v, const V* __restrict__ x) {
  V sum = 0;
  int k = 0;
  for (; k + Unroll <= width; k += Unroll) {
    V a[Unroll][Run];
    I col[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
      col[u] = __ldcs(c + (k + u) * 32);
#pragma unroll
      for (int e = 0; e < Run; ++e) a[u][e] = __ldcs(v + ((k + u) * Run + e) * 32);
    }
#pragma unroll
    for (int u = 0; u < Unroll; ++u) {
#pragma unroll
      for (int e = 0; e < Run; ++e) add_product(sum, a[u][e], __ldg(x + col[u] + e));
    }
  }
  for (; k < width; ++k) {
    const I col = __ldcs(c + k * 32);
#pragma unroll
    for (int e = 0; e < Run; ++e) {
      add_product(sum, __ldcs(v + (k * Run + e) * 32), __ldg(x + col + e));
    }
  }
  return sum;
}

template <class V, int C, int Run, int Unroll, bool Permuted>
__global__ void multiply(std::int64_t rows, std::int64_t slices, const Slice* __restrict__ table,
                         const std::uint16_t* __restrict__ indices, const V* __restrict__ values,
                         const Index* __restrict__ permutation, V alpha, const V* __restrict__ x,
                         V beta, V* __restrict__ y) {
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

// --- conversion on the device ------------------------------------------------------------------

/// Where the runs of a row stand: row r has runs offsets[r] … offsets[r+1]-1, run j begins at entry
/// first[j] (at entry j itself where `first` is null: runs of one).
struct Runs {
  const std::int64_t* offsets;
  const std::int64_t* first;
};

/// First column of a run: never so far right that the run leaves the matrix.
__device__ __forceinline__ Index run_start(Index col, int run, std::int64_t cols) {
  return static_cast<Index>(min(static_cast<std::int64_t>(col), cols - run));
}

/// Runs of each row, found greedily from the left; `first` is written when given.
template <class O>
__global__ void find_runs(std::int64_t rows, std::int64_t cols, int run, const O* row_offsets,
                          const Index* col_indices, const std::int64_t* run_offsets,
                          std::int64_t* counts, std::int64_t* first) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  std::int64_t n = 0;
  std::int64_t covered = -1;  // last column that the open run covers
  for (std::int64_t i = row_offsets[row]; i < row_offsets[row + 1]; ++i) {
    if (col_indices[i] <= covered) continue;
    covered = run_start(col_indices[i], run, cols) + run - 1;
    if (first != nullptr) first[run_offsets[row] + n] = i;
    ++n;
  }
  if (counts != nullptr) counts[row] = n;
}

template <class O>
__global__ void row_lengths(std::int64_t rows, const O* row_offsets, std::int64_t* counts) {
  const std::int64_t row = thread_id();
  if (row < rows) counts[row] = static_cast<std::int64_t>(row_offsets[row + 1] - row_offsets[row]);
}

__global__ void sort_keys(std::int64_t rows, const std::int64_t* run_offsets, std::int64_t sigma,
                          std::uint64_t* keys, std::int32_t* ids) {
  const std::int64_t row = thread_id();
  if (row >= rows) return;
  const auto length = static_cast<std::uint32_t>(run_offsets[row + 1] - run_offsets[row]);
  keys[row] = (static_cast<std::uint64_t>(row / sigma) << 32) | (0xffffffffU - length);
  ids[row] = static_cast<std::int32_t>(row);
}

/// One warp per slice: its width, its column span, and the sizes that the scans need.
template <class O>
__global__ void measure_slices(std::int64_t rows, std::int64_t cols, std::int64_t slices, int c,
                               int run, Runs runs, const O* row_offsets, const Index* col_indices,
                               const Index* permutation, bool mixed, Slice* table,
                               std::int64_t* value_counts, std::int64_t* index_counts) {
  const std::int64_t slice = thread_id() / 32;
  if (slice >= slices) return;
  const int lane = static_cast<int>(threadIdx.x) & 31;
  std::int32_t longest = 0;
  Index low = 0x7fffffff;
  Index high = 0;
  for (int r = 0; r < c; ++r) {
    const std::int64_t position = slice * c + r;
    if (position >= rows) break;
    const std::int64_t row = permutation != nullptr ? permutation[position] : position;
    longest = max(longest, static_cast<std::int32_t>(runs.offsets[row + 1] - runs.offsets[row]));
    const std::int64_t end = row_offsets[row + 1];
    for (std::int64_t i = row_offsets[row] + lane; i < end; i += 32) {
      const Index start = run_start(col_indices[i], run, cols);
      low = min(low, start);
      high = max(high, start);
    }
  }
  low = sptune::cuda::warp_min(low);
  high = sptune::cuda::warp_max(high);
  if (lane != 0) return;
  const int lanes_per_row = 32 / c;
  const std::int32_t width = (longest + lanes_per_row - 1) / lanes_per_row;
  if (width == 0) low = high = 0;
  const bool narrow = mixed && high - low < 65536;
  table[slice] = {0, 0, width, narrow ? ~low : low};
  value_counts[slice] = static_cast<std::int64_t>(width) * run * 32;
  index_counts[slice] = static_cast<std::int64_t>(width) * (narrow ? 32 : 64);
}

/// One warp per slice writes its entries; padding (padding.cuh) repeats the slice's first column,
/// so that it stays in cache and in bounds.
template <class V, class O>
__global__ void fill_slices(std::int64_t rows, std::int64_t cols, std::int64_t slices, int c,
                            int run, Runs runs, const O* row_offsets, const Index* col_indices,
                            const V* values, const Index* permutation,
                            const std::int64_t* value_offsets, const std::int64_t* index_offsets,
                            Slice* table, std::uint16_t* indices, V* out_values) {
  const std::int64_t slice = thread_id() / 32;
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
  std::int64_t begin = 0;
  std::int64_t length = 0;
  std::int64_t row_end = 0;
  if (position < rows) {
    const std::int64_t row = permutation != nullptr ? permutation[position] : position;
    begin = runs.offsets[row];
    length = runs.offsets[row + 1] - begin;
    row_end = row_offsets[row + 1];
  }
  const bool narrow = s.base < 0;
  const Index slice_first = narrow ? ~s.base : s.base;
  for (std::int32_t k = 0; k < s.width; ++k) {
    const std::int64_t j = static_cast<std::int64_t>(k) * lanes_per_row + lane % lanes_per_row;
    V* const out = out_values + s.values + static_cast<std::int64_t>(k) * run * 32 + lane;
    Index start = slice_first;
    for (int e = 0; e < run; ++e) out[e * 32] = padding<V>();
    if (j < length) {
      std::int64_t i = runs.first != nullptr ? runs.first[begin + j] : begin + j;
      start = run_start(col_indices[i], run, cols);
      for (; i < row_end && col_indices[i] < start + run; ++i) {
        out[(col_indices[i] - start) * 32] = as_entry(values[i]);
      }
    }
    const std::int64_t at = static_cast<std::int64_t>(k) * 32 + lane;
    if (narrow) {
      indices[s.indices + at] = static_cast<std::uint16_t>(start - slice_first);
    } else {
      reinterpret_cast<Index*>(indices + s.indices)[at] = start;
    }
  }
}

/// Other values of the same pattern; a thread per row goes through its runs as find_runs found
/// them. Padding stays.
template <class V, class O>
__global__ void scatter(std::int64_t rows, std::int64_t cols, int c, int run,
                        const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
                        const V* __restrict__ values, const Index* __restrict__ permutation,
                        const Slice* __restrict__ table, V* __restrict__ out) {
  const std::int64_t position = thread_id();
  if (position >= rows) return;
  const std::int64_t row = permutation != nullptr ? permutation[position] : position;
  const int lanes_per_row = 32 / c;
  const std::int64_t first_lane = position % c * lanes_per_row;
  V* const slice = out + table[position / c].values;
  std::int64_t j = -1;  // the run that is open
  std::int64_t start = -run;
  for (std::int64_t i = row_offsets[row]; i < row_offsets[row + 1]; ++i) {
    const Index column = col_indices[i];
    if (column >= start + run) {
      start = run_start(column, run, cols);
      ++j;
    }
    const std::int64_t k = j / lanes_per_row * run + (column - start);
    slice[k * 32 + first_lane + j % lanes_per_row] = as_entry(values[i]);
  }
}

constexpr int convert_block = 256;

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c)
      : rows_(a.rows), slices_(ceil_div(a.rows, c.slice)), any_(any), config_(c) {
    if (rows_ == 0) return;
    sptune::cuda::Scratch<std::int64_t> run_offsets(static_cast<std::size_t>(rows_) + 1);
    const sptune::cuda::Scratch<std::int64_t> run_first = find_all_runs(a, run_offsets.data());
    if (c.sigma > 1) sort_rows(run_offsets.data());
    fill(a, {run_offsets.data(), run_first.data()});
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
    launch(scatter<V, O>, row_grid(), convert_block, 0, native(stream), rows_, csr.cols,
           config_.slice, config_.run, csr.row_offsets, csr.col_indices, csr.values,
           permutation_.data(), table_.data(), values_.data());
  }

  [[nodiscard]] unsigned row_grid() const { return blocks_for(rows_, convert_block); }

  /// Fills in where the runs of each row begin. Returns the first entry of each; nothing where runs
  /// are single entries.
  [[nodiscard]] sptune::cuda::Scratch<std::int64_t> find_all_runs(CsrView<V, O> a,
                                                                  std::int64_t* run_offsets) const {
    const sptune::cuda::Scratch<std::int64_t> counts(static_cast<std::size_t>(rows_));
    if (config_.run == 1) {
      launch(row_lengths<O>, row_grid(), convert_block, 0, nullptr, rows_, a.row_offsets,
             counts.data());
      (void)sptune::cuda::exclusive_scan(counts.data(), run_offsets, rows_);
      return {};
    }
    launch(find_runs<O>, row_grid(), convert_block, 0, nullptr, rows_, a.cols, config_.run,
           a.row_offsets, a.col_indices, nullptr, counts.data(), nullptr);
    const std::int64_t total = sptune::cuda::exclusive_scan(counts.data(), run_offsets, rows_);
    sptune::cuda::Scratch<std::int64_t> first(static_cast<std::size_t>(total));
    launch(find_runs<O>, row_grid(), convert_block, 0, nullptr, rows_, a.cols, config_.run,
           a.row_offsets, a.col_indices, run_offsets, nullptr, first.data());
    return first;
  }

  /// By length, within windows of sigma rows.
  void sort_rows(const std::int64_t* run_offsets) {
    const auto n = static_cast<std::size_t>(rows_);
    const sptune::cuda::Scratch<std::uint64_t> keys(n);
    const sptune::cuda::Scratch<std::uint64_t> sorted_keys(n);
    const sptune::cuda::Scratch<Index> ids(n);
    permutation_ = sptune::cuda::DeviceArray<Index>(n);
    launch(sort_keys, row_grid(), convert_block, 0, nullptr, rows_, run_offsets,
           std::int64_t{config_.sigma}, keys.data(), ids.data());
    const auto windows = static_cast<std::uint64_t>(rows_ / config_.sigma);
    sptune::cuda::sort_pairs(keys.data(), sorted_keys.data(), ids.data(), permutation_.data(),
                             rows_, 32 + std::bit_width(windows));
  }

  void fill(CsrView<V, O> a, const Runs& runs) {
    using sptune::cuda::Scratch;
    const auto m = static_cast<std::size_t>(slices_);
    const unsigned grid = blocks_for(slices_ * 32, convert_block);
    table_ = sptune::cuda::DeviceArray<Slice>(m);
    const Scratch<std::int64_t> value_counts(m);
    const Scratch<std::int64_t> index_counts(m);
    launch(measure_slices<O>, grid, convert_block, 0, nullptr, rows_, a.cols, slices_,
           config_.slice, config_.run, runs, a.row_offsets, a.col_indices, permutation_.data(),
           config_.index == IndexWidth::mixed16, table_.data(), value_counts.data(),
           index_counts.data());
    const Scratch<std::int64_t> value_offsets(m + 1);
    const Scratch<std::int64_t> index_offsets(m + 1);
    const std::int64_t stored =
        sptune::cuda::exclusive_scan(value_counts.data(), value_offsets.data(), slices_);
    const std::int64_t index_units =
        sptune::cuda::exclusive_scan(index_counts.data(), index_offsets.data(), slices_);
    values_ = sptune::cuda::DeviceArray<V>(static_cast<std::size_t>(stored));
    indices_ = sptune::cuda::DeviceArray<std::uint16_t>(static_cast<std::size_t>(index_units));
    launch(fill_slices<V, O>, grid, convert_block, 0, nullptr, rows_, a.cols, slices_,
           config_.slice, config_.run, runs, a.row_offsets, a.col_indices, a.values,
           permutation_.data(), value_offsets.data(), index_offsets.data(), table_.data(),
           indices_.data(), values_.data());
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
  const std::int64_t entries = slice_totals(p.a, c.slice).entries;
  const std::int64_t value = size_of(p.a.value_type);
  if (c.sigma == 1) {
    const Fit format =
        fit_format(entries * (value + 2), std::to_string(entries) + " entries with padding", p);
    if (!format) return format;
  }
  const std::int64_t most_entries =
      entries + slices * 32;  // the last step of a slice may be partial
  return fit_memory(most_entries * (c.run * value + 4) +
                        slices * static_cast<std::int64_t>(sizeof(Slice)) +
                        (c.sigma > 1 ? p.a.rows * 4 : 0),
                    p.resources);
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
