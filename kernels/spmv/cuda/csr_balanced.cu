// SPDX-License-Identifier: BSD-3-Clause
// CSR in place with nothing prepared: every block takes the same number of entries, wherever rows
// begin, and finds its rows itself while its entries are on their way. The bit flags that
// csr_segmented stores are made in shared memory; the sum is deterministic and in one launch. A
// block reads a little beyond its entries, so that rows of usual length are nobody else's, too.
// Rows without entries are shared out by their number, so that a gap of many costs no block more
// than others; where they are many beside the entries there are blocks for them alone. Sources:
// Merrill and Garland, "Merge-based parallel sparse matrix-vector multiplication", SC'16 (equal
// work for any row lengths, borders searched in the launch); Liu and Vinter, "CSR5", ICS'15 (bit
// flags).
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

/// A tile is the rows that begin among `own` entries. It reads up to `slack` entries more, so that
/// most of its rows end in it; a row that goes on beyond these is shared with the tiles behind.
struct TileSize {
  int own;
  int slack;
  double tiles_per_entry;  ///< 1 / own

  /// Which tile's own an entry is: what takes a division of 64 bits otherwise.
  __device__ __forceinline__ std::int64_t tile_of(std::int64_t entry) const {
    const auto near = static_cast<std::int64_t>(static_cast<double>(entry) * tiles_per_entry);
    const std::int64_t beyond = entry - near * own;
    return near + (beyond >= own ? 1 : 0) - (beyond < 0 ? 1 : 0);
  }
};

/// The entries of a tile: those of its own, and how many it reads.
struct Span {
  std::int64_t first;
  std::int64_t end;
  int count;
};

/// Rows, of which those that have entries of a tile are some: the first begins with the tile's
/// first entry or before, the one at `high` with its end or behind.
struct RowRange {
  std::int64_t low;
  std::int64_t high;
};

/// Bisection by a whole block: a round trip to memory per factor of Block.
template <int Block, class O>
struct RowSearch {
  static constexpr std::int64_t close = 2 * Block;  // rows, to be looked through one by one
  RowRange range;
  O offset = 0;  ///< that of the row which the thread has asked about

  /// Asks at once, so that the answer is on its way before it is needed.
  __device__ __forceinline__ RowSearch(std::int64_t rows, const O* row_offsets) : range{0, rows} {
    ask(row_offsets);
  }
  __device__ __forceinline__ void ask(const O* row_offsets) {
    offset = row_offsets[min(range.low + step() * threadIdx.x, range.high)];
  }
  [[nodiscard]] __device__ __forceinline__ std::int64_t step() const {
    return (range.high - range.low + Block - 1) / Block;
  }
  __device__ __forceinline__ RowRange find(const Span& s, const O* row_offsets) {
    // Rows without entries may lie between any two, so that the range need not become as small as
    // what lies between two that were asked about.
    for (std::int64_t between = range.high; between > close;) {
      const int begun = __syncthreads_count(offset <= s.first ? 1 : 0);
      const int before = __syncthreads_count(offset < s.end ? 1 : 0);
      const std::int64_t by = step();
      range.high = min(range.low + by * before, range.high);
      range.low += by * (begun - 1);
      between = (between + Block - 1) / Block;
      if (between > close) ask(row_offsets);
    }
    return range;
  }
};

/// A row and its entries.
struct RowEntries {
  std::int64_t row;
  std::int64_t begin;
  std::int64_t end;
};

/// The rows that have the first and the last of a tile's own entries.
struct Borders {
  RowEntries first;
  RowEntries last;
};

/// Marks where rows begin among the tile's own entries, and which. Of more rows than eight for each
/// entry, all but few of them empty, those are looked for that have the entries.
template <int Items, int Block, class O>
__device__ __forceinline__ void mark_rows(const Span& s, const RowRange& range,
                                          const O* row_offsets, std::uint32_t* words, Index* row_at,
                                          Borders& borders) {
  constexpr int gap = 8;
  const int thread = static_cast<int>(threadIdx.x);
  const auto note = [&](const RowEntries& r) {
    if (r.begin == r.end) return;
    if (r.begin >= s.first && r.begin < s.end) {
      const auto place = static_cast<int>(r.begin - s.first);
      atomicOr(words + place / Items, 1U << (place % Items));
      row_at[place] = static_cast<Index>(r.row);
    }
    if (r.begin <= s.first && r.end > s.first) borders.first = r;
    if (r.begin < s.end && r.end >= s.end) borders.last = r;
  };
  if (range.high - range.low <= std::int64_t{gap} * Items * Block) {
    constexpr int together = 4;  // asked for at once
    for (std::int64_t row = range.low + thread; row < range.high; row += together * Block) {
      O begin[together];
      O end[together];
#pragma unroll
      for (int k = 0; k < together; ++k) {
        const std::int64_t at = min(row + k * Block, range.high - 1);
        begin[k] = row_offsets[at];
        end[k] = row_offsets[at + 1];
      }
#pragma unroll
      for (int k = 0; k < together; ++k) {
        if (row + k * Block < range.high) note({row + k * Block, begin[k], end[k]});
      }
    }
    return;
  }
  for (std::int64_t entry = s.first + thread; entry < s.end; entry += Block) {
    const std::int64_t row = first_where(range.low, range.high, [&](std::int64_t r) {
      return static_cast<std::int64_t>(row_offsets[r + 1]) > entry;
    });
    note({row, row_offsets[row], row_offsets[row + 1]});
  }
}

/// What a tile has of rows that other tiles have entries of, too.
struct SharedRows {
  bool head;  ///< began before
  bool tail;  ///< begins here and goes on
  int count;  ///< entries from the tile's first on that are its own
};

__device__ __forceinline__ SharedRows shared_rows(const Span& s, const Borders& borders,
                                                  const TileSize& size) {
  const RowEntries& first = borders.first;
  const RowEntries& last = borders.last;
  SharedRows out;
  // One of the tile before that ends in its slack is that tile's alone.
  out.head = first.begin < s.first &&
             (first.begin < s.first - size.own || first.end > s.first + size.slack);
  const bool ends = last.begin >= s.first && last.end <= s.end + size.slack;
  out.tail = last.begin >= s.first && !ends;
  out.count = static_cast<int>((ends ? last.end : s.end) - s.first);
  return out;
}

/// Parts of the row that begins in tile t stand from place 2t on: it is the only one that begins
/// there and is shared, and one that begins in an earlier tile ends in t or before, with its parts
/// before 2t.
__device__ __forceinline__ SharedRow part_of(const RowEntries& r, const TileSize& size) {
  const auto tile = static_cast<std::int64_t>(blockIdx.x);
  const std::int64_t first = size.tile_of(r.begin);
  const std::int64_t last = size.tile_of(r.end - 1);
  return SharedRow{static_cast<std::int32_t>(r.row), static_cast<std::int32_t>(2 * first),
                   static_cast<std::int32_t>(tile - first),
                   static_cast<std::int32_t>(last - first + 1)};
}

/// This block's share of the rows, whatever they hold, of which the empty ones are written.
template <int Block, class O>
struct EmptyShare {
  std::int64_t row;  ///< the thread's first one
  O begin = 0;
  O end = 0;

  /// Asks at once, so that the answer is there when it is needed.
  __device__ __forceinline__ EmptyShare(std::int64_t rows, const O* row_offsets)
      : row(static_cast<std::int64_t>(blockIdx.x) * Block + threadIdx.x) {
    if (row < rows) ask(row_offsets);
  }
  __device__ __forceinline__ void ask(const O* row_offsets) {
    begin = row_offsets[row];
    end = row_offsets[row + 1];
  }
  template <class V>
  __device__ __forceinline__ void write(std::int64_t rows, const O* row_offsets, V alpha, V beta,
                                        V* y) const {
    EmptyShare at = *this;
#pragma unroll 1  // several rows at once take registers from the tiles
    while (at.row < rows) {
      if (at.begin == at.end) store(y + at.row, V(0), alpha, beta);
      at.row += static_cast<std::int64_t>(gridDim.x) * Block;
      if (at.row < rows) at.ask(row_offsets);
    }
  }
};

/// What the threads before this one know of the row that is open when its entries begin.
template <class V>
struct OpenRow {
  V sum;      ///< of what they have of it
  int place;  ///< where it begins in the tile; -1: before
};

/// Of a whole block; each thread brings the sum of the row that is open behind its entries and
/// where that begins, -1 where no row begins among them.
template <int Block, class V>
__device__ __forceinline__ OpenRow<V> open_before(V open, int place) {
  constexpr int warps = Block / warp_size;
  __shared__ V warp_sums[warps];
  __shared__ int warp_places[warps];
  const int lane = sptune::cuda::lane_id();
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  const unsigned begins = __ballot_sync(all_lanes, place >= 0);
  const V sum = segmented_inclusive_sum(open, begins);
  const unsigned earlier = begins & ((1U << lane) - 1U);
  const int from = earlier == 0 ? lane : 31 - __clz(static_cast<int>(earlier));
  OpenRow<V> out{__shfl_up_sync(all_lanes, sum, 1), __shfl_sync(all_lanes, place, from)};
  if (lane == 0) out.sum = 0;
  if (earlier == 0) out.place = -1;
  if (lane == warp_size - 1) {
    warp_sums[warp] = sum;
    warp_places[warp] = place >= 0 ? place : out.place;
  }
  __syncthreads();
  V carry = 0;
  int carried = -1;
  for (int w = 0; w < warp; ++w) {
    const int began = warp_places[w];
    carry = began >= 0 ? warp_sums[w] : carry + warp_sums[w];
    if (began >= 0) carried = began;
  }
  if (earlier == 0) {
    out.sum += carry;
    out.place = carried;
  }
  return out;
}

/// Called by a whole block. Thread t holds the products of entries t*Items … t*Items+Items-1 of the
/// tile in `a`, 0 behind its own; bit u of `flags` says that a row begins at its entry u, `row_at`
/// which. Writes the rows that are the tile's alone. What is left: the sums of the two that it
/// shares, where it does, in `ends` after a barrier.
template <int Items, int Block, class V>
__device__ __forceinline__ void sum_rows(const V (&a)[Items], std::uint32_t flags,
                                         const Index* row_at, bool shares_last, V (&ends)[2],
                                         V alpha, V beta, V* y) {
  const int thread = static_cast<int>(threadIdx.x);
  V head = 0;  // of the row that is open when the thread's entries begin
  V open = 0;
  int place = -1;  // where the row that is open begins
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    if ((flags >> u & 1U) != 0) {
      if (place < 0) {
        head = open;
      } else {
        store(y + row_at[place], open, alpha, beta);
      }
      place = thread * Items + u;
      open = 0;
    }
    open += a[u];
  }
  const OpenRow<V> before = open_before<Block>(open, place);
  if (place >= 0) {
    if (before.place >= 0) {
      store(y + row_at[before.place], before.sum + head, alpha, beta);
    } else {
      ends[0] = before.sum + head;
    }
  }
  if (thread != Block - 1) return;
  const V last = place >= 0 ? open : before.sum + open;
  const int began = place >= 0 ? place : before.place;
  if (began < 0) {
    ends[0] = last;
  } else if (shares_last) {
    ends[1] = last;
  } else {
    store(y + row_at[began], last, alpha, beta);
  }
}

template <class V, class O, int Items, int Block, Load Policy>
__global__ void __launch_bounds__(Block)
    multiply(std::int64_t rows, std::int64_t nnz, const O* __restrict__ row_offsets,
             const Index* __restrict__ col_indices, const V* __restrict__ values, TileSize size,
             SharedRowScratch<V> scratch, V alpha, const V* __restrict__ x, V beta,
             V* __restrict__ y) {
  __shared__ std::uint32_t words[Block];  // of each thread: at which of its entries a row begins
  __shared__ Index row_at[Items * Block];
  __shared__ V products[Items * Block];
  __shared__ Borders borders;
  __shared__ V ends[2];
  const int thread = static_cast<int>(threadIdx.x);
  Span s{};
  s.first = static_cast<std::int64_t>(blockIdx.x) * size.own;
  if (s.first >= nnz) {  // no tile: for its share of the empty rows alone
    EmptyShare<Block, O>(rows, row_offsets).write(rows, row_offsets, alpha, beta, y);
    return;
  }
  s.end = min(s.first + size.own, nnz);
  s.count = static_cast<int>(min(static_cast<std::int64_t>(size.own + size.slack), nnz - s.first));
  Index col[Items];
  V a[Items];
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    const int i = thread + u * Block;
    col[u] = i < s.count ? load<Policy>(col_indices + s.first + i) : 0;
    a[u] = i < s.count ? load<Policy>(values + s.first + i) : V(0);
  }
  RowSearch<Block, O> search(rows, row_offsets);
  const EmptyShare<Block, O> share(rows, row_offsets);
  words[thread] = 0;
  const RowRange range = search.find(s, row_offsets);
#pragma unroll
  for (int u = 0; u < Items; ++u) products[thread + u * Block] = a[u] * __ldg(x + col[u]);
  __syncthreads();  // the words are zero
  mark_rows<Items, Block>(s, range, row_offsets, words, row_at, borders);
  __syncthreads();
  const SharedRows shared = shared_rows(s, borders, size);
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    const int i = thread * Items + u;
    a[u] = i < shared.count ? products[i] : V(0);
  }
  sum_rows<Items, Block>(a, words[thread], row_at, shared.tail, ends, alpha, beta, y);
  __syncthreads();
  if (thread < warp_size && (shared.head || shared.tail)) {
    SharedRow mine;
    if (thread == 0 ? shared.head : thread == 1 && shared.tail) {
      mine = part_of(thread == 0 ? borders.first : borders.last, size);
    }
    finish_shared_rows(mine, ends[thread & 1], scratch, alpha, beta, y);
  }
  share.write(rows, row_offsets, alpha, beta, y);
}

/// Rows of up to four times the mean's entries end in their tile, as far as an eighth of it allows;
/// where that is not even twice the mean's, rows are shared wherever they cross a border.
[[nodiscard]] int slack_of(double mean_row, int all) {
  constexpr double of_mean = 4;
  const double most = all / 8.0;
  return static_cast<int>(2 * mean_row > most ? 0 : std::min(std::ceil(of_mean * mean_row), most));
}

[[nodiscard]] TileSize tile_size(const AnyCsr& a, const Config& c) {
  const int all = c.items * c.block;
  const int slack = slack_of(
      static_cast<double>(a.nnz) / static_cast<double>(std::max<std::int64_t>(a.rows, 1)), all);
  return {all - slack, slack, 1.0 / (all - slack)};
}

/// Two places per tile: see part_of.
[[nodiscard]] std::int64_t parts_of(const AnyCsr& a, const Config& c) {
  return 2 * ceil_div(a.nnz, tile_size(a, c).own);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c)
      : a_(a), any_(any), config_(c), shared_(SharedRowMemory<V>::on_demand(parts_of(any, c))) {}

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
          const TileSize size = tile_size(any_, config_);
          launch(multiply<V, O, items(), block(), policy()>,
                 blocks_for_tiles(ceil_div(any_.nnz, size.own), a_.rows, block()), block(), 0,
                 native(stream), a_.rows, any_.nnz, a_.row_offsets, a_.col_indices, a_.values, size,
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
  SharedRowMemory<V> shared_;
};

Fit fit(const Config& c, const SpmvProblem& p) {
  constexpr std::int64_t most_parts = 0x7fffffff;  // which have 32-bit numbers
  const std::int64_t parts = parts_of(p.a, c);
  if (parts > most_parts) return Fit::no(std::to_string(p.a.nnz) + " entries are too many");
  return fit_memory(shared_row_bytes(p.a.value_type, parts), p.resources);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::csr(type, expect::index32, 8, feature);
  const int all = c.items * c.block;
  const int slack = slack_of(feature(Feature::mean_row), all);
  e.launch = expect::tiles(c.items, c.block, static_cast<double>(slack) / all, feature);
  e.launch.blocks = expect::blocks(feature(Feature::nnz), all - slack);
  e.launch.shared_bytes = all * (static_cast<double>(size_of(type)) + 4) + c.block * 4.0;
  // The search, and the rows of the tile.
  const double extra =
      std::ceil(std::log(std::max(2.0, feature(Feature::rows) / c.block)) / std::log(c.block)) + 1;
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
