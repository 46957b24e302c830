// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/matrix.hpp"

#include "distributed/schemes.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace sptune::distributed {
namespace {

template <class T>
cuda::DeviceArray<T> copied(const std::vector<T>& host) {
  return cuda::DeviceArray<T>(host.data(), host.size());
}

template <class T>
std::vector<T> to_host(const void* device, std::int64_t size) {
  std::vector<T> out(static_cast<std::size_t>(size));
  if (size > 0) cuda::copy_to_host(out.data(), device, out.size() * sizeof(T));
  return out;
}

}  // namespace

template <class V>
DeviceDistributedCsr<V> to_device(DeviceRanks& ranks, const DistributedCsr<V>& host) {
  DeviceDistributedCsr<V> out;
  ranks.ranks().together([&] {
    out.rows = host.rows;
    out.cols = host.cols;
    out.nnz = host.local.nnz();
    out.local_rows = host.local.rows;
    out.row_offsets = copied(host.local.row_offsets);
    out.col_indices = copied(host.local.col_indices);
    out.values = copied(host.local.values);
  });
  return out;
}

template <class V>
Csr<V> gather(DeviceRanks& ranks, const Partition& rows, const AnyCsr& local) {
  Csr<V> copy;
  Csr<V> sorted;
  DistributedView<V> view{rows, local.cols, {}};
  ranks.ranks().together([&] {
    cuda::synchronize();
    copy.rows = local.rows;
    copy.cols = local.cols;
    if (local.rows > 0) {  // else there may be no arrays
      copy.row_offsets = to_host<std::int64_t>(local.row_offsets, local.rows + 1);
    }
    copy.col_indices = to_host<Index>(local.col_indices, local.nnz);
    copy.values = to_host<V>(local.values, local.nnz);
    AnyCsr any(copy.view());
    any.columns = local.columns;
    view.local = with_sorted_rows(any, sorted);
  });
  return gather(ranks.ranks(), view);
}

template DeviceDistributedCsr<double> to_device(DeviceRanks&, const DistributedCsr<double>&);
template DeviceDistributedCsr<float> to_device(DeviceRanks&, const DistributedCsr<float>&);
template Csr<double> gather(DeviceRanks&, const Partition&, const AnyCsr&);
template Csr<float> gather(DeviceRanks&, const Partition&, const AnyCsr&);

}  // namespace sptune::distributed
