// SPDX-License-Identifier: BSD-3-Clause
#include "harness/cuda/found.cuh"
#include "harness/cuda/verify.hpp"
#include "harness/engine/error_bound.hpp"
#include "harness/engine/long_rows.hpp"
#include "harness/engine/verify.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace sptune::harness {
namespace {

using namespace cuda_found;  // NOLINT(google-build-using-namespace): made for these sources

template <class V, class O>
__global__ void __launch_bounds__(threads)
    check_elements(CsrView<V, O> a, DenseShape shape, Precision precision, const double* reference,
                   const double* magnitude, const V* y, Found* found) {
  double bound_ratio = 0;
  double relative = 0;
  for (std::int64_t i = thread_id(); i < shape.size(); i += thread_count()) {
    const std::int64_t row = shape.row_of(i);
    const auto terms = static_cast<std::int64_t>(a.row_offsets[row + 1] - a.row_offsets[row]) + 4;
    const BoundCheck c =
        check_bound(precision, reference[i], magnitude[i], static_cast<double>(y[i]), terms);
    bound_ratio = fmax(bound_ratio, c.bound_ratio);
    relative = fmax(relative, c.relative);
    if (!c.right) report_index(found, shape.number_by_rows(i));  // the host reads row by row
  }
  raise(&found->bound_ratio, bound_ratio);
  raise(&found->relative, relative);
}

__global__ void find_different(const unsigned char* a, const unsigned char* b, std::int64_t bytes,
                               Found* found) {
  for (std::int64_t i = thread_id(); i < bytes; i += thread_count()) {
    if (a[i] != b[i]) report_index(found, i);
  }
}

__global__ void find_touched(const unsigned char* first, const unsigned char* second,
                             unsigned char value, std::int64_t bytes, Found* found) {
  for (std::int64_t i = thread_id(); i < bytes; i += thread_count()) {
    if (first[i] != value || second[i] != value) report_index(found, i);
  }
}

__global__ void keep_columns_of_class(const float* x, DenseShape shape, int classes, int wanted,
                                      float* out) {
  for (std::int64_t i = thread_id(); i < shape.size(); i += thread_count()) {
    out[i] = class_of_column(shape.row_of(i), classes) == wanted ? x[i] : 0;
  }
}

__global__ void __launch_bounds__(threads)
    check_long_rows(const std::int64_t* elements, std::int64_t count, const double* expected,
                    const double* bound, const float* y, Found* found) {
  double bound_ratio = 0;
  for (std::int64_t i = thread_id(); i < count; i += thread_count()) {
    const BoundCheck j = check_within(expected[i], bound[i], static_cast<double>(y[elements[i]]));
    bound_ratio = fmax(bound_ratio, j.bound_ratio);
    if (!j.right) report_index(found, i);
  }
  raise(&found->bound_ratio, bound_ratio);
}

/// Sum of a hash of each word with its place: a different one for any single word that changes,
/// and the same in any order of adding. The hash is the finaliser of MurmurHash3.
__global__ void __launch_bounds__(threads)
    sum_words(const unsigned* words, std::int64_t count, Found* found) {
  Word sum = 0;
  for (std::int64_t i = thread_id(); i < count; i += thread_count()) {
    unsigned h =
        words[i] ^ static_cast<unsigned>(static_cast<Word>(i) * 0x9E3779B97F4A7C15ULL >> 32);
    h = (h ^ (h >> 16)) * 0x85EBCA6BU;
    h = (h ^ (h >> 13)) * 0xC2B2AE35U;
    sum += static_cast<Word>(h ^ (h >> 16)) + 1;
  }
  for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(all_lanes, sum, step);
  if ((threadIdx.x & 31) == 0) atomicAdd(&found->sum, sum);
}

double read_double(const double* device) {
  double out = 0;
  cuda::copy_to_host(&out, device, sizeof(out));
  return out;
}

}  // namespace

DeviceReference::DeviceReference(const DenseReference& host)
    : y(host.y.data(), host.y.size()), magnitude(host.magnitude.data(), host.magnitude.size()) {}

void compare_dense(const AnyCsr& any, const DeviceReference& reference, const DenseShape& shape,
                   const void* y, Verification& v) {
  if (shape.size() == 0) return;
  clear();
  visit(any, [&]<class V, class O>(CsrView<V, O> a) {
    launch(check_elements<V, O>, grid_for(shape.size()), threads, 0, nullptr, a, shape,
           precision_of(any.value_type), reference.y.data(), reference.magnitude.data(),
           static_cast<const V*>(y), found());
  });
  const Found f = read();
  v.max_bound_ratio = std::max(v.max_bound_ratio, std::bit_cast<double>(f.bound_ratio));
  v.max_relative = std::max(v.max_relative, std::bit_cast<double>(f.relative));
  if (!f.bad()) return;
  const std::int64_t at = shape.by_rows(static_cast<std::int64_t>(~f.inverse_of_first_bad));
  visit(any, [&]<class V, class O>(CsrView<V, O>) {
    V value = 0;
    cuda::copy_to_host(&value, static_cast<const V*>(y) + at, sizeof(V));
    report_row(shape.row_of(at), read_double(reference.y.data() + at), static_cast<double>(value),
               v);
  });
}

namespace {

/// Where in y the rows' first elements stand.
std::vector<std::int64_t> first_elements(const LongRows& host) {
  std::vector<std::int64_t> out;
  for (const std::int64_t row : host.rows) out.push_back(host.y.at(row, 0));
  return out;
}

}  // namespace

DeviceLongRows::DeviceLongRows(const LongRows& host)
    : elements(first_elements(host).data(), host.rows.size()),
      expected(host.expected.data(), host.expected.size()),
      bound(host.bound.data(), host.bound.size()) {}

void keep_class(const cuda::DeviceArray<std::byte>& x, const LongRows& long_rows, int wanted,
                cuda::DeviceArray<std::byte>& out) {
  launch(keep_columns_of_class, grid_for(long_rows.x.size()), threads, 0, nullptr,
         reinterpret_cast<const float*>(x.data()), long_rows.x, long_rows.classes, wanted,
         reinterpret_cast<float*>(out.data()));
  cuda::synchronize();  // the plan's stream does not wait for this one
}

void compare_long_rows(const LongRows& host, const DeviceLongRows& device, int part, const void* y,
                       Verification& v) {
  const auto count = static_cast<std::int64_t>(host.rows.size());
  if (count == 0) return;
  const auto* const values = static_cast<const float*>(y);
  clear();
  launch(check_long_rows, grid_for(count), threads, 0, nullptr, device.elements.data(), count,
         device.expected.data() + part * count, device.bound.data() + part * count, values,
         found());
  const Found f = read();
  v.max_bound_ratio = std::max(v.max_bound_ratio, std::bit_cast<double>(f.bound_ratio));
  if (!f.bad()) return;
  const auto index = static_cast<std::int64_t>(~f.inverse_of_first_bad);
  float value = 0;
  cuda::copy_to_host(&value, values + host.y.at(host.rows[static_cast<std::size_t>(index)], 0),
                     sizeof(value));
  report_long_row(host, part, index, static_cast<double>(value), v);
}

std::uint64_t device_checksum(const void* data, std::int64_t bytes) {
  const auto words = bytes / static_cast<std::int64_t>(sizeof(unsigned));
  clear();
  launch(sum_words, grid_for(words), threads, 0, nullptr, static_cast<const unsigned*>(data), words,
         found());
  return read().sum;
}

bool same_bytes(const std::byte* a, const std::byte* b, std::int64_t bytes) {
  clear();
  launch(find_different, grid_for(bytes), threads, 0, nullptr,
         reinterpret_cast<const unsigned char*>(a), reinterpret_cast<const unsigned char*>(b),
         bytes, found());
  return !read().bad();
}

bool untouched(const std::byte* first, const std::byte* second, std::byte value,
               std::int64_t bytes) {
  clear();
  launch(find_touched, grid_for(bytes), threads, 0, nullptr,
         reinterpret_cast<const unsigned char*>(first),
         reinterpret_cast<const unsigned char*>(second), std::to_integer<unsigned char>(value),
         bytes, found());
  return !read().bad();
}

}  // namespace sptune::harness
