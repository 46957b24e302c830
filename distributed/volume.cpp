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

  void message(int from, int to, std::int64_t bytes) {
    if (bytes == 0 || from == to) return;
    out_[at(from)].traffic.sent += bytes;
    out_[at(from)].traffic.messages += 1;
    out_[at(to)].traffic.received += bytes;
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

  /// Lengths, columns and values of rows.
  void rows_travel(int from, int to, const Need& what) {
    message(from, to, what.rows * number_bytes);
    message(from, to, what.entries * static_cast<std::int64_t>(sizeof(Index)));
    message(from, to, what.entries * static_cast<std::int64_t>(sizeof(V)));
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
    count.message(r, owner, need.rows * static_cast<std::int64_t>(sizeof(Index)));
    count.rows_travel(owner, r, need);
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
  for (int r = 0; r < count.ranks(); ++r) {
    count.out()[at(r)].held_bytes = count.all_entries() * entry_bytes<V>;
    for (int owner = 0; owner < count.ranks(); ++owner) {
      count.rows_travel(owner, r, {count.b_rows().size(owner), count.entries_of(owner)});
    }
  }
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
  std::vector<Need> blocks;
  std::int64_t longest = 0;
  for (int owner = 0; owner < ranks; ++owner) {
    for (int b = 0; b < ring.blocks; ++b) {
      const BlockRows rows = block_of(count.b_rows(), owner, b, ring.blocks);
      blocks.push_back({rows.end - rows.begin + 1, count.entries(rows.begin, rows.end)});
      longest = std::max(longest, blocks.back().entries);
    }
  }
  const std::int64_t under_way = std::min(ring.blocks + 1, (ranks - 1) * ring.blocks);
  for (int r = 0; r < ranks; ++r) {
    RankVolume& rank = count.out()[at(r)];
    rank.partial_results = ranks * ring.blocks;
    rank.held_bytes = (count.entries_of(r) + under_way * longest) * entry_bytes<V>;
    for (int step = ring.blocks; step < ranks * ring.blocks; ++step) {
      const int owner = (r + step / ring.blocks) % ranks;
      count.rows_travel((r + 1) % ranks, r, blocks[at(owner * ring.blocks + step % ring.blocks)]);
    }
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
