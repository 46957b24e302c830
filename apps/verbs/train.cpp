// SPDX-License-Identifier: BSD-3-Clause
// `sptune train`: from stored trials to a model file.
#include "apps/output.hpp"
#include "apps/training_options.hpp"
#include "apps/verbs.hpp"
#include "harness/environment/environment.hpp"

#include <CLI/CLI.hpp>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>

namespace sptune::apps {
namespace {

struct TrainOptions {
  TrainingOptions common;
  std::string output = "model.json";
  bool record = true;
  bool force = false;
  bool generic = false;
};

/// RFC 9562, version 4.
std::string random_uuid() {
  std::random_device device;
  const auto word = [&] { return (std::uint64_t{device()} << 32U) | device(); };
  const std::uint64_t high = (word() & ~0xF000ULL) | 0x4000ULL;
  const std::uint64_t low = (word() & ~(3ULL << 62U)) | (2ULL << 62U);
  return fmt::format("{:08x}-{:04x}-{:04x}-{:04x}-{:012x}", high >> 32U, (high >> 16U) & 0xFFFFU,
                     high & 0xFFFFU, low >> 48U, low & 0xFFFFFFFFFFFFULL);
}

void record(const std::string& database, const model::ModelData& d, const std::string& text) {
  db::ModelRow row;
  row.uuid = d.provenance.uuid;
  row.kind = "xgboost hist, features x configuration";
  row.operation = d.operation;
  row.value_type = d.value_type;
  row.backend = d.backend;
  row.hardware_hash = d.provenance.hardware_hash;
  row.environment_hash = d.provenance.environment_hash;
  row.policy_hash = d.provenance.policy_hash;
  row.feature_version = d.feature_version;
  row.training_query = d.provenance.training_query;
  row.training_hash = d.provenance.training_hash;
  nlohmann::ordered_json metrics;
  for (const auto& [name, value] : d.metrics) metrics[name] = value;
  row.metrics_json = metrics.dump();
  row.artefact = text;
  db::Store(database, db::OpenMode::read_write).put_model(row);
}

/// The model is what was asked for: a database of somebody else is no reason to fail.
void try_to_record(const TrainOptions& o, const model::ModelData& d, const std::string& text) {
  try {
    record(o.common.database, d, text);
  } catch (const DatabaseError& e) {
    print_err(
        "sptune: warning: {} is complete, but could not be recorded in the database (--no-record "
        "does without): {}\n",
        o.output, e.what());
  }
}

std::string text_of(const model::Rule& rule) {
  if (rule.keeps_default()) {
    return "keeps the default; what leaving it gains does not make up for its losses";
  }
  return fmt::format(
      "risk {:.2f}, least gain {:.2f} and {:.2f} of what predictions are off at the matrix, "
      "greatest loss {}",
      rule.risk, rule.min_gain, rule.doubt,
      rule.max_loss >= model::Rule::any_loss ? "any" : fmt::format("{:.2f}", rule.max_loss));
}

void print(const model::ModelData& d, const std::string& output, std::size_t bytes) {
  print_out("{} {} on {}: {} trials of {} matrices, {}\n", to_string(d.operation),
            to_string(d.value_type), to_string(d.backend), d.provenance.trials,
            d.provenance.matrices, d.machine.text());
  print_out("chooses among {} configurations:\n", d.candidates.size());
  for (std::size_t c = 0; c < d.candidates.size(); ++c) {
    print_out("  {}{}\n", d.candidates[c].configuration.text(),
              c == d.default_candidate ? "  (default)" : "");
  }
  for (const auto& [name, value] : d.metrics) print_out("  {:<16} {:.4g}\n", name, value);
  print_out("rule: {}\n", text_of(d.deciding.rule));
  if (d.changing) print_out("... where values may change: {}\n", text_of(d.changing->rule));
  print_out("{}: {} trees, {:.0f} kB; `sptune evaluate` tells how good it is on unseen families\n",
            output, d.base.roots.size() + d.relative.roots.size(),
            static_cast<double>(bytes) / 1e3);
}

void mark_generic(const TrainOptions& o, model::Machine& machine) {
  if (!o.generic) return;
  machine.generic = true;
  model::Machine any_cpu;
  any_cpu.arch = "x86-64 avx512";
  if (model::kinship(machine, any_cpu, o.common.query.backend) != model::Kinship::transfer) {
    throw UsageError("--generic: expected trials of an x86-64 CPU, found " + machine.arch);
  }
}

void run(TrainOptions& o) {
  o.common.resolve();
  refuse_other_file(o.output, "\"sptune_model\"", "model", o.force);  // the database keeps models
  refuse_unwritable(o.output);
  model::ModelData d;
  {
    const db::Store store(o.common.database, db::OpenMode::read_only);
    train::Dataset data = o.common.read(store);
    mark_generic(o, data.machine);
    d = train::train(data, o.common.training);
  }
  const harness::Environment environment = harness::capture_environment();
  d.provenance.uuid = random_uuid();
  d.provenance.created = fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}",
      fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  d.provenance.library_version = environment.library_version;
  d.provenance.git_sha = environment.git_sha;
  d.provenance.hardware = d.machine.text();
  const std::string text = model::to_json(d);
  if (const auto read = model::data_from_json(text); !read) {  // what is written can be read
    throw std::runtime_error(fmt::format("the model cannot be read: {}", read.error()));
  }
  write_output_file(o.output, text);
  if (o.record) try_to_record(o, d, text);
  print(d, o.output, text.size());
}

}  // namespace

void add_train(CLI::App& app) {
  auto* sub = app.add_subcommand("train", "Learn from stored trials which configuration to choose");
  auto options = std::make_shared<TrainOptions>();
  options->common.add_to(*sub);
  sub->add_option("-o,--output", options->output,
                  "Model file to write; an existing model is replaced")
      ->capture_default_str();
  sub->add_flag("--force", options->force, "Also replace a file that is not a model");
  sub->add_flag("--generic", options->generic,
                "Meant for every x86-64 CPU that has the instruction set of this one");
  sub->add_flag("!--no-record", options->record, "Do not record the model in the database");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
