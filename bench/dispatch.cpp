// SPDX-License-Identifier: BSD-3-Clause
// Latency of a decision, as an application waits for it: from a view of its matrix to a choice.
#include "bench/fixtures.hpp"
#include "sptune/dispatcher.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <benchmark/benchmark.h>

#include <fstream>

namespace sptune::bench {
namespace {

/// `expected`: what has to come of it, or something else was timed.
void choose(benchmark::State& state, const Dispatcher& dispatcher, const char* id, Match expected) {
  const suites::Matrix& a = matrix(id);
  const Options options{.expected_runs = 1e6, .constant_values = true};
  for (auto _ : state) {
    // Choosing notes in the problem what it learns: each decision has one of its own.
    const auto problem = problem_on(a);
    const Choice choice = dispatch::Access::choose(dispatcher, *problem, options);
    const bool as_expected = choice.match == expected ||
                             (expected == Match::predicted && choice.match == Match::abstained);
    if (!as_expected) return state.SkipWithError(choice.explain().c_str());
  }
}

void with_model(benchmark::State& state, const char* id) {
  static const TemporaryFolder folder;
  static const Dispatcher dispatcher = [] {
    const auto file = folder / "model.json";
    std::ofstream(file) << model::to_json(trained_size_model());
    return Dispatcher(file.c_str());
  }();
  choose(state, dispatcher, id, Match::predicted);
}
BENCHMARK_CAPTURE(with_model, stencil, "stencil2d{points=5,n=300}")
    ->Name("dispatch/choose/stencil");
BENCHMARK_CAPTURE(with_model, rmat, "rmat{scale=14,edges=8,seed=1}")->Name("dispatch/choose/rmat");

void without_model(benchmark::State& state) {
  static const Dispatcher dispatcher = Dispatcher::with({});
  choose(state, dispatcher, "stencil2d{points=5,n=300}", Match::no_model);
}
BENCHMARK(without_model)->Name("dispatch/choose/no_model");

}  // namespace
}  // namespace sptune::bench
