// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/harness/cuda_found.cuh"
#include "sptune/harness/cuda_verify.hpp"
#include "sptune/harness/judge.hpp"
#include "sptune/harness/verify.hpp"

#include <algorithm>
#include <bit>

namespace sptune::harness {
namespace {

using namespace cuda_found;  // NOLINT(google-build-using-namespace): made for these sources

template <class V, class O>
__global__ void __launch_bounds__(threads)
    judge_rows(CsrView<V, O> a, Precision precision, const double* reference,
               const double* magnitude, const V* y, Found* found) {
  double bound_ratio = 0;
  double relative = 0;
  for (std::int64_t row = thread_id(); row < a.rows; row += thread_count()) {
    const auto terms = static_cast<std::int64_t>(a.row_offsets[row + 1] - a.row_offsets[row]) + 4;
    const Judgement j =
        judge(precision, reference[row], magnitude[row], static_cast<double>(y[row]), terms);
    bound_ratio = fmax(bound_ratio, j.bound_ratio);
    relative = fmax(relative, j.relative);
    if (!j.right) blame_index(found, row);
  }
  raise(&found->bound_ratio, bound_ratio);
  raise(&found->relative, relative);
}

__global__ void find_different(const unsigned char* a, const unsigned char* b, std::int64_t bytes,
                               Found* found) {
  for (std::int64_t i = thread_id(); i < bytes; i += thread_count()) {
    if (a[i] != b[i]) blame_index(found, i);
  }
}

__global__ void find_touched(const unsigned char* first, const unsigned char* second,
                             unsigned char value, std::int64_t bytes, Found* found) {
  for (std::int64_t i = thread_id(); i < bytes; i += thread_count()) {
    if (first[i] != value || second[i] != value) blame_index(found, i);
  }
}

double read_double(const double* device) {
  double out = 0;
  cuda::copy_to_host(&out, device, sizeof(out));
  return out;
}

}  // namespace

DeviceReference::DeviceReference(const spmv::Reference& host)
    : y(host.y.data(), host.y.size()), magnitude(host.magnitude.data(), host.magnitude.size()) {}

void compare_vector(const AnyCsr& any, const DeviceReference& reference, const void* y,
                    Verification& v) {
  if (any.rows == 0) return;
  clear();
  visit(any, [&]<class V, class O>(CsrView<V, O> a) {
    judge_rows<<<grid_for(a.rows), threads>>>(a, precision_of(any.value_type), reference.y.data(),
                                              reference.magnitude.data(), static_cast<const V*>(y),
                                              found());
  });
  const Found f = read();
  v.max_bound_ratio = std::max(v.max_bound_ratio, std::bit_cast<double>(f.bound_ratio));
  v.max_relative = std::max(v.max_relative, std::bit_cast<double>(f.relative));
  if (!f.bad()) return;
  const auto row = static_cast<std::int64_t>(~f.inverse_of_first_bad);
  visit(any, [&]<class V, class O>(CsrView<V, O>) {
    V value = 0;
    cuda::copy_to_host(&value, static_cast<const V*>(y) + row, sizeof(V));
    blame_row(row, read_double(reference.y.data() + row), static_cast<double>(value), v);
  });
}

bool same_bytes(const std::byte* a, const std::byte* b, std::int64_t bytes) {
  clear();
  find_different<<<grid_for(bytes), threads>>>(reinterpret_cast<const unsigned char*>(a),
                                               reinterpret_cast<const unsigned char*>(b), bytes,
                                               found());
  return !read().bad();
}

bool untouched(const std::byte* first, const std::byte* second, std::byte value,
               std::int64_t bytes) {
  clear();
  find_touched<<<grid_for(bytes), threads>>>(reinterpret_cast<const unsigned char*>(first),
                                             reinterpret_cast<const unsigned char*>(second),
                                             std::to_integer<unsigned char>(value), bytes, found());
  return !read().bad();
}

}  // namespace sptune::harness
