// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/halo_spmv.hpp"

#include "distributed/schemes.hpp"

#include <string>
#include <utility>

namespace sptune::distributed {
namespace {

/// The columns that stand in A and belong to other ranks.
template <class V>
std::vector<Index> far_columns(const DistributedCsr<V>& a, std::int64_t begin, std::int64_t end) {
  std::vector<Index> columns = distinct(a.local.col_indices, a.cols);
  std::erase_if(columns, [&](Index column) { return column >= begin && column < end; });
  return columns;
}

}  // namespace

template <class V>
HaloSpmv<V>::HaloSpmv(Communicator& ranks, const Dispatcher& dispatcher, const DistributedCsr<V>& a,
                      const Partition& x, const Options& options)
    : ranks_(ranks) {
  ranks.require_equal("products that the ranks ask for",
                      std::string(to_string(value_type_of<V>)) +
                          " on CPUs, A: " + std::to_string(a.cols) + " columns, rows " +
                          to_string(a.rows) + ", elements of x from " + to_string(x));
  const Traffic before = ranks.traffic();
  std::vector<Index> wanted;
  ranks.together([&] {
    require_vector(ranks, {a.rows, a.cols, a.local.rows}, x);
    require_local(a, options.validate, "A");
    const Timed timed(report_, Phase::lists);
    wanted = far_columns(a, x.begin(ranks.rank()), x.end(ranks.rank()));
  });
  {
    const Timed timed(report_, Phase::lists);
    needs_ = exchange_needs(ranks, x, std::move(wanted));
  }
  ranks.together([&] { plan(dispatcher, a, x, options); });
  report_.traffic = ranks.traffic() - before;
}

template <class V>
void HaloSpmv<V>::plan(const Dispatcher& dispatcher, const DistributedCsr<V>& a, const Partition& x,
                       Options options) {
  const Timed timed(report_, Phase::plan);
  report_.rows = a.local.rows;
  report_.a_entries = a.local.nnz();
  if (options.threads == 0) options.threads = ranks_.threads_per_rank();
  const std::int64_t begin = x.begin(ranks_.rank());
  const std::int64_t end = x.end(ranks_.rank());
  halo_.resize(needs_.wanted.size());
  given_.resize(needs_.given.size());
  const Positions position(needs_.wanted, a.cols, a.local.nnz());
  pieces_ = take_apart(a.view(), {end - begin, halo()}, [&](Index column) {
    return column >= begin && column < end ? std::pair(0, column - begin)
                                           : std::pair(1, std::int64_t{position(column)});
  });
  own_.emplace(dispatcher.spmv(pieces_[0].a.view(), options));
  if (halo() > 0) far_.emplace(dispatcher.spmv(pieces_[1].a.view(), options));
}

template <class V>
void HaloSpmv<V>::run(V alpha, const V* x, V beta, V* y) {
  const Traffic before = ranks_.traffic();
  Messages messages(ranks_);
  {
    const Timed timed(report_, Phase::exchange);
    for (std::size_t i = 0; i < given_.size(); ++i) given_[i] = x[needs_.given[i]];
    exchange(messages, needs_, std::span<const V>(given_), std::span(halo_));
  }
  {
    const Timed timed(report_, Phase::multiply);
    own_->run(alpha, x, beta, y);
  }
  {
    const Timed timed(report_, Phase::exchange);
    messages.wait("elements of x");
  }
  if (far_) {
    const Timed timed(report_, Phase::multiply);
    far_->run(alpha, halo_.data(), 1, y);
  }
  report_.products += report_.a_entries;
  report_.least_received += halo() * static_cast<std::int64_t>(sizeof(V));
  report_.traffic = report_.traffic + (ranks_.traffic() - before);
}

template <class V>
void HaloSpmv<V>::update_values(std::span<const V> values) {
  if (static_cast<std::int64_t>(values.size()) != report_.a_entries) {
    throw UsageError("expected " + std::to_string(report_.a_entries) +
                     " values, one for each entry of this rank's rows, found " +
                     std::to_string(values.size()));
  }
  for (Piece<V>& piece : pieces_) piece.take_values(values);
  own_->update_values(pieces_[0].a.values);
  if (far_) far_->update_values(pieces_[1].a.values);
}

template class HaloSpmv<double>;
template class HaloSpmv<float>;

}  // namespace sptune::distributed
