// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/matrix.hpp"

#include "kernels/api/mix64.hpp"
#include "kernels/api/operands.hpp"

#include "distributed/messages.hpp"

#include <bit>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sptune::distributed {
namespace {

/// A range of the elements of a vector.
template <class T>
auto part_of(T& vector, std::int64_t begin, std::int64_t size) {
  return std::span(vector).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
}

/// With every column, or with the offsets alone.
template <class V>
void require_csr(const Csr<V>& matrix, bool columns = true) {
  const auto offsets = static_cast<std::int64_t>(matrix.row_offsets.size());
  if (offsets == 0 || offsets - 1 != matrix.rows || matrix.row_offsets.back() != matrix.nnz() ||
      matrix.values.size() != matrix.col_indices.size()) {
    throw UsageError(
        "expected one offset more than rows, the last of them the number of columns and values");
  }
  AnyCsr any(matrix.view());  // reads the last offset
  std::string flaw = find_flaw(any);
  if (flaw.empty()) flaw = columns ? inspect(any).broken : find_decrease(any);
  if (!flaw.empty()) throw UsageError(flaw);
}

template <class V>
Csr<V> rows_of(const Csr<V>& whole, std::int64_t begin, std::int64_t end) {
  const auto first = whole.row_offsets[static_cast<std::size_t>(begin)];
  const auto size = whole.row_offsets[static_cast<std::size_t>(end)] - first;
  Csr<V> out{end - begin, whole.cols, {}, {}, {}};
  for (const std::int64_t offset : part_of(whole.row_offsets, begin, end - begin + 1)) {
    out.row_offsets.push_back(offset - first);
  }
  const auto columns = part_of(whole.col_indices, first, size);
  const auto values = part_of(whole.values, first, size);
  out.col_indices.assign(columns.begin(), columns.end());
  out.values.assign(values.begin(), values.end());
  return out;
}

/// Of all that a matrix holds, for telling two apart.
template <class V>
std::string digest_of(const Csr<V>& matrix) {
  std::uint64_t hash = mix64(static_cast<std::uint64_t>(matrix.cols));
  const auto add = [&](std::uint64_t x) { hash = mix64(hash ^ x); };
  for (const std::int64_t offset : matrix.row_offsets) add(static_cast<std::uint64_t>(offset));
  for (const Index column : matrix.col_indices) add(static_cast<std::uint64_t>(column));
  for (const V value : matrix.values) add(std::bit_cast<std::uint64_t>(static_cast<double>(value)));
  return std::to_string(matrix.rows) + " x " + std::to_string(matrix.cols) + ", " +
         std::to_string(matrix.nnz()) + " entries, hash " + std::to_string(hash);
}

/// Lengths of rows to offsets, in place: element 0 is 0, row r's length stands in element r + 1.
void add_up(std::vector<std::int64_t>& lengths) {
  std::partial_sum(lengths.begin(), lengths.end(), lengths.begin());
}

}  // namespace

template <class V>
void require_local(const DistributedCsr<V>& m, Validate validate, std::string_view name) {
  const auto refuse = [&](const std::string& why) {
    throw UsageError(std::string(name) + ", rows of this rank: " + why);
  };
  if (m.local.cols != m.cols) {
    refuse("expected the " + std::to_string(m.cols) + " columns of the whole matrix, found " +
           std::to_string(m.local.cols));
  }
  try {
    require_csr(m.local, validate == Validate::full);
  } catch (const UsageError& e) {
    refuse(e.what());
  }
}

template <class V>
DistributedCsr<V> scatter(Communicator& ranks, const Csr<V>& whole, const Partition& rows) {
  ranks.together([&] {
    if (ranks.rank() != 0) return;
    require_csr(whole);
    require_partition(rows, ranks.size(), whole.rows);
  });
  DistributedCsr<V> out;
  out.rows.begins.resize(static_cast<std::size_t>(ranks.size()) + 1);
  std::vector<std::int64_t> entries(out.rows.begins.size());
  if (ranks.rank() == 0) {
    out.rows = rows;
    out.cols = whole.cols;
    for (std::size_t r = 0; r < entries.size(); ++r) {
      entries[r] = whole.row_offsets[static_cast<std::size_t>(rows.begins[r])];
    }
  }
  ranks.broadcast(std::span(out.rows.begins), 0);
  ranks.broadcast(std::span(entries), 0);
  ranks.broadcast(&out.cols, sizeof out.cols, 0);
  const int me = ranks.rank();
  const auto at = [&](int r) { return static_cast<std::size_t>(r); };
  const auto size = static_cast<std::size_t>(entries[at(me) + 1] - entries[at(me)]);
  ranks.together([&] {
    out.local = {out.rows.size(me), out.cols, {}, std::vector<Index>(size), std::vector<V>(size)};
    out.local.row_offsets.resize(static_cast<std::size_t>(out.local.rows) + 1);
  });
  Messages messages(ranks);
  messages.receive(0, std::span(out.local.row_offsets));
  messages.receive(0, std::span(out.local.col_indices));
  messages.receive(0, std::span(out.local.values));
  for (int r = 0; me == 0 && r < ranks.size(); ++r) {
    const std::int64_t count = entries[at(r) + 1] - entries[at(r)];
    messages.send(r, part_of(whole.row_offsets, rows.begin(r), rows.size(r) + 1));
    messages.send(r, part_of(whole.col_indices, entries[at(r)], count));
    messages.send(r, part_of(whole.values, entries[at(r)], count));
  }
  messages.wait("rows of a matrix from rank 0");
  for (std::int64_t& offset : out.local.row_offsets) offset -= entries[at(me)];
  return out;
}

template <class V>
DistributedCsr<V> take_rows(Communicator& ranks, const Csr<V>& whole, const Partition& rows) {
  std::string digest;
  ranks.together([&] {
    require_csr(whole);
    require_partition(rows, ranks.size(), whole.rows);
    digest = digest_of(whole) + ' ' + to_string(rows);
  });
  ranks.require_equal("matrices and their partitions", digest);
  DistributedCsr<V> out{rows, whole.cols, {}};
  const int me = ranks.rank();
  ranks.together([&] { out.local = rows_of(whole, rows.begin(me), rows.end(me)); });
  return out;
}

template <class V>
DistributedCsr<V> from_local(Communicator& ranks, Csr<V> local) {
  ranks.together([&] { require_csr(local); });
  ranks.require_equal(
      "columns and types of a matrix",
      std::to_string(local.cols) + " columns of " + std::string(to_string(value_type_of<V>)));
  DistributedCsr<V> out{{}, local.cols, {}};
  out.rows.begins = ranks.all_gather(local.rows);
  out.rows.begins.insert(out.rows.begins.begin(), 0);
  add_up(out.rows.begins);
  out.local = std::move(local);
  return out;
}

template <class V>
Csr<V> gather(Communicator& ranks, const DistributedView<V>& matrix) {
  const CsrView<V, std::int64_t>& local = matrix.local;
  const std::vector<std::int64_t> entries = ranks.all_gather(local.nnz());
  std::vector<std::int64_t> lengths;
  Csr<V> whole;
  ranks.together([&] {
    for (std::int64_t row = 0; row < local.rows; ++row) {
      lengths.push_back(local.row_offsets[row + 1] - local.row_offsets[row]);
    }
    if (ranks.rank() != 0) return;
    whole.rows = matrix.rows.rows();
    whole.cols = matrix.cols;
    whole.row_offsets.resize(static_cast<std::size_t>(whole.rows) + 1);
    const auto size = std::accumulate(entries.begin(), entries.end(), std::int64_t{0});
    whole.col_indices.resize(static_cast<std::size_t>(size));
    whole.values.resize(static_cast<std::size_t>(size));
  });
  Messages messages(ranks);
  std::int64_t at = 0;
  for (int r = 0; ranks.rank() == 0 && r < ranks.size(); ++r) {
    const std::int64_t count = entries[static_cast<std::size_t>(r)];
    messages.receive(r, part_of(whole.row_offsets, matrix.rows.begin(r) + 1, matrix.rows.size(r)));
    messages.receive(r, part_of(whole.col_indices, at, count));
    messages.receive(r, part_of(whole.values, at, count));
    at += count;
  }
  messages.send(0, std::span<const std::int64_t>(lengths));
  const auto own = static_cast<std::size_t>(local.nnz());
  messages.send(0, std::span(local.col_indices, own));
  messages.send(0, std::span(local.values, own));
  messages.wait("rows of a matrix on their way to rank 0");
  add_up(whole.row_offsets);
  return whole;
}

#define SPTUNE_INSTANTIATE(V)                                                           \
  template void require_local(const DistributedCsr<V>&, Validate, std::string_view);    \
  template DistributedCsr<V> scatter(Communicator&, const Csr<V>&, const Partition&);   \
  template DistributedCsr<V> take_rows(Communicator&, const Csr<V>&, const Partition&); \
  template DistributedCsr<V> from_local(Communicator&, Csr<V>);                         \
  template Csr<V> gather(Communicator&, const DistributedView<V>&);
SPTUNE_INSTANTIATE(double)
SPTUNE_INSTANTIATE(float)
#undef SPTUNE_INSTANTIATE

}  // namespace sptune::distributed
