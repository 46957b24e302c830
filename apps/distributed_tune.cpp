// SPDX-License-Identifier: BSD-3-Clause
#include "apps/distributed_tune.hpp"

#include "apps/distributed_dispatcher.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/plan_options.hpp"
#include "apps/problem_options.hpp"
#include "apps/run_options.hpp"
#include "apps/search_options.hpp"
#include "apps/sweep_run.hpp"
#include "db/store.hpp"
#include "harness/engine/runner.hpp"
#include "harness/environment/environment.hpp"
#include "suites/collections/suite.hpp"
#include "tuner/sweep/sweep.hpp"

#include "distributed/catalogue.hpp"
#include "distributed/crew.hpp"
#include "distributed/device/catalogue.hpp"
#include "distributed/device/nccl.hpp"
#include "distributed/device/workplace.hpp"
#include "distributed/mpi_facts.hpp"
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sptune::apps {
namespace {

using distributed::Communicator;

/// A trial that is killed ends the job and leaves all that is committed; the same command goes on.
constexpr const char* how_to_resume = "the same command";

sweep::Plan plan_of(const TuneOptions& o, int ranks, int threads) {
  sweep::Plan plan = o.plan;
  plan.backend = *parse_backend(o.backend);
  plan.operations = {distributed::operation_of_schemes};
  plan.parameters = {distributed::parameters_on(ranks)};
  plan.value_types.clear();
  for (const std::string& type : o.types) plan.value_types.push_back(*parse_value_type(type));
  plan.protocol.repeat = *parse_repeat(o.repeat);
  plan.protocol.threads = threads;
  plan.grid = o.grid == "smoke" ? sweep::Grid::smoke : sweep::Grid::full;
  plan.search = search::parse_settings(o.search, o.plan.search);
  refuse_unused_gain(plan.search.gain, {plan.search});
  plan.finalists = !o.no_finalists;
  plan.keep_disturbed = o.disturbed == "keep";
  if (!o.budget.empty()) plan.limits.budget_s = sweep::budget_of(o.budget);
  if (!o.trial_budget.empty()) plan.protocol.time_budget_s = sweep::trial_budget_of(o.trial_budget);
  return plan;
}

/// What the ranks multiply on, and how schemes are asked for there.
struct Place {
  std::optional<distributed::GpuTransports> gpus;
  std::unique_ptr<distributed::Workplace> workplace;

  Place(Communicator& ranks, const Dispatcher& dispatcher, Backend backend) {
    if (backend == Backend::cuda) {
      gpus.emplace(ranks);
      workplace = distributed::on_gpus(*gpus, dispatcher);
    } else {
      workplace = distributed::on_cpus(ranks, dispatcher);
    }
  }
  [[nodiscard]] Backend backend() const { return gpus ? Backend::cuda : Backend::cpu; }
  [[nodiscard]] Catalogue catalogue(distributed::Crew& crew) const {
    return gpus ? device_catalogue(crew, gpus->offer()) : distributed_catalogue(crew);
  }
};

/// Trials over another MPI, on other hosts, on GPUs that are shared otherwise or of other local
/// products are not comparable.
harness::Environment environment_of(const distributed::MpiFacts& facts, const Place& place,
                                    const LocalProducts& local) {
  harness::Environment out = harness::capture_environment(place.backend());
  const auto add = [&](const std::string& name, const std::string& value) {
    harness::add_to_environment(out, name, value);
  };
  add("mpi", facts.library);
  std::string ranks;
  for (const auto& [host, count] : facts.hosts) {
    ranks += fmt::format("{}{}", ranks.empty() ? "" : " ", count);
  }
  if (facts.hosts.size() > 1) {
    add("mpi_ranks_of_hosts", ranks);
  } else {
    out.info.emplace_back("mpi_ranks_of_hosts", ranks);  // the problem says how many there are
  }
  for (const auto& [name, value] : facts.transports) add("mpi_" + name, value);
  for (const auto& [name, value] : local) add(name, value);
  if (!place.gpus) return out;
  add("gpus_of_ranks", std::to_string(place.gpus->offer().gpus));
  add("nccl", distributed::nccl_facts().version);
  return out;
}

ExitCode ending(const sweep::Summary& summary) {
  if (summary.ending == sweep::Ending::stopped || summary.ending == sweep::Ending::busy ||
      summary.ending == sweep::Ending::incomplete) {
    return ExitCode::interrupted;
  }
  return summary.unreadable.empty() ? ExitCode::success : ExitCode::input;
}

/// What rank 0 does, while the others compute with it.
ExitCode lead(distributed::Crew& crew, const TuneOptions& o, const sweep::Plan& plan,
              const Place& place, const harness::Environment& environment) {
  const Catalogue catalogue = place.catalogue(crew);
  sweep::check(plan, catalogue);
  suites::Library library;
  const auto runner = harness::in_process_runner(
      [&](const std::string& hash) { return library.binary_path(hash); });
  db::StoreOptions options;
  options.warn = [](const std::string& line) { print_err("sptune-distributed: {}\n", line); };
  db::Store store(o.db, db::OpenMode::create, options);
  ProgressPrinter printer(o.progress);
  const sweep::Context context{catalogue,
                               library,
                               *runner,
                               store,
                               harness::capture_hardware(place.backend()),
                               environment,
                               [&](const sweep::Event& e) { printer.show(e); },
                               [&] { return crew.broken(); },
                               {}};
  const sweep::Summary summary = sweep::run(plan, context);
  printer.finish();
  if (o.json) {
    print_out("{}\n", summary_json(summary, o.db, how_to_resume));
  } else {
    print_summary(summary, o.db, how_to_resume);
  }
  flush_out();
  return ending(summary);
}

void add_plan_options(CLI::App& sub, TuneOptions& o) {
  add_backend(sub, o.backend)
      ->description(
          "Processor to compute on; with cuda, transports between GPUs are an axis, and one "
          "that does not work here is refused with its reason");
  sub.add_option("--type", o.types, "Value types")
      ->delimiter(',')
      ->check(one_of({"f64", "f32"}))
      ->capture_default_str();
  add_repeat(sub, o.repeat,
             "A run is the whole product, messages and choices included, or its values alone "
             "on kept lists, patterns and plans");
  sub.add_option("--variants", o.plan.variants, "Only these schemes")->delimiter(',');
  sub.add_option(
      "--only", o.plan.only,
      "Only configurations that match, for example 'ring{overlap=true}'; with = in front "
      "the one whose other axes have their defaults; may be repeated");
  sub.add_option("--grid", o.grid, "smoke: the default point and one step along each axis")
      ->check(one_of({"smoke", "full"}))
      ->capture_default_str();
  sub.add_option("--search", o.search, "As of `sptune sweep run`; the grid is small")
      ->capture_default_str();
  add_search_gain(sub, o.plan.search.gain);
  sub.add_option("--seed", o.plan.search.seed, "Of searches that draw, and the order of matrices")
      ->check(seed_number())
      ->capture_default_str();
  add_finalists(sub, o.plan, o.no_finalists);
  sub.add_option("--disturbed", o.disturbed,
                 "Trials during which something else took cores: keep, since ranks that share a "
                 "host look like that to one another, or measure again")
      ->check(one_of({"again", "keep"}))
      ->capture_default_str();
}

}  // namespace

CLI::App& add_tune(CLI::App& app, TuneOptions& o) {
  CLI::App& sub = *app.add_subcommand(
      "tune", "Measure schemes of a product on all ranks over a suite, and store every trial");
  sub.add_option("suite", o.plan.suite,
                 "Built-in suite, manifest, folder, matrix file or generator id; rank 0 reads it")
      ->required();
  sub.add_option("--db", o.db, "Database to write, created when missing; `sptune` reads it")
      ->required();
  add_plan_options(sub, o);
  sub.add_option("--model", o.models, "Model files or folders of the dispatcher");
  add_threads_of_rank(sub, o.threads,
                      "Of each rank; 0: OMP_NUM_THREADS, or else this rank's share of its host");
  sub.add_option("--trial-budget", o.trial_budget, "Sampling time per trial, for example 0.1s");
  add_samples(sub, o.plan.protocol);
  add_sampling_ends(sub, o.plan.protocol);
  add_size_limits(sub, o.plan.limits);
  sub.add_option("--budget", o.budget, "Stop after 90s, 30m, 8h; the same command continues");
  add_progress_options(sub, o.progress);
  sub.add_flag("--json", o.json, "For programs");
  sub.footer(
      "A job that ends, whatever ends it, loses the trial in hand; the same command goes on.\n"
      "There is no process between a scheme and its measurement: one that crashes ends the job.");
  return sub;
}

ExitCode tune(Communicator& ranks, const TuneOptions& o) {
  const int threads = threads_of_this_rank(ranks, o.threads);
  sweep::Plan plan;
  ranks.together([&] { plan = plan_of(o, ranks.size(), threads); });
  const RankDispatcher mine = dispatcher_of_rank(ranks, o.models, plan.backend, threads);
  const distributed::MpiFacts facts = distributed::find_facts(ranks);
  const Place place(ranks, mine.dispatcher, plan.backend);
  distributed::Crew crew(ranks, *place.workplace, threads);
  auto code = static_cast<int>(ExitCode::success);
  crew.work([&] {
    try {
      code = static_cast<int>(lead(crew, o, plan, place, environment_of(facts, place, mine.local)));
    } catch (const BrokenPipe&) {
      end_by_broken_pipe();
    }
  });
  ranks.broadcast(&code, sizeof code, 0);
  return static_cast<ExitCode>(code);
}

}  // namespace sptune::apps
