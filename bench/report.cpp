// SPDX-License-Identifier: BSD-3-Clause
// The report of a database: collecting its figures, and writing the page.
#include "bench/fixtures.hpp"
#include "kernels/api/catalogue.hpp"
#include "reports/data.hpp"
#include "reports/page.hpp"

#include <benchmark/benchmark.h>

namespace sptune::bench {
namespace {

void collect(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(reports::collect(finished_database().file, shipped_catalogue()));
  state.SetItemsProcessed(state.iterations() * finished_database().trials);
}
BENCHMARK(collect)->Name("report/collect")->Unit(benchmark::kMillisecond);

void page(benchmark::State& state) {
  const reports::Data data = reports::collect(finished_database().file, shipped_catalogue());
  std::size_t bytes = 0;
  for (auto _ : state) bytes = reports::page(data, {}).size();
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes));
}
BENCHMARK(page)->Name("report/page")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sptune::bench
