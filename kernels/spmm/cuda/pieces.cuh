// SPDX-License-Identifier: BSD-3-Clause
// Rows cut into pieces of at most so many entries, on the device. Only for sources that are built
// with CUDA.
#pragma once

#include "kernels/cuda/scan_sort.hpp"
#include "kernels/cuda/sort_memory.hpp"
#include "kernels/spmm/cuda/dense.cuh"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace sptune::spmm::cuda {

/// Entries of one row.
struct alignas(16) Piece {
  std::int64_t begin;
  std::int32_t length;
  std::int32_t row;  ///< negative: of a cut row, -1 - number of its cut
};

/// A piece of a cut row.
struct alignas(16) Cut {
  std::int32_t row;
  std::int32_t first;  ///< number of the row's first cut
  std::int32_t part;   ///< which of its pieces
  std::int32_t parts;  ///< how many
};

struct PieceCounts {
  std::int64_t pieces = 0;
  std::int64_t cuts = 0;  ///< those of cut rows
};

__host__ __device__ constexpr std::int64_t pieces_of(std::int64_t length, int most) {
  return length <= most ? 1 : (length + most - 1) / most;
}

namespace pieces {

constexpr int threads = 256;

/// Per row; or, where `totals` is given, all together.
template <class O>
__global__ void count(std::int64_t rows, const O* __restrict__ row_offsets, int most,
                      std::int64_t* pieces, std::int64_t* cuts, unsigned long long* totals) {
  const std::int64_t row = thread_id();
  std::int64_t mine = 0;
  if (row < rows) mine = pieces_of(row_offsets[row + 1] - row_offsets[row], most);
  const std::int64_t cut = mine > 1 ? mine : 0;
  if (totals == nullptr) {
    if (row >= rows) return;
    pieces[row] = mine;
    cuts[row] = cut;
  } else if (cut > 0) {
    atomicAdd(totals, static_cast<unsigned long long>(cut - 1));
    atomicAdd(totals + 1, static_cast<unsigned long long>(cut));
  }
}

/// A thread per piece; `starts` and `cut_starts` are sums over the rows before.
template <class O>
__global__ void fill(std::int64_t count, std::int64_t rows, const O* __restrict__ row_offsets,
                     const std::int64_t* __restrict__ starts,
                     const std::int64_t* __restrict__ cut_starts, Piece* out, Cut* cuts) {
  const std::int64_t i = thread_id();
  if (i >= count) return;
  const std::int64_t row =
      sptune::cuda::first_where(0, rows, [&](std::int64_t r) { return starts[r + 1] > i; });
  const std::int64_t begin = row_offsets[row];
  const std::int64_t length = row_offsets[row + 1] - begin;
  const std::int64_t parts = starts[row + 1] - starts[row];
  const std::int64_t part = i - starts[row];
  const std::int64_t from = length * part / parts;
  const std::int64_t to = length * (part + 1) / parts;
  Piece piece{begin + from, static_cast<std::int32_t>(to - from), static_cast<std::int32_t>(row)};
  if (parts > 1) {
    const std::int64_t cut = cut_starts[row] + part;
    cuts[cut] = {piece.row, static_cast<std::int32_t>(cut_starts[row]),
                 static_cast<std::int32_t>(part), static_cast<std::int32_t>(parts)};
    piece.row = static_cast<std::int32_t>(-1 - cut);
  }
  out[i] = piece;
}

/// Longer pieces have smaller keys, by powers of two; those of at most `short_length` the same.
static __global__ void length_keys(std::int64_t count, const Piece* __restrict__ pieces,
                                   int short_length, std::uint32_t* keys, std::int32_t* numbers) {
  const std::int64_t i = thread_id();
  if (i >= count) return;
  keys[i] = static_cast<std::uint32_t>(__clz(max(pieces[i].length, short_length)));
  numbers[i] = static_cast<std::int32_t>(i);
}

static __global__ void permute(std::int64_t count, const std::int32_t* __restrict__ numbers,
                               const Piece* __restrict__ in, Piece* out) {
  const std::int64_t i = thread_id();
  if (i < count) out[i] = in[numbers[i]];
}

}  // namespace pieces

[[nodiscard]] inline PieceCounts count_pieces(const AnyCsr& a, int most) {
  if (a.rows == 0) return {};
  const sptune::cuda::Scratch<unsigned long long> totals(2);
  SPTUNE_CUDA(cudaMemsetAsync(totals.data(), 0, 2 * sizeof(unsigned long long)));
  visit(a, [&]<class V, class O>(CsrView<V, O> csr) {
    launch(pieces::count<O>, blocks_for(a.rows, pieces::threads), pieces::threads, 0, nullptr,
           a.rows, csr.row_offsets, most, nullptr, nullptr, totals.data());
  });
  unsigned long long out[2];
  sptune::cuda::copy_to_host(out, totals.data(), sizeof out);
  return {a.rows + static_cast<std::int64_t>(out[0]), static_cast<std::int64_t>(out[1])};
}

struct PieceLists {
  sptune::cuda::DeviceArray<Piece> pieces;
  sptune::cuda::DeviceArray<Cut> cuts;
};

/// How pieces follow each other: in the order of rows, which keeps what is near in X near in time,
/// or long ones first, in that order where they are about as long. With `mixed` short ones are left
/// in the order of rows.
enum class Order : std::uint8_t { length, mixed, rows };
constexpr std::array<std::pair<Order, std::string_view>, 3> enum_names(Order) {
  return {{{Order::length, "length"}, {Order::mixed, "mixed"}, {Order::rows, "rows"}}};
}

/// Entries of a piece that is short for `mixed`.
constexpr int short_piece = 16;

namespace pieces {

/// In the order of rows. Enqueued on the default stream but for waits for how many there are.
[[nodiscard]] inline PieceLists list(const AnyCsr& a, int most) {
  using sptune::cuda::DeviceArray;
  using sptune::cuda::Scratch;
  const auto rows = static_cast<std::size_t>(a.rows);
  const Scratch<std::int64_t> counts(rows);
  const Scratch<std::int64_t> cut_counts(rows);
  const Scratch<std::int64_t> starts(rows + 1);
  const Scratch<std::int64_t> cut_starts(rows + 1);
  PieceLists out;
  visit(a, [&]<class V, class O>(CsrView<V, O> csr) {
    launch(count<O>, blocks_for(a.rows, threads), threads, 0, nullptr, a.rows, csr.row_offsets,
           most, counts.data(), cut_counts.data(), nullptr);
    const std::int64_t n = sptune::cuda::exclusive_scan(counts.data(), starts.data(), a.rows);
    const std::int64_t cuts =
        sptune::cuda::exclusive_scan(cut_counts.data(), cut_starts.data(), a.rows);
    out.pieces = DeviceArray<Piece>::ordered(static_cast<std::size_t>(n));
    out.cuts = DeviceArray<Cut>::ordered(static_cast<std::size_t>(cuts));
    launch(fill<O>, blocks_for(n, threads), threads, 0, nullptr, n, a.rows, csr.row_offsets,
           starts.data(), cut_starts.data(), out.pieces.data(), out.cuts.data());
  });
  return out;
}

constexpr int key_bits = 6;

/// Numbers of all pieces, of the longest first. Enqueued on the default stream.
[[nodiscard]] inline sptune::cuda::Scratch<std::int32_t> by_length(
    const sptune::cuda::DeviceArray<Piece>& pieces, int short_length) {
  using sptune::cuda::Scratch;
  const std::size_t size = pieces.size();
  const auto n = static_cast<std::int64_t>(size);
  const Scratch<std::uint32_t> keys(size);
  const Scratch<std::uint32_t> sorted_keys(size);
  const Scratch<std::int32_t> numbers(size);
  Scratch<std::int32_t> sorted_numbers(size);
  launch(length_keys, blocks_for(n, threads), threads, 0, nullptr, n, pieces.data(), short_length,
         keys.data(), numbers.data());
  sptune::cuda::sort_pairs(keys.data(), sorted_keys.data(), numbers.data(), sorted_numbers.data(),
                           n, key_bits);
  return sorted_numbers;
}

}  // namespace pieces

/// All pieces.
/// Fewer than 2^31. Allocates; enqueued on the default stream.
[[nodiscard]] inline PieceLists cut_rows(const AnyCsr& a, int most, Order order) {
  if (a.rows == 0) return {};
  PieceLists out = pieces::list(a, most);
  if (order == Order::rows) return out;
  const auto numbers = pieces::by_length(out.pieces, order == Order::mixed ? short_piece : 0);
  auto sorted = sptune::cuda::DeviceArray<Piece>::ordered(out.pieces.size());
  const auto n = static_cast<std::int64_t>(sorted.size());
  launch(pieces::permute, blocks_for(n, pieces::threads), pieces::threads, 0, nullptr, n,
         numbers.data(), out.pieces.data(), sorted.data());
  out.pieces.drop();
  out.pieces = std::move(sorted);
  return out;
}

/// Bytes on the device at the peak of cut_rows, with the lists that it makes.
[[nodiscard]] inline std::int64_t cutting_bytes(std::int64_t rows, const PieceCounts& counts,
                                                Order order) {
  constexpr auto of_piece = static_cast<std::int64_t>(sizeof(Piece));
  const std::int64_t lists = (counts.pieces + counts.cuts) * of_piece;
  const std::int64_t listing = lists + (4 * rows + 2) * 8;
  if (order == Order::rows) return listing;
  const std::int64_t sorting = counts.pieces * 16 + sptune::cuda::sort_workspace<std::uint32_t>(
                                                        counts.pieces, pieces::key_bits);
  return std::max(listing, lists + std::max(sorting, counts.pieces * (4 + of_piece)));
}

}  // namespace sptune::spmm::cuda
