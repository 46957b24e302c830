// SPDX-License-Identifier: BSD-3-Clause
// CSR on the GPU with 1…64 threads per row; 1 is the scalar kernel.
#include "kernels/spmv/cuda/device_ops.cuh"
#include "kernels/spmv/cuda/offsets.cuh"
#include "kernels/spmv/expected.hpp"

#include <cstdint>
#include <memory>
#include <type_traits>

namespace sptune::spmv::csr_vector {
namespace {

using namespace spmv::cuda;  // NOLINT(google-build-using-namespace): what SpMV shares

struct Config {
  int threads_per_row;
  int unroll;
  int block;
  Load load;
};

constexpr int most_threads = 512;  ///< of a block

constexpr auto config_space = free_space<Config>(
    axis("threads_per_row", &Config::threads_per_row, {8, 1, 2, 4, 16, 32, 64},
         "threads that share a row"),
    axis("unroll", &Config::unroll, {8, 4, 16}, "entries in flight per lane, at most"),
    axis("block", &Config::block, {256, 64, 128, most_threads}, "threads per block"),
    axis("load", &Config::load, {Load::cached, Load::streaming}, "cache policy of the entries"));

/// Sum over groups of T neighbouring threads; the first of each gets it. Called by whole blocks of
/// a multiple of T threads.
template <int T, class V>
__device__ __forceinline__ V sum_of_row(V sum) {
  if constexpr (T <= warp_size) {
    return group_sum<T>(sum);
  } else {
    static_assert(T == 2 * warp_size);
    __shared__ V upper[most_threads / T];
    sum = group_sum(sum);
    const int thread = static_cast<int>(threadIdx.x);
    if (thread % T == warp_size) upper[thread / T] = sum;
    __syncthreads();
    return thread % T == 0 ? sum + upper[thread / T] : sum;
  }
}

/// The entries of a row that one of its T threads takes.
template <class V, class O, int T, Load Policy>
struct Walk {
  O i;  ///< the next one
  O end;
  V sum;
  const Index* __restrict__ col_indices;
  const V* __restrict__ values;
  const V* __restrict__ x;

  /// There are more than n of them.
  template <int N>
  [[nodiscard]] __device__ __forceinline__ bool reaches() const {
    return i + static_cast<O>(N * T) < end;
  }

  /// N of them, in flight together, which are there if `Whole`.
  template <int N, bool Whole>
  __device__ __forceinline__ void round() {
    V v[N];
    Index c[N];
#pragma unroll
    for (int u = 0; u < N; ++u) {
      const bool there = Whole || i + static_cast<O>(u * T) < end;
      c[u] = load_if<Policy>(there, col_indices + i + u * T);
      v[u] = load_if<Policy>(there, values + i + u * T);
    }
#pragma unroll
    for (int u = 0; u < N; ++u) {
      const bool there = Whole || i + static_cast<O>(u * T) < end;
      sum += v[u] * load_if<Load::cached>(there, x + c[u]);
    }
    i += static_cast<O>(N * T);
  }

  /// The last round, of N at most, whole or not, is the same code for all threads of the warp: in a
  /// branch of their own those with fewer entries would come after the others. As few as the warp
  /// needs, since what no thread has takes its turn, too.
  template <int N>
  __device__ __forceinline__ void rest() {
    if constexpr (N > 1) {
      if (__any_sync(all_lanes, reaches<N / 2>()) == 0) {
        rest<N / 2>();
        return;
      }
    }
    round<N, false>();
  }
};

template <class V, class O, int T, int Unroll, Load Policy>
__global__ void __launch_bounds__(most_threads, blocks_in_flight<V>(Unroll, most_threads))
    multiply(std::int64_t rows, const O* __restrict__ row_offsets,
             const Index* __restrict__ col_indices, const V* __restrict__ values, V alpha,
             const V* __restrict__ x, V beta, V* __restrict__ y) {
  const std::int64_t thread = thread_id();
  const std::int64_t row = thread / T;
  const int lane = static_cast<int>(thread % T);
  const O end = row < rows ? row_offsets[row + 1] : O(0);
  Walk<V, O, T, Policy> walk{
      row < rows ? row_offsets[row] + lane : O(0), end, V(0), col_indices, values, x};
#pragma unroll 1
  while (walk.template reaches<Unroll>()) walk.template round<Unroll, true>();
  walk.template rest<Unroll>();
  const V sum = sum_of_row<T>(walk.sum);
  if (row < rows && lane == 0) store(y + row, sum, alpha, beta);
}

template <class V, class O>
class Plan final : public TypedPlan<V> {
 public:
  Plan(CsrView<V, O> a, const AnyCsr& any, const Config& c) : a_(a), any_(any), config_(c) {}

  [[nodiscard]] double bytes_per_run() const override { return compulsory_bytes(any_); }
  [[nodiscard]] std::int64_t memory_bytes() const override { return 0; }

 protected:
  void run_typed(V alpha, const V* x, V beta, V* y, Stream stream) override {
    if (a_.rows == 0) return;
    const unsigned grid = blocks_for(a_.rows * config_.threads_per_row, config_.block);
    select<config_space, &Config::threads_per_row, &Config::unroll, &Config::load>(
        config_, [&](auto threads, auto unroll, auto policy) {
          launch(multiply<V, O, threads(), unroll(), policy()>, grid, config_.block, 0,
                 native(stream), a_.rows, a_.row_offsets, a_.col_indices, a_.values, alpha, x, beta,
                 y);
        });
  }

 private:
  void take_values(const void* a, const void* /*b*/, Stream /*stream*/) override {
    a_.values = static_cast<const V*>(a);
  }

  CsrView<V, O> a_;
  AnyCsr any_;
  Config config_;
};

Fit fit(const Config& /*c*/, const SpmvProblem& p) {
  return fit_steps(p.a);
}

Expected expected(const Config& c, ValueType type, const FeatureLookup& feature) {
  Expected e = expect::csr(type, expect::index32, 4, feature);
  const double per_step = c.threads_per_row * c.unroll;
  e.launch.blocks = expect::blocks(feature(Feature::rows) * c.threads_per_row, c.block);
  e.launch.threads = c.block;
  e.launch.in_flight = c.unroll;
  e.launch.steps = expect::walk(feature(Feature::mean_row), per_step);
  e.launch.longest = expect::walk(feature(Feature::row_max), per_step);
  return e;
}

}  // namespace

Variant cuda_variant() {
  return make_variant<SpmvProblem>({.name = "csr_vector",
                                    .backend = Backend::cuda,
                                    .takes = ColumnOrder::any,
                                    .values = ValuesRead::callers,
                                    .summary = "CSR, 1 to 64 threads per row",
                                    .source = "Bell and Garland, NVR-2008-004, section 4.3"},
                                   config_space, fit, make_plan<Plan, Config>, expected);
}

}  // namespace sptune::spmv::csr_vector
