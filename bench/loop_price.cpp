// SPDX-License-Identifier: BSD-3-Clause
// Not a test: what an application waits that asks for a plan of a pattern nobody has seen and
// multiplies so often, from asking until the last result is there, by the host's clock. All is in
// it: deciding, preparing, runs. Ways in turn, so that what the machine does meanwhile meets all.
#include "harness/engine/problem_data.hpp"
#include "harness/engine/sampler.hpp"
#include "harness/records/statistics.hpp"
#include "kernels/api/clock.hpp"
#include "sptune/device.hpp"
#include "sptune/dispatcher.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/dispatch/known_models.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace sptune;

enum class Way : std::uint8_t { untuned, tuned, probe, async };
constexpr std::array<std::pair<Way, std::string_view>, 4> ways{{{Way::untuned, "untuned"},
                                                                {Way::tuned, "tuned"},
                                                                {Way::probe, "probe"},
                                                                {Way::async, "async"}}};

struct Settings {
  std::vector<int> runs{1000};
  int repeats = 5;
  double other_work_mib = 128;
  bool on_device = true;
};

struct Loop {
  double seconds = 0;
  int pending_runs = 0;  ///< before the choice was there
  std::string chosen;
};

/// Of the rounds that count.
struct Seen {
  std::vector<double> seconds;
  double pending_runs = 0;  ///< at the mean
  std::string chosen;
};

class Loops {
 public:
  Loops(const Settings& settings, const std::vector<std::string>& models)
      : settings_(settings),
        other_work_(harness::one_cache(
            static_cast<std::int64_t>(settings.other_work_mib * 1024 * 1024 / 2))),
        tuned_(models) {
    if (tuned_.models() == 0) throw InputError("no model is there: name one with --model");
  }

  template <class V>
  void tell(const std::string& name, const AnyCsr& a, const V* x, V* y) {
    for (const int runs : settings_.runs) {
      std::array<Seen, ways.size()> seen;
      for (int round = -1; round < settings_.repeats; ++round) {  // one that does not count
        for (const auto& [way, text] : ways) {
          Loop once = loop(way, a, runs, x, y);
          Seen& all = seen[static_cast<std::size_t>(way)];
          if (round < 0) continue;
          all.seconds.push_back(once.seconds);
          all.pending_runs += static_cast<double>(once.pending_runs) / settings_.repeats;
          all.chosen = std::move(once.chosen);
        }
      }
      std::array<double, ways.size()> median{};
      for (const auto& [way, text] : ways) {
        const auto index = static_cast<std::size_t>(way);
        const Seen& s = seen[index];
        median[index] = harness::quantile(s.seconds, 0.5);
        fmt::print("\"{}\",{},{},{},{:.1f},{:.1f},{:.1f},{:.1f},\"{}\"\n", name, a.nnz, runs, text,
                   1e6 * median[index], 1e6 * *std::min_element(s.seconds.begin(), s.seconds.end()),
                   1e6 * *std::max_element(s.seconds.begin(), s.seconds.end()), s.pending_runs,
                   s.chosen);
        ratios_[{runs, way}].push_back(median[0] / median[index]);
      }
      std::fflush(stdout);
    }
  }

  /// Over all matrices, on standard error.
  void summarize() const {
    for (const auto& [of, all] : ratios_) {
      const auto [runs, way] = of;
      if (way == Way::untuned) continue;
      const auto slower = std::count_if(all.begin(), all.end(), [](double r) { return r < 0.98; });
      fmt::print(stderr,
                 "{} runs, {} matrices: untuned over {} {:.3f} (geometric mean), least {:.3f}, "
                 "over 2 % slower on {}\n",
                 runs, all.size(), ways[static_cast<std::size_t>(way)].second,
                 harness::geometric_mean(all), *std::min_element(all.begin(), all.end()), slower);
    }
  }

 private:
  template <class V>
  Loop loop(Way way, const AnyCsr& a, int runs, const V* x, V* y) {
    Options options{.expected_runs = static_cast<double>(runs), .constant_values = true};
    options.pattern_id = ++name_;  // nothing is remembered
    options.async = way == Way::async;
    options.probe = way == Way::probe ? Probe::at_once : Probe::none;
    const Dispatcher& dispatcher = way == Way::untuned ? untuned_ : tuned_;
    other_work_.flush(1);
    if (settings_.on_device) cuda::synchronize();
    Loop out;
    const double start = now_s();
    Spmv<V> plan = dispatcher.spmv<V>(a, options);
    for (int i = 0; i < runs; ++i) {
      out.pending_runs += plan.choice().pending ? 1 : 0;
      plan.run(1, x, 0, y);
    }
    if (settings_.on_device) cuda::synchronize();
    out.seconds = now_s() - start;
    plan.wait();
    out.chosen = plan.choice().configuration.text();
    return out;
  }

  const Settings& settings_;
  harness::Flusher other_work_;
  Dispatcher untuned_ = Dispatcher::with({});
  Dispatcher tuned_;
  std::uint64_t name_ = 0;
  std::map<std::pair<int, Way>, std::vector<double>> ratios_;
};

template <class V>
void measure(Loops& loops, const std::string& name, const AnyCsr& host, bool on_device) {
  const std::vector<V> x(static_cast<std::size_t>(host.cols), V{1});
  std::vector<V> y(static_cast<std::size_t>(host.rows));
  if (!on_device) return loops.tell(name, host, x.data(), y.data());
  const cuda::DeviceCsr there(host);
  const cuda::DeviceArray<V> x_there(x.data(), x.size());
  const cuda::DeviceArray<V> y_there(y.size());
  loops.tell(name, there.view(), x_there.data(), y_there.data());
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> matrices;
  std::vector<std::string> models;
  std::string type = "f64";
  std::string backend = "cuda";
  Settings settings;
  CLI::App app("what asking for a plan and running it so often takes, in microseconds, as CSV");
  app.add_option("matrices", matrices, "files, folders or generator ids, as in --suite")
      ->required();
  app.add_option("--model", models, "model files or folders; default: those that ship");
  app.add_option("--type", type)->check(CLI::IsMember({"f32", "f64"}))->capture_default_str();
  app.add_option("--backend", backend)
      ->check(CLI::IsMember({"cpu", "cuda"}))
      ->capture_default_str();
  app.add_option("--runs", settings.runs, "numbers of runs, each expected and made")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--repeats", settings.repeats)->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--other-work", settings.other_work_mib,
                 "MiB of the host's memory that the application has gone through before it asks")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  settings.on_device = backend == "cuda";
  try {
    Loops loops(settings, models);
    suites::Library library;
    std::puts("matrix,nnz,runs,way,us,least_us,most_us,runs_before_the_choice,chosen");
    for (const std::string& name : matrices) {
      for (const auto& entry : suites::open_suite(name).entries) {
        const suites::Matrix matrix = library.load(entry);
        const bool f64 = type == "f64";
        const harness::TypedCsr a(matrix, f64 ? ValueType::f64 : ValueType::f32);
        if (f64) {
          measure<double>(loops, matrix.info.name, a.view(), settings.on_device);
        } else {
          measure<float>(loops, matrix.info.name, a.view(), settings.on_device);
        }
      }
    }
    loops.summarize();
  } catch (const std::exception& e) {
    fmt::print(stderr, "loop_price: {}\n", e.what());
    return 1;
  }
  return 0;
}
