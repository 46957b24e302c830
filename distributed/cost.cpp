// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/cost.hpp"

#include "distributed/mpi_facts.hpp"
#include "distributed/schemes.hpp"

#include <algorithm>
#include <cmath>

namespace sptune::distributed {
namespace {

void measure_products(const Dispatcher& dispatcher, int threads, Rates& rates) {
  constexpr Index side = 150;
  const Csr<double> a = mesh(side);
  Options options;
  options.threads = threads;
  Csr<double> c;
  const double multiply_s = least_seconds([&] {
    Spgemm product = dispatcher.spgemm(a.view(), a.view(), options);
    c = sorted_copy<double>(product.multiply());
  });
  rates.products_per_second = static_cast<double>(count_products(a.view(), a.view())) / multiply_s;
  const double merge_s = least_seconds([&] { static_cast<void>(sum_of(c.view(), c.view())); });
  rates.merged_per_second = static_cast<double>(2 * c.nnz()) / merge_s;
}

}  // namespace

Csr<double> mesh(Index side) {
  Csr<double> out{std::int64_t{side} * side, std::int64_t{side} * side, {0}, {}, {}};
  for (Index y = 0; y < side; ++y) {
    for (Index x = 0; x < side; ++x) {
      for (const auto& [dx, dy] : {std::pair(0, -1), std::pair(-1, 0), std::pair(0, 0),
                                   std::pair(1, 0), std::pair(0, 1)}) {
        if (x + dx < 0 || x + dx >= side || y + dy < 0 || y + dy >= side) continue;
        out.col_indices.push_back((y + dy) * side + x + dx);
        out.values.push_back(1);
      }
      out.row_offsets.push_back(out.nnz());
    }
  }
  return out;
}

Rates measure_rates(Communicator& ranks, const Dispatcher& dispatcher, int threads) {
  Rates rates;
  const MpiFacts facts = find_facts(ranks);
  ranks.together([&] {
    if (ranks.rank() == 0) measure_products(dispatcher, threads, rates);
  });
  if (!facts.links.empty()) {
    rates.latency_s = facts.links.back().latency_s;
    rates.bytes_per_second = facts.links.back().bytes_per_second;
  }
  ranks.broadcast(&rates, sizeof rates, 0);
  return rates;
}

Cost cost_of(const std::vector<RankVolume>& volume, Scheme scheme, const RingOptions& ring,
             const Rates& rates) {
  Cost out;
  for (const RankVolume& rank : volume) {
    const auto crossing = static_cast<double>(std::max(rank.traffic.sent, rank.traffic.received));
    // Where each rank has a number for each other, MPI sends in rounds (Bruck et al., IEEE TPDS 8,
    // 1997).
    const auto others = static_cast<double>(volume.size()) - 1;
    const double messages = static_cast<double>(rank.traffic.messages) -
                            rank.collectives * (others - std::ceil(std::log2(others + 1)));
    const double exchange_s = messages * rates.latency_s + crossing / rates.bytes_per_second;
    const double multiply_s = static_cast<double>(rank.products) / rates.products_per_second +
                              rank.local_products * rates.local_product_s;
    // Each partial result has rows of all; a product is an entry of one of them at most.
    const double merged = rank.partial_results == 1
                              ? 0
                              : static_cast<double>(rank.products) +
                                    static_cast<double>(rank.rows) * rank.partial_results;
    const double merge_s = merged / rates.merged_per_second;
    const bool hidden = scheme == Scheme::ring && ring.overlap;
    const double both_s = hidden ? std::max(exchange_s, multiply_s) : exchange_s + multiply_s;
    out.exchange_s = std::max(out.exchange_s, exchange_s);
    out.multiply_s = std::max(out.multiply_s, multiply_s);
    out.merge_s = std::max(out.merge_s, merge_s);
    out.total_s = std::max(out.total_s, both_s + merge_s);
  }
  return out;
}

template <class V>
std::vector<Forecast> forecast(const CsrView<V, std::int64_t>& a, const CsrView<V, std::int64_t>* b,
                               Balance balance, int ranks, const RingOptions& ring,
                               const Rates& rates) {
  const CsrView<V, std::int64_t>& right = b == nullptr ? a : *b;
  const std::span<const std::int64_t> offsets(right.row_offsets,
                                              static_cast<std::size_t>(right.rows) + 1);
  const Partition a_rows = partition_rows(a, offsets, balance, ranks);
  const Partition b_rows = b == nullptr ? a_rows : partition_rows(right, {}, Balance::nnz, ranks);
  std::vector<Forecast> out;
  for (const SchemeFacts& facts : all_schemes) {
    Forecast one{facts.scheme, volume_of(a, right, a_rows, b_rows, facts.scheme, ring), {}};
    one.cost = cost_of(one.volume, facts.scheme, ring, rates);
    out.push_back(std::move(one));
  }
  std::stable_sort(out.begin(), out.end(), [](const Forecast& x, const Forecast& y) {
    return x.cost.total_s < y.cost.total_s;
  });
  return out;
}

template std::vector<Forecast> forecast(const CsrView<double, std::int64_t>&,
                                        const CsrView<double, std::int64_t>*, Balance, int,
                                        const RingOptions&, const Rates&);
template std::vector<Forecast> forecast(const CsrView<float, std::int64_t>&,
                                        const CsrView<float, std::int64_t>*, Balance, int,
                                        const RingOptions&, const Rates&);

}  // namespace sptune::distributed
