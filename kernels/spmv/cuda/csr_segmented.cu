// SPDX-License-Identifier: BSD-3-Clause
// CSR in place, every block takes the same number of entries, wherever rows begin: a segmented sum
// by bit flags, in one launch, deterministic. Per thread one 32-bit word says where rows begin
// among its entries and how many began before it in the block; row offsets are not read at all.
// Sources: Liu and Vinter, "CSR5", ICS'15 (bit flags, tiles); Merrill and Garland, "Merge-based
// parallel sparse matrix-vector multiplication", SC'16 (equal work for any row lengths).
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/segment_layout.cuh"
#include "kernels/spmv/cuda/segment_sum.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

namespace sptune::spmv::csr_segmented {
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
    axis("block", &Config::block, {128, 256}, "threads per block"),
    axis("load", &Config::load, {Load::streaming, Load::cached}, "cache policy of the entries"));

template <class V, int Items, int Block, Load Policy>
__global__ void __launch_bounds__(Block)
    multiply(std::int64_t nnz, const Tile* __restrict__ tiles,
             const std::uint32_t* __restrict__ words, const Index* __restrict__ rows_of_segments,
             const Index* __restrict__ col_indices, const V* __restrict__ values,
             std::int64_t empty_rows, const Index* __restrict__ empty, SharedRowScratch<V> scratch,
             V alpha, const V* __restrict__ x, V beta, V* __restrict__ y) {
  constexpr int tile_size = Items * Block;
  __shared__ V products[tile_size];
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * tile_size;
  if (first >= nnz) {  // no tile: for its share of the empty rows alone
    write_empty_rows<Block>(empty_rows, empty, alpha, beta, y);
    return;
  }
  const int count = static_cast<int>(min(static_cast<std::int64_t>(tile_size), nnz - first));
  Index col[Items];
  V a[Items];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    const int i = thread + u * Block;
    col[u] = i < count ? load<Policy>(col_indices + first + i) : 0;
    a[u] = i < count ? load<Policy>(values + first + i) : V(0);
  }
  const std::uint32_t word =
      load<Policy>(words + static_cast<std::int64_t>(blockIdx.x) * Block + thread);
  const Tile tile = tiles[blockIdx.x];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    products[thread + u * Block] = u * Block + thread < count ? a[u] * __ldg(x + col[u]) : V(0);
  }
  __syncthreads();
#pragma unroll
  for (int u = 0; u < Items; ++u) a[u] = products[thread * Items + u];
  const RowsOfTile<V> out{rows_of_segments, tile.first_segment, alpha, beta, y};
  sum_segments<Items, Block, SumsKept::shared>(Products<V, Items>{a}, word, tile, out, scratch);
  write_empty_rows<Block>(empty_rows, empty, alpha, beta, y);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {
    if (any.nnz == 0) return;
    SegmentLayout l =
        lay_out<V>(a.rows, a.row_offsets, any.nnz, {.items = c.items, .block = c.block});
    layout_ = std::move(l.memory);
    count_ = l.count;
    tiles_ = l.tiles;
    words_ = l.words;
    rows_ = std::move(l.rows);
    shared_ = SharedRowMemory<V>(std::move(l.shared));
    sums_bytes_ = segment_sums_bytes<V>(l);
  }

  [[nodiscard]] double bytes_per_run() const override {
    const auto entries = static_cast<double>(any_.nnz) * (sizeof(V) + sizeof(Index));
    const std::int64_t of_tile = sizeof(Tile) + config_.block * sizeof(std::uint32_t);
    return entries + vector_bytes<V>(any_) +
           static_cast<double>(count_ * of_tile + rows_.list.bytes());
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    return layout_.bytes() + rows_.list.bytes() + shared_.bytes();
  }

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
          launch(multiply<V, items(), block(), policy()>,
                 blocks_for_tiles(count_, rows_.empties(), block()), block(),
                 static_cast<std::int64_t>(sums_bytes_), native(stream), any_.nnz, tiles_, words_,
                 rows_.of_segments(), a_.col_indices, a_.values, rows_.empties(), rows_.empty(),
                 shared.scratch(), alpha, x, beta, y);
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
  sptune::cuda::DeviceArray<unsigned char> layout_;  ///< of tiles and words
  std::int64_t count_ = 0;                           ///< tiles
  Tile* tiles_ = nullptr;
  std::uint32_t* words_ = nullptr;
  RowLists rows_;
  SharedRowMemory<V> shared_;
  std::size_t sums_bytes_ = 0;  ///< of shared memory for the sums of a tile
};

Fit fit(const Config& c, const SpmvProblem& p) {
  const std::int64_t tiles = ceil_div(p.a.nnz, std::int64_t{c.items} * c.block);
  return fit_memory(layout_bytes(tiles, c.block, p.a), p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::csr(type, expect::index32, 4, feature);
  const double tile = static_cast<double>(c.items) * c.block;
  e.launch = expect::tiles(c.items, c.block, 0, feature);
  e.launch.shared_bytes += tile * static_cast<double>(size_of(type));
  e.launch.steps += 1;  // through shared memory
  e.launch.longest += 1;
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "csr_segmented",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::callers,
       .summary = "equal entries per thread, rows found by bit flags; for rows of any length",
       .source = "Liu and Vinter, ICS'15; Merrill and Garland, SC'16"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::csr_segmented
