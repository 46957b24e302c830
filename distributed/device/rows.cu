// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/scan_sort.hpp"

#include "distributed/device/rows.hpp"

#include <algorithm>
#include <utility>

namespace sptune::distributed::device {
namespace {

using cuda::launch;
using cuda::thread_id;

constexpr int threads = 256;
constexpr int warp = 32;
constexpr unsigned whole_warp = 0xffffffffU;

/// Every kernel here takes its items in strides of the grid.
unsigned blocks(std::int64_t items) {
  constexpr std::int64_t most = 1 << 16;
  return static_cast<unsigned>(std::clamp<std::int64_t>(cuda::ceil_div(items, threads), 1, most));
}

__device__ __forceinline__ std::int64_t all_threads() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

__global__ void mark(const Index* columns, std::int64_t entries, ColumnRange but,
                     std::int64_t* marks) {
  for (std::int64_t i = thread_id(); i < entries; i += all_threads()) {
    const Index column = columns[i];
    if (column < but.begin || column >= but.end) marks[column] = 1;
  }
}

__global__ void list_marked(const std::int64_t* positions, std::int64_t cols, Index* wanted) {
  for (std::int64_t column = thread_id(); column < cols; column += all_threads()) {
    if (positions[column] != positions[column + 1]) {
      wanted[positions[column]] = static_cast<Index>(column);
    }
  }
}

__global__ void renumber_columns(const Index* columns, std::int64_t entries,
                                 const std::int64_t* positions, Index* out) {
  for (std::int64_t i = thread_id(); i < entries; i += all_threads()) {
    out[i] = static_cast<Index>(positions[columns[i]]);
  }
}

__device__ __forceinline__ std::int64_t local_row(const ListedRows& rows, std::int64_t i) {
  return rows.list == nullptr ? i : rows.list[i] - rows.first;
}

__global__ void find_lengths(ListedRows rows, std::int64_t* out) {
  for (std::int64_t i = thread_id(); i < rows.count; i += all_threads()) {
    const std::int64_t row = local_row(rows, i);
    out[i] = rows.offsets[row + 1] - rows.offsets[row];
  }
}

/// `lanes` threads for each row, a power of two.
template <class T>
__global__ void pack_rows(ListedRows rows, const std::int64_t* to_offsets, int lanes, const T* from,
                          T* to) {
  const std::int64_t lane = thread_id() % lanes;
  for (std::int64_t i = thread_id() / lanes; i < rows.count; i += all_threads() / lanes) {
    const std::int64_t row = local_row(rows, i);
    const std::int64_t begin = rows.offsets[row];
    const std::int64_t length = rows.offsets[row + 1] - begin;
    for (std::int64_t e = lane; e < length; e += lanes) to[to_offsets[i] + e] = from[begin + e];
  }
}

template <class I, class T>
__global__ void take_elements(const I* at, std::int64_t count, std::int64_t first, const T* from,
                              T* to) {
  for (std::int64_t i = thread_id(); i < count; i += all_threads()) to[i] = from[at[i] - first];
}

/// Where the entries of a row go, as far as they are known; null: they are counted.
struct PieceToFill {
  std::int64_t* lengths;
  const std::int64_t* offsets;
  Index* columns;
  std::int64_t* from;

  __device__ __forceinline__ void put(std::int64_t row, std::int64_t place, std::int64_t column,
                                      std::int64_t entry) const {
    if (columns == nullptr) return;
    columns[offsets[row] + place] = static_cast<Index>(column);
    from[offsets[row] + place] = entry;
  }
};

/// A warp for each row; entries keep their order.
__global__ void split_rows(std::int64_t rows, const std::int64_t* offsets, const Index* columns,
                           ColumnRange near, const std::int64_t* positions, PieceToFill to_near,
                           PieceToFill to_far) {
  const int lane = static_cast<int>(threadIdx.x) % warp;
  const unsigned before = (1U << lane) - 1;
  for (std::int64_t row = thread_id() / warp; row < rows; row += all_threads() / warp) {
    std::int64_t near_so_far = 0;
    std::int64_t far_so_far = 0;
    for (std::int64_t begin = offsets[row]; begin < offsets[row + 1]; begin += warp) {
      const std::int64_t entry = begin + lane;
      const bool here = entry < offsets[row + 1];
      const std::int64_t column = here ? columns[entry] : 0;
      const bool is_near = here && column >= near.begin && column < near.end;
      const unsigned nears = __ballot_sync(whole_warp, is_near);
      const unsigned fars = __ballot_sync(whole_warp, here && !is_near);
      if (is_near) {
        to_near.put(row, near_so_far + __popc(nears & before), column - near.begin, entry);
      } else if (here) {
        to_far.put(row, far_so_far + __popc(fars & before), positions[column], entry);
      }
      near_so_far += __popc(nears);
      far_so_far += __popc(fars);
    }
    if (lane == 0 && to_near.columns == nullptr && to_far.columns == nullptr) {
      to_near.lengths[row] = near_so_far;
      to_far.lengths[row] = far_so_far;
    }
  }
}

/// Offsets of `rows` lengths, and room for the entries.
PieceOfRows room_for(const cuda::DeviceArray<std::int64_t>& lengths, std::int64_t rows) {
  PieceOfRows out;
  out.row_offsets = cuda::DeviceArray<std::int64_t>(static_cast<std::size_t>(rows) + 1);
  out.entries = cuda::exclusive_scan(lengths.data(), out.row_offsets.data(), rows);
  out.columns = cuda::DeviceArray<Index>(static_cast<std::size_t>(out.entries));
  out.from = cuda::DeviceArray<std::int64_t>(static_cast<std::size_t>(out.entries));
  return out;
}

PieceToFill to_fill(const PieceOfRows& piece) {
  return {nullptr, piece.row_offsets.data(), piece.columns.data(), piece.from.data()};
}

}  // namespace

std::vector<std::int64_t> Columns::before(const std::vector<std::int64_t>& borders) const {
  std::vector<std::int64_t> out(borders.size());
  for (std::size_t i = 0; i < borders.size(); ++i) {
    cuda::copy_to_host(&out[i], positions.data() + borders[i], sizeof(std::int64_t));
  }
  return out;
}

Columns distinct(const Index* columns, std::int64_t entries, std::int64_t cols, ColumnRange but) {
  const auto marks = cuda::DeviceArray<std::int64_t>::zeroed(static_cast<std::size_t>(cols));
  launch(mark, blocks(entries), threads, 0, nullptr, columns, entries, but, marks.data());
  Columns out;
  out.positions = cuda::DeviceArray<std::int64_t>(static_cast<std::size_t>(cols) + 1);
  const std::int64_t found = cuda::exclusive_scan(marks.data(), out.positions.data(), cols);
  out.wanted = SendableArray<Index>(found);
  launch(list_marked, blocks(cols), threads, 0, nullptr, out.positions.data(), cols,
         out.wanted.data());
  return out;
}

void renumber(const Index* columns, std::int64_t entries, const std::int64_t* positions,
              Index* renumbered) {
  launch(renumber_columns, blocks(entries), threads, 0, nullptr, columns, entries, positions,
         renumbered);
}

void lengths(const ListedRows& rows, std::int64_t* out) {
  launch(find_lengths, blocks(rows.count), threads, 0, nullptr, rows, out);
}

void add_up(const std::int64_t* lengths, std::int64_t count, std::int64_t* offsets) {
  static_cast<void>(cuda::exclusive_scan(lengths, offsets, count));
}

template <class T>
void pack(const ListedRows& rows, const std::int64_t* to_offsets, std::int64_t entries,
          const T* from, T* to) {
  if (rows.count == 0) return;
  int lanes = 1;
  while (lanes < warp && lanes * rows.count < entries) lanes *= 2;
  launch(pack_rows<T>, blocks(rows.count * lanes), threads, 0, nullptr, rows, to_offsets, lanes,
         from, to);
}

template <class I, class T>
void take(const I* at, std::int64_t count, std::int64_t first, const T* from, T* to) {
  launch(take_elements<I, T>, blocks(count), threads, 0, nullptr, at, count, first, from, to);
}

Halves take_apart(std::int64_t rows, const std::int64_t* offsets, const Index* columns,
                  ColumnRange near, const std::int64_t* positions) {
  const cuda::DeviceArray<std::int64_t> near_lengths(static_cast<std::size_t>(rows));
  const cuda::DeviceArray<std::int64_t> far_lengths(static_cast<std::size_t>(rows));
  const auto split = [&](const PieceToFill& to_near, const PieceToFill& to_far) {
    launch(split_rows, blocks(rows * warp), threads, 0, nullptr, rows, offsets, columns, near,
           positions, to_near, to_far);
  };
  split({near_lengths.data(), nullptr, nullptr, nullptr},
        {far_lengths.data(), nullptr, nullptr, nullptr});
  Halves out{room_for(near_lengths, rows), room_for(far_lengths, rows)};
  if (out.near.entries + out.far.entries > 0) split(to_fill(out.near), to_fill(out.far));
  return out;
}

#define SPTUNE_INSTANTIATE(T)                                                             \
  template void pack(const ListedRows&, const std::int64_t*, std::int64_t, const T*, T*); \
  template void take(const Index*, std::int64_t, std::int64_t, const T*, T*);             \
  template void take(const std::int64_t*, std::int64_t, std::int64_t, const T*, T*);
SPTUNE_INSTANTIATE(double)
SPTUNE_INSTANTIATE(float)
SPTUNE_INSTANTIATE(Index)
#undef SPTUNE_INSTANTIATE

}  // namespace sptune::distributed::device
