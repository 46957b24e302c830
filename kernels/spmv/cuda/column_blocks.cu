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
// hardly a tile spans less than 65536 columns, and streaming is faster than the usual loads: of
// csr_vector by 1 to 10 % (docs/measurements/spmv-gpu.md, "Beyond the L2 cache"), here by a tenth
// when this was written (25 November 2026), of which no record was kept.
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

// Warps share the entries and not the rows, so that none has a long row for itself.
constexpr int part_rounds = 8;                      ///< of a warp, all asked for together
constexpr int part_tile = part_rounds * warp_size;  ///< entries of a warp

/// The columns of a warp's tile of entries, and which of them are in the range. `first`: the lane's
/// first entry.
struct TileColumns {
  Index column[part_rounds];
  unsigned wanted[part_rounds];  ///< by lane

  __device__ __forceinline__ TileColumns(std::int64_t first, std::int64_t nnz,
                                         const Index* __restrict__ col_indices,
                                         const Range& range) {
#pragma unroll
    for (int u = 0; u < part_rounds; ++u) {
      const std::int64_t i = first + u * warp_size;
      column[u] = load_if<Load::cached>(i < nnz, col_indices + i);
    }
#pragma unroll
    for (int u = 0; u < part_rounds; ++u) {
      const bool mine = first + u * warp_size < nnz && range.holds(column[u]);
      wanted[u] = __ballot_sync(all_lanes, mine);
    }
  }
};

/// How many entries of each tile are in the range.
__global__ void __launch_bounds__(part_threads)
    count_part(std::int64_t nnz, const Index* __restrict__ col_indices, Range range,
               std::int64_t* counts) {
  const std::int64_t tile = thread_id() / warp_size;
  if (tile * part_tile >= nnz) return;
  const int lane = sptune::cuda::lane_id();
  const TileColumns columns(tile * part_tile + lane, nnz, col_indices, range);
  int count = 0;
#pragma unroll
  for (int u = 0; u < part_rounds; ++u) count += __popc(columns.wanted[u]);
  if (lane == 0) counts[tile] = count;
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

/// `starts`: of each tile, the entries of those before it that are in the range.
template <class V>
__global__ void __launch_bounds__(part_threads)
    copy_part(std::int64_t nnz, const Index* __restrict__ col_indices,
              const V* __restrict__ all_values, Range range,
              const std::int64_t* __restrict__ starts, std::uint32_t* __restrict__ entries,
              Index* __restrict__ columns, V* __restrict__ values) {
  const std::int64_t tile = thread_id() / warp_size;
  if (tile * part_tile >= nnz) return;
  const int lane = sptune::cuda::lane_id();
  const std::int64_t first = tile * part_tile + lane;
  const TileColumns found(first, nnz, col_indices, range);
  V value[part_rounds];
#pragma unroll
  for (int u = 0; u < part_rounds; ++u) {
    const bool mine = (found.wanted[u] >> lane & 1U) != 0;
    value[u] = load_if<Load::cached>(mine, all_values + first + u * warp_size);
  }
  std::int64_t before = starts[tile];
#pragma unroll
  for (int u = 0; u < part_rounds; ++u) {
    const unsigned wanted = found.wanted[u];
    if ((wanted >> lane & 1U) != 0) {
      const std::int64_t place = before + __popc(wanted & ((1U << lane) - 1U));
      entries[place] = static_cast<std::uint32_t>(first + u * warp_size);
      columns[place] = found.column[u];
      values[place] = value[u];
    }
    before += __popc(wanted);
  }
}

/// Where the rows of a part begin: at its first entry that is not of a row before.
template <class O>
__global__ void __launch_bounds__(part_threads)
    find_rows(std::int64_t rows, const O* __restrict__ row_offsets, std::int64_t count,
              const std::uint32_t* __restrict__ entries, std::int64_t* __restrict__ offsets) {
  const std::int64_t row = thread_id();
  if (row > rows) return;
  const auto begin = static_cast<std::int64_t>(row_offsets[row]);
  offsets[row] =
      first_where(std::int64_t{0}, count, [&](std::int64_t i) { return entries[i] >= begin; });
}

/// Enqueued on the default stream but for a wait for the number of entries.
template <class V, class O>
[[nodiscard]] Part<V> part_of_columns(CsrView<V, O> a, std::int64_t nnz, Range range) {
  using sptune::cuda::Scratch;
  const std::int64_t tiles = ceil_div(nnz, part_tile);
  const unsigned grid = blocks_for(tiles * warp_size, part_threads);
  const Scratch<std::int64_t> counts(static_cast<std::size_t>(tiles));
  const Scratch<std::int64_t> starts(static_cast<std::size_t>(tiles) + 1);
  launch(count_part, grid, part_threads, 0, nullptr, nnz, a.col_indices, range, counts.data());
  Part<V> part;
  part.count = sptune::cuda::exclusive_scan(counts.data(), starts.data(), tiles);
  const auto count = static_cast<std::size_t>(part.count);
  if (count == 0) return part;
  part.offsets = Scratch<std::int64_t>(static_cast<std::size_t>(a.rows) + 1);
  part.entries = sptune::cuda::DeviceArray<std::uint32_t>::ordered(count);
  part.columns = Scratch<Index>(count);
  part.values = Scratch<V>(count);
  launch(copy_part<V>, grid, part_threads, 0, nullptr, nnz, a.col_indices, a.values, range,
         starts.data(), part.entries.data(), part.columns.data(), part.values.data());
  launch(find_rows<O>, blocks_for(a.rows + 1, part_threads), part_threads, 0, nullptr, a.rows,
         a.row_offsets, part.count, part.entries.data(), part.offsets.data());
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
    const std::int64_t width = ceil_div(a.cols, std::int64_t{c.blocks});
    for (std::int64_t low = 0; low < a.cols; low += width) {
      const Range range{static_cast<Index>(low), static_cast<Index>(std::min(low + width, a.cols))};
      Part<V> part = part_of_columns(a, any.nnz, range);
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
        (a.rows + 1) * 8 + (2 * ceil_div(p.a.nnz, part_tile) + 1) * 8;
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
