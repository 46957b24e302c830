// SPDX-License-Identifier: BSD-3-Clause
#include "harness/cuda/found.cuh"
#include "harness/cuda/product.hpp"
#include "harness/engine/error_bound.hpp"
#include "harness/engine/verify.hpp"

#include <algorithm>
#include <bit>

namespace sptune::harness {
namespace {

using namespace cuda_found;  // NOLINT(google-build-using-namespace): made for these sources

/// The reference of entry i, and what was computed.
template <class V>
struct Entries {
  const Index* expected_columns;
  const double* expected;
  const double* magnitude;
  const std::int32_t* terms;
  const Index* columns;
  const V* values;
};

template <class V>
__global__ void __launch_bounds__(threads)
    check_entries(Entries<V> c, std::int64_t entries, Precision precision, Found* found) {
  double bound_ratio = 0;
  double relative = 0;
  for (std::int64_t i = thread_id(); i < entries; i += thread_count()) {
    const BoundCheck j =
        check_bound(precision, c.expected[i], c.magnitude[i], static_cast<double>(c.values[i]),
                    std::int64_t{c.terms[i]} + 2);
    bound_ratio = fmax(bound_ratio, j.bound_ratio);
    relative = fmax(relative, j.relative);
    if (!j.right || c.columns[i] != c.expected_columns[i]) report_index(found, i);
  }
  raise(&found->bound_ratio, bound_ratio);
  raise(&found->relative, relative);
}

template <class T>
__global__ void __launch_bounds__(threads)
    find_unequal(const T* a, const T* b, std::int64_t count, Found* found) {
  for (std::int64_t i = thread_id(); i < count; i += thread_count()) {
    if (a[i] != b[i]) report_index(found, i);
  }
}

template <class T>
void note_unequal(const void* a, const void* b, std::int64_t count) {
  launch(find_unequal<T>, grid_for(count), threads, 0, nullptr, static_cast<const T*>(a),
         static_cast<const T*>(b), count, found());
}

}  // namespace

DeviceProduct::DeviceProduct(const SparseReference& host, ValueType type)
    : rows_(host.c.rows),
      cols_(host.c.cols),
      entries_(host.c.nnz()),
      row_offsets_(host.c.row_offsets.data(), host.c.row_offsets.size()),
      columns_(host.c.col_indices.data(), host.c.col_indices.size()),
      values_(host.c.values.data(), host.c.values.size()),
      magnitude_(host.magnitude.data(), host.magnitude.size()),
      terms_(host.terms.data(), host.terms.size()),
      kept_(static_cast<std::size_t>(entries_ * size_of(type))) {}

std::int64_t DeviceProduct::bytes(const SparseReference& host, ValueType type) {
  constexpr std::int64_t entry = sizeof(Index) + 2 * sizeof(double) + sizeof(std::int32_t);
  return host.c.nnz() * (entry + size_of(type)) + 8 * (host.c.rows + 1);
}

bool DeviceProduct::check(const AnyCsr& c, Verification& v) const {
  if (c.offset_type != OffsetType::i64 || c.rows != rows_ || c.cols != cols_ || c.nnz != entries_) {
    return false;
  }
  clear();
  note_unequal<std::int64_t>(c.row_offsets, row_offsets_.data(), rows_ + 1);
  const auto take = [&]<class V>(const V* values) {
    launch(check_entries<V>, grid_for(entries_), threads, 0, nullptr,
           Entries<V>{columns_.data(), values_.data(), magnitude_.data(), terms_.data(),
                      c.col_indices, values},
           entries_, precision_of(c.value_type), found());
  };
  if (entries_ > 0 && c.value_type == ValueType::f32) take(static_cast<const float*>(c.values));
  if (entries_ > 0 && c.value_type == ValueType::f64) take(static_cast<const double*>(c.values));
  const Found f = read();
  if (f.bad()) return false;
  v.max_bound_ratio = std::max(v.max_bound_ratio, std::bit_cast<double>(f.bound_ratio));
  v.max_relative = std::max(v.max_relative, std::bit_cast<double>(f.relative));
  return true;
}

void DeviceProduct::keep_values(const AnyCsr& c) const {
  if (kept_.size() > 0) cuda::copy_on_device(kept_.data(), c.values, kept_.size());
}

bool DeviceProduct::same_values(const AnyCsr& c) const {
  if (entries_ == 0) return true;
  clear();
  // As words: bits are compared, so that a NaN equals itself.
  if (c.value_type == ValueType::f32) {
    note_unequal<std::uint32_t>(c.values, kept_.data(), entries_);
  } else {
    note_unequal<std::uint64_t>(c.values, kept_.data(), entries_);
  }
  return !read().bad();
}

}  // namespace sptune::harness
