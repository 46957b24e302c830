// SPDX-License-Identifier: BSD-3-Clause
// What `sptune train` and `sptune evaluate` share on the command line: which trials, and how to
// learn.
#pragma once

#include "apps/database_option.hpp"
#include "apps/option_values.hpp"
#include "apps/output.hpp"
#include "apps/problem_options.hpp"
#include "apps/threads_option.hpp"
#include "kernels/api/catalogue.hpp"
#include "kernels/host/threads.hpp"
#include "tuner/sweep/plan.hpp"
#include "tuner/train/read_dataset.hpp"
#include "tuner/train/trainer.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstddef>
#include <string>

namespace sptune::apps {

struct TrainingOptions {
  std::string database;
  std::string operation = default_operation();
  std::string type = default_type;
  std::string backend = default_backend;
  std::string cache = default_cache;
  std::string repeat = default_repeat;
  std::string split = "all";
  train::Query query;
  train::TrainOptions training;
  int trees = train::TrainOptions::default_trees;
  int threads = 0;
  std::string deciding;

  void add_to(CLI::App& sub) {
    add_database(sub, database, "Result database of `sptune sweep`");
    add_operation(sub, operation, "Operation of the model");
    add_value_type(sub, type);
    add_backend(sub, backend);
    sub.add_option("--cache", cache, "State of the caches in the trials")
        ->check(one_of({"hot", "cold"}))
        ->capture_default_str();
    add_repeat(sub, repeat,
               "Sparse results: trials of whole products, or of values alone (`sptune sweep run "
               "--repeat values`)");
    add_split(sub, split);
    sub.add_flag("--learned", query.learned,
                 "What applications measured (`sptune db import-log`) instead of what was swept");
    sub.add_option("--where", query.condition, "Additional SQL condition on trial_flat");
    sub.add_option("--hardware", query.hardware, "Prefix of the hardware hash");
    sub.add_option("--environment", query.environment, "Prefix of the environment hash");
    sub.add_option("--policy", query.policy, "Prefix of the policy hash");
    sub.add_option("--candidates", training.portfolio, "Most configurations to choose among")
        ->check(in_range(std::size_t{2}, model::max_candidates))
        ->capture_default_str();
    sub.add_option(
           "--trees", trees,
           "Trees of each of the two forests that are averaged: fewer take less time to ask")
        ->check(in_range(1, 1000))
        ->capture_default_str();
    sub.add_option("--coverage", training.coverage, "Coverage of the prediction intervals")
        ->check(in_range(0.5, 0.999))
        ->capture_default_str();
    sub.add_option("--risk", training.risk,
                   "0: choose by expected time; 1: by the upper end of its interval")
        ->check(in_range(0.0, 1.0))
        ->capture_default_str();
    sub.add_option(
           "--slower", training.slower,
           "What a choice that is over 2 % slower than the default counts beside its time: 0 "
           "for the best mean, 1 hardly leaves the default")
        ->check(in_range(0.0, 10.0))
        ->capture_default_str();
    sub.add_option("--max-loss", training.max_loss,
                   "Leave the default only where the upper end of the interval is below this many "
                   "times its "
                   "time; default: chosen by cross-validation")
        ->check(in_range(1.0, model::Rule::any_loss));
    sub.add_option("--deciding", deciding,
                   "What a decision takes in all where the model will be asked, such as 200us, "
                   "which a Choice says as decide_seconds there; default: features as the sweep "
                   "timed them, and scoring: 100us for `train`, for `evaluate` what it takes here")
        ->type_name("TIME");
    add_threads(sub, threads, "CPU threads for training; 0: all cores");
  }

  /// Call after parsing: resolves names.
  void resolve() {
    query.operation = *parse_operation(operation);
    query.value_type = *parse_value_type(type);
    query.backend = *parse_backend(backend);
    query.cache = cache;
    query.repeat = repeat_of(repeat, {query.operation});
    query.split = side_of(split);
    training.recipes = train::TrainOptions::default_recipes(trees);
    if (!deciding.empty()) training.deciding_s = sweep::parse_duration(deciding);
    training.threads = threads > 0 ? threads : host::usable_cores();
  }

  /// Reads the trials; unusable trials are reported on standard error.
  [[nodiscard]] train::Dataset read(const db::Store& store) const {
    train::Dataset data = train::read_dataset(store, query, shipped_catalogue());
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < data.left_out.size() && i < most; ++i) {
      print_err("left out: {}\n", data.left_out[i]);
    }
    if (data.left_out.size() > most) {
      print_err("left out: {} more\n", data.left_out.size() - most);
    }
    return data;
  }
};

}  // namespace sptune::apps
