// SPDX-License-Identifier: BSD-3-Clause
// Latency of a decision, as an application waits for it: from a view of its matrix to a choice.
#include "bench/fixtures.hpp"
#include "sptune/dispatcher.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <benchmark/benchmark.h>

#include <cstdint>
#include <fstream>

namespace sptune::bench {
namespace {

/// Asks again and again; `prepare` says what of. `expected`: what has to come of it, or something
/// else was timed.
template <class Prepare>
void choose(benchmark::State& state, const Dispatcher& dispatcher, const char* id, Match expected,
            bool remembered, Prepare prepare) {
  const suites::Matrix& a = matrix(id);
  Options options{.expected_runs = 1e6, .constant_values = true};
  bool asked = false;
  for (auto _ : state) {
    // Choosing notes in the problem what it learns: each decision has one of its own.
    const auto problem = problem_on(a);
    prepare(*problem, options);
    const Choice choice = dispatch::Access::choose(dispatcher, *problem, options);
    const bool as_expected = (choice.match == expected ||
                              (expected == Match::predicted && choice.match == Match::abstained)) &&
                             (choice.remembered == remembered || !asked);
    if (!as_expected) return state.SkipWithError(choice.explain().c_str());
    asked = true;
  }
}

const Dispatcher& with_model() {
  static const TemporaryFolder folder;
  static const Dispatcher dispatcher = [] {
    const auto file = folder / "model.json";
    std::ofstream(file) << model::to_json(trained_size_model());
    return Dispatcher(file.c_str());
  }();
  return dispatcher;
}

/// Under a new name each time, so that nothing is remembered.
void first(benchmark::State& state, const char* id) {
  static std::uint64_t name = 0;
  choose(state, with_model(), id, Match::predicted, false,
         [](Problem&, Options& options) { options.pattern_id = ++name; });
}
BENCHMARK_CAPTURE(first, stencil, "stencil2d{points=5,n=300}")->Name("dispatch/choose/stencil");
BENCHMARK_CAPTURE(first, rmat, "rmat{scale=14,edges=8,seed=1}")->Name("dispatch/choose/rmat");

/// The order of columns is told, which would cost a look at all of them.
void first_of_sorted(benchmark::State& state, const char* id) {
  static std::uint64_t name = std::uint64_t{1} << 32;
  choose(state, with_model(), id, Match::predicted, false, [](Problem& problem, Options& options) {
    problem.a.columns = ColumnOrder::sorted;
    options.pattern_id = ++name;
  });
}
BENCHMARK_CAPTURE(first_of_sorted, stencil, "stencil2d{points=5,n=300}")
    ->Name("dispatch/sorted/stencil");
BENCHMARK_CAPTURE(first_of_sorted, rmat, "rmat{scale=14,edges=8,seed=1}")
    ->Name("dispatch/sorted/rmat");

/// As a rule the winner looks at all rows to say whether it fits; few rows show the rest.
void again(benchmark::State& state, const char* id) {
  choose(state, with_model(), id, Match::predicted, true,
         [](Problem& problem, Options&) { problem.a.columns = ColumnOrder::sorted; });
}
BENCHMARK_CAPTURE(again, stencil, "stencil2d{points=5,n=300}")->Name("dispatch/again/stencil");
BENCHMARK_CAPTURE(again, tiny, "stencil2d{points=5,n=20}")->Name("dispatch/again/tiny");
BENCHMARK_CAPTURE(again, rmat, "rmat{scale=14,edges=8,seed=1}")->Name("dispatch/again/rmat");

void again_by_name(benchmark::State& state, const char* id) {
  choose(state, with_model(), id, Match::predicted, true, [](Problem& problem, Options& options) {
    problem.a.columns = ColumnOrder::sorted;
    options.pattern_id = std::uint64_t{1} << 63;
  });
}
BENCHMARK_CAPTURE(again_by_name, rmat, "rmat{scale=14,edges=8,seed=1}")
    ->Name("dispatch/named/rmat");
BENCHMARK_CAPTURE(again_by_name, tiny, "stencil2d{points=5,n=20}")->Name("dispatch/named/tiny");

void without_model(benchmark::State& state) {
  static const Dispatcher dispatcher = Dispatcher::with({});
  choose(state, dispatcher, "stencil2d{points=5,n=300}", Match::no_model, false,
         [](Problem&, Options&) {});
}
BENCHMARK(without_model)->Name("dispatch/choose/no_model");

}  // namespace
}  // namespace sptune::bench
