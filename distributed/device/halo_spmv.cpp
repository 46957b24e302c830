// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/halo_spmv.hpp"

#include "distributed/schemes.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace sptune::distributed {

template <class V>
DeviceHaloSpmv<V>::DeviceHaloSpmv(DeviceRanks& ranks, const Dispatcher& dispatcher,
                                  const DeviceDistributedCsr<V>& a, const Partition& x,
                                  const Options& options)
    : ranks_(ranks) {
  Communicator& all = ranks.ranks();
  all.require_equal("products that the ranks ask for",
                    std::string(to_string(value_type_of<V>)) +
                        " on GPUs, A: " + std::to_string(a.cols) + " columns, rows " +
                        to_string(a.rows) + ", elements of x from " + to_string(x));
  const Traffic before = all.traffic();
  all.together([&] {
    require_vector(all, {a.rows, a.cols, a.local_rows}, x);
    const Timed timed(report_, Phase::lists);
    own_ = {x.begin(ranks.rank()), x.end(ranks.rank())};
    columns_ = device::distinct(a.col_indices.data(), a.nnz, a.cols, own_);
    cuda::synchronize();
  });
  {
    const Timed timed(report_, Phase::lists);
    needs_ = exchange_needs(ranks, x, columns_);
  }
  all.together([&] { plan(dispatcher, a, options); });
  report_.traffic = all.traffic() - before;
}

template <class V>
void DeviceHaloSpmv<V>::plan(const Dispatcher& dispatcher, const DeviceDistributedCsr<V>& a,
                             Options options) {
  const Timed timed(report_, Phase::plan);
  report_.rows = a.local_rows;
  report_.a_entries = a.nnz;
  options.async = false;  // a plan that changes beside the runs would share the device with them
  given_ = SendableArray<V>(needs_.given.size());
  halo_ = SendableArray<V>(columns_.wanted.size());
  device::Halves halves = device::take_apart(a.local_rows, a.row_offsets.data(),
                                             a.col_indices.data(), own_, columns_.positions.data());
  near_.pattern = std::move(halves.near);
  far_.pattern = std::move(halves.far);
  for (Piece* piece : {&near_, &far_}) {
    piece->values = cuda::DeviceArray<V>(static_cast<std::size_t>(piece->pattern.entries));
    device::take(piece->pattern.from.data(), piece->pattern.entries, 0, a.values.data(),
                 piece->values.data());
  }
  columns_.positions = {};
  plan(dispatcher, near_, a.local_rows, own_.end - own_.begin, options);
  if (halo() > 0) plan(dispatcher, far_, a.local_rows, halo(), options);
  cuda::synchronize();
}

template <class V>
void DeviceHaloSpmv<V>::plan(const Dispatcher& dispatcher, Piece& piece, std::int64_t rows,
                             std::int64_t cols, const Options& options) {
  const CsrView<V, std::int64_t> view{rows, cols, piece.pattern.row_offsets.data(),
                                      piece.pattern.columns.data(), piece.values.data()};
  piece.spmv.emplace(dispatcher.spmv<V>(AnyCsr::on_device(view, piece.pattern.entries), options));
}

template <class V>
void DeviceHaloSpmv<V>::run(V alpha, const V* x, V beta, V* y) {
  Communicator& all = ranks_.ranks();
  const Traffic before = all.traffic();
  {
    const Timed timed(report_, Phase::exchange);
    device::take(needs_.given.data(), needs_.given.size(), own_.begin, x, given_.data());
    cuda::synchronize();
    ranks_.carrier().begin(parcels(ranks_, given_.data(), needs_.given_begins),
                           parcels(ranks_, halo_.data(), needs_.wanted_begins));
  }
  {
    const Timed timed(report_, Phase::multiply);
    near_.spmv->run(alpha, x, beta, y);  // enqueued
  }
  {
    const Timed timed(report_, Phase::exchange);
    ranks_.carrier().finish("elements of x");
  }
  {
    const Timed timed(report_, Phase::multiply);
    if (far_.spmv) far_.spmv->run(alpha, halo_.data(), 1, y);
    cuda::synchronize();
  }
  report_.products += report_.a_entries;
  report_.least_received += halo() * static_cast<std::int64_t>(sizeof(V));
  report_.traffic = report_.traffic + (all.traffic() - before);
}

template <class V>
void DeviceHaloSpmv<V>::update_values(const AnyValues& values) {
  if (values.count != report_.a_entries || values.type != value_type_of<V> ||
      values.space != MemorySpace::device) {
    throw UsageError("expected " + std::to_string(report_.a_entries) + " values of " +
                     std::string(to_string(value_type_of<V>)) +
                     " in the GPU's memory, one for each entry of this rank's rows, found " +
                     std::to_string(values.count) + " of " + std::string(to_string(values.type)));
  }
  for (Piece* piece : {&near_, &far_}) {
    if (!piece->spmv) continue;
    device::take(piece->pattern.from.data(), piece->pattern.entries, 0,
                 static_cast<const V*>(values.data), piece->values.data());
    piece->spmv->update_values(AnyValues::on_device(piece->values.data(), piece->pattern.entries));
  }
}

template class DeviceHaloSpmv<double>;
template class DeviceHaloSpmv<float>;

}  // namespace sptune::distributed
