// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/volume.hpp"

#include "sptune/error.hpp"

#include "distributed/schemes.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

namespace sptune::distributed {
namespace {

constexpr std::int64_t number_bytes = sizeof(std::int64_t);

std::size_t at(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

template <class V>
constexpr std::int64_t entry_bytes = sizeof(Index) + sizeof(V);

/// Rows of B that one rank needs of others.
struct Need {
  std::int64_t rows = 0;
  std::int64_t entries = 0;
};

/// Lengths, columns and values of rows that one rank sends to another: a message each where there
/// are any.
template <class V>
Traffic traffic_of(const Need& what) {
  const std::int64_t bytes = what.rows * number_bytes + what.entries * entry_bytes<V>;
  return {bytes, bytes, (what.rows > 0 ? 1 : 0) + (what.entries > 0 ? 2 : 0)};
}

/// What all schemes have in common while they are counted.
template <class V>
class Count {
 public:
  Count(const CsrView<V, std::int64_t>& a, const CsrView<V, std::int64_t>& b,
        const Partition& a_rows, const Partition& b_rows)
      : a_(a), b_(b), a_rows_(a_rows), b_rows_(b_rows), out_(at(a_rows.parts())) {
    const std::vector<std::int64_t> products = products_of_rows(a, {b.row_offsets, at(b.rows) + 1});
    for (int r = 0; r < ranks(); ++r) {
      RankVolume& to = out_[at(r)];
      to.rows = a_rows.size(r);
      to.products = std::accumulate(products.begin() + a_rows.begin(r),
                                    products.begin() + a_rows.end(r), std::int64_t{0});
    }
    numbers(1);  // what the ranks ask for is compared
  }

  /// `times` numbers from each rank to each other.
  void numbers(int times) {
    for (RankVolume& rank : out_) {
      const std::int64_t others = ranks() - 1;
      rank.traffic.sent += times * number_bytes * others;
      rank.traffic.received += times * number_bytes * others;
      rank.traffic.messages += times * others;
      rank.collectives += times;
    }
  }

  /// What `from` sends to `to`, which is another rank.
  void travels(int from, int to, const Traffic& what) {
    out_[at(from)].traffic.sent += what.sent;
    out_[at(from)].traffic.messages += what.messages;
    out_[at(to)].traffic.received += what.received;
  }

  [[nodiscard]] std::int64_t entries(std::int64_t begin, std::int64_t end) const {
    return b_.row_offsets[end] - b_.row_offsets[begin];
  }
  [[nodiscard]] std::int64_t entries_of(int rank) const {
    return entries(b_rows_.begin(rank), b_rows_.end(rank));
  }

  /// Calls use(rank, owner, need) for each rank and each other whose rows it needs.
  template <class Use>
  void each_need(const Use& use) {
    std::vector<int> seen_by(at(b_.rows), -1);
    std::vector<Need> of_owner(at(ranks()));
    std::vector<int> owners;
    for (int r = 0; r < ranks(); ++r) {
      owners.clear();
      const std::int64_t end = a_.row_offsets[a_rows_.end(r)];
      for (std::int64_t i = a_.row_offsets[a_rows_.begin(r)]; i < end; ++i) {
        const Index row = a_.col_indices[i];
        if (seen_by[at(row)] == r) continue;
        seen_by[at(row)] = r;
        const int owner = b_rows_.owner(row);
        Need& need = of_owner[at(owner)];
        if (need.rows++ == 0) owners.push_back(owner);
        need.entries += entries(row, row + 1);
      }
      for (const int owner : owners) {
        Need& need = of_owner[at(owner)];
        use(r, owner, need);
        need = {};
      }
    }
  }

  [[nodiscard]] int ranks() const { return a_rows_.parts(); }
  [[nodiscard]] const Partition& b_rows() const { return b_rows_; }
  [[nodiscard]] std::int64_t all_entries() const { return b_.row_offsets[b_.rows]; }
  [[nodiscard]] std::vector<RankVolume>& out() { return out_; }

 private:
  const CsrView<V, std::int64_t>& a_;
  const CsrView<V, std::int64_t>& b_;
  const Partition& a_rows_;
  const Partition& b_rows_;
  std::vector<RankVolume> out_;
};

template <class V>
void count_needed_rows(Count<V>& count) {
  count.numbers(1);  // how many rows
  count.each_need([&](int r, int owner, const Need& need) {
    RankVolume& rank = count.out()[at(r)];
    rank.held_bytes += need.entries * entry_bytes<V>;
    if (owner == r) return;
    rank.least_received += need.entries * entry_bytes<V>;
    const std::int64_t list = need.rows * static_cast<std::int64_t>(sizeof(Index));
    count.travels(r, owner, {list, list, 1});
    count.travels(owner, r, traffic_of<V>(need));
  });
}

/// Of schemes that bring all of B.
template <class V>
void count_least(Count<V>& count) {
  count.each_need([&](int r, int owner, const Need& need) {
    if (owner != r) count.out()[at(r)].least_received += need.entries * entry_bytes<V>;
  });
}

template <class V>
void count_broadcast(Count<V>& count) {
  count_least(count);
  const std::int64_t others = count.ranks() - 1;
  Traffic all;
  const auto own = [&](int r) {
    return traffic_of<V>({count.b_rows().size(r), count.entries_of(r)});
  };
  for (int r = 0; r < count.ranks(); ++r) all = all + own(r);
  for (int r = 0; r < count.ranks(); ++r) {
    RankVolume& rank = count.out()[at(r)];
    rank.held_bytes = count.all_entries() * entry_bytes<V>;
    rank.traffic.sent += others * own(r).sent;
    rank.traffic.messages += others * own(r).messages;
    rank.traffic.received += all.received - own(r).received;
  }
}

/// Blocks of one rank's rows of B in the ring.
struct RankBlocks {
  Traffic traffic;           ///< all of them from one rank to the next
  std::int64_t longest = 0;  ///< entries
};

template <class V>
RankBlocks blocks_of(const Count<V>& count, int rank, int blocks) {
  // Of more blocks than rows some have one row each, the others none.
  const auto filled = static_cast<int>(std::min<std::int64_t>(blocks, count.b_rows().size(rank)));
  const Traffic empty = traffic_of<V>({1, 0});  // a row more: offsets travel, not lengths
  const std::int64_t without = blocks - filled;
  RankBlocks out{{without * empty.sent, without * empty.received, without * empty.messages}};
  for (int b = 0; b < filled; ++b) {
    const BlockRows rows = block_of(count.b_rows(), rank, b, filled);
    const std::int64_t entries = count.entries(rows.begin, rows.end);
    out.traffic = out.traffic + traffic_of<V>({rows.end - rows.begin + 1, entries});
    out.longest = std::max(out.longest, entries);
  }
  return out;
}

template <class V>
void count_ring(Count<V>& count, const RingOptions& ring) {
  for (RankVolume& rank : count.out()) rank.local_products = 0;
  count.each_need([&](int r, int owner, const Need& need) {
    RankVolume& rank = count.out()[at(r)];
    rank.local_products += ring.blocks;
    if (owner != r) rank.least_received += need.entries * entry_bytes<V>;
  });
  count.numbers(ring.blocks);  // how many entries
  const int ranks = count.ranks();
  std::vector<Traffic> own;
  Traffic all;
  std::int64_t longest = 0;
  for (int r = 0; r < ranks; ++r) {
    const RankBlocks blocks = blocks_of(count, r, ring.blocks);
    own.push_back(blocks.traffic);
    all = all + blocks.traffic;
    longest = std::max(longest, blocks.longest);
  }
  const std::int64_t under_way = std::min(ring.blocks + 1, (ranks - 1) * ring.blocks);
  for (int r = 0; r < ranks; ++r) {
    RankVolume& rank = count.out()[at(r)];
    rank.partial_results = ranks * ring.blocks;
    rank.held_bytes = (count.entries_of(r) + under_way * longest) * entry_bytes<V>;
    if (ranks > 1) count.travels((r + 1) % ranks, r, all - own[at(r)]);
  }
}

}  // namespace

BlockRows block_of(const Partition& b_rows, int rank, int block, int blocks) {
  const std::int64_t rows = b_rows.size(rank);
  const auto border = [&](int b) { return rows / blocks * b + rows % blocks * b / blocks; };
  const std::int64_t first = b_rows.begin(rank);
  return {first + border(block), first + border(block + 1)};
}

template <class V>
std::vector<RankVolume> volume_of(const CsrView<V, std::int64_t>& a,
                                  const CsrView<V, std::int64_t>& b, const Partition& a_rows,
                                  const Partition& b_rows, Scheme scheme, const RingOptions& ring) {
  if (a.cols != b.rows || a_rows.parts() != b_rows.parts()) {
    throw UsageError("A has " + std::to_string(a.cols) + " columns in " +
                     std::to_string(a_rows.parts()) + " parts, B has " + std::to_string(b.rows) +
                     " rows in " + std::to_string(b_rows.parts()) + ": expected as many");
  }
  require_ring(ring, b_rows.parts());
  Count<V> count(a, b, a_rows, b_rows);
  switch (scheme) {
    case Scheme::needed_rows:
      count_needed_rows(count);
      break;
    case Scheme::broadcast:
      count_broadcast(count);
      break;
    case Scheme::ring:
      count_ring(count, ring);
      break;
  }
  return std::move(count.out());
}

template std::vector<RankVolume> volume_of(const CsrView<double, std::int64_t>&,
                                           const CsrView<double, std::int64_t>&, const Partition&,
                                           const Partition&, Scheme, const RingOptions&);
template std::vector<RankVolume> volume_of(const CsrView<float, std::int64_t>&,
                                           const CsrView<float, std::int64_t>&, const Partition&,
                                           const Partition&, Scheme, const RingOptions&);

}  // namespace sptune::distributed
