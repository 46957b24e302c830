// SPDX-License-Identifier: BSD-3-Clause
// HYB on the GPU: the first K entries of every row in ELL, then a second launch adds the rest of
// the longer rows as coordinates, equal shares per warp (coo_part.cuh): no atomics, so results are
// the same bits on every run.
#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/operands.hpp"
#include "kernels/spmv/cuda/coo_part.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/ell_part.cuh"
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
};

constexpr auto config_space = free_space<Config>(
    axis("k", &Config::k, {Width::rule, Width::p50, Width::p67, Width::p80, Width::p90, Width::p95},
         "width of the ELL part. rule: the largest that a third of the rows reach; pN: the row "
         "length that N percent of the rows do not exceed"));

constexpr int launch_block = 256;

/// How the rest is taken: coo's default.
constexpr int rest_items = 4;
constexpr int rest_block = 128;

// --- dividing the rows ---------------------------------------------------------------------------

constexpr int divide_block = 256;

/// Lengths that a block of threads counts for itself: most rows are this short.
constexpr int short_lengths = 512;

/// Many rows are of the same few lengths: lanes that met the same one count it together, and blocks
/// tell the device what they have when they are done. Rows of `most` entries and more are one
/// length.
template <class O>
__global__ void __launch_bounds__(divide_block)
    count_lengths(std::int64_t rows, const O* __restrict__ row_offsets, std::int64_t most,
                  unsigned long long* rows_of_length) {
  __shared__ unsigned of_short[short_lengths];
  const int thread = static_cast<int>(threadIdx.x);
  for (int i = thread; i < short_lengths; i += divide_block) of_short[i] = 0;
  __syncthreads();
  const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * divide_block;
  for (std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * divide_block; first < rows;
       first += all) {
    const std::int64_t row = first + thread;
    const bool there = row < rows;
    const std::int64_t length =
        there ? min(static_cast<std::int64_t>(row_offsets[row + 1] - row_offsets[row]), most) : -1;
    const unsigned alike = __match_any_sync(all_lanes, length);
    if (!there || __ffs(static_cast<int>(alike)) - 1 != sptune::cuda::lane_id()) continue;
    const auto count = static_cast<unsigned>(__popc(alike));
    if (length < short_lengths) {
      atomicAdd(of_short + length, count);
    } else {
      atomicAdd(rows_of_length + length, static_cast<unsigned long long>(count));
    }
  }
  __syncthreads();
  for (int i = thread; i < short_lengths; i += divide_block) {
    if (of_short[i] > 0) {
      atomicAdd(rows_of_length + i, static_cast<unsigned long long>(of_short[i]));
    }
  }
}

/// Where what a row leaves over stands among the rest, rows + 1 numbers. `states`: a word per block
/// and one more, zeros before and after.
template <class O>
__global__ void __launch_bounds__(divide_block)
    place_rest(std::int64_t rows, const O* __restrict__ row_offsets, std::int64_t width,
               unsigned long long* states, sptune::cuda::TallyWords tally, std::int64_t* offsets) {
  __shared__ long long before;
  const unsigned tile = sptune::cuda::take_tile(states + gridDim.x);
  const std::int64_t row = static_cast<std::int64_t>(tile) * divide_block + threadIdx.x;
  const std::int64_t length =
      row < rows ? static_cast<std::int64_t>(row_offsets[row + 1] - row_offsets[row]) : 0;
  const auto in_block =
      sptune::cuda::sum_in_block<divide_block>(max(length - width, std::int64_t{0}));
  sptune::cuda::scan_tiles(states, tile, in_block.total, before);
  sptune::cuda::leave_clear(tally, states, std::int64_t{gridDim.x} + 1);
  if (row < rows) offsets[row] = before + in_block.before;
  if (row == rows - 1) offsets[rows] = before + in_block.total;
}

/// A thread per entry of the rest: a warp looks for the rows of its first and last one, a thread
/// for its own between them. Columns are copied where they are asked for.
template <class V, class O>
__global__ void copy_rest(std::int64_t rows, std::int64_t rest,
                          const std::int64_t* __restrict__ rest_offsets,
                          const O* __restrict__ row_offsets, std::int64_t width,
                          const Index* __restrict__ col_indices, const V* __restrict__ values,
                          Index* columns, V* out) {
  const std::int64_t entry = thread_id();
  const std::int64_t first = entry - sptune::cuda::lane_id();
  if (first >= rest) return;
  const auto ends_behind = [&](std::int64_t row, std::int64_t e) {
    return rest_offsets[row + 1] > e;
  };
  const std::int64_t last = min(first + warp_size, rest) - 1;
  const std::int64_t low = sptune::cuda::warp_first_where(
      0, rows, [&](std::int64_t row) { return ends_behind(row, first); });
  const std::int64_t high = sptune::cuda::warp_first_where(
      low, rows, [&](std::int64_t row) { return ends_behind(row, last); });
  if (entry >= rest) return;
  const std::int64_t row =
      first_where(low, high, [&](std::int64_t r) { return ends_behind(r, entry); });
  const std::int64_t from =
      static_cast<std::int64_t>(row_offsets[row]) + width + (entry - rest_offsets[row]);
  if (columns != nullptr) columns[entry] = col_indices[from];
  out[entry] = values[from];
}

/// The least width that is refused for its bytes, and no more than all entries: what is longer
/// need not be told apart.
template <class V, class O>
std::int64_t most_counted(CsrView<V, O> a, const AnyCsr& any) {
  if (a.rows == 0) return 0;
  const auto most = static_cast<std::int64_t>(
      most_format_bytes(any) / static_cast<double>(EllPart<V>::bytes_for(a.rows, 1)));
  return std::min(most + 1, any.nnz);
}

/// By how many rows have 0, 1, 2, … entries, and `most` or more: a pass over the offsets alone.
template <class V, class O>
Split split_of(CsrView<V, O> a, const AnyCsr& any, std::int64_t most, Width k) {
  if (a.rows == 0) return {};
  const auto counts =
      sptune::cuda::zeroed_scratch<unsigned long long>(static_cast<std::size_t>(most) + 1);
  launch(count_lengths<O>, blocks_up_to(ceil_div(a.rows, divide_block)), divide_block, 0, nullptr,
         a.rows, a.row_offsets, most, counts.data());
  std::vector<std::int64_t> out(counts.size());
  sptune::cuda::copy_to_host(out.data(), counts.data(), static_cast<std::size_t>(counts.bytes()));
  return split(out, any.nnz, k);
}

/// What the ELL part leaves over, as coordinates.
template <class V>
class Rest {
 public:
  Rest() = default;
  /// Enqueued on the default stream, but for a wait for sizes. There are `size` entries.
  template <class O>
  Rest(CsrView<V, O> a, std::int64_t width, std::int64_t size) : size_(size), width_(width) {
    using sptune::cuda::DeviceArray;
    const unsigned blocks = blocks_for(a.rows, divide_block);
    sptune::cuda::Tally tally;
    const LookBackWords states(tally, std::int64_t{blocks} + 1);
    offsets_ = DeviceArray<std::int64_t>::ordered(static_cast<std::size_t>(a.rows) + 1);
    columns_ = DeviceArray<Index>::ordered(static_cast<std::size_t>(size));
    values_ = DeviceArray<V>::ordered(static_cast<std::size_t>(size));
    launch(place_rest<O>, blocks, divide_block, 0, nullptr, a.rows, a.row_offsets, width,
           states.data(), tally.words(), offsets_.data());
    copy(a, columns_.data(), Stream{});
    part_ = CooPart<V>(a.rows, size, offsets_.data(), rest_items, Rows::bits);
    (void)tally.read();  // the device is done by now
  }

  /// Other values of the same pattern, enqueued.
  template <class O>
  void scatter(CsrView<V, O> a, Stream stream) {
    if (size_ > 0) copy(a, nullptr, stream);
  }
  /// Adds to y.
  void run(V alpha, const V* x, V* y, Stream stream) {
    if (size_ == 0) return;
    part_.template run<rest_items, Rows::bits, Load::streaming>(
        rest_block, columns_.data(), values_.data(), false, alpha, x, V(1), y, stream);
  }

  /// Of what a run reads.
  [[nodiscard]] std::int64_t read_bytes() const {
    return columns_.bytes() + values_.bytes() + part_.row_bytes();
  }
  [[nodiscard]] std::int64_t bytes() const {
    return columns_.bytes() + values_.bytes() + offsets_.bytes() + part_.bytes();
  }
  [[nodiscard]] static std::int64_t bytes_for(const AnyCsr& a, std::int64_t size) {
    if (size == 0) return 0;
    const std::int64_t states = ceil_div(a.rows, divide_block) + 1;
    return size * static_cast<std::int64_t>(sizeof(V) + sizeof(Index)) + (a.rows + 1 + states) * 8 +
           CooPart<V>::bytes_for(a, size, rest_items, Rows::bits);
  }

 private:
  template <class O>
  void copy(CsrView<V, O> a, Index* columns, Stream stream) {
    launch(copy_rest<V, O>, blocks_for(size_, divide_block), divide_block, 0, native(stream),
           a.rows, size_, offsets_.data(), a.row_offsets, width_, a.col_indices, a.values, columns,
           values_.data());
  }

  std::int64_t size_ = 0;
  std::int64_t width_ = 0;
  sptune::cuda::DeviceArray<std::int64_t> offsets_;  ///< of each row, for other values
  sptune::cuda::DeviceArray<Index> columns_;
  sptune::cuda::DeviceArray<V> values_;
  CooPart<V> part_;
};

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Split& s) : a_(a), any_(any) {
    ell_ = EllPart<V>(a, s.width);  // the device has work while the host goes on
    if (s.rest > 0) rest_ = Rest<V>(a, s.width, s.rest);
    wait_for(nullptr);
  }

  [[nodiscard]] double bytes_per_run() const override {
    return static_cast<double>(ell_.bytes() + rest_.read_bytes()) + vector_bytes<V>(any_);
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return ell_.bytes() + rest_.bytes(); }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    constexpr int unroll = 4;
    ell_.template run<unroll>(launch_block, alpha, x, beta, y, stream);
    rest_.run(alpha, x, y, stream);
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    a_.values = static_cast<const V*>(a);
    ell_.scatter(a_, stream);
    rest_.scatter(a_, stream);
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Rest<V> rest_;
  EllPart<V> ell_;
};

std::unique_ptr<SpmvPlan> plan(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> std::unique_ptr<SpmvPlan> {
    const auto* const found = found_by_fit<Split>(p);
    return std::make_unique<Plan<V, O>>(
        a, p.a, found == nullptr ? split_of(a, p.a, most_counted(a, p.a), c.k) : *found);
  });
}

Fit fit(const Config& c, const SpmvProblem& p) {
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) -> Fit {
    const std::int64_t most = most_counted(a, p.a);
    const std::int64_t counting = a.rows > 0 ? (most + 1) * 8 : 0;
    if (Fit counts = fit_memory(counting, p.resources); !counts) return counts;
    const Split s = split_of(a, p.a, most, c.k);
    const std::int64_t ell = EllPart<V>::bytes_for(a.rows, s.width);
    Fit format = fit_format(ell, "an ELL part of width " + std::to_string(s.width), p);
    if (!format) return format;
    Fit out = fit_memory(Rest<V>::bytes_for(p.a, s.rest) + ell, p.resources);
    out.found = s;
    return out;
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
  const double longest = std::max(0.0, feature(Feature::row_max) - width);
  constexpr double unroll = 4;
  constexpr double chunk = static_cast<double>(rest_items) * warp_size;
  e.launch.blocks = expect::blocks(feature(Feature::rows), launch_block);
  e.launch.threads = launch_block;
  e.launch.in_flight = unroll;
  e.launch.steps = expect::walk(width, unroll);
  e.launch.longest = e.launch.steps + (longest > chunk ? longest / chunk / warp_size : 0);
  e.launch.launches = longest > 0 ? 2 : 1;
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "hyb",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::copied,
       .summary = "ELL for the typical row, coordinates for the rest",
       .source = "Bell and Garland, NVR-2008-004, sections 3.4 and 4.5"},
      config_space, fit, plan, expected);
}

}  // namespace sptune::spmv::hyb
