// SPDX-License-Identifier: BSD-3-Clause
#include "apps/feature_costs.hpp"

#include "apps/model_files.hpp"
#include "harness/records/statistics.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/api/clock.hpp"
#include "kernels/api/operation.hpp"
#include "suites/io/matrix_market.hpp"
#include "tuner/features/features.hpp"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string_view>
#include <vector>

namespace sptune::apps {
namespace {

/// Seconds of the fastest of many runs: what disturbs two threads would make features look cheaper
/// than they are.
template <class Run>
double fastest(const Run& run) {
  std::vector<double> times;
  const double begin = now_s();
  while (times.size() < 9 || (times.size() < 99 && now_s() - begin < 0.05)) {
    const double start = now_s();
    run();
    times.push_back(now_s() - start);
  }
  return *std::min_element(times.begin(), times.end());
}

/// One hot run; of a sparse result a whole product.
double time_run(const ResolvedConfiguration& c, const Problem& problem) {
  if (has_sparse_result(problem.operation())) {
    const auto plan = c.sparse_plan(problem);
    return fastest([&] {
      static_cast<void>(plan->symbolic(Stream{}));
      plan->allocate(Stream{});
      plan->complete(Stream{});
    });
  }
  const auto plan = c.dense_plan(problem);
  const AnyCsr& a = problem.a;
  const auto columns = static_cast<std::size_t>(problem.dense_columns());
  const auto bytes = static_cast<std::size_t>(size_of(a.value_type));
  const std::vector<std::byte> x(static_cast<std::size_t>(a.cols) * columns * bytes);
  std::vector<std::byte> y(static_cast<std::size_t>(a.rows) * columns * bytes);
  return fastest([&] { plan->run(1, x.data(), 0, y.data(), Stream{}); });
}

/// Of /proc/self/status, in bytes; NaN where the system does not tell.
double memory_of_process(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string name; status >> name;) {
    double kib = 0;
    if (name == field + ":" && status >> kib) return kib * 1024;
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return unknown_cost;
}

Deciding time_deciding(const Problem& problem, const dispatch::KnownModel& known,
                       const Dispatcher& dispatcher) {
  Deciding out;
  sptune::Options options;
  options.threads = problem.resources.threads;
  options.expected_runs = std::numeric_limits<double>::infinity();
  options.constant_values = true;  // a file's
  std::vector<double> predict;
  std::vector<double> decide;
  std::vector<double> again;
  const features::Features features = features::extract(problem);
  static std::uint64_t pattern = 0;  // a name that was not used before: nothing is remembered
  // A question writes into the problem what it has seen: each has one of its own, as an
  // application's has.
  Choice choice;
  const auto ask = [&](std::vector<double>* seconds) {
    const auto anew = problem.clone();
    const double start = now_s();
    choice = dispatch::Access::choose(dispatcher, *anew, options);
    if (seconds != nullptr) seconds->push_back(now_s() - start);
  };
  ask(nullptr);
  for (int repeat = 0; repeat < feature_repeats; ++repeat) {
    options.pattern_id = ++pattern;
    ask(&decide);
    options.pattern_id = 0;
    ask(&again);
    const double start = now_s();
    (void)known.model->score(features);
    predict.push_back(now_s() - start);
  }
  out.predict_s = harness::quantile(predict, 0.5);
  out.decide_s = harness::quantile(decide, 0.5);
  out.again_s = harness::quantile(again, 0.5);
  out.chosen = choice.configuration.text();
  const auto chosen =
      shipped_catalogue().resolve(problem.operation(), Backend::cpu, choice.configuration);
  out.run_s = time_run(chosen.value(), problem);
  return out;
}

}  // namespace

double time_default(const Problem& problem) {
  const Variant* standard = shipped_catalogue().default_variant(problem.operation(), Backend::cpu);
  if (standard == nullptr) throw UsageError("this build has no CPU kernel to compare with");
  return time_run(standard->default_configuration(), problem);
}

Reading time_reading(const suites::SuiteEntry& entry) {
  constexpr std::string_view scheme = "file:";
  if (!entry.source.starts_with(scheme)) return {};
  malloc_trim(0);  // what the last matrix left behind would hide what this one takes
  std::ofstream("/proc/self/clear_refs") << "5";  // the peak starts anew
  const double before = memory_of_process("VmRSS");
  const double start = now_s();
  const suites::Matrix matrix = suites::read_matrix_market(
      entry.source.substr(scheme.size()),
      {.drop_out_of_range = entry.drop_out_of_range, .seeded_values = entry.seeded_values});
  return {now_s() - start, memory_of_process("VmHWM") - before};
}

DecidingTimer::DecidingTimer(const std::string& path)
    : models_(load_models({path})),
      dispatcher_(Dispatcher::with(models_, [](std::string_view) {})) {}

Deciding DecidingTimer::time(const Problem& problem) const {
  const dispatch::KnownModel* known =
      models_.find(problem.operation(), problem.a.value_type, Backend::cpu, Repeat::whole,
                   problem.resources.threads);
  if (known == nullptr) {
    throw InputError(fmt::format("the model is not one of {} on the CPU for {}",
                                 to_string(problem.operation()), to_string(problem.a.value_type)));
  }
  return time_deciding(problem, *known, dispatcher_);
}

}  // namespace sptune::apps
