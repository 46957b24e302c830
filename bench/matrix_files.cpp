// SPDX-License-Identifier: BSD-3-Clause
// Reading and writing matrices: text of Matrix Market, and the binary cache.
#include "bench/fixtures.hpp"
#include "suites/io/binary.hpp"
#include "suites/io/matrix_market.hpp"

#include <benchmark/benchmark.h>

#include <filesystem>

namespace sptune::bench {
namespace {

constexpr const char* id = "rmat{scale=14,edges=8,seed=1}";

void count(benchmark::State& state, const std::filesystem::path& file) {
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(std::filesystem::file_size(file)));
  state.SetItemsProcessed(state.iterations() * matrix(id).csr.nnz());
}

void read_text(benchmark::State& state) {
  const TemporaryFolder folder;
  suites::write_matrix_market(folder / "a.mtx", matrix(id).csr);
  for (auto _ : state) benchmark::DoNotOptimize(suites::read_matrix_market(folder / "a.mtx"));
  count(state, folder / "a.mtx");
}
BENCHMARK(read_text)->Name("matrix_market/read")->Unit(benchmark::kMillisecond);

void write_text(benchmark::State& state) {
  const TemporaryFolder folder;
  for (auto _ : state) suites::write_matrix_market(folder / "a.mtx", matrix(id).csr);
  count(state, folder / "a.mtx");
}
BENCHMARK(write_text)->Name("matrix_market/write")->Unit(benchmark::kMillisecond)->UseRealTime();

void read_cache(benchmark::State& state) {
  const TemporaryFolder folder;
  suites::write_binary(folder / "a.bin", matrix(id));
  for (auto _ : state) benchmark::DoNotOptimize(suites::read_binary(folder / "a.bin"));
  count(state, folder / "a.bin");
}
BENCHMARK(read_cache)->Name("matrix_cache/read")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace sptune::bench
