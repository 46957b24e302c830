// SPDX-License-Identifier: BSD-3-Clause
// The columns cut into blocks, each with tiles of its own (tiles_part.cuh) and a launch of its own,
// one after the other: while one is computed, no more of x is asked for than what stays in the L2
// cache. For matrices of many columns without structure, whose x does not. Source: Nishtala, Vuduc,
// Demmel and Yelick, "When cache blocking of sparse matrix vector multiply works and why", AAECC 18
// (2007), section 2.
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/spmv/cuda/tiles_part.cuh"
#include "kernels/spmv/expected.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::spmv::column_blocks {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int blocks;
  int items;
  int block;
};

// Columns in 16 bits and other ways to load entries are no axes: where x does not stay in the cache
// hardly a tile spans less than 65536 columns, and streaming is 1.1 times as fast as the usual
// loads (docs/measurements/spmv-gpu.md).
constexpr auto config_space = free_space<Config>(
    axis("blocks", &Config::blocks, {2, 3, 4, 6}, "blocks of columns, a launch each"),
    axis("items", &Config::items, {8, 16}, "entries per thread"),
    axis("block", &Config::block, {256, 512}, "threads per block of a launch"));

constexpr int part_threads = 256;

/// Columns from `low` on, up to `high`.
struct Range {
  Index low;
  Index high;
  __device__ __forceinline__ bool holds(Index column) const {
    return column >= low && column < high;
  }
};

/// A warp per row: `place(before, i)` for each of its entries in the range, with how many of the
/// row come before it. Returns how many there are.
template <class O, class Place>
__device__ __forceinline__ std::int64_t for_row_part(std::int64_t row,
                                                     const O* __restrict__ row_offsets,
                                                     const Index* __restrict__ col_indices,
                                                     const Range& range, Place place) {
  const int lane = sptune::cuda::lane_id();
  const std::int64_t end = row_offsets[row + 1];
  std::int64_t before = 0;
  for (std::int64_t base = row_offsets[row]; base < end; base += warp_size) {
    const std::int64_t i = base + lane;
    const bool mine = i < end && range.holds(col_indices[i]);
    const unsigned wanted = __ballot_sync(all_lanes, mine);
    if (mine) place(before + __popc(wanted & ((1U << lane) - 1U)), i);
    before += __popc(wanted);
  }
  return before;
}

template <class O>
__global__ void __launch_bounds__(part_threads)
    count_part(std::int64_t rows, const O* __restrict__ row_offsets,
               const Index* __restrict__ col_indices, Range range, std::int64_t* lengths) {
  const std::int64_t row = thread_id() / warp_size;
  if (row >= rows) return;
  const std::int64_t length =
      for_row_part(row, row_offsets, col_indices, range, [](std::int64_t, std::int64_t) {});
  if (sptune::cuda::lane_id() == 0) lengths[row] = length;
}

/// The entries of a range as a matrix of their own: rows keep their order, and entries theirs.
template <class V>
struct Part {
  std::int64_t count = 0;
  sptune::cuda::DeviceArray<std::uint32_t> entries;  ///< which of the matrix's each one is
  sptune::cuda::Scratch<std::int64_t> offsets;
  sptune::cuda::Scratch<Index> columns;
  sptune::cuda::Scratch<V> values;
};

template <class V, class O>
__global__ void __launch_bounds__(part_threads)
    copy_part(CsrView<V, O> a, Range range, const std::int64_t* __restrict__ offsets,
              std::uint32_t* __restrict__ entries, Index* __restrict__ columns,
              V* __restrict__ values) {
  const std::int64_t row = thread_id() / warp_size;
  if (row >= a.rows) return;
  const std::int64_t first = offsets[row];
  for_row_part(row, a.row_offsets, a.col_indices, range, [&](std::int64_t before, std::int64_t i) {
    entries[first + before] = static_cast<std::uint32_t>(i);
    columns[first + before] = a.col_indices[i];
    values[first + before] = a.values[i];
  });
}

/// Enqueued on the default stream but for a wait for the number of entries. `lengths`: room for a
/// number per row.
template <class V, class O>
[[nodiscard]] Part<V> part_of_columns(CsrView<V, O> a, Range range, std::int64_t* lengths) {
  using sptune::cuda::Scratch;
  const unsigned grid = blocks_for(a.rows * warp_size, part_threads);
  launch(count_part<O>, grid, part_threads, 0, nullptr, a.rows, a.row_offsets, a.col_indices, range,
         lengths);
  Part<V> part;
  part.offsets = Scratch<std::int64_t>(static_cast<std::size_t>(a.rows) + 1);
  part.count = sptune::cuda::exclusive_scan(lengths, part.offsets.data(), a.rows);
  const auto count = static_cast<std::size_t>(part.count);
  if (count == 0) return part;
  part.entries = sptune::cuda::DeviceArray<std::uint32_t>::ordered(count);
  part.columns = Scratch<Index>(count);
  part.values = Scratch<V>(count);
  launch(copy_part<V, O>, grid, part_threads, 0, nullptr, a, range, part.offsets.data(),
         part.entries.data(), part.columns.data(), part.values.data());
  return part;
}

/// Values of a part, of the matrix's.
template <class V>
struct PartValues {
  const V* values;
  const std::uint32_t* entries;
  __device__ __forceinline__ V operator()(std::int64_t entry) const {
    return values[entries[entry]];
  }
};

/// One block of columns.
template <class V>
class Block {
 public:
  Block(std::int64_t rows, Part<V> part, const Config& c)
      : tiles_(rows, part.count, part.offsets.data(), part.columns.data(), part.values.data(),
               c.items, c.block, IndexWidth::i32),
        entries_(std::move(part.entries)) {}

  [[nodiscard]] std::int64_t read_bytes() const { return tiles_.read_bytes(); }
  [[nodiscard]] std::int64_t bytes() const { return tiles_.bytes() + entries_.bytes(); }

  /// y = alpha*A*x + beta*y in rows with entries, and in those without where `all_rows`.
  void run(const Config& c, bool all_rows, V alpha, const V* x, V beta, V* y, Stream stream) {
    select<config_space, &Config::items, &Config::block>(c, [&](auto items, auto block) {
      tiles_.template run<items(), block(), IndexWidth::i32, Load::streaming>(all_rows, alpha, x,
                                                                              beta, y, stream);
    });
  }
  void scatter(const V* values, Stream stream) {
    tiles_.scatter(PartValues<V>{values, entries_.data()}, stream);
  }

 private:
  TilesPart<V> tiles_;
  sptune::cuda::DeviceArray<std::uint32_t> entries_;
};

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : any_(any), config_(c) {
    if (any.nnz == 0) return;
    const sptune::cuda::Scratch<std::int64_t> lengths(static_cast<std::size_t>(a.rows));
    const std::int64_t width = ceil_div(a.cols, std::int64_t{c.blocks});
    for (std::int64_t low = 0; low < a.cols; low += width) {
      const Range range{static_cast<Index>(low), static_cast<Index>(std::min(low + width, a.cols))};
      Part<V> part = part_of_columns(a, range, lengths.data());
      if (part.count > 0) blocks_.emplace_back(a.rows, std::move(part), c);
    }
  }

  /// y is written by every block, and read by all but the first.
  [[nodiscard]] double bytes_per_run() const override {
    double bytes = vector_bytes<V>(any_);
    for (const auto& block : blocks_) {
      bytes += static_cast<double>(block.read_bytes());
      if (&block != blocks_.data()) bytes += 2.0 * static_cast<double>(any_.rows) * sizeof(V);
    }
    return bytes;
  }
  [[nodiscard]] std::int64_t memory_bytes() const override {
    std::int64_t bytes = 0;
    for (const auto& block : blocks_) bytes += block.bytes();
    return bytes;
  }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (any_.rows == 0) return;
    if (blocks_.empty()) {
      launch(write_zeros<V>, blocks_for(any_.rows, part_threads), part_threads, 0, native(stream),
             any_.rows, alpha, beta, y);
      return;
    }
    bool first = true;
    for (auto& block : blocks_) {
      block.run(config_, first, alpha, x, first ? beta : V(1), y, stream);
      first = false;
    }
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream stream) override {
    any_.values = a;
    for (auto& block : blocks_) block.scatter(static_cast<const V*>(a), stream);
  }

  AnyCsr any_;
  Config config_;
  std::vector<Block<V>> blocks_;  ///< those with entries
};

/// With what a block is copied into while its tiles are made. Each block may have a tile that is
/// not full.
Fit fit(const Config& c, const SpmvProblem& p) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();  // named by 32 bits
  if (p.a.nnz > most) {
    return Fit::no("has " + std::to_string(p.a.nnz) + " entries, more than " +
                   std::to_string(most));
  }
  return visit(p.a, [&]<class V, class O>(CsrView<V, O> a) {
    const std::int64_t copies =
        p.a.nnz * static_cast<std::int64_t>(sizeof(V) + sizeof(Index) + sizeof(std::uint32_t)) +
        (a.rows + 1) * 16;
    const std::int64_t tiles = TilesPart<V>::bytes_for(p.a, p.a.nnz, c.items, c.block) +
                               c.blocks * TilesPart<V>::bytes_for(p.a, 1, c.items, c.block);
    return fit_memory(tiles + copies, p.resources);
  });
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  const auto value = static_cast<double>(size_of(type));
  const double per_row = c.blocks * expect::index32 + 2 * (c.blocks - 1) * value;
  Expected e = expect::csr(type, expect::index32, per_row, feature);
  e.launch = expect::tiles(c.items, c.block, 1.0 / most_padding, feature);
  e.launch.launches = c.blocks;
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>(
      {.name = "column_blocks",
       .backend = Backend::cuda,
       .takes = ColumnOrder::any,
       .values = ValuesRead::copied,
       .summary = "tiles of blocks of columns, one launch each, so that x stays in cache",
       .source = "Nishtala, Vuduc, Demmel and Yelick, AAECC 18 (2007)"},
      config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::column_blocks
