// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/product.hpp"

#include "distributed/schemes.hpp"

#include <string>

namespace sptune::distributed {
namespace {

void require_values(const AnyValues& values, const char* of, ValueType type, std::int64_t count) {
  if (values.type == type && values.count == count && values.space == MemorySpace::device) return;
  throw UsageError(std::string("recompute on GPUs needs ") + std::to_string(count) + " values of " +
                   std::string(to_string(type)) + " in the GPU's memory, one for each entry of " +
                   "this rank's rows of " + of + "; found " + std::to_string(values.count) +
                   " of " + std::string(to_string(values.type)) +
                   (values.space == MemorySpace::device ? " there" : " in the host's memory"));
}

template <class V>
Distribution distribution_on_gpus(const DeviceDistributedCsr<V>& m) {
  return {m.rows, m.cols, m.local_rows};
}

}  // namespace

template <class V>
DeviceProduct<V>::DeviceProduct(DeviceRanks& ranks, const Dispatcher& dispatcher,
                                const DeviceDistributedCsr<V>& a, const DeviceDistributedCsr<V>& b,
                                const ProductOptions& options)
    : work_{ranks, dispatcher, a, b, options} {
  const Traffic before = ranks.ranks().traffic();
  require_product(ranks.ranks(), distribution_on_gpus(a), distribution_on_gpus(b), value_type_of<V>,
                  options, "GPUs");
  work_.options.local = local_options(options);
  work_.report.rows = a.local_rows;
  work_.report.a_entries = a.nnz;
  work_.report.b_entries = b.nnz;
  steps_ = device_steps(work_);
  finish(before);
}

template <class V>
const AnyCsr& DeviceProduct<V>::recompute(const AnyValues& a_values, const AnyValues& b_values) {
  const Traffic before = work_.ranks.ranks().traffic();
  work_.ranks.ranks().together([&] {
    if (!work_.options.keep) throw UsageError("recompute needs ProductOptions::keep");
    require_values(a_values, "A", value_type_of<V>, work_.a.nnz);
    require_values(b_values, "B", value_type_of<V>, work_.b.nnz);
  });
  steps_->recompute(a_values, b_values);
  finish(before);
  return work_.c;
}

template <class V>
void DeviceProduct<V>::finish(const Traffic& before) {
  work_.report.c_entries = work_.c.nnz;
  work_.report.traffic = work_.report.traffic + (work_.ranks.ranks().traffic() - before);
}

template class DeviceProduct<double>;
template class DeviceProduct<float>;

}  // namespace sptune::distributed
