// SPDX-License-Identifier: BSD-3-Clause
// Patterns and rows in a GPU's memory: which columns stand in one, what of it others get, and a
// matrix taken apart. All arrays are on the device unless it says otherwise; kernels are enqueued
// on the default stream. A build without CUDA throws DeviceError.
#pragma once

#include "sptune/device.hpp"
#include "sptune/types.hpp"

#include "distributed/device/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sptune::distributed::device {

/// Elements of an array on the device.
[[nodiscard]] inline std::vector<std::int64_t> read_at(const std::int64_t* device,
                                                       const std::vector<std::int64_t>& places) {
  std::vector<std::int64_t> out(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    cuda::copy_to_host(&out[i], device + places[i], sizeof(std::int64_t));
  }
  return out;
}

/// Columns from `begin` up to `end`.
struct ColumnRange {
  std::int64_t begin = 0, end = 0;
};

/// The columns that stand in a pattern.
struct Columns {
  SendableArray<Index> wanted;                ///< increasing, each once
  cuda::DeviceArray<std::int64_t> positions;  ///< of each column, how many wanted are before it
  /// The same for some borders, on the host.
  [[nodiscard]] std::vector<std::int64_t> before(const std::vector<std::int64_t>& borders) const {
    return read_at(positions.data(), borders);
  }
};
/// `but`: columns that are not looked for. Waits for the default stream.
[[nodiscard]] Columns distinct(const Index* columns, std::int64_t entries, std::int64_t cols,
                               ColumnRange but);

/// renumbered[i] = positions[columns[i]].
void renumber(const Index* columns, std::int64_t entries, const std::int64_t* positions,
              Index* renumbered);

/// Rows that are listed, of a matrix whose rows begin with number `first`.
struct ListedRows {
  const Index* list = nullptr;  ///< null: the first `count`
  std::int64_t count = 0;
  std::int64_t first = 0;
  const std::int64_t* offsets = nullptr;  ///< of the matrix
};
void lengths(const ListedRows& rows, std::int64_t* out);
/// offsets[i] = the sum of the first i lengths, `count` + 1 of them. Waits for the default stream.
void add_up(const std::int64_t* lengths, std::int64_t count, std::int64_t* offsets);
/// Entries of all of them. Waits for the default stream.
[[nodiscard]] std::int64_t count_entries(const ListedRows& rows);
/// Their entries, the row number i from to_offsets[i] on. `entries`: of all of them.
template <class T>
void pack(const ListedRows& rows, const std::int64_t* to_offsets, std::int64_t entries,
          const T* from, T* to);

/// to[i] = from[at[i] - first].
template <class I, class T>
void take(const I* at, std::int64_t count, std::int64_t first, const T* from, T* to);

/// Entries of some rows, in their order within each.
struct PieceOfRows {
  std::int64_t entries = 0;
  cuda::DeviceArray<std::int64_t> row_offsets;
  cuda::DeviceArray<Index> columns;
  cuda::DeviceArray<std::int64_t> from;  ///< which entry of the whole each is
};
/// A pattern taken apart by its columns: those of the range, counted from its begin, and the
/// others, renumbered by `positions`.
struct Halves {
  PieceOfRows near;
  PieceOfRows far;
};
[[nodiscard]] Halves take_apart(std::int64_t rows, const std::int64_t* offsets,
                                const Index* columns, ColumnRange near,
                                const std::int64_t* positions);
/// Those of the range alone.
[[nodiscard]] PieceOfRows take_part(std::int64_t rows, const std::int64_t* offsets,
                                    const Index* columns, ColumnRange range);

}  // namespace sptune::distributed::device
