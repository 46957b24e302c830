// SPDX-License-Identifier: BSD-3-Clause
// The result database: trials in, answers out, files into one. Wall time where a disk is waited
// for.
#include "db/store.hpp"

#include "bench/fixtures.hpp"
#include "db/check.hpp"
#include "db/merge.hpp"
#include "db/query.hpp"

#include <benchmark/benchmark.h>

#include <memory>

namespace sptune::bench {
namespace {

/// Two commits each: begun, finished with its samples.
void store_trial(benchmark::State& state) {
  const TemporaryFolder folder;
  SweptDatabase database(folder / "trials.sqlite", 50);
  const auto points = smoke_points();
  std::size_t at = 0;
  for (auto _ : state) {
    database.add(database.problems()[at % database.problems().size()],
                 points[at / database.problems().size() % points.size()]);
    ++at;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(store_trial)->Name("store/trial")->Unit(benchmark::kMicrosecond)->UseRealTime();

/// Is this point pending? What a resumed sweep asks of every point.
void has_trial(benchmark::State& state) {
  const TemporaryFolder folder;
  SweptDatabase database(folder / "trials.sqlite", 20);
  database.add_all();
  const auto points = smoke_points();
  std::size_t at = 0;
  for (auto _ : state) {
    const auto& problem = database.problems()[at++ % database.problems().size()];
    benchmark::DoNotOptimize(database.store().has_trial(
        database.run_id(), Backend::cpu, problem, points[at % points.size()].configuration()));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(has_trial)->Name("store/has_trial");

void each_trial(benchmark::State& state) {
  const db::Store store(finished_database().file, db::OpenMode::read_only);
  for (auto _ : state) {
    std::int64_t visited = 0;
    store.each_trial({}, [&](const db::StoredTrial&) { ++visited; });
    if (visited != finished_database().trials)
      return state.SkipWithError("not every trial was visited");
  }
  state.SetItemsProcessed(state.iterations() * finished_database().trials);
}
BENCHMARK(each_trial)->Name("store/each_trial")->Unit(benchmark::kMillisecond);

void ask(benchmark::State& state, const char* name) {
  const std::string& sql = db::named_query(name).sql;
  for (auto _ : state) benchmark::DoNotOptimize(db::query(finished_database().file, sql));
  state.SetItemsProcessed(state.iterations() * finished_database().trials);
}
BENCHMARK_CAPTURE(ask, best, "best")->Name("query/best")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ask, regret, "regret")->Name("query/regret")->Unit(benchmark::kMillisecond);

void check(benchmark::State& state) {
  for (auto _ : state) {
    if (db::check(finished_database().file).damaged()) return state.SkipWithError("damaged");
  }
  state.SetItemsProcessed(state.iterations() * finished_database().trials);
}
BENCHMARK(check)->Name("db/check")->Unit(benchmark::kMillisecond);

/// Into a new file; making and removing it is no merging.
void merge(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    auto folder = std::make_unique<TemporaryFolder>();
    { const db::Store empty(*folder / "all.sqlite", db::OpenMode::create); }
    state.ResumeTiming();
    const auto merged = db::merge({finished_database().file}, *folder / "all.sqlite");
    if (merged.front().trials_added != finished_database().trials) {
      return state.SkipWithError("not every trial was added");
    }
    state.PauseTiming();
    folder.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * finished_database().trials);
}
BENCHMARK(merge)->Name("db/merge")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sptune::bench
