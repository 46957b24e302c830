// SPDX-License-Identifier: BSD-3-Clause
// CSR in place with nothing prepared: every block takes the same number of entries, wherever rows
// begin, and finds its rows itself while its entries are on their way. The bit flags that
// csr_segmented stores are made in shared memory; the sum is the same, deterministic and in one
// launch. Rows without entries are shared out by their number, so that a gap of many costs no block
// more than others. Sources: Merrill and Garland, "Merge-based parallel sparse matrix-vector
// multiplication", SC'16 (equal work for any row lengths, borders searched in the launch); Liu and
// Vinter, "CSR5", ICS'15 (bit flags).
#include "kernels/cuda/look_back.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/segment_sum.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>

namespace sptune::spmv::csr_balanced {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int items;
  int block;
  Load load;
};

// Odd numbers of items: threads then read neighbouring runs of shared memory without bank
// conflicts.
constexpr auto config_space = free_space<Config>(
    axis("items", &Config::items, {7, 5, 11}, "entries per thread"),
    axis("block", &Config::block, {128, 64, 256}, "threads per block"),
    axis("load", &Config::load, {Load::streaming, Load::cached}, "cache policy of the entries"));

/// Last row that begins at `entry` or before: the one that has it.
template <class O>
__device__ __forceinline__ std::int64_t row_of(std::int64_t rows, const O* row_offsets,
                                               std::int64_t entry) {
  return sptune::cuda::warp_first_where(0, rows, [&](std::int64_t row) {
    return static_cast<std::int64_t>(row_offsets[row + 1]) > entry;
  });
}

/// The entries of a block, and the rows that hold the first and the last of them.
struct Span {
  std::int64_t first;
  std::int64_t end;
  std::int64_t first_row;
  std::int64_t last_row;
};

/// Rows that other tiles have entries of, too. Parts of the row that begins in tile t stand from
/// place 2t on: it is the only one that begins there and goes on, and one that begins in an earlier
/// tile ends in t or before, with its parts before 2t.
template <class O>
__device__ __forceinline__ Tile shared_rows(const Span& s, const O* row_offsets,
                                            std::int64_t tile_size) {
  const auto tile = static_cast<std::int64_t>(blockIdx.x);
  const auto shared = [&](std::int64_t row) {
    const std::int64_t first = row_offsets[row] / tile_size;
    const std::int64_t last = (static_cast<std::int64_t>(row_offsets[row + 1]) - 1) / tile_size;
    return SharedRow{static_cast<std::int32_t>(row), static_cast<std::int32_t>(2 * first),
                     static_cast<std::int32_t>(tile - first),
                     static_cast<std::int32_t>(last - first + 1)};
  };
  Tile out;
  out.first_segment = 0;  // of those that the block lists
  if (row_offsets[s.first_row] < s.first) out.head = shared(s.first_row);
  if (row_offsets[s.last_row] >= s.first && row_offsets[s.last_row + 1] > s.end) {
    out.tail = shared(s.last_row);
  }
  return out;
}

/// Marks where rows begin among the entries of the tile, and which. A tile with many more rows than
/// entries, all but few of them empty, asks for the row of each entry.
template <int Items, int Block, class O>
__device__ __forceinline__ void mark_rows(const Span& s, const O* row_offsets, std::uint32_t* words,
                                          Index* row_at) {
  constexpr int gap = 8;  // rows per entry, from which on asking is cheaper
  const int thread = static_cast<int>(threadIdx.x);
  const auto mark = [&](std::int64_t entry, std::int64_t row) {
    const auto place = static_cast<int>(entry - s.first);
    atomicOr(words + place / Items, 1U << (place % Items));
    row_at[place] = static_cast<Index>(row);
  };
  if (s.last_row - s.first_row <= std::int64_t{gap} * Items * Block) {
    for (std::int64_t row = s.first_row + thread; row <= s.last_row; row += Block) {
      const std::int64_t begin = row_offsets[row];
      if (begin >= s.first && begin < row_offsets[row + 1]) mark(begin, row);
    }
    return;
  }
  for (std::int64_t entry = s.first + thread; entry < s.end; entry += Block) {
    const std::int64_t row = first_where(s.first_row, s.last_row, [&](std::int64_t r) {
      return static_cast<std::int64_t>(row_offsets[r + 1]) > entry;
    });
    if (row_offsets[row] == entry) mark(entry, row);
  }
}

/// This block's share of the rows, whatever they hold: the empty ones are written.
template <int Block, class V, class O>
__device__ __forceinline__ void write_empty_share(std::int64_t rows, const O* row_offsets, V alpha,
                                                  V beta, V* y) {
  for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * Block + threadIdx.x; row < rows;
       row += static_cast<std::int64_t>(gridDim.x) * Block) {
    if (row_offsets[row] == row_offsets[row + 1]) store(y + row, V(0), alpha, beta);
  }
}

template <class V, class O, int Items, int Block, Load Policy>
__global__ void __launch_bounds__(Block)
    multiply(std::int64_t rows, std::int64_t nnz, const O* __restrict__ row_offsets,
             const Index* __restrict__ col_indices, const V* __restrict__ values,
             SharedRowScratch<V> scratch, V alpha, const V* __restrict__ x, V beta,
             V* __restrict__ y) {
  constexpr int tile_size = Items * Block;
  __shared__ std::uint32_t words[Block];
  __shared__ Index row_at[tile_size];  // by place in the tile, then by order
  __shared__ std::int64_t borders[2];
  V* const products = segment_sums<V>();  // becomes the sums once they are read
  const int thread = static_cast<int>(threadIdx.x);
  Span s{};
  s.first = static_cast<std::int64_t>(blockIdx.x) * tile_size;
  const int count = static_cast<int>(min(static_cast<std::int64_t>(tile_size), nnz - s.first));
  s.end = s.first + count;
  Index col[Items];
  V a[Items];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    const int i = thread + u * Block;
    col[u] = i < count ? load<Policy>(col_indices + s.first + i) : 0;
    a[u] = i < count ? load<Policy>(values + s.first + i) : V(0);
  }
  words[thread] = 0;
  if (thread < 2 * warp_size) {  // the first two warps
    const std::int64_t row = row_of(rows, row_offsets, thread < warp_size ? s.first : s.end - 1);
    if (thread % warp_size == 0) borders[thread / warp_size] = row;
  }
  write_empty_share<Block>(rows, row_offsets, alpha, beta, y);
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    products[thread + u * Block] = u * Block + thread < count ? a[u] * __ldg(x + col[u]) : V(0);
  }
  __syncthreads();
  s.first_row = borders[0];
  s.last_row = borders[1];
  Tile tile = shared_rows(s, row_offsets, tile_size);
  mark_rows<Items, Block>(s, row_offsets, words, row_at);
  __syncthreads();
  const std::uint32_t flags = words[thread];
  const auto begun = sptune::cuda::sum_in_block<Block>(__popc(flags));
  Index row[Items];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    a[u] = products[thread * Items + u];
    row[u] = row_at[thread * Items + u];  // whatever it is where no row begins
  }
  __syncthreads();  // both arrays are written anew
  auto at = static_cast<int>(begun.before);
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    if ((flags >> u & 1U) != 0) row_at[at++] = row[u];
  }
  tile.segments = static_cast<int>(begun.total);
  const std::uint32_t word = flags | static_cast<std::uint32_t>(begun.before) << 16U;
  sum_segments<Items, Block>(a, word, tile, row_at, scratch, alpha, beta, y);
}

/// Two places per tile: see shared_rows.
[[nodiscard]] std::int64_t parts_of(std::int64_t nnz, const Config& c) {
  return 2 * ceil_div(nnz, std::int64_t{c.items} * c.block);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c)
      : a_(a),
        any_(any),
        config_(c),
        shared_(SharedRowMemory<V>::on_demand(parts_of(any.nnz, c))) {}

  [[nodiscard]] double bytes_per_run() const override {
    return compulsory_bytes(any_) + static_cast<double>(any_.rows) * sizeof(O);  // read twice
  }
  [[nodiscard]] std::int64_t memory_bytes() const override { return shared_.bytes(); }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    if (any_.nnz == 0) {
      launch(write_zeros<V>, blocks_for(a_.rows, 256), 256, 0, native(stream), a_.rows, alpha, beta,
             y);
      return;
    }
    const auto shared = shared_.on(stream);
    select<config_space, &Config::items, &Config::block, &Config::load>(
        config_, [&](auto items, auto block, auto policy) {
          constexpr int tile_size = items() * block();
          launch(multiply<V, O, items(), block(), policy()>, blocks_for(any_.nnz, tile_size),
                 block(), tile_size * static_cast<std::int64_t>(sizeof(V)), native(stream), a_.rows,
                 any_.nnz, a_.row_offsets, a_.col_indices, a_.values, shared.scratch(), alpha, x,
                 beta, y);
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  SharedRowMemory<V> shared_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  constexpr std::int64_t most_parts = 0x7fffffff;  // which have 32-bit numbers
  const std::int64_t parts = parts_of(p.a.nnz, c);
  if (parts > most_parts) return Fit::no(std::to_string(p.a.nnz) + " entries are too many");
  return fit_memory(shared_row_bytes(p.a.value_type, parts), p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::csr(type, expect::index32, 8, feature);
  const double tile = static_cast<double>(c.items) * c.block;
  e.launch = expect::tiles(c.items, c.block, 0, feature);
  e.launch.shared_bytes = tile * (static_cast<double>(size_of(type)) + 4) + c.block * 4.0;
  // The search, the rows of the tile, and twice through shared memory.
  constexpr double per_trip = 33;
  const double extra =
      std::ceil(std::log(std::max(2.0, feature(Feature::rows))) / std::log(per_trip)) + 3;
  e.launch.steps += extra;
  e.launch.longest += extra;
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "csr_balanced",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "equal entries per block, which finds its rows itself: nothing is prepared",
       .source = "Merrill and Garland, SC'16; Liu and Vinter, ICS'15"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::csr_balanced
