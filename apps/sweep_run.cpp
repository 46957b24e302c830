// SPDX-License-Identifier: BSD-3-Clause
#include "apps/sweep_run.hpp"

#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/stop_signals.hpp"
#include "apps/training_hint.hpp"
#include "apps/verb_words.hpp"
#include "apps/verbs.hpp"
#include "harness/environment/environment.hpp"
#include "harness/environment/machine.hpp"
#include "kernels/baselines/baselines.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>

namespace sptune::apps {
namespace {

/// The same again would end as it did where a worker had too little memory: with twice as much, if
/// the machine has that.
std::string command_to_resume(const sweep::Summary& summary, const SweepRun& run,
                              const db::Store& store) {
  if (!run.resume.empty()) return run.resume;
  const std::int64_t more = summary.too_little_memory * 2;
  const bool helps = more > 0 && more <= harness::machine_memory();
  const std::string where = (run.devices.empty() ? "" : " --devices " + shell_word(run.devices)) +
                            (run.in_process ? " --in-process" : "") + run.source->repeated();
  return resume_command(store, run.db, summary.runs.back()) + where +
         (helps ? fmt::format(" --memory {}", more >> 20) : "");
}

int report(const sweep::Summary& summary, const SweepRun& run, const sweep::Plan& plan,
           const db::Store& store) {
  const std::string resume = command_to_resume(summary, run, store);
  const std::size_t left_out = summary.unreadable.size();
  const bool done = summary.ending == sweep::Ending::finished;
  if (!run.summary && done && (left_out == 0 || run.done_without_some)) {
    if (left_out > 0) {
      print_err("sptune: {} left out, see above; goes on with the others\n",
                left_out == 1 ? "1 matrix" : fmt::format("{} matrices", left_out));
    }
    return 0;
  }
  if (run.json) {
    print_out("{}\n", summary_json(summary, run.db, resume));
  } else {
    print_summary(summary, run.db, resume, done ? training_command(plan, store, run.db) : "");
  }
  if (summary.ending == sweep::Ending::stopped || summary.ending == sweep::Ending::busy) {
    return static_cast<int>(ExitCode::interrupted);
  }
  if (!summary.unreadable.empty() || !summary.gone.empty())
    return static_cast<int>(ExitCode::input);
  return summary.ending == sweep::Ending::incomplete ? static_cast<int>(ExitCode::interrupted) : 0;
}

}  // namespace

std::string resume_command(const db::Store& store, const std::string& db, const std::string& run) {
  return "sptune sweep resume " + shell_word(db) +
         (run == sweep::newest_run(store) ? "" : " --run " + shell_word(run));
}

db::StoreOptions store_options() {
  db::StoreOptions options;
  options.warn = [](const std::string& line) { print_err("sptune: {}\n", line); };
  return options;
}

void add_progress_options(CLI::App& sub, ProgressOptions& progress) {
  sub.add_option("--progress", progress.mode, "auto: a bar on a terminal, lines elsewhere")
      ->check(one_of({"auto", "bar", "lines", "none"}))
      ->capture_default_str();
  sub.add_option("--every", progress.every_s, "Seconds between progress lines")
      ->check(positive_number())
      ->capture_default_str();
  sub.add_flag("-v,--verbose", progress.verbose, "A line for every trial and problem");
}

void add_device_options(CLI::App& sub, SweepRun& run) {
  sub.add_flag("--in-process", run.in_process,
               "Measure in this process, without protection from crashes and hangs");
  sub.add_option("--devices", run.devices,
                 "Measure on several devices at once, a worker each: all, or GPUs such as 0,1, or "
                 "sets of cores such as cores:0-7,8-15; matrices are shared out among them");
}

void run_sweep(const SweepRun& run, const sweep::Plan& plan, const std::function<db::Store()>& open,
               const std::function<sweep::Summary(const sweep::Context&)>& work) {
  suites::Library library;
  const auto lanes = run.source->open(
      {plan.backend, run.devices, run.in_process, plan.keep_disturbed, plan.protocol.threads,
       [&](const std::string& hash) { return library.binary_path(hash); }});
  db::Store store = open();
  ProgressPrinter printer(run.progress);
  catch_stop_signals("\nstopping; press again to kill\n");
  const sweep::Context context{full_catalogue(),
                               library,
                               lanes->runner(),
                               store,
                               lanes->hardware(),
                               lanes->environment(),
                               [&](const sweep::Event& e) { printer.show(e); },
                               stop_requested,
                               [] { return harness::busy_cores(0.05); },
                               lanes->lanes(),
                               "stencil2d{n=500,points=5}",
                               lanes->lanes_per_host(),
                               lanes->memory_per_lane()};
  const sweep::Summary summary = work(context);
  printer.finish();
  const int code = report(summary, run, plan, store);
  if (code != 0) throw Exit{static_cast<ExitCode>(code)};
}

}  // namespace sptune::apps
