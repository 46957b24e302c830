// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/fetched_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace sptune::distributed {
namespace {

/// Where the entries of rows begin and end, as a part of an array of entries.
template <class T>
std::span<T> entries(std::span<T> all, const std::vector<std::int64_t>& offsets, std::int64_t row,
                     std::int64_t rows) {
  const auto begin = static_cast<std::size_t>(offsets[static_cast<std::size_t>(row)]);
  const auto end = static_cast<std::size_t>(offsets[static_cast<std::size_t>(row + rows)]);
  return all.subspan(begin, end - begin);
}

/// Whether the rows follow each other: their entries can be sent from where they are.
bool in_one_piece(std::span<const Index> rows) {
  return !rows.empty() && rows.back() - rows.front() == static_cast<Index>(rows.size()) - 1;
}

}  // namespace

template <class V>
FetchedRows<V>::FetchedRows(Communicator& ranks, Needs needs, const DistributedCsr<V>& b)
    : ranks_(ranks), needs_(std::move(needs)), local_(b.local) {
  rows_.rows = static_cast<std::int64_t>(needs_.wanted.size());
  rows_.cols = b.cols;
  fetch_lengths();
  ranks_.together([&] {
    rows_.col_indices.resize(static_cast<std::size_t>(rows_.row_offsets.back()));
    rows_.values.resize(rows_.col_indices.size());
  });
  fetch(std::span(local_.col_indices), rows_.col_indices, "columns of rows that are needed");
  fetch_values(local_.values);
}

template <class V>
void FetchedRows<V>::fetch_lengths() {
  std::vector<std::int64_t> lengths;
  ranks_.together([&] {
    rows_.row_offsets.assign(static_cast<std::size_t>(rows_.rows) + 1, 0);
    lengths.reserve(needs_.given.size());
    for (const Index row : needs_.given) {
      const auto r = static_cast<std::size_t>(row);
      lengths.push_back(local_.row_offsets[r + 1] - local_.row_offsets[r]);
    }
  });
  Messages messages(ranks_);
  exchange(messages, needs_, std::span<const std::int64_t>(lengths),
           std::span(rows_.row_offsets).subspan(1));
  messages.wait("lengths of rows that are needed");
  std::partial_sum(rows_.row_offsets.begin(), rows_.row_offsets.end(), rows_.row_offsets.begin());
}

template <class V>
void FetchedRows<V>::fetch_values(std::span<const V> local_values) {
  fetch(local_values, rows_.values, "values of rows that are needed");
}

template <class V>
template <class T>
void FetchedRows<V>::fetch(std::span<const T> mine, std::vector<T>& theirs, const char* what) {
  std::vector<std::vector<T>> packed(static_cast<std::size_t>(ranks_.size()));
  const int me = ranks_.rank();
  ranks_.together([&] {
    for (int r = 0; r < ranks_.size(); ++r) {
      const std::span<const Index> rows = needs_.for_rank(r);
      if (r == me || in_one_piece(rows)) continue;
      for (const Index row : rows) {
        const std::span<const T> part = entries(mine, local_.row_offsets, row, 1);
        auto& to = packed[static_cast<std::size_t>(r)];
        to.insert(to.end(), part.begin(), part.end());
      }
    }
  });
  Messages messages(ranks_);
  for (int r = 0; r < ranks_.size(); ++r) {
    if (r == me) continue;
    messages.receive(
        r, entries(std::span(theirs), rows_.row_offsets, needs_.from(r), needs_.count_from(r)));
    const std::span<const Index> rows = needs_.for_rank(r);
    messages.send(r, in_one_piece(rows) ? entries(mine, local_.row_offsets, rows.front(),
                                                  static_cast<std::int64_t>(rows.size()))
                                        : std::span<const T>(packed[static_cast<std::size_t>(r)]));
  }
  take_own(mine, std::span(theirs));  // a message to oneself would take longer
  messages.wait(what);
}

template <class V>
template <class T>
void FetchedRows<V>::take_own(std::span<const T> mine, std::span<T> theirs) const {
  const std::span<const Index> rows = needs_.for_rank(ranks_.rank());
  auto to = static_cast<std::size_t>(needs_.from(ranks_.rank()));
  for (std::size_t first = 0; first < rows.size();) {  // rows that follow each other at once
    std::size_t count = 1;
    while (first + count < rows.size() &&
           rows[first + count] == rows[first] + static_cast<Index>(count)) {
      ++count;
    }
    const auto part =
        entries(mine, local_.row_offsets, rows[first], static_cast<std::int64_t>(count));
    std::copy(part.begin(), part.end(), theirs.begin() + rows_.row_offsets[to]);
    to += count;
    first += count;
  }
}

template class FetchedRows<double>;
template class FetchedRows<float>;

}  // namespace sptune::distributed
