// SPDX-License-Identifier: BSD-3-Clause
// CSR to block sparse rows on the device: entries sorted by the block that holds them.
#pragma once

#include "kernels/cuda/look_back.cuh"
#include "kernels/cuda/scan_sort.hpp"
#include "kernels/cuda/sort_memory.hpp"
#include "kernels/cuda/tally.cuh"
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/padding.cuh"
#include "sptune/device_convert.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace sptune::spmv::cuda {

namespace bsr {

constexpr int block_threads = 256;

/// `bits`: what a block column takes.
static __global__ void block_keys(std::int64_t nnz, int r, int bits, const Index* rows,
                                  const Index* col_indices, std::uint64_t* keys,
                                  std::int32_t* entries) {
  const std::int64_t i = thread_id();
  if (i >= nnz) return;
  keys[i] = (static_cast<std::uint64_t>(rows[i] / r) << bits) |
            static_cast<std::uint64_t>(col_indices[i] / r);
  entries[i] = static_cast<std::int32_t>(i);
}

/// An entry is the first of its block among the sorted ones.
static __device__ __forceinline__ bool begins_block(const std::uint64_t* keys, std::int64_t i) {
  return i == 0 || keys[i] != keys[i - 1];
}

/// The block of every entry; how many there are goes to the tally's first word. `states`: a word
/// per thread block and one more, zeros.
static __global__ void __launch_bounds__(block_threads)
    number_blocks(std::int64_t nnz, const std::uint64_t* __restrict__ keys,
                  unsigned long long* states, sptune::cuda::TallyWords tally,
                  std::int32_t* blocks) {
  __shared__ long long before;
  const unsigned tile = sptune::cuda::take_tile(states + gridDim.x);
  const std::int64_t i = static_cast<std::int64_t>(tile) * block_threads + threadIdx.x;
  const bool first = i < nnz && begins_block(keys, i);
  const auto in_block = sptune::cuda::sum_in_block<block_threads>(first ? 1 : 0);
  sptune::cuda::scan_tiles(states, tile, in_block.total, before);
  __syncthreads();
  if (i < nnz) {
    blocks[i] = static_cast<std::int32_t>(before + in_block.before - (first ? 0 : 1));
  }
  if (tile == gridDim.x - 1 && threadIdx.x == 0) {
    tally.host[0] = static_cast<unsigned long long>(before + in_block.total);
  }
}

/// What a warp takes of a row, or of a gap between rows, that is long: whole pieces of so many
/// items, counted from the matrix's first one. Who has the row or the gap leaves these out.
constexpr int piece = 512;

/// The whole pieces among items from `begin` to `end`; where there are none, both are the end.
struct Pieces {
  std::int64_t first;
  std::int64_t last;
};
static __device__ __forceinline__ Pieces pieces_within(std::int64_t begin, std::int64_t end) {
  const Pieces out{(begin + piece - 1) / piece * piece, end / piece * piece};
  return out.first < out.last ? out : Pieces{end, end};
}

/// The offsets of a gap, but for the pieces that warps have.
static __device__ __forceinline__ void fill_outside_pieces(std::int64_t begin, std::int64_t end,
                                                           std::int32_t block,
                                                           std::int32_t* offsets) {
  const Pieces others = pieces_within(begin, end);
  for (std::int64_t b = begin; b < others.first; ++b) offsets[b] = block;
  for (std::int64_t b = others.last; b < end; ++b) offsets[b] = block;
}

/// Called by whole warps, a piece each: of the offsets that stand in a gap, all that are equal.
static __device__ __forceinline__ void fill_gap(std::int64_t nnz, int bits, std::int64_t block_rows,
                                                std::int64_t number, const std::uint64_t* keys,
                                                const std::int32_t* blocks, std::int32_t* offsets) {
  const std::int64_t first = number * piece;
  const auto row_of = [&](std::int64_t i) { return static_cast<std::int64_t>(keys[i] >> bits); };
  const std::int64_t next =
      sptune::cuda::warp_first_where(0, nnz, [&](std::int64_t i) { return row_of(i) >= first; });
  const std::int64_t last = next < nnz ? row_of(next) : block_rows;
  if (first + piece > last + 1) return;
  const std::int32_t block = next < nnz ? blocks[next] : blocks[nnz - 1] + 1;
  for (int b = sptune::cuda::lane_id(); b < piece; b += warp_size) offsets[first + b] = block;
}

/// `offsets` starts as zeros: block rows before the first block's. Thread blocks behind those that
/// have the entries look for gaps, a warp for each piece of the offsets.
template <class V>
__global__ void fill(std::int64_t nnz, int r, int bits, std::int64_t block_rows,
                     const std::uint64_t* keys, const std::int32_t* entries,
                     const std::int32_t* blocks, const Index* rows, const Index* col_indices,
                     const V* values, std::int32_t* offsets, Index* columns, V* out) {
  const std::int64_t of_entries = (nnz + block_threads - 1) / block_threads;
  if (blockIdx.x >= of_entries) {
    const std::int64_t number = (thread_id() - of_entries * block_threads) / warp_size;
    fill_gap(nnz, bits, block_rows, number, keys, blocks, offsets);
    return;
  }
  const std::int64_t i = thread_id();
  if (i >= nnz) return;
  const std::int64_t block = blocks[i];
  const std::int32_t entry = entries[i];
  out[(block * r + rows[entry] % r) * r + col_indices[entry] % r] = as_entry(values[entry]);
  const auto row = static_cast<std::int64_t>(keys[i] >> bits);
  if (begins_block(keys, i)) {
    columns[block] = static_cast<Index>(keys[i] & ((std::uint64_t{1} << bits) - 1));
    const std::int64_t previous = i == 0 ? -1 : static_cast<std::int64_t>(keys[i - 1] >> bits);
    fill_outside_pieces(previous + 1, row + 1, static_cast<std::int32_t>(block), offsets);
  }
  if (i == nnz - 1) {
    fill_outside_pieces(row + 1, block_rows + 1, static_cast<std::int32_t>(block + 1), offsets);
  }
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
  const int lane = sptune::cuda::lane_id();
  const auto ends_behind = [&](std::int64_t row, std::int64_t entry) {
    return row_offsets[row + 1] > entry;
  };
  const auto row_of = [&](std::int64_t low, std::int64_t high, std::int64_t entry) {
    return sptune::cuda::warp_first_where(
        low, high, [&](std::int64_t row) { return ends_behind(row, entry); });
  };
  const std::int64_t from = min(thread_id() / warp_size * share, nnz);
  const std::int64_t to = min(from + share, nnz);
  long long firsts = 0;
  std::int64_t low = from < to ? row_of(0, rows, from) : 0;
  for (std::int64_t base = from; base < to; base += warp_size) {
    // Of so many entries the last one is mostly near, which is one question.
    const std::int64_t last = min(base + warp_size, to) - 1;
    const std::int64_t near = min(low + warp_size, rows);
    std::int64_t high = row_of(low, near, last);
    if (high == near) high = row_of(near, rows, last);
    const std::int64_t i = base + lane;
    if (i < to) {
      const std::int64_t row =
          first_where(low, high, [&](std::int64_t k) { return ends_behind(k, i); });
      const Index block = col_indices[i] / r;
      bool first = i == row_offsets[row] || col_indices[i - 1] / r != block;
      for (std::int64_t above = row / r * r; first && above < row; ++above) {
        const std::int64_t stop = row_offsets[above + 1];
        const auto at = first_where(static_cast<std::int64_t>(row_offsets[above]), stop,
                                    [&](std::int64_t j) { return col_indices[j] / r >= block; });
        first = at == stop || col_indices[at] / r != block;
      }
      firsts += first ? 1 : 0;
    }
    low = high;
  }
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
    const auto n = static_cast<std::size_t>(a.nnz);
    rows_ = sptune::cuda::Scratch<Index>(n);
    keys_ = sptune::cuda::Scratch<std::uint64_t>(n);
    entries_ = sptune::cuda::Scratch<std::int32_t>(n);
    blocks_ = sptune::cuda::Scratch<std::int32_t>(n);
    const sptune::cuda::Scratch<std::uint64_t> keys(n);
    const sptune::cuda::Scratch<std::int32_t> entries(n);
    visit(a, [&]<class V, class O>(CsrView<V, O> csr) {
      convert::expand_rows(a.rows, a.nnz, csr.row_offsets, rows_.data());
    });
    launch(bsr::block_keys, grid(), bsr::block_threads, 0, nullptr, a.nnz, r, column_bits(),
           rows_.data(), a.col_indices, keys.data(), entries.data());
    sptune::cuda::sort_pairs(keys.data(), keys_.data(), entries.data(), entries_.data(), a.nnz,
                             key_bits(a, r));
    const auto states =
        sptune::cuda::zeroed_scratch<unsigned long long>(static_cast<std::size_t>(grid()) + 1);
    sptune::cuda::Tally tally;
    launch(bsr::number_blocks, grid(), bsr::block_threads, 0, nullptr, a.nnz, keys_.data(),
           states.data(), tally.words(), blocks_.data());
    count_ = tally.read()[0];
  }

  /// Bytes on the device at the peak of making a format of `format_bytes` by this: entries are
  /// sorted first, then the format is written beside what is kept of them.
  [[nodiscard]] static std::int64_t peak_bytes(const AnyCsr& a, int r, std::int64_t format_bytes) {
    if (a.nnz == 0) return format_bytes;
    constexpr std::int64_t kept = 4 + 8 + 4 + 4;  // of an entry: rows_, keys_, entries_, blocks_
    constexpr std::int64_t unsorted = 8 + 4;
    const std::int64_t sorting = sptune::cuda::sort_workspace<std::uint64_t>(a.nnz, key_bits(a, r));
    const std::int64_t states = (ceil_div(a.nnz, bsr::block_threads) + 1) * 8;
    return a.nnz * kept + std::max(a.nnz * unsorted + std::max(sorting, states), format_bytes);
  }

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t block_rows() const { return ceil_div(a_.rows, r_); }

  /// Writes offsets (block_rows+1), block columns (count) and values (count*r*r, by rows); the
  /// first are zeros before, the last zeros or padding. Waits for the default stream.
  template <class V>
  void write(std::int32_t* offsets, Index* columns, V* values) const {
    if (a_.nnz > 0) {
      const std::int64_t gaps = ceil_div(block_rows() + 1, bsr::piece) * warp_size;
      launch(bsr::fill<V>, grid() + blocks_for(gaps, bsr::block_threads), bsr::block_threads, 0,
             nullptr, a_.nnz, r_, column_bits(), block_rows(), keys_.data(), entries_.data(),
             blocks_.data(), rows_.data(), a_.col_indices, static_cast<const V*>(a_.values),
             offsets, columns, values);
    }
    wait_for(nullptr);
  }

 private:
  [[nodiscard]] static int bits_of(std::int64_t n) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n)));
  }
  [[nodiscard]] static int key_bits(const AnyCsr& a, int r) {
    return bits_of(ceil_div(a.cols, r)) + bits_of(ceil_div(a.rows, r));
  }
  [[nodiscard]] int column_bits() const { return bits_of(ceil_div(a_.cols, r_)); }
  [[nodiscard]] unsigned grid() const { return blocks_for(a_.nnz, bsr::block_threads); }

  AnyCsr a_;
  int r_;
  std::int64_t count_ = 0;
  sptune::cuda::Scratch<Index> rows_;
  sptune::cuda::Scratch<std::uint64_t> keys_;
  sptune::cuda::Scratch<std::int32_t> entries_;
  sptune::cuda::Scratch<std::int32_t> blocks_;  ///< of each
};

}  // namespace sptune::spmv::cuda
