// SPDX-License-Identifier: BSD-3-Clause
// What a Dispatcher pays for a matrix on a device, beside what the default's SpMV takes there.
#include "sptune/device.hpp"

#include "bench/fixtures.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/api/operation.hpp"
#include "sptune/dispatcher.hpp"
#include "tuner/dispatch/known_models.hpp"
#include "tuner/features/features.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>

namespace sptune::bench {
namespace {

const model::ModelData& device_model() {
  static const model::ModelData data = trained_size_model(Backend::cuda);
  return data;
}

/// One run of the default, hot, without the host's launches.
double seconds_of_default(const Problem& problem) {
  constexpr int runs = 200;
  const auto plan = shipped_catalogue()
                        .default_variant(problem.operation(), Backend::cuda)
                        ->default_configuration()
                        .dense_plan(problem);
  const auto x = cuda::DeviceArray<double>::zeroed(static_cast<std::size_t>(problem.a.cols));
  const auto y = cuda::DeviceArray<double>::zeroed(static_cast<std::size_t>(problem.a.rows));
  cuda::Timer timer;
  plan->run(1, x.data(), 0, y.data(), timer.stream());
  timer.hold();
  timer.mark(0);
  for (int i = 0; i < runs; ++i) plan->run(1, x.data(), 0, y.data(), timer.stream());
  timer.mark(1);
  timer.release();
  return timer.seconds(0, 1) / runs;
}

/// Times `ask(problem)`, also in runs of the default.
template <class Ask>
void time_on_device(benchmark::State& state, const std::string& id, Ask ask) {
  const cuda::DeviceCsr a{AnyCsr(matrix(id).csr.view())};
  const std::unique_ptr<Problem> made =
      record_of(device_model().operation).problem(a.view(), nullptr, {}, {});
  Problem& problem = *made;
  problem.a.columns = ColumnOrder::sorted;  // as all that is generated
  ask(problem);                             // takes memory
  double seconds = 0;
  for (auto _ : state) {
    const double start = now_s();
    ask(problem);
    seconds += now_s() - start;
  }
  const double run = seconds_of_default(problem);
  state.counters["default_us"] = run * 1e6;
  state.counters["default_runs"] = seconds / static_cast<double>(state.iterations()) / run;
}

/// A*A.
std::unique_ptr<Problem> square_of(const AnyCsr& a) {
  const auto operations = all_operations();
  const auto of_products = std::find_if(operations.begin(), operations.end(), has_sparse_result);
  const OperationRecord& record = record_of(*of_products);
  return record.problem(a, &a, record.choices(a.rows, a.cols).front(), {});
}

/// What is to be known before a model can be asked about it.
void features_of_products(benchmark::State& state, const std::string& id) {
  const cuda::DeviceCsr a{AnyCsr(matrix(id).csr.view())};
  const auto problem = square_of(a.view());
  (void)features::extract(*problem);  // takes memory
  for (auto _ : state) benchmark::DoNotOptimize(features::extract(*problem));
}

/// Once, by a plan of its own that goes again: what whoever multiplies a pattern a single time
/// waits for.
void product_once(benchmark::State& state, const std::string& id) {
  const cuda::DeviceCsr a{AnyCsr(matrix(id).csr.view())};
  const auto problem = square_of(a.view());
  const ResolvedConfiguration standard = shipped_catalogue()
                                             .default_variant(problem->operation(), Backend::cuda)
                                             ->default_configuration();
  double preparing = 0;
  const auto once = [&] {
    const double start = now_s();
    const auto plan = standard.sparse_plan(*problem);
    preparing += now_s() - start;
    plan->symbolic({});
    plan->allocate({});
    plan->complete({});
    cuda::synchronize();
  };
  once();
  preparing = 0;
  for (auto _ : state) once();
  state.counters["prepare_us"] = preparing * 1e6 / static_cast<double>(state.iterations());
}

const Dispatcher& device_dispatcher() {
  static const TemporaryFolder folder;
  static const Dispatcher dispatcher = [] {
    const auto file = folder / "model.json";
    std::ofstream(file) << model::to_json(device_model());
    return Dispatcher(file.c_str());
  }();
  return dispatcher;
}

void choose_on_device(benchmark::State& state, const std::string& id, bool named, bool remembered) {
  static std::uint64_t name = 0;
  Options options{.expected_runs = 1e6, .constant_values = true};
  bool as_expected = true;
  int asked = 0;
  time_on_device(state, id, [&](const Problem& problem) {
    const std::unique_ptr<Problem> own = problem.clone();
    if (!remembered) options.pattern_id = ++name;
    if (remembered && named) options.pattern_id = std::uint64_t{1} << 63;
    const Choice choice = dispatch::Access::choose(device_dispatcher(), *own, options);
    as_expected &= choice.remembered == remembered || asked++ == 0;
  });
  if (!as_expected) state.SkipWithError("some choices were remembered, some were not");
}

}  // namespace

void register_device_benchmarks() {
  if (!cuda::device_info()) return;
  const auto add = [](const std::string& name, auto run) {
    benchmark::RegisterBenchmark(name.c_str(), run)->UseRealTime();
  };
  for (const std::string id : {"stencil2d{points=5,n=100}", "rmat{scale=14,edges=8,seed=1}",
                               "stencil2d{points=5,n=300}", "rmat{scale=17,edges=8,seed=1}",
                               "fem{n=60,unknowns=3,seed=1}", "stencil3d{points=7,n=120}"}) {
    add("features/device/" + id, [id](benchmark::State& state) {
      time_on_device(state, id,
                     [](const Problem& p) { benchmark::DoNotOptimize(features::extract(p)); });
    });
    add("features/device_product/" + id,
        [id](benchmark::State& state) { features_of_products(state, id); });
    add("product/device/once/" + id, [id](benchmark::State& state) { product_once(state, id); });
    add("features/device_fingerprint/" + id, [id](benchmark::State& state) {
      time_on_device(state, id,
                     [](const Problem& p) { benchmark::DoNotOptimize(features::fingerprint(p)); });
    });
    add("dispatch/device/first/" + id,
        [id](benchmark::State& state) { choose_on_device(state, id, true, false); });
    add("dispatch/device/again/" + id,
        [id](benchmark::State& state) { choose_on_device(state, id, false, true); });
    add("dispatch/device/named/" + id,
        [id](benchmark::State& state) { choose_on_device(state, id, true, true); });
  }
}

}  // namespace sptune::bench
