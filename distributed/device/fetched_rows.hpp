// SPDX-License-Identifier: BSD-3-Clause
// Rows of a distributed matrix, brought from GPU to GPU to the ranks that need them.
#pragma once

#include "distributed/device/matrix.hpp"
#include "distributed/device/rows.hpp"
#include "distributed/report.hpp"

#include <cstdint>
#include <vector>

namespace sptune::distributed {

/// Which rows or elements a rank wants of each other and gives to each: lists on the device, how
/// many on the host. What it has itself is in neither.
struct DeviceNeeds {
  std::vector<std::int64_t> wanted_begins;  ///< of rank r; its own are among them, one after all
  SendableArray<Index> given;               ///< numbers of the whole, by who wants them
  std::vector<std::int64_t> given_begins;   ///< those for rank r; one more than ranks
};
/// Collective: tells the owners what `columns` wants of them.
[[nodiscard]] DeviceNeeds exchange_needs(DeviceRanks& ranks, const Partition& owners,
                                         const device::Columns& columns);

/// Parts of arrays of T: for each other rank the elements from begins[r] up to begins[r + 1].
template <class T>
[[nodiscard]] std::vector<Parcel> parcels(const DeviceRanks& ranks, T* data,
                                          const std::vector<std::int64_t>& begins) {
  std::vector<Parcel> out;
  for (int r = 0; r < ranks.size(); ++r) {
    const auto at = static_cast<std::size_t>(r);
    if (r == ranks.rank() || begins[at + 1] == begins[at]) continue;
    out.push_back({r, reinterpret_cast<std::byte*>(data + begins[at]),
                   (begins[at + 1] - begins[at]) * static_cast<std::int64_t>(sizeof(T))});
  }
  return out;
}

template <class V>
class DeviceFetchedRows {
 public:
  /// Collective. `wanted`: the rows, distinct columns of A; null: all of them. Both must outlive
  /// it. Times of its steps are added to the report.
  DeviceFetchedRows(DeviceRanks& ranks, const DeviceDistributedCsr<V>& b,
                    const device::Columns* wanted, RankReport& report);

  /// Row i is row wanted[i] of the matrix, or row i where all are.
  [[nodiscard]] AnyCsr rows() const;
  /// Collective: other values of this rank's rows, on the device, the same pattern; the values
  /// alone travel.
  void fetch_values(const V* local_values);
  /// Entries of rows from r on; one more than ranks.
  [[nodiscard]] const std::vector<std::int64_t>& entry_begins() const { return entry_begins_; }
  /// Where all rows were wanted: entries of rows that are listed, up to some places of the list.
  [[nodiscard]] std::vector<std::int64_t> entries_before(
      const SendableArray<Index>& list, const std::vector<std::int64_t>& places) const;
  /// Gives their memory back.
  void release();

 private:
  void fetch_lengths();
  template <class T>
  void fetch(const T* mine, SendableArray<T>& theirs, SendableArray<T>& packed, const char* what);
  template <class T>
  void take_own(const T* mine, T* theirs) const;
  template <class T>
  [[nodiscard]] std::vector<Parcel> same_for_all(T* data,
                                                 const std::vector<std::int64_t>& begins) const;
  [[nodiscard]] device::ListedRows own_rows() const;
  [[nodiscard]] device::ListedRows given_rows() const;

  DeviceRanks& ranks_;
  const DeviceDistributedCsr<V>& b_;
  const device::Columns* wanted_;
  DeviceNeeds needs_;  ///< of rows; where all are wanted, the partition alone
  std::int64_t rows_ = 0;
  std::vector<std::int64_t> entry_begins_;  ///< what comes of rank r
  cuda::DeviceArray<std::int64_t> row_offsets_;
  std::vector<std::int64_t> packed_begins_;         ///< entries for rank r
  cuda::DeviceArray<std::int64_t> packed_offsets_;  ///< of each row that is given
  SendableArray<Index> columns_;
  SendableArray<V> values_;
  SendableArray<V> packed_values_;
};

}  // namespace sptune::distributed
