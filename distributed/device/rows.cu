// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/scan_sort.hpp"

#include "distributed/device/rows.hpp"
#include "distributed/device/strides.cuh"

namespace sptune::distributed::device {
namespace {

using cuda::launch;
using cuda::thread_id;

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

/// Which columns are taken, and what they are called: those of the range, counted from its begin,
/// or, where there are positions, the others by these.
struct Taken {
  ColumnRange range;
  const std::int64_t* positions;

  __device__ __forceinline__ bool has(std::int64_t column) const {
    return (column >= range.begin && column < range.end) == (positions == nullptr);
  }
  __device__ __forceinline__ Index called(std::int64_t column) const {
    return static_cast<Index>(positions == nullptr ? column - range.begin : positions[column]);
  }
};

/// A warp for each row; entries keep their order. Where `columns` of the piece are null its rows
/// are counted, else filled.
struct PieceToFill {
  std::int64_t* lengths;
  const std::int64_t* offsets;
  Index* columns;
  std::int64_t* from;
};

__global__ void cut_rows(std::int64_t rows, const std::int64_t* offsets, const Index* columns,
                         Taken taken, PieceToFill piece) {
  const int lane = static_cast<int>(threadIdx.x) % warp;
  const unsigned before = (1U << lane) - 1;
  for (std::int64_t row = thread_id() / warp; row < rows; row += all_threads() / warp) {
    std::int64_t so_far = 0;
    for (std::int64_t begin = offsets[row]; begin < offsets[row + 1]; begin += warp) {
      const std::int64_t entry = begin + lane;
      const bool here = entry < offsets[row + 1];
      const std::int64_t column = here ? columns[entry] : 0;
      const bool wanted = here && taken.has(column);
      const unsigned marks = __ballot_sync(whole_warp, wanted);
      if (wanted && piece.columns != nullptr) {
        const std::int64_t to = piece.offsets[row] + so_far + __popc(marks & before);
        piece.columns[to] = taken.called(column);
        piece.from[to] = entry;
      }
      so_far += __popc(marks);
    }
    if (lane == 0 && piece.columns == nullptr) piece.lengths[row] = so_far;
  }
}

PieceOfRows cut(std::int64_t rows, const std::int64_t* offsets, const Index* columns,
                const Taken& taken) {
  const cuda::Scratch<std::int64_t> lengths(static_cast<std::size_t>(rows));
  const auto go = [&](const PieceToFill& piece) {
    launch(cut_rows, blocks(rows * warp), threads, 0, nullptr, rows, offsets, columns, taken,
           piece);
  };
  go({lengths.data(), nullptr, nullptr, nullptr});
  PieceOfRows out;
  out.row_offsets = cuda::DeviceArray<std::int64_t>(static_cast<std::size_t>(rows) + 1);
  out.entries = cuda::exclusive_scan(lengths.data(), out.row_offsets.data(), rows);
  if (out.entries == 0) return out;
  out.columns = cuda::DeviceArray<Index>(static_cast<std::size_t>(out.entries));
  out.from = cuda::DeviceArray<std::int64_t>(static_cast<std::size_t>(out.entries));
  go({nullptr, out.row_offsets.data(), out.columns.data(), out.from.data()});
  return out;
}

}  // namespace

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

std::int64_t count_entries(const ListedRows& rows) {
  if (rows.count == 0) return 0;
  const cuda::Scratch<std::int64_t> found(static_cast<std::size_t>(rows.count));
  const cuda::Scratch<std::int64_t> sums(static_cast<std::size_t>(rows.count) + 1);
  lengths(rows, found.data());
  return cuda::exclusive_scan(found.data(), sums.data(), rows.count);
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
  return {cut(rows, offsets, columns, {near, nullptr}),
          cut(rows, offsets, columns, {near, positions})};
}

PieceOfRows take_part(std::int64_t rows, const std::int64_t* offsets, const Index* columns,
                      ColumnRange range) {
  return cut(rows, offsets, columns, {range, nullptr});
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
