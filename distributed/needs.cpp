// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/needs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace sptune::distributed {
namespace {

/// Where the wanted ones of each owner begin.
std::vector<std::int64_t> begins_of(const std::vector<Index>& wanted, const Partition& owners) {
  std::vector<std::int64_t> begins;
  for (const std::int64_t border : owners.begins) {
    begins.push_back(std::lower_bound(wanted.begin(), wanted.end(), border) - wanted.begin());
  }
  return begins;
}

/// Whether an array with a place for every column costs less than searching.
bool table_pays(std::int64_t looked_up, std::int64_t cols) {
  return looked_up >= cols / 16;
}

}  // namespace

Positions::Positions(std::span<const Index> wanted, std::int64_t cols, std::int64_t looked_up)
    : wanted_(wanted) {
  if (!table_pays(looked_up, cols)) return;
  table_.resize(static_cast<std::size_t>(cols));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    table_[static_cast<std::size_t>(wanted[i])] = static_cast<Index>(i);
  }
}

Index Positions::operator()(Index column) const {
  if (!table_.empty()) return table_[static_cast<std::size_t>(column)];
  return static_cast<Index>(std::lower_bound(wanted_.begin(), wanted_.end(), column) -
                            wanted_.begin());
}

std::vector<Index> distinct(std::span<const Index> columns, std::int64_t cols) {
  std::vector<Index> out;
  if (!table_pays(static_cast<std::int64_t>(columns.size()), cols)) {
    out.assign(columns.begin(), columns.end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  std::vector<bool> seen(static_cast<std::size_t>(cols));
  for (const Index column : columns) seen[static_cast<std::size_t>(column)] = true;
  for (std::size_t column = 0; column < seen.size(); ++column) {
    if (seen[column]) out.push_back(static_cast<Index>(column));
  }
  return out;
}

Needs exchange_needs(Communicator& ranks, const Partition& owners, std::vector<Index> wanted) {
  Needs needs;
  needs.wanted = std::move(wanted);
  needs.wanted_begins = begins_of(needs.wanted, owners);
  std::vector<std::int64_t> counts(needs.wanted_begins.size() - 1);
  for (std::size_t r = 0; r < counts.size(); ++r) {
    counts[r] = needs.wanted_begins[r + 1] - needs.wanted_begins[r];
  }
  counts = ranks.all_to_all(counts);
  needs.given_begins.resize(counts.size() + 1);
  std::partial_sum(counts.begin(), counts.end(), needs.given_begins.begin() + 1);
  ranks.together([&] { needs.given.resize(static_cast<std::size_t>(needs.given_begins.back())); });
  Messages messages(ranks);
  for (int r = 0; r < ranks.size(); ++r) {
    messages.receive(r, needs.given_to(r, std::span(needs.given)));
    messages.send(r, needs.wanted_of(r, std::span<const Index>(needs.wanted)));
  }
  messages.wait("lists of rows that are needed");
  const auto first = static_cast<Index>(owners.begin(ranks.rank()));
  for (Index& row : needs.given) row -= first;
  return needs;
}

Needs need_all(const Communicator& ranks, const Partition& owners) {
  Needs needs;
  needs.wanted.resize(static_cast<std::size_t>(owners.rows()));
  std::iota(needs.wanted.begin(), needs.wanted.end(), Index{0});
  needs.wanted_begins = owners.begins;
  const std::int64_t own = owners.size(ranks.rank());
  needs.given.resize(static_cast<std::size_t>(own));
  std::iota(needs.given.begin(), needs.given.end(), Index{0});
  needs.given_begins.clear();
  return needs;
}

}  // namespace sptune::distributed
