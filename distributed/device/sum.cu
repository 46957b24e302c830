// SPDX-License-Identifier: BSD-3-Clause
// A warp for each row. The place of an entry of one operand in the sum is its own place, plus the
// entries of the other before it, less the columns before it that both have: the first is known,
// the second a binary search, the third a running count of the warp. So both operands are written
// by all lanes at once, and what both have by the first operand alone.
#include "kernels/cuda/launch.cuh"
#include "kernels/cuda/scan_sort.hpp"
#include "sptune/error.hpp"

#include "distributed/device/strides.cuh"
#include "distributed/device/sum.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace sptune::distributed::device {
namespace {

using cuda::launch;
using cuda::thread_id;

template <class V>
struct Rows {
  const std::int64_t* offsets;
  const Index* columns;
  const V* values;
};

template <class V>
Rows<V> rows_of(const AnyCsr& m) {
  return {static_cast<const std::int64_t*>(m.row_offsets), m.col_indices,
          static_cast<const V*>(m.values)};
}

/// Entries of a row.
struct Run {
  const Index* columns;
  std::int64_t length;
};

template <class V>
__device__ __forceinline__ Run run_of(const Rows<V>& m, std::int64_t row) {
  return {m.columns + m.offsets[row], m.offsets[row + 1] - m.offsets[row]};
}

/// Calls use(here, i, j, common, both) for each entry i of `mine`, all lanes together: j entries of
/// `other` stand before its column, `both` have it, and `common` columns before it are of both.
/// Returns how many are.
template <class Use>
__device__ __forceinline__ std::int64_t compare_runs(Run mine, Run other, Use use) {
  const int lane = static_cast<int>(threadIdx.x) % warp;
  const unsigned before = (1U << lane) - 1;
  std::int64_t common = 0;
  std::int64_t low = 0;  // nothing before it is searched again
  for (std::int64_t begin = 0; begin < mine.length; begin += warp) {
    const std::int64_t i = begin + lane;
    const bool here = i < mine.length;
    const Index column = here ? mine.columns[i] : 0;
    std::int64_t j = other.length;
    if (here) {
      j = cuda::first_where(low, other.length,
                            [&](std::int64_t at) { return other.columns[at] >= column; });
    }
    const bool both = here && j < other.length && other.columns[j] == column;
    const unsigned marks = __ballot_sync(whole_warp, both);
    use(here, i, j, common + __popc(marks & before), both);
    common += __popc(marks);
    low = __shfl_sync(whole_warp, j, warp - 1);
  }
  return common;
}

template <class V>
__global__ void count_rows(std::int64_t rows, Rows<V> x, Rows<V> y, std::int64_t* lengths) {
  for (std::int64_t row = thread_id() / warp; row < rows; row += all_threads() / warp) {
    const Run a = run_of(x, row);
    const Run b = run_of(y, row);
    const bool swapped = b.length < a.length;  // fewer searches
    const std::int64_t common =
        compare_runs(swapped ? b : a, swapped ? a : b,
                     [](bool, std::int64_t, std::int64_t, std::int64_t, bool) {});
    if (threadIdx.x % warp == 0) lengths[row] = a.length + b.length - common;
  }
}

template <class V>
__global__ void fill_rows(std::int64_t rows, Rows<V> x, Rows<V> y, const std::int64_t* offsets,
                          Index* columns, V* values) {
  for (std::int64_t row = thread_id() / warp; row < rows; row += all_threads() / warp) {
    const Run a = run_of(x, row);
    const Run b = run_of(y, row);
    const V* const a_values = x.values + x.offsets[row];
    const V* const b_values = y.values + y.offsets[row];
    const std::int64_t first = offsets[row];
    compare_runs(a, b,
                 [&](bool here, std::int64_t i, std::int64_t j, std::int64_t common, bool both) {
                   if (!here) return;
                   const std::int64_t at = first + i + j - common;
                   columns[at] = a.columns[i];
                   values[at] = both ? a_values[i] + b_values[j] : a_values[i];
                 });
    compare_runs(b, a,
                 [&](bool here, std::int64_t i, std::int64_t j, std::int64_t common, bool both) {
                   if (!here || both) return;
                   const std::int64_t at = first + i + j - common;
                   columns[at] = b.columns[i];
                   values[at] = b_values[i];
                 });
  }
}

template <class V>
__global__ void add_rows(std::int64_t rows, Rows<V> part, const std::int64_t* offsets,
                         const Index* columns, V* values) {
  const int lane = static_cast<int>(threadIdx.x) % warp;
  for (std::int64_t row = thread_id() / warp; row < rows; row += all_threads() / warp) {
    for (std::int64_t i = part.offsets[row] + lane; i < part.offsets[row + 1]; i += warp) {
      const Index column = part.columns[i];
      const std::int64_t at =
          cuda::first_where(offsets[row], offsets[row + 1],
                            [&](std::int64_t place) { return columns[place] >= column; });
      values[at] += part.values[i];
    }
  }
}

/// The number of the row above that of the column: entries sort by both.
__global__ void make_keys(std::int64_t rows, const std::int64_t* offsets, const Index* columns,
                          int column_bits, std::uint64_t* keys, std::int32_t* places) {
  const int lane = static_cast<int>(threadIdx.x) % warp;
  for (std::int64_t row = thread_id() / warp; row < rows; row += all_threads() / warp) {
    for (std::int64_t i = offsets[row] + lane; i < offsets[row + 1]; i += warp) {
      keys[i] =
          static_cast<std::uint64_t>(row) << column_bits | static_cast<std::uint64_t>(columns[i]);
      places[i] = static_cast<std::int32_t>(i);
    }
  }
}

template <class V>
__global__ void take_sorted(std::int64_t entries, const std::uint64_t* keys,
                            const std::int32_t* places, int column_bits, const V* from,
                            Index* columns, V* values) {
  const std::uint64_t mask = (std::uint64_t{1} << column_bits) - 1;
  for (std::int64_t i = thread_id(); i < entries; i += all_threads()) {
    columns[i] = static_cast<Index>(keys[i] & mask);
    values[i] = from[places[i]];
  }
}

template <class V>
SortedRows<V> room_for_rows(std::int64_t rows, std::int64_t cols) {
  SortedRows<V> out;
  out.rows = rows;
  out.cols = cols;
  out.row_offsets = cuda::DeviceArray<std::int64_t>(static_cast<std::size_t>(rows) + 1);
  return out;
}

template <class V>
void make_room(SortedRows<V>& out, std::int64_t entries) {
  out.entries = entries;
  out.columns = cuda::DeviceArray<Index>(static_cast<std::size_t>(entries));
  out.values = cuda::DeviceArray<V>(static_cast<std::size_t>(entries));
}

template <class V>
void sort_rows(const AnyCsr& m, SortedRows<V>& out) {
  if (m.nnz > std::numeric_limits<std::int32_t>::max()) {
    throw UsageError("a partial result has " + std::to_string(m.nnz) +
                     " entries in rows that are not sorted, of which 2^31 - 1 can be: send B in "
                     "more blocks");
  }
  const auto entries = static_cast<std::size_t>(m.nnz);
  const int column_bits = cuda::bits_for(m.cols, 1);
  const Rows<V> from = rows_of<V>(m);
  const cuda::Scratch<std::uint64_t> keys(entries);
  const cuda::Scratch<std::uint64_t> sorted_keys(entries);
  const cuda::Scratch<std::int32_t> places(entries);
  const cuda::Scratch<std::int32_t> sorted_places(entries);
  launch(make_keys, blocks(m.rows * warp), threads, 0, nullptr, m.rows, from.offsets, from.columns,
         column_bits, keys.data(), places.data());
  cuda::sort_pairs(keys.data(), sorted_keys.data(), places.data(), sorted_places.data(), m.nnz,
                   column_bits + cuda::bits_for(m.rows));
  launch(take_sorted<V>, blocks(m.nnz), threads, 0, nullptr, m.nnz, sorted_keys.data(),
         sorted_places.data(), column_bits, from.values, out.columns.data(), out.values.data());
}

}  // namespace

template <class V>
SortedRows<V> sum_of(const AnyCsr& x, const AnyCsr& y) {
  SortedRows<V> out = room_for_rows<V>(x.rows, x.cols);
  const cuda::Scratch<std::int64_t> lengths(static_cast<std::size_t>(x.rows));
  const unsigned grid = blocks(x.rows * warp);
  const Rows<V> a = rows_of<V>(x);
  const Rows<V> b = rows_of<V>(y);
  launch(count_rows<V>, grid, threads, 0, nullptr, x.rows, a, b, lengths.data());
  make_room(out, cuda::exclusive_scan(lengths.data(), out.row_offsets.data(), x.rows));
  launch(fill_rows<V>, grid, threads, 0, nullptr, x.rows, a, b, out.row_offsets.data(),
         out.columns.data(), out.values.data());
  return out;
}

template <class V>
SortedRows<V> sorted_copy(const AnyCsr& m) {
  const Rows<V> from = rows_of<V>(m);
  SortedRows<V> out = room_for_rows<V>(m.rows, m.cols);
  make_room(out, m.nnz);
  if (m.nnz == 0) {
    cuda::fill_bytes(out.row_offsets.data(), 0, static_cast<std::size_t>(out.row_offsets.bytes()));
    return out;
  }
  cuda::copy_on_device(out.row_offsets.data(), from.offsets,
                       static_cast<std::size_t>(out.row_offsets.bytes()));
  if (m.columns == ColumnOrder::sorted) {
    cuda::copy_on_device(out.columns.data(), from.columns,
                         static_cast<std::size_t>(out.columns.bytes()));
    cuda::copy_on_device(out.values.data(), from.values,
                         static_cast<std::size_t>(out.values.bytes()));
  } else {
    sort_rows(m, out);
  }
  return out;
}

template <class V>
void add_to(const AnyCsr& part, const SortedRows<V>& sum) {
  if (part.nnz == 0) return;
  launch(add_rows<V>, blocks(part.rows * warp), threads, 0, nullptr, part.rows, rows_of<V>(part),
         sum.row_offsets.data(), sum.columns.data(), sum.values.data());
}

#define SPTUNE_INSTANTIATE(V)                                  \
  template SortedRows<V> sum_of(const AnyCsr&, const AnyCsr&); \
  template SortedRows<V> sorted_copy(const AnyCsr&);           \
  template void add_to(const AnyCsr&, const SortedRows<V>&);
SPTUNE_INSTANTIATE(double)
SPTUNE_INSTANTIATE(float)
#undef SPTUNE_INSTANTIATE

}  // namespace sptune::distributed::device
