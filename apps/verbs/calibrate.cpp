// SPDX-License-Identifier: BSD-3-Clause
// `sptune calibrate`: measures what accumulators take for rows and products of all kinds, and fits
// the policy that chooses among them.
#include "apps/database_option.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/problem_options.hpp"
#include "apps/stage_limit_option.hpp"
#include "apps/sweep_run.hpp"
#include "apps/verb_words.hpp"
#include "apps/verbs.hpp"
#include "kernels/api/json_text.hpp"
#include "kernels/baselines/baselines.hpp"
#include "kernels/row_policy/policy.hpp"
#include "sptune/device.hpp"
#include "sptune/error.hpp"
#include "tuner/calibrate/calibration.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

struct CalibrateOptions : SweepRun {
  std::string output = "policy.json", name, judge, trial_budget = "0.01s";
  std::string split = "all", judge_split = "all";
  std::vector<std::string> suites{"rows"}, products{"training"};
  std::int64_t max_products = 4'000'000;
  std::optional<double> stage_limit;
  calibrate::TrialQuery query;
  calibrate::CalibrationOptions calibration;
  bool fit_only = false, force = false;
};

/// The policy, in phases whatever the product, and each accumulator in front of all others.
std::vector<std::string> points(const Variant& variant,
                                const calibrate::Accumulators& accumulators) {
  const std::string& kernel = variant.facts.name;
  std::vector<std::string> out{kernel + "{at_once=never}"};
  const auto names = accumulators.names();
  for (const auto name : names.count) out.push_back(fmt::format("{}{{count={}}}", kernel, name));
  for (const auto name : names.fill) out.push_back(fmt::format("{}{{fill={}}}", kernel, name));
  return out;
}

sweep::Plan plan_of(const CalibrateOptions& o, const Variant& variant,
                    const calibrate::Accumulators& accumulators) {
  sweep::Plan plan;
  plan.operations = {variant.operation};
  plan.value_types.clear();
  for (const std::string& type : o.query.value_types) {
    plan.value_types.push_back(*parse_value_type(type));
  }
  plan.backend = Backend::cuda;
  plan.only = points(variant, accumulators);
  plan.baselines = false;
  plan.search = search::parse_settings("exhaustive");
  plan.finalists = false;
  plan.protocol.time_budget_s = sweep::trial_budget_of(o.trial_budget);
  plan.protocol.min_samples = 7;
  plan.protocol.max_samples = 11;
  plan.protocol.dominated_ratio = 0;
  if (o.stage_limit) plan.protocol.limit_stages(*o.stage_limit);
  return plan;
}

/// What would be refused when all has been measured.
void check_before(const CalibrateOptions& o, sweep::Plan plan) {
  for (const auto* suites : {&o.suites, &o.products}) {
    for (const std::string& suite : *suites) {
      if (suite.empty()) continue;
      plan.suite = suite;
      sweep::check(plan, full_catalogue());
    }
  }
  const auto whole = [](const std::string& file) {
    std::error_code none;
    return std::filesystem::weakly_canonical(file, none);
  };
  // The same file may be there only then.
  if (!o.judge.empty() && whole(o.judge) != whole(o.db)) {
    const db::Store there(o.judge, db::OpenMode::read_only);
  }
}

/// A run of the context that was measured in; empty where nothing was.
std::string measure(const CalibrateOptions& o, sweep::Plan plan) {
  std::string run;
  const auto sweep_all = [&](const std::vector<std::string>& suites) {
    for (const std::string& suite : suites) {
      if (suite.empty()) continue;
      plan.suite = suite;
      run_sweep(
          o, plan, [&] { return db::Store(o.db, db::OpenMode::create, store_options()); },
          [&](const sweep::Context& context) {
            sweep::Summary summary = sweep::run(plan, context);
            run = summary.runs.back();
            return summary;
          });
    }
  };
  sweep_all(o.suites);
  plan.limits.max_products = o.max_products;
  sweep_all(o.products);
  return run;
}

std::string text_of(const calibrate::Gain& g) {
  return fmt::format("{:.3f} (counting {:.3f}, filling {:.3f}; least {:.2f}) on {} products",
                     g.total, g.count, g.fill, g.least, g.products);
}

void print_changes(const calibrate::Calibration& c) {
  for (const calibrate::Phase phase : calibrate::phases) {
    const auto p = static_cast<std::size_t>(phase);
    const auto& changes = c.trees[p].changes;
    const bool rows_alone = !c.asks_products[p] && !changes.empty();
    print_out("{}: {} change{}{}\n", to_string(phase), changes.size(),
              changes.size() == 1 ? "" : "s",
              rows_alone ? ", by rows alone: products asked about gain no more, held out" : "");
    for (const calibrate::Change& change : changes) {
      print_out("  {} -> {}, {:.3f} x on {} products: {}\n", change.before, change.after,
                change.gain, change.products.size(), change.where.empty() ? "all" : change.where);
    }
  }
}

/// What a policy is fitted on, and what it is judged by beside that, if there is such.
struct Evidence {
  calibrate::Trials trials;
  std::optional<calibrate::Trials> others;
};

void print(const calibrate::Calibration& c, const Evidence& evidence, const CalibrateOptions& o,
           const Variant& variant) {
  const auto& [trials, others] = evidence;
  print_out("{} trials of {} products on {} ({}); refines the built-in policy {}\n", trials.count,
            trials.products.size(), trials.machine, trials.architecture, c.base);
  for (const std::string& text : trials.left_out) print_out("left out: {}\n", text);
  if (others) {
    for (const std::string& text : others->left_out) {
      print_out("left out of {}: {}\n", o.judge, text);
    }
  }
  print_changes(c);
  print_out("predicted, times as fast as {}: {}\n", c.base, text_of(c.on_all));
  if (c.held_out) {
    print_out("  held out, each fold by a fit on the other{}: {}; {:.3f} of the fit on all\n",
              o.calibration.folds == 2 ? " half" : "s", text_of(*c.held_out),
              c.held_out->total / c.on_all.total);
  }
  if (c.judged) print_out("  on {} ({}): {}\n", o.judge, others->machine, text_of(*c.judged));
  print_out("{}: {} nodes to count, {} to fill; {}={} and {}{{policy=file}} use it\n", o.output,
            c.trees[0].tree->size(), c.trees[1].tree->size(),
            record_of(variant.operation).policy_variable, o.output, variant.facts.name);
}

nlohmann::ordered_json json_of(const calibrate::Gain& g) {
  return {{"products", g.products},
          {"total", g.total},
          {"count", g.count},
          {"fill", g.fill},
          {"least", g.least}};
}

void print_json(const calibrate::Calibration& c, const Evidence& evidence,
                const CalibrateOptions& o) {
  const auto& [trials, others] = evidence;
  nlohmann::ordered_json json{{"policy", o.output},
                              {"base", c.base},
                              {"machine", trials.machine},
                              {"architecture", trials.architecture},
                              {"trials", trials.count},
                              {"trials_hash", trials.hash},
                              {"products", trials.products.size()},
                              {"left_out", trials.left_out},
                              {"predicted", json_of(c.on_all)}};
  if (c.held_out) json["predicted_held_out"] = json_of(*c.held_out);
  if (c.judged) {
    json["predicted_on_others"] = json_of(*c.judged);
    json["others"] = {
        {"database", o.judge}, {"machine", others->machine}, {"left_out", others->left_out}};
  }
  for (const calibrate::Phase phase : calibrate::phases) {
    const auto p = static_cast<std::size_t>(phase);
    json["asks_products"][to_string(phase)] = c.asks_products[p];
    auto list = nlohmann::ordered_json::array();
    for (const auto& change : c.trees[p].changes) {
      list.push_back({{"where", change.where},
                      {"before", change.before},
                      {"after", change.after},
                      {"gain", change.gain},
                      {"products", change.products}});
    }
    json[std::string(to_string(phase))] = std::move(list);
  }
  print_out("{}\n", json_text(json, 2));
}

Evidence read_evidence(const CalibrateOptions& o, const Variant& variant,
                       const calibrate::Accumulators& accumulators) {
  const auto read_file = [&](const std::string& file, const std::string& split) {
    const db::Store store(file, db::OpenMode::read_only, store_options());
    calibrate::TrialQuery query = o.query;
    query.split = side_of(split);
    return read_trials(store, query, variant, accumulators);
  };
  Evidence out{read_file(o.db, o.split), std::nullopt};
  if (o.judge.empty()) return out;
  out.others = read_file(o.judge, o.judge_split);
  if (out.others->architecture != out.trials.architecture) {
    throw InputError(fmt::format(
        "--judge {}: its trials are of {}, those of {} of {}: a policy is judged by trials of its "
        "own architecture",
        o.judge, out.others->architecture, o.db, out.trials.architecture));
  }
  return out;
}

void run(CalibrateOptions& o) {
  const Variant& variant = calibrate::variant_with_policy(full_catalogue());
  const calibrate::Accumulators accumulators(variant);
  refuse_other_file(o.output, "\"architecture\"", "policy", o.force);
  refuse_unwritable(o.output);
  o.source = std::make_shared<LaneSource>();
  o.summary = false;
  o.done_without_some = true;  // a fit needs many of them, not each
  if (!o.calibration.base.empty()) {
    (void)calibrate::policies::builtin_policy_named(o.calibration.base);
  }
  if (!o.fit_only) {
    const sweep::Plan plan = plan_of(o, variant, accumulators);
    check_before(o, plan);
    if (!cuda::device_info()) {
      throw DeviceError(cuda::device_info().error() +
                        "; `sptune doctor` says more, and --fit-only fits stored trials");
    }
    // No point asks a file, which would be a part of the environment that they are stored under.
    ::unsetenv(record_of(variant.operation).policy_variable);  // NOLINT(concurrency-mt-unsafe)
    o.query.run = measure(o, plan);
  }
  const Evidence evidence = read_evidence(o, variant, accumulators);
  const auto& [trials, others] = evidence;
  const calibrate::Calibration c =
      calibrate::calibrate(trials, accumulators, o.calibration, others ? &*others : nullptr);
  if (o.name.empty()) o.name = trials.architecture + "_calibrated";
  const std::string text = calibrate::text_of(c, trials, accumulators, o.name,
                                              std::filesystem::path(o.db).filename().string());
  (void)calibrate::policies::parse_policy(text, o.name,
                                          accumulators.names());  // what is written can be read
  write_output_file(o.output, text);
  if (o.json) return print_json(c, evidence, o);
  print(c, evidence, o, variant);
}

void add_evidence(CLI::App& sub, calibrate::Evidenced& o, const char* gain, const char* gain_help,
                  const char* least, const char* least_help) {
  sub.add_option(gain, o.least_gain, gain_help)->check(in_range(0.0, 1.0))->capture_default_str();
  sub.add_option(least, o.least, least_help)->check(in_range(1, 1000))->capture_default_str();
}

std::string flaw_of_name(std::string& text) {
  if (calibrate::policies::is_policy_name(text)) return {};
  return fmt::format("expected at most 64 letters, digits, '_', '-' and '.', found '{}'", text);
}

void add_fit_options(CLI::App& sub, CalibrateOptions& o) {
  sub.add_option("--hardware", o.query.hardware, "Prefix of the hardware hash");
  add_split(sub, o.split);
  sub.add_option("--name", o.name, "Name of the policy; default: <architecture>_calibrated")
      ->check(CLI::Validator(flaw_of_name, ""));
  sub.add_option("--base", o.calibration.base,
                 "Built-in policy that the trials were measured with and that is refined; default: "
                 "that of the architecture");
  add_evidence(sub, o.calibration.fit.rows, "--least-gain",
               "A change by rows must gain this share of the time on those that it changes",
               "--min-matrices",
               "Matrices, of rows that are alike, that a change by rows, and each side of a "
               "question about them, must speak of, each once in whatever value types");
  add_evidence(sub, o.calibration.fit.products, "--least-product-gain",
               "A change for whole products must gain this share of their time", "--min-problems",
               "Products that a change for whole products, and each side of a question about "
               "products, must speak of, each once in whatever value types");
  sub.add_option("--folds", o.calibration.folds,
                 "Judge by fits that leave a fold of the matrices out: 2 halves; 0: do not")
      ->check(number_where([](double v) { return v == 0 || (v >= 2 && v <= 100); },
                           "0, or 2 to 100", "0 OR 2 TO 100"))
      ->capture_default_str();
  sub.add_option("--seed", o.calibration.seed, "Seed of the folds")
      ->check(seed_number())
      ->capture_default_str();
  sub.add_option("--judge", o.judge,
                 "Database of other products, measured in the same way, to judge the policy by")
      ->check(refuse_no_name);
  add_split(sub, o.judge_split, "--judge-split", "Of these, only this side of the families");
}

}  // namespace

void add_calibrate(CLI::App& app) {
  auto* sub = app.add_subcommand(
      "calibrate",
      "Fit the policy by which a sparse product on a GPU chooses a kernel for each row");
  auto options = std::make_shared<CalibrateOptions>();
  add_database(*sub, options->db, "Database of the trials, created when missing");
  sub->add_option("-o,--output", options->output,
                  "Policy file to write; an existing policy is replaced")
      ->capture_default_str();
  sub->add_flag("--force", options->force, "Also replace a file that is not a policy");
  auto* fit_only =
      sub->add_flag("--fit-only", options->fit_only, "From stored trials, without a GPU");
  sub->add_option(
         "--suite", options->suites,
         "Measured for questions about rows: built-in suites, manifests, folders; rows of one "
         "matrix should be alike; '': none")
      ->delimiter(',')
      ->capture_default_str();
  sub->add_option("--product-suite", options->products,
                  "Measured for questions about products: suites of any matrices; '': none")
      ->delimiter(',')
      ->capture_default_str();
  add_count_limit(*sub, "--max-products", options->max_products, "multiplications",
                  "Leave out larger products of these");
  sub->add_option("--type", options->query.value_types, "Value types, for example f64,f32")
      ->delimiter(',')
      ->check(one_of(names_of(all_value_types)))
      ->capture_default_str();
  sub->add_option("--trial-budget", options->trial_budget, "Sampling time per trial")
      ->capture_default_str();
  add_fit_options(*sub, *options);
  add_progress_options(*sub, options->progress);
  add_device_options(*sub, *options);
  add_stage_limit(*sub, options->stage_limit)->excludes("--in-process");
  for (const char* name : {"--suite", "--product-suite", "--max-products", "--trial-budget",
                           "--in-process", "--devices", "--stage-limit"}) {
    fit_only->excludes(sub->get_option(name));  // of measuring
  }
  sub->add_flag("--json", options->json, "Result as JSON");
  sub->footer(
      "Measures hash_bins with its default policy and with each accumulator forced, on\n"
      "76 matrices whose rows are alike and on the small products of the suite training, in a few\n"
      "minutes; what the database holds is not measured again. Then refines the policy that is\n"
      "built in where others are faster than noise.\n"
      "  sptune calibrate --db rows.sqlite -o policy.json\n"
      "Its result says how it is used; docs/calibrating.md how it is compared with the built-in "
      "one.");
  sub->callback([options, sub] {
    options->resume = command_of(*sub);
    run(*options);
  });
}

}  // namespace sptune::apps
