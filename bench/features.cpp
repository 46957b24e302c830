// SPDX-License-Identifier: BSD-3-Clause
// Features of a matrix: what a Dispatcher pays before it may ask its model.
#include "tuner/features/features.hpp"

#include "bench/fixtures.hpp"

#include <benchmark/benchmark.h>

namespace sptune::bench {
namespace {

void extract(benchmark::State& state, const char* id) {
  const suites::Matrix& a = matrix(id);
  const auto problem = problem_on(a);
  for (auto _ : state) benchmark::DoNotOptimize(features::extract(*problem));
  state.SetItemsProcessed(state.iterations() * a.csr.nnz());
}
BENCHMARK_CAPTURE(extract, stencil, "stencil2d{points=5,n=300}")->Name("features/stencil");
BENCHMARK_CAPTURE(extract, rmat, "rmat{scale=14,edges=8,seed=1}")->Name("features/rmat");

void fingerprint(benchmark::State& state, const char* id) {
  const auto problem = problem_on(matrix(id));
  for (auto _ : state) benchmark::DoNotOptimize(features::fingerprint(*problem));
}
BENCHMARK_CAPTURE(fingerprint, stencil, "stencil2d{points=5,n=300}")->Name("features/fingerprint");

}  // namespace
}  // namespace sptune::bench
