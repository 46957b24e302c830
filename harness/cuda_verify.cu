// SPDX-License-Identifier: BSD-3-Clause
#include "sptune/harness/cuda_verify.hpp"
#include "sptune/harness/judge.hpp"
#include "sptune/harness/verify.hpp"
#include "sptune/kernels/cuda/check.hpp"

#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace sptune::harness {
namespace {

constexpr int threads = 256;
constexpr unsigned all_lanes = 0xffffffffU;
using Word = unsigned long long;

/// What a comparison found; all zero: nothing. Doubles that are not negative order like their bits.
struct Found {
  Word inverse_of_first_bad = 0;  ///< ~index: the largest is the first
  Word bound_ratio = 0;
  Word relative = 0;

  [[nodiscard]] bool bad() const { return inverse_of_first_bad != 0; }
};

/// One in the whole process: trials come one after the other, and an allocation costs more than a
/// comparison. Left to the end of the process, when the device may be gone already.
Found* found() {
  static auto* const place = new cuda::DeviceArray<Found>(1);
  return place->data();
}

void clear() {
  SPTUNE_CUDA(cudaMemsetAsync(found(), 0, sizeof(Found), nullptr));
}

Found read() {
  Found out;
  SPTUNE_CUDA(cudaGetLastError());
  cuda::copy_to_host(&out, found(), sizeof(out));
  return out;
}

unsigned grid_for(std::int64_t items) {
  constexpr std::int64_t most = 4096;
  return static_cast<unsigned>(std::clamp<std::int64_t>(items / threads, 1, most));
}

__device__ __forceinline__ std::int64_t thread_id() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ __forceinline__ std::int64_t thread_count() {
  return static_cast<std::int64_t>(gridDim.x) * blockDim.x;
}

__device__ __forceinline__ void raise(Word* to, double value) {
  auto mine = static_cast<Word>(__double_as_longlong(value));
  for (int step = 16; step > 0; step /= 2) {
    mine = max(mine, __shfl_xor_sync(all_lanes, mine, step));
  }
  // Most warps have nothing to add to what others have found.
  if ((threadIdx.x & 31) == 0 && mine > *static_cast<volatile Word*>(to)) atomicMax(to, mine);
}

__device__ __forceinline__ void blame_index(Found* found, std::int64_t index) {
  atomicMax(&found->inverse_of_first_bad, ~static_cast<Word>(index));
}

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
