// SPDX-License-Identifier: BSD-3-Clause
// Passes on a GPU: one kernel for all of them, on the default stream.
#include "examples/clustering_passes.hpp"
#include "examples/multigrid_passes.hpp"
#include "examples/pagerank_passes.hpp"
#include "examples/parts/conjugate_gradients_passes.hpp"
#include "examples/parts/pass.hpp"
#include "sptune/error.hpp"

#include <cub/device/device_scan.cuh>
#include <cuda_runtime.h>

#include <cstddef>
#include <string>

namespace sptune::examples {
namespace {

constexpr int warp = 32;

void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  throw DeviceError(std::string(what) + ": " + cudaGetErrorString(status));
}

/// What all threads of a block have, joined by the same tree each time; for all of them.
template <class Body, class Join>
__device__ double join_block(double value, Join join) {
  __shared__ double of_warps[parts / warp];
  for (int step = warp / 2; step > 0; step /= 2) {
    value = join(value, __shfl_xor_sync(~0U, value, step));
  }
  __syncthreads();  // the last use of the shared array is over
  if (threadIdx.x % warp == 0) of_warps[threadIdx.x / warp] = value;
  __syncthreads();
  double out = of_warps[0];
  for (int i = 1; i < parts / warp; ++i) out = join(out, of_warps[i]);
  return out;
}

/// `parts` blocks of `parts` threads: one part of each given total for every thread, one part of
/// each new one from every block.
template <class Body>
__global__ void __launch_bounds__(parts) run_pass(std::int64_t n, Body body, Totals<Body> totals) {
  double given[Body::given + 1] = {};
  for (int g = 0; g < Body::given; ++g) {
    given[g] =
        join_block<Body>(totals.given[g][threadIdx.x], [](double a, double b) { return a + b; });
  }
  const double scale = body.scale(given);
  double left[Body::leaves + 1] = {};
  constexpr int size = Body::by_teams ? warp : 1;
  const Team team{static_cast<int>(threadIdx.x) % size, size};
  const std::int64_t first = (std::int64_t{blockIdx.x} * parts + threadIdx.x) / size;
  for (std::int64_t i = first; i < n; i += std::int64_t{parts} * parts / size) {
    body(i, scale, team, left);
  }
  for (int l = 0; l < Body::leaves; ++l) {
    const double part =
        join_block<Body>(left[l], [](double a, double b) { return Body::join(a, b); });
    if (threadIdx.x == 0) totals.left[l][blockIdx.x] = part;
  }
}

}  // namespace

template <class Body>
void pass_on_device(std::int64_t n, const Body& body, const Totals<Body>& totals) {
  run_pass<<<parts, parts>>>(n, body, totals);
  check(cudaGetLastError(), "a pass");
}

void running_sums_on_device(std::int64_t n, const std::int32_t* from, std::int32_t* to) {
  check(cudaMemsetAsync(to, 0, sizeof(std::int32_t), nullptr), "cudaMemsetAsync");
  if (n == 0) return;
  std::size_t bytes = 0;
  check(cub::DeviceScan::InclusiveSum(nullptr, bytes, from, to + 1, n), "cub::DeviceScan");
  const cuda::Scratch<std::byte> room(bytes);
  check(cub::DeviceScan::InclusiveSum(room.data(), bytes, from, to + 1, n), "cub::DeviceScan");
}

#define SPTUNE_ON_DEVICE(body) \
  template void pass_on_device(std::int64_t, const body&, const Totals<body>&);
SPTUNE_ON_DEVICE(Copy)
SPTUNE_ON_DEVICE(CgStart)
SPTUNE_ON_DEVICE(Dot)
SPTUNE_ON_DEVICE(CgStep)
SPTUNE_ON_DEVICE(CgDirection)
SPTUNE_ON_DEVICE(Jacobi)
SPTUNE_ON_DEVICE(RowBound<std::int32_t>)
SPTUNE_ON_DEVICE(RowBound<std::int64_t>)
SPTUNE_ON_DEVICE(RankStep)
SPTUNE_ON_DEVICE(SmoothStart)
SPTUNE_ON_DEVICE(SmoothStep)
SPTUNE_ON_DEVICE(KeepRow<std::int32_t>)
SPTUNE_ON_DEVICE(KeepRow<std::int64_t>)
SPTUNE_ON_DEVICE(FillRow<std::int32_t>)
SPTUNE_ON_DEVICE(FillRow<std::int64_t>)

}  // namespace sptune::examples
