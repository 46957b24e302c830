// SPDX-License-Identifier: BSD-3-Clause
#include "distributed/device/product.hpp"

#include "kernels/cuda/operands.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace sptune::distributed {
namespace {

template <class V>
std::string request_of(const DeviceDistributedCsr<V>& a, const DeviceDistributedCsr<V>& b,
                       const ProductOptions& options) {
  const auto of = [](const DeviceDistributedCsr<V>& m) {
    return std::to_string(m.cols) + " columns, rows " + to_string(m.rows);
  };
  return std::string(facts_of(options.scheme).name) + (options.keep ? ", kept" : "") + ", " +
         std::string(to_string(value_type_of<V>)) + " on GPUs, A: " + of(a) + ", B: " + of(b);
}

void require_values(const AnyValues& values, const char* of, ValueType type, std::int64_t count) {
  if (values.type == type && values.count == count && values.space == MemorySpace::device) return;
  throw UsageError(std::string("recompute on GPUs needs ") + std::to_string(count) + " values of " +
                   std::string(to_string(type)) + " in the GPU's memory, one for each entry of " +
                   "this rank's rows of " + of + "; found " + std::to_string(values.count) +
                   " of " + std::string(to_string(values.type)) +
                   (values.space == MemorySpace::device ? " there" : " in the host's memory"));
}

}  // namespace

template <class V>
DeviceProduct<V>::DeviceProduct(DeviceRanks& ranks, const Dispatcher& dispatcher,
                                const DeviceDistributedCsr<V>& a, const DeviceDistributedCsr<V>& b,
                                const ProductOptions& options)
    : ranks_(ranks), dispatcher_(dispatcher), a_(a), b_(b), options_(options) {
  const Traffic before = ranks.ranks().traffic();
  ranks.ranks().require_equal("products that the ranks ask for", request_of(a, b, options));
  ranks.ranks().together([&] { require_operands(); });
  report_.rows = a.local_rows;
  report_.a_entries = a.nnz;
  report_.b_entries = b.nnz;
  find_columns();
  const bool all = options.scheme == Scheme::broadcast;
  fetched_.emplace(ranks, b, all ? nullptr : &columns_, report_);
  ranks.ranks().together([&] { plan(); });
  ranks.ranks().together([&] { take([&] { return product_->multiply(); }); });
  if (!options.keep) {  // the plan's C alone is looked at from now on
    fetched_->release();
    a_columns_ = {};
    columns_ = {};
  }
  report_.traffic = ranks.ranks().traffic() - before;
}

template <class V>
void DeviceProduct<V>::require_operands() const {
  if (options_.scheme == Scheme::ring) {
    throw UsageError("scheme ring is for ranks on CPUs: on GPUs take needed_rows or broadcast");
  }
  if (a_.rows.parts() != ranks_.size() || b_.rows.parts() != ranks_.size()) {
    throw UsageError("A and B must be distributed over the " + std::to_string(ranks_.size()) +
                     " ranks of the communicator");
  }
  if (a_.cols != b_.rows.rows()) {
    throw UsageError("A has " + std::to_string(a_.cols) + " columns, B has " +
                     std::to_string(b_.rows.rows()) + " rows: expected as many");
  }
}

template <class V>
void DeviceProduct<V>::find_columns() {
  ranks_.ranks().together([&] {
    const Timed timed(report_, Phase::lists);
    columns_ = device::distinct(a_.col_indices.data(), a_.nnz, a_.cols, {});
    cuda::synchronize();
  });
}

template <class V>
void DeviceProduct<V>::plan() {
  const Timed timed(report_, Phase::plan);
  AnyCsr a = a_.view();
  if (options_.scheme == Scheme::needed_rows) {
    a_columns_ = cuda::DeviceArray<Index>(static_cast<std::size_t>(a_.nnz));
    device::renumber(a_.col_indices.data(), a_.nnz, columns_.positions.data(), a_columns_.data());
    a.col_indices = a_columns_.data();
    a.cols = columns_.wanted.size();
  }
  count();
  report_.products = cuda::count_products(a, fetched_->rows());
  product_.emplace(dispatcher_.spgemm(a, fetched_->rows(), options_.local));
  cuda::synchronize();
}

/// What of B no scheme can do without.
template <class V>
void DeviceProduct<V>::count() {
  const std::vector<std::int64_t>* begins = &fetched_->entry_begins();
  std::vector<std::int64_t> named;
  if (options_.scheme == Scheme::broadcast) {  // of all that came, rows that A names
    named = fetched_->entries_before(columns_.wanted, columns_.before(b_.rows.begins));
    begins = &named;
  }
  const auto me = static_cast<std::size_t>(ranks_.rank());
  const std::int64_t others = begins->back() - ((*begins)[me + 1] - (*begins)[me]);
  report_.least_received = others * static_cast<std::int64_t>(sizeof(Index) + sizeof(V));
}

template <class V>
template <class Multiply>
void DeviceProduct<V>::take(const Multiply& multiply) {
  const Timed timed(report_, Phase::multiply);
  c_ = multiply();
  cuda::synchronize();
  report_.c_entries = c_.nnz;
}

template <class V>
const AnyCsr& DeviceProduct<V>::recompute(const AnyValues& a_values, const AnyValues& b_values) {
  const Traffic before = ranks_.ranks().traffic();
  ranks_.ranks().together([&] {
    if (!options_.keep) throw UsageError("recompute needs ProductOptions::keep");
    require_values(a_values, "A", value_type_of<V>, a_.nnz);
    require_values(b_values, "B", value_type_of<V>, b_.nnz);
  });
  {
    const Timed timed(report_, Phase::exchange);
    fetched_->fetch_values(static_cast<const V*>(b_values.data));
  }
  ranks_.ranks().together([&] {
    take([&] {
      product_->update_values(a_values, AnyValues(fetched_->rows()));
      return product_->recompute();
    });
  });
  report_.traffic = report_.traffic + (ranks_.ranks().traffic() - before);
  return c_;
}

template class DeviceProduct<double>;
template class DeviceProduct<float>;

}  // namespace sptune::distributed
