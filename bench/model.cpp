// SPDX-License-Identifier: BSD-3-Clause
// Loading a model and scoring its candidates.
#include "tuner/model/model.hpp"

#include "bench/fixtures.hpp"
#include "sptune/error.hpp"

#include <benchmark/benchmark.h>

namespace sptune::bench {
namespace {

void load(benchmark::State& state) {
  const std::string text = model::to_json(trained_size_model());
  for (auto _ : state) {
    const auto model = model::Model::parse(text);
    if (!model) return state.SkipWithError(model.error().c_str());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(load)->Name("model/load");

void score(benchmark::State& state) {
  const auto model = model::Model::make(trained_size_model());
  if (!model) return state.SkipWithError(model.error().c_str());
  const features::Features features =
      features::extract(*problem_on(matrix("rmat{scale=14,edges=8,seed=1}")));
  for (auto _ : state) benchmark::DoNotOptimize(model.value()->score(features));
  state.SetItemsProcessed(state.iterations() *
                          static_cast<std::int64_t>(model.value()->candidates().size()));
}
BENCHMARK(score)->Name("model/score");

}  // namespace
}  // namespace sptune::bench
