// SPDX-License-Identifier: BSD-3-Clause
// Not a test: what a process waits for the first plan that it asks for, and for the same once
// more. A process that ends after a loop pays for all that is loaded and set up once: models, code
// of kernels, memory of a pool. That differs from one start to the next by more than clocks do, so
// this tells of one process and has to be started again for another answer.
#include "harness/engine/problem_data.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/baselines/baselines.hpp"
#include "kernels/spmv/spmv.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace sptune;

struct Settings {
  std::string way = "tuned";
  double runs = 1000;
  bool on_device = true;
};

/// Seconds.
struct Times {
  double dispatcher = 0;  ///< to make one: models are read
  double plan = 0;
  double run = 0;
  std::string chosen;
};

class Clock {
 public:
  explicit Clock(bool on_device) : on_device_(on_device) {}
  double lap() {
    if (on_device_) cuda::synchronize();
    const double now = now_s();
    return now - std::exchange(before_, now);
  }

 private:
  bool on_device_;
  double before_ = now_s();
};

/// The dispatcher is made where it is not there. Another `pattern` is one that nothing is known of.
template <class V>
Times by_dispatcher(const Settings& s, std::optional<Dispatcher>& dispatcher, std::uint64_t pattern,
                    const AnyCsr& a, const V* x, V* y) {
  Times out;
  Clock clock(s.on_device);
  if (!dispatcher) dispatcher.emplace(s.way == "tuned" ? Dispatcher() : Dispatcher::with({}));
  out.dispatcher = clock.lap();
  const Options options{.expected_runs = s.runs, .constant_values = true, .pattern_id = pattern};
  Spmv<V> plan = dispatcher->spmv<V>(a, options);
  out.plan = clock.lap();
  plan.run(1, x, 0, y);
  out.run = clock.lap();
  out.chosen = plan.choice().configuration.text();
  return out;
}

/// Of all that this program has, other people's as well.
template <class V>
Times by_configuration(const Settings& s, const AnyCsr& a, const V* x, V* y) {
  const auto found =
      full_catalogue().parse(Operation::spmv, s.on_device ? Backend::cuda : Backend::cpu, s.way);
  if (!found) throw UsageError(found.error());
  Times out;
  Clock clock(s.on_device);
  SpmvProblem problem(a, Resources{});
  if (const Fit fit = found.value().fit_for_plan(problem); !fit) throw UsageError(fit.reason);
  const auto plan = found.value().dense_plan(problem);
  out.plan = clock.lap();
  plan->run(1, x, 0, y, Stream{});
  out.run = clock.lap();
  out.chosen = found.value().configuration().text();
  return out;
}

template <class V>
void tell(const Settings& s, const std::string& name, const AnyCsr& a, const V* x, V* y) {
  std::optional<Dispatcher> dispatcher;
  const bool dispatched = s.way == "tuned" || s.way == "untuned";
  for (const std::uint64_t pattern : {1, 2}) {
    const Times t =
        dispatched ? by_dispatcher(s, dispatcher, pattern, a, x, y) : by_configuration(s, a, x, y);
    fmt::print("\"{}\",{},\"{}\",{:g},{},{:.1f},{:.1f},{:.1f},\"{}\"\n", name, a.nnz, s.way, s.runs,
               pattern == 1 ? "first" : "second", 1e6 * t.dispatcher, 1e6 * t.plan, 1e6 * t.run,
               t.chosen);
  }
}

template <class V>
void measure(const Settings& s, const std::string& name, const AnyCsr& host) {
  const std::vector<V> x(static_cast<std::size_t>(host.cols), V{1});
  std::vector<V> y(static_cast<std::size_t>(host.rows));
  if (!s.on_device) return tell(s, name, host, x.data(), y.data());
  const cuda::DeviceCsr there(host);
  const cuda::DeviceArray<V> x_there(x.data(), x.size());
  const cuda::DeviceArray<V> y_there(y.size());
  tell(s, name, there.view(), x_there.data(), y_there.data());
}

}  // namespace

int main(int argc, char** argv) {
  std::string matrix;
  std::string type = "f64";
  std::string backend = "cuda";
  Settings settings;
  CLI::App app("what the first plan and run of a process take, and the second, in us, as CSV");
  app.add_option("matrix", matrix, "file or generator id")->required();
  app.add_option("--way", settings.way, "tuned, untuned, or a configuration, baselines as well")
      ->capture_default_str();
  app.add_option("--type", type)->check(CLI::IsMember({"f32", "f64"}))->capture_default_str();
  app.add_option("--backend", backend)
      ->check(CLI::IsMember({"cpu", "cuda"}))
      ->capture_default_str();
  app.add_option("--runs", settings.runs, "that are expected")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  settings.on_device = backend == "cuda";
  try {
    suites::Library library;
    const suites::Matrix read = library.load(suites::open_suite(matrix).entries.at(0));
    const bool f64 = type == "f64";
    const harness::TypedCsr a(read, f64 ? ValueType::f64 : ValueType::f32);
    if (f64) {
      measure<double>(settings, read.info.name, a.view());
    } else {
      measure<float>(settings, read.info.name, a.view());
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "first_price: {}\n", e.what());
    return 1;
  }
  return 0;
}
