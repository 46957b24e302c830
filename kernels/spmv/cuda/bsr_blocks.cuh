// SPDX-License-Identifier: BSD-3-Clause
// CSR to block sparse rows on the device. Rows are sorted: an entry is the first of its block where
// no row above it in the block row has one there, and the number of firsts before a place is what
// orders blocks; nothing is sorted.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/padding.cuh"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sptune::spmv::cuda {

namespace bsr {

constexpr int block_threads = 256;

/// First entry from `begin` to `end`, of one row, in column `column` or behind it. Rows of a block
/// row are mostly alike, so that the place where the row beside has it, `guess`, is asked first.
static __device__ __forceinline__ std::int64_t first_at_least(
    std::int64_t begin, std::int64_t end, std::int64_t guess, std::int64_t column,
    const Index* __restrict__ col_indices) {
  const auto reached = [&](std::int64_t i) { return col_indices[i] >= column; };
  const std::int64_t near = min(guess, end);
  if ((near == end || reached(near)) && (near == begin || !reached(near - 1))) return near;
  return first_where(begin, end, reached);
}

/// An entry is the first of its block, by rows.
template <class O>
static __device__ __forceinline__ bool begins_block(std::int64_t row, std::int64_t i, int r,
                                                    const O* __restrict__ row_offsets,
                                                    const Index* __restrict__ col_indices) {
  const std::int64_t begin = row_offsets[row];
  const std::int64_t column = col_indices[i] / r * std::int64_t{r};
  if (i > begin && col_indices[i - 1] >= column) return false;
  for (std::int64_t above = row / r * r; above < row; ++above) {
    const std::int64_t from = row_offsets[above];
    const std::int64_t to = row_offsets[above + 1];
    const std::int64_t at = first_at_least(from, to, from + (i - begin), column, col_indices);
    if (at < to && col_indices[at] < column + r) return false;
  }
  return true;
}

/// Called by a whole warp with entries that it has for itself, 32 at a time: each(step, entry, its
/// row, whether there is one).
template <class O, class Each>
static __device__ __forceinline__ void walk_entries(std::int64_t rows, std::int64_t from,
                                                    std::int64_t to,
                                                    const O* __restrict__ row_offsets,
                                                    Each&& each) {
  const int lane = sptune::cuda::lane_id();
  const auto ends_behind = [&](std::int64_t row, std::int64_t entry) {
    return row_offsets[row + 1] > entry;
  };
  const auto row_of = [&](std::int64_t low, std::int64_t high, std::int64_t entry) {
    return sptune::cuda::warp_first_where(
        low, high, [&](std::int64_t row) { return ends_behind(row, entry); });
  };
  std::int64_t low = from < to ? row_of(0, rows, from) : 0;
  int step = 0;
  for (std::int64_t base = from; base < to; base += warp_size, ++step) {
    // Of so many entries the last one is mostly near, which is one question.
    const std::int64_t last = min(base + warp_size, to) - 1;
    const std::int64_t near = min(low + warp_size, rows);
    std::int64_t high = row_of(low, near, last);
    if (high == near) high = row_of(near, rows, last);
    const std::int64_t i = base + lane;
    const bool there = i < to;
    const std::int64_t row =
        there ? first_where(low, high, [&](std::int64_t k) { return ends_behind(k, i); }) : 0;
    each(step, i, row, there);
    low = high;
  }
}

/// Entries of a warp where blocks of threads have equal shares.
constexpr int windows = 4;
constexpr int warp_entries = windows * warp_size;
constexpr int tile_entries = windows * block_threads;

/// How many entries before each are the first of their block, and of all of them, nnz + 1 numbers;
/// the last goes to the tally's first word, too. `states`: a word per thread block and one more,
/// zeros.
template <class O>
__global__ void __launch_bounds__(block_threads)
    number_firsts(std::int64_t rows, std::int64_t nnz, int r, const O* __restrict__ row_offsets,
                  const Index* __restrict__ col_indices, unsigned long long* states,
                  sptune::cuda::TallyWords tally, std::int32_t* firsts_before) {
  __shared__ long long before;
  const unsigned tile = sptune::cuda::take_tile(states + gridDim.x);
  const int lane = sptune::cuda::lane_id();
  const int warp = static_cast<int>(threadIdx.x) / warp_size;
  const std::int64_t from =
      min(static_cast<std::int64_t>(tile) * tile_entries + warp * warp_entries, nnz);
  const std::int64_t to = min(from + warp_entries, nnz);
  unsigned firsts = 0;  // lane k: of the k-th 32 entries
  walk_entries(
      rows, from, to, row_offsets, [&](int step, std::int64_t i, std::int64_t row, bool there) {
        const unsigned found =
            __ballot_sync(all_lanes, there && begins_block(row, i, r, row_offsets, col_indices));
        if (lane == step) firsts = found;
      });
  const auto in_block = sptune::cuda::sum_in_block<block_threads>(__popc(firsts));
  sptune::cuda::scan_tiles(states, tile, in_block.total, before);
  __syncthreads();
  const auto before_window = static_cast<std::int32_t>(before + in_block.before);
#pragma unroll
  for (int k = 0; k < windows; ++k) {
    const std::int64_t i = from + k * warp_size + lane;
    const unsigned below = __shfl_sync(all_lanes, firsts, k) & ((1U << lane) - 1);
    const std::int32_t base = __shfl_sync(all_lanes, before_window, k);
    if (i < to) firsts_before[i] = base + __popc(below);
  }
  if (tile == gridDim.x - 1 && threadIdx.x == 0) {
    const long long all = before + in_block.total;
    firsts_before[nnz] = static_cast<std::int32_t>(all);
    tally.host[0] = static_cast<unsigned long long>(all);
  }
}

/// Writes every entry into its block. Blocks of a block row stand by columns, so that before one
/// there are those of other block rows and the firsts of its own that are in columns before it: in
/// each row those before a place, which is searched. Values are padding before.
template <class V, class O>
__global__ void __launch_bounds__(block_threads)
    fill(std::int64_t rows, std::int64_t nnz, int r, std::int64_t block_rows,
         const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
         const V* __restrict__ values, const std::int32_t* __restrict__ firsts_before,
         std::int32_t* offsets, Index* columns, V* out) {
  const std::int64_t all = static_cast<std::int64_t>(gridDim.x) * block_threads;
  for (std::int64_t b = thread_id(); b <= block_rows; b += all) {
    offsets[b] = firsts_before[row_offsets[min(b * r, rows)]];
  }
  const std::int64_t from = min(thread_id() / warp_size * warp_entries, nnz);
  walk_entries(rows, from, min(from + warp_entries, nnz), row_offsets,
               [&](int /*step*/, std::int64_t i, std::int64_t row, bool there) {
                 if (!there) return;
                 const std::int64_t begin = row_offsets[row];
                 const Index block_column = col_indices[i] / r;
                 const std::int64_t column = block_column * std::int64_t{r};
                 std::int64_t own = i;  // the row's first entry in this block
                 while (own > begin && col_indices[own - 1] >= column) --own;
                 const std::int64_t top = row / r * r;
                 std::int64_t block = firsts_before[row_offsets[top]];
                 for (std::int64_t beside = top; beside < min(top + r, rows); ++beside) {
                   const std::int64_t first = row_offsets[beside];
                   const std::int64_t at =
                       beside == row ? own
                                     : first_at_least(first, row_offsets[beside + 1],
                                                      first + (own - begin), column, col_indices);
                   block += firsts_before[at] - firsts_before[first];
                 }
                 out[(block * r + (row - top)) * r + (col_indices[i] - column)] =
                     as_entry(values[i]);
                 if (firsts_before[i + 1] != firsts_before[i]) columns[block] = block_column;
               });
}

/// What a warp takes of a row that is long: whole pieces of so many entries, counted from the
/// matrix's first one. Who has the row leaves these out.
constexpr int piece = 512;

/// The whole pieces among entries from `begin` to `end`; where there are none, both are the end.
struct Pieces {
  std::int64_t first;
  std::int64_t last;
};
static __device__ __forceinline__ Pieces pieces_within(std::int64_t begin, std::int64_t end) {
  const Pieces out{(begin + piece - 1) / piece * piece, end / piece * piece};
  return out.first < out.last ? out : Pieces{end, end};
}

/// Other values of the same pattern into blocks that are there: a warp per row, and behind these
/// one for each piece of the entries, which takes it where all are of one row. A block column may
/// be marked, as -1 - column.
template <class V, class O>
__global__ void scatter(std::int64_t rows, std::int64_t nnz, int r,
                        const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
                        const V* __restrict__ values, const std::int32_t* __restrict__ offsets,
                        const Index* __restrict__ columns, V* __restrict__ out) {
  const int lane = sptune::cuda::lane_id();
  const auto take = [&](std::int64_t row, std::int64_t from, std::int64_t to) {
    const std::int64_t first = offsets[row / r];
    const std::int64_t last = offsets[row / r + 1];
    for (std::int64_t i = from + lane; i < to; i += warp_size) {
      const Index column = col_indices[i];
      const std::int64_t block = first_where(first, last, [&](std::int64_t b) {
        return (columns[b] < 0 ? -1 - columns[b] : columns[b]) >= column / r;
      });
      out[(block * r + row % r) * r + column % r] = as_entry(values[i]);
    }
  };
  const std::int64_t warp = thread_id() / warp_size;
  if (warp < rows) {
    const std::int64_t begin = row_offsets[warp];
    const std::int64_t end = row_offsets[warp + 1];
    const Pieces others = pieces_within(begin, end);
    take(warp, begin, others.first);
    if (others.last < end) take(warp, others.last, end);
    return;
  }
  const std::int64_t from = (warp - rows) * piece;
  const std::int64_t to = from + piece;
  if (to > nnz) return;
  const std::int64_t row = sptune::cuda::warp_first_where(
      0, rows, [&](std::int64_t k) { return row_offsets[k + 1] > from; });
  if (row_offsets[row] <= from && row_offsets[row + 1] >= to) take(row, from, to);
}

/// Entries that a warp has before it asks for rows, at least.
constexpr std::int64_t least_share = 128;

/// Counts entries that are the first of their block, in a matrix with sorted rows. Warps share the
/// entries, `share` of them each, a multiple of 32, and look for the rows that these are in.
template <class O>
__global__ void __launch_bounds__(block_threads)
    count_firsts(std::int64_t rows, std::int64_t nnz, std::int64_t share, int r,
                 const O* __restrict__ row_offsets, const Index* __restrict__ col_indices,
                 sptune::cuda::TallyWords tally) {
  const std::int64_t from = min(thread_id() / warp_size * share, nnz);
  long long firsts = 0;
  walk_entries(rows, from, min(from + share, nnz), row_offsets,
               [&](int /*step*/, std::int64_t i, std::int64_t row, bool there) {
                 if (there && begins_block(row, i, r, row_offsets, col_indices)) ++firsts;
               });
  const auto all = sptune::cuda::sum_in_block<block_threads>(firsts);
  if (threadIdx.x == 0 && all.total > 0) {
    atomicAdd(tally.sums, static_cast<unsigned long long>(all.total));
  }
  sptune::cuda::publish<1>(tally);
}

}  // namespace bsr

/// Other values of the same pattern into the blocks that BsrBlocks wrote, enqueued.
template <class V, class O>
void scatter_blocks(CsrView<V, O> a, std::int64_t nnz, int r, const std::int32_t* offsets,
                    const Index* columns, V* values, Stream stream) {
  if (nnz == 0) return;
  const std::int64_t warps = a.rows + nnz / bsr::piece;
  launch(bsr::scatter<V, O>, blocks_for(warps * warp_size, bsr::block_threads), bsr::block_threads,
         0, native(stream), a.rows, nnz, r, a.row_offsets, a.col_indices, a.values, offsets,
         columns, values);
}

/// How many r x r blocks hold an entry, without making them: rows are sorted.
[[nodiscard]] inline std::int64_t count_blocks(const AnyCsr& a, int r) {
  if (a.nnz == 0) return 0;
  constexpr int warps = bsr::block_threads / warp_size;
  const unsigned grid = blocks_up_to(ceil_div(a.nnz, bsr::least_share * warps));
  const std::int64_t share =
      ceil_div(ceil_div(a.nnz, grid * std::int64_t{warps}), warp_size) * warp_size;
  sptune::cuda::Tally tally;
  visit(a, [&]<class V, class O>(CsrView<V, O> csr) {
    launch(bsr::count_firsts<O>, grid, bsr::block_threads, 0, nullptr, a.rows, a.nnz, share, r,
           csr.row_offsets, csr.col_indices, tally.words());
  });
  return tally.read()[0];
}

/// The r x r blocks that hold an entry, in order of block row and column. nnz below 2^31.
class BsrBlocks {
 public:
  BsrBlocks(const AnyCsr& a, int r) : a_(a), r_(r) {
    if (a.nnz == 0) return;
    firsts_before_ = sptune::cuda::Scratch<std::int32_t>(static_cast<std::size_t>(a.nnz) + 1);
    const auto states =
        sptune::cuda::zeroed_scratch<unsigned long long>(static_cast<std::size_t>(tiles(a)) + 1);
    sptune::cuda::Tally tally;
    visit(a, [&]<class V, class O>(CsrView<V, O> csr) {
      launch(bsr::number_firsts<O>, tiles(a), bsr::block_threads, 0, nullptr, a.rows, a.nnz, r,
             csr.row_offsets, csr.col_indices, states.data(), tally.words(), firsts_before_.data());
    });
    count_ = tally.read()[0];
  }

  /// Bytes on the device at the peak of making a format of `format_bytes` by this: blocks are
  /// numbered first, then the format is written beside a number for each entry.
  [[nodiscard]] static std::int64_t peak_bytes(const AnyCsr& a, std::int64_t format_bytes) {
    if (a.nnz == 0) return format_bytes;
    const std::int64_t states = (std::int64_t{tiles(a)} + 1) * 8;
    return (a.nnz + 1) * 4 + std::max(states, format_bytes);
  }

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t block_rows() const { return ceil_div(a_.rows, r_); }

  /// Of the same matrix: writes offsets (block_rows+1), block columns (count) and values
  /// (count*r*r, by rows), which are zeros or padding before. Waits for the default stream.
  template <class V, class O>
  void write(CsrView<V, O> a, std::int32_t* offsets, Index* columns, V* values) const {
    if (a_.nnz == 0) {
      SPTUNE_CUDA(cudaMemsetAsync(offsets, 0, static_cast<std::size_t>(block_rows() + 1) * 4));
    } else {
      launch(bsr::fill<V, O>, tiles(a_), bsr::block_threads, 0, nullptr, a.rows, a_.nnz, r_,
             block_rows(), a.row_offsets, a.col_indices, a.values, firsts_before_.data(), offsets,
             columns, values);
    }
    wait_for(nullptr);
  }

 private:
  [[nodiscard]] static unsigned tiles(const AnyCsr& a) {
    return blocks_for(a.nnz, bsr::tile_entries);
  }

  AnyCsr a_;
  int r_;
  std::int64_t count_ = 0;
  sptune::cuda::Scratch<std::int32_t> firsts_before_;  ///< each entry, and of all
};

}  // namespace sptune::spmv::cuda
