// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/fetched_rows.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

namespace sptune::distributed {
namespace {

std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

void exchange(DeviceRanks& ranks, std::vector<Parcel> out, std::vector<Parcel> in,
              const char* what) {
  ranks.carrier().begin(std::move(out), std::move(in));
  ranks.carrier().finish(what);
}

}  // namespace

DeviceNeeds exchange_needs(DeviceRanks& ranks, const Partition& owners,
                           const device::Columns& columns) {
  DeviceNeeds needs;
  std::vector<std::int64_t> counts(at(ranks.size()));
  ranks.ranks().together([&] {
    needs.wanted_begins = columns.before(owners.begins);
    for (std::size_t r = 0; r < counts.size(); ++r) {
      counts[r] = needs.wanted_begins[r + 1] - needs.wanted_begins[r];
    }
    counts[at(ranks.rank())] = 0;  // a rank gives itself nothing
  });
  counts = ranks.ranks().all_to_all(counts);
  needs.given_begins.resize(counts.size() + 1);
  std::partial_sum(counts.begin(), counts.end(), needs.given_begins.begin() + 1);
  ranks.ranks().together([&] {
    needs.given = SendableArray<Index>(needs.given_begins.back());
    cuda::synchronize();
  });
  exchange(ranks, parcels(ranks, columns.wanted.data(), needs.wanted_begins),
           parcels(ranks, needs.given.data(), needs.given_begins), "lists of rows that are needed");
  return needs;
}

template <class V>
DeviceFetchedRows<V>::DeviceFetchedRows(DeviceRanks& ranks, const DeviceDistributedCsr<V>& b,
                                        const device::Columns* wanted, RankReport& report)
    : ranks_(ranks), b_(b), wanted_(wanted) {
  if (wanted != nullptr) {
    const Timed timed(report, Phase::lists);
    needs_ = exchange_needs(ranks, b.rows, *wanted);
    rows_ = wanted->wanted.size();
  } else {
    needs_.wanted_begins = b.rows.begins;
    rows_ = b.rows.rows();
  }
  const Timed timed(report, Phase::exchange);
  fetch_lengths();
  ranks_.ranks().together([&] {
    columns_ = SendableArray<Index>(entry_begins_.back());
    values_ = SendableArray<V>(entry_begins_.back());
  });
  SendableArray<Index> packed_columns;
  fetch(b_.col_indices.data(), columns_, packed_columns, "columns of rows that are needed");
  packed_columns = {};
  fetch_values(b_.values.data());
}

template <class V>
device::ListedRows DeviceFetchedRows<V>::own_rows() const {
  const std::int64_t begin = needs_.wanted_begins[at(ranks_.rank())];
  const std::int64_t end = needs_.wanted_begins[at(ranks_.rank()) + 1];
  return {wanted_->wanted.data() + begin, end - begin, b_.rows.begin(ranks_.rank()),
          b_.row_offsets.data()};
}

template <class V>
device::ListedRows DeviceFetchedRows<V>::given_rows() const {
  return {needs_.given.data(), needs_.given.size(), b_.rows.begin(ranks_.rank()),
          b_.row_offsets.data()};
}

/// Offsets of what will come and of what is packed.
template <class V>
void DeviceFetchedRows<V>::fetch_lengths() {
  SendableArray<std::int64_t> lengths;
  SendableArray<std::int64_t> given;
  const int me = ranks_.rank();
  ranks_.ranks().together([&] {
    lengths = SendableArray<std::int64_t>(rows_);
    const std::int64_t own = needs_.wanted_begins[at(me)];
    if (wanted_ == nullptr) {
      device::lengths({nullptr, b_.local_rows, 0, b_.row_offsets.data()}, lengths.data() + own);
    } else {
      device::lengths(own_rows(), lengths.data() + own);
      given = SendableArray<std::int64_t>(needs_.given.size());
      device::lengths(given_rows(), given.data());
    }
    cuda::synchronize();
  });
  std::vector<Parcel> out;
  if (wanted_ == nullptr) {
    out = same_for_all(lengths.data(), needs_.wanted_begins);
  } else {
    out = parcels(ranks_, given.data(), needs_.given_begins);
  }
  exchange(ranks_, std::move(out), parcels(ranks_, lengths.data(), needs_.wanted_begins),
           "lengths of rows that are needed");
  ranks_.ranks().together([&] {
    row_offsets_ = cuda::DeviceArray<std::int64_t>(at(rows_) + 1);
    device::add_up(lengths.data(), rows_, row_offsets_.data());
    entry_begins_ = device::read_at(row_offsets_.data(), needs_.wanted_begins);
    if (wanted_ == nullptr) return;
    packed_offsets_ = cuda::DeviceArray<std::int64_t>(at(given.size()) + 1);
    device::add_up(given.data(), given.size(), packed_offsets_.data());
    packed_begins_ = device::read_at(packed_offsets_.data(), needs_.given_begins);
  });
}

/// What this rank has at its own place in `data`, for each other rank.
template <class V>
template <class T>
std::vector<Parcel> DeviceFetchedRows<V>::same_for_all(
    T* data, const std::vector<std::int64_t>& begins) const {
  const auto me = at(ranks_.rank());
  std::vector<Parcel> out;
  for (int r = 0; r < ranks_.size(); ++r) {
    if (r == ranks_.rank()) continue;
    out.push_back({r, reinterpret_cast<std::byte*>(data + begins[me]),
                   (begins[me + 1] - begins[me]) * static_cast<std::int64_t>(sizeof(T))});
  }
  return out;
}

template <class V>
void DeviceFetchedRows<V>::fetch_values(const V* local_values) {
  fetch(local_values, values_, packed_values_, "values of rows that are needed");
}

template <class V>
template <class T>
void DeviceFetchedRows<V>::fetch(const T* mine, SendableArray<T>& theirs, SendableArray<T>& packed,
                                 const char* what) {
  std::vector<Parcel> out;
  ranks_.ranks().together([&] {
    if (wanted_ == nullptr) {  // sent from where it is wanted here, too
      take_own(mine, theirs.data());
      out = same_for_all(theirs.data(), entry_begins_);
    } else {
      if (packed.size() != packed_begins_.back()) packed = SendableArray<T>(packed_begins_.back());
      device::pack(given_rows(), packed_offsets_.data(), packed_begins_.back(), mine,
                   packed.data());
      out = parcels(ranks_, packed.data(), packed_begins_);
    }
    cuda::synchronize();
  });
  ranks_.carrier().begin(std::move(out), parcels(ranks_, theirs.data(), entry_begins_));
  if (wanted_ != nullptr) take_own(mine, theirs.data());  // meanwhile
  ranks_.carrier().finish(what);
}

template <class V>
template <class T>
void DeviceFetchedRows<V>::take_own(const T* mine, T* theirs) const {
  const auto me = at(ranks_.rank());
  const std::int64_t entries = entry_begins_[me + 1] - entry_begins_[me];
  if (wanted_ == nullptr) {
    if (entries > 0)
      cuda::copy_on_device(theirs + entry_begins_[me], mine, at(entries) * sizeof(T));
    return;
  }
  device::pack(own_rows(), row_offsets_.data() + needs_.wanted_begins[me], entries, mine, theirs);
}

template <class V>
AnyCsr DeviceFetchedRows<V>::rows() const {
  return AnyCsr::on_device(CsrView<V, std::int64_t>{rows_, b_.cols, row_offsets_.data(),
                                                    columns_.data(), values_.data()},
                           entry_begins_.back());
}

template <class V>
std::vector<std::int64_t> DeviceFetchedRows<V>::entries_before(
    const SendableArray<Index>& list, const std::vector<std::int64_t>& places) const {
  const cuda::DeviceArray<std::int64_t> lengths(at(list.size()));
  const cuda::DeviceArray<std::int64_t> before(at(list.size()) + 1);
  device::lengths({list.data(), list.size(), 0, row_offsets_.data()}, lengths.data());
  device::add_up(lengths.data(), list.size(), before.data());
  return device::read_at(before.data(), places);
}

template <class V>
void DeviceFetchedRows<V>::release() {
  columns_ = {};
  values_ = {};
  packed_values_ = {};
  packed_offsets_ = {};
  row_offsets_ = {};
}

template class DeviceFetchedRows<double>;
template class DeviceFetchedRows<float>;

}  // namespace sptune::distributed
