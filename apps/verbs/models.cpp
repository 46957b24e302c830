// SPDX-License-Identifier: BSD-3-Clause
// `sptune models`: which models a Dispatcher of this machine has, from where, why one is not used,
// and whether it was trained on the trials of a database.
#include "apps/database_option.hpp"
#include "apps/output.hpp"
#include "apps/verbs.hpp"
#include "kernels/host/threads.hpp"
#include "tuner/dispatch/shipped_models.hpp"
#include "tuner/train/read_dataset.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;

struct ModelsOptions {
  std::vector<std::string> named;
  std::optional<std::string> trials;  ///< a database
  bool json = false;
};

struct Found {
  dispatch::ModelPaths from;
  dispatch::KnownModels models;
  std::vector<std::string> trouble;  ///< of files that cannot be used
  std::string both;                  ///< two of them answer one question
};

Found find(const std::vector<std::string>& named) {
  Found out;
  out.from = dispatch::model_paths(named);
  dispatch::Warnings warnings;
  warnings.sink = [&](std::string_view line) { out.trouble.emplace_back(line); };
  for (const std::string& path : out.from.paths) {
    out.models.add(path, warnings, out.from.origin);
  }
  const auto left_out = out.models.left_out();
  out.trouble.insert(out.trouble.end(), left_out.begin(), left_out.end());
  if (out.from.origin == dispatch::Origin::named) out.both = out.models.ambiguity();
  return out;
}

std::string question_of(const model::ModelData& d) {
  return fmt::format("{} {} {} {}{}", to_string(d.operation), to_string(d.backend),
                     to_string(d.value_type), d.cache, model::remark(d.repeat));
}

/// Why it is not the one that answers its question; empty when it is.
std::string why_not(const dispatch::KnownModel& k, const dispatch::KnownModels& models) {
  const model::ModelData& d = k.model->data();
  const dispatch::KnownModel* const used =
      models.find(d.operation, d.value_type, d.backend, d.repeat, host::granted_threads());
  if (used == &k) return {};
  const model::Machine& here = model::this_machine(d.backend);
  if (k.not_for_this_hardware()) {
    return here.arch.empty() ? fmt::format("no {} here", to_string(d.backend))
                             : fmt::format("for other hardware; this is {}", here.text());
  }
  if (used->model->data().cache != d.cache) {
    return fmt::format("{} is for hot caches", used->path);
  }
  if (used->kinship() != k.kinship() || model::instructions_rank(used->model->data().machine) !=
                                            model::instructions_rank(d.machine)) {
    return fmt::format("{} is closer to this machine", used->path);
  }
  if (std::string other = k.other_threads(host::granted_threads()); !other.empty()) {
    return other;
  }
  return fmt::format("{} is newer", used->path);
}

std::string state_of(const dispatch::KnownModel& k, const std::string& why) {
  if (!why.empty()) return "not used: " + why;
  const int threads = k.model->data().machine.threads;
  const int here = host::granted_threads();
  switch (k.kinship()) {
    case model::Kinship::same:
      if (threads == 0) return "used: trained on this hardware";
      return fmt::format("used: trained on this hardware with {}; a choice for {} is other_machine",
                         model::threads_text(threads),
                         threads == here ? "another number" : fmt::format("{}, as here,", here));
    case model::Kinship::transfer:
      return "used: transferred (other_machine)";
    case model::Kinship::foreign:
      break;
  }
  return "used: of other hardware (other_machine)";
}

/// Whether a database has what a model was trained on.
enum class Trained { on_these, on_others, not_compared, elsewhere };
struct Origin {
  Trained trained;
  std::string text;
};

Origin origin_of(const model::ModelData& d, const db::Store& store) {
  const model::Provenance& p = d.provenance;
  train::Query query;
  query.operation = d.operation;
  query.value_type = d.value_type;
  query.backend = d.backend;
  query.cache = d.cache;
  query.repeat = d.repeat;
  query.hardware = p.hardware_hash;
  query.environment = p.environment_hash;
  query.policy = p.policy_hash;
  const train::TrainingQuery own = train::parts_of(p.training_query);
  query.learned = own.learned;
  const train::FoundTrials found = train::find_trials(store, query);
  if (found.count == 0) {
    return {Trained::elsewhere,
            fmt::format("none of {} on the model's machine, by its environment and settings",
                        question_of(d))};
  }
  if (found.hash == p.training_hash) {  // which is of both sides of the families
    return {Trained::on_these,
            fmt::format("trained on the {} that are there{}", found.count, own.side)};
  }
  if (own.condition != found.condition) {
    return {Trained::not_compared,
            "not compared, for it was trained on a selection of its own: " + own.condition};
  }
  return {Trained::on_others,
          fmt::format("trained on others, or before some were added (of hash {}; {} of hash {} are "
                      "there)",
                      p.training_hash, found.count, found.hash)};
}

/// Of each model, in order; empty without a database.
std::vector<Origin> origins_of(const Found& f, const std::optional<std::string>& database) {
  std::vector<Origin> out;
  if (!database) return out;
  const db::Store store(*database, db::OpenMode::read_only);
  for (const dispatch::KnownModel& k : f.models.all()) {
    out.push_back(origin_of(k.model->data(), store));
  }
  return out;
}

/// All files could be read, one was trained on the trials that are there, and none on others.
bool traced(const Found& f, const std::vector<Origin>& origins) {
  const auto any = [&](Trained what) {
    return std::ranges::any_of(origins, [&](const Origin& o) { return o.trained == what; });
  };
  return f.trouble.empty() && any(Trained::on_these) && !any(Trained::on_others) &&
         !any(Trained::not_compared);
}

void print(const Found& f, const std::vector<Origin>& origins) {
  const std::size_t named = f.from.origin == dispatch::Origin::named ? f.from.paths.size() : 0;
  const std::string what = named == 1 ? f.from.paths.front() : fmt::format("{} paths", named);
  print_out("models: {}\n",
            named == 0 ? f.from.said_by : fmt::format("{} (said by {})", what, f.from.said_by));
  if (f.from.origin == dispatch::Origin::shipped) {
    for (const std::string& folder : dispatch::shipped_folders()) {
      const bool taken = !f.from.paths.empty() && folder == f.from.paths.front();
      print_out("  {} {}\n", taken ? "*" : " ", folder);
    }
  }
  if (f.models.size() == 0 && f.trouble.empty()) print_out("no models: defaults run\n");
  for (std::size_t i = 0; i < f.models.size(); ++i) {
    const dispatch::KnownModel& k = f.models.all()[i];
    const model::ModelData& d = k.model->data();
    print_out("\n{}\n  {}: {}\n  {} candidates, {} matrices of {}, created {}\n", k.path,
              question_of(d), state_of(k, why_not(k, f.models)), d.candidates.size(),
              d.provenance.matrices, d.machine.text(),
              d.provenance.created.empty() ? "(not said)" : d.provenance.created);
    if (!origins.empty()) print_out("  trials: {}\n", origins[i].text);
  }
  for (const std::string& line : f.trouble) print_out("\n{}\n", line);
  if (!f.both.empty()) print_out("\nambiguous: {}\n", f.both);
}

const char* to_string(Trained trained) {
  switch (trained) {
    case Trained::on_these:
      return "on these";
    case Trained::on_others:
      return "on others";
    case Trained::not_compared:
      return "not compared";
    case Trained::elsewhere:
      break;
  }
  return "elsewhere";
}

Json to_json(const Found& f, const std::vector<Origin>& origins) {
  Json json;
  json["from"] = f.from.said_by;
  json["paths"] = f.from.paths;
  json["searched"] = dispatch::shipped_folders();
  json["models"] = Json::array();
  for (std::size_t i = 0; i < f.models.size(); ++i) {
    const dispatch::KnownModel& k = f.models.all()[i];
    const model::ModelData& d = k.model->data();
    const std::string why = why_not(k, f.models);
    json["models"].push_back({{"file", k.path},
                              {"operation", to_string(d.operation)},
                              {"backend", to_string(d.backend)},
                              {"value_type", to_string(d.value_type)},
                              {"cache", d.cache},
                              {"repeat", to_string(d.repeat)},
                              {"uuid", d.provenance.uuid},
                              {"created", d.provenance.created},
                              {"hardware", d.machine.text()},
                              {"threads", d.machine.threads},
                              {"kinship", model::to_string(k.kinship())},
                              {"used", why.empty()},
                              {"why_not", why},
                              {"candidates", d.candidates.size()},
                              {"matrices", d.provenance.matrices},
                              {"training_hash", d.provenance.training_hash}});
    if (origins.empty()) continue;
    json["models"].back()["trained"] = to_string(origins[i].trained);
    json["models"].back()["trials"] = origins[i].text;
  }
  json["unusable"] = f.trouble;
  json["ambiguous"] = f.both;
  return json;
}

void run(const ModelsOptions& o) {
  const Found found = find(o.named);
  const std::vector<Origin> origins = origins_of(found, o.trials);
  if (o.json) {
    print_out("{}\n", to_json(found, origins).dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    print(found, origins);
  }
  if (!o.named.empty() && found.models.size() == 0) throw Exit{ExitCode::input};
  if (o.trials && !traced(found, origins)) throw Exit{ExitCode::gate};
}

}  // namespace

void add_models(CLI::App& app) {
  auto* sub = app.add_subcommand("models", "Show the models that are found, and which are used");
  auto options = std::make_shared<ModelsOptions>();
  sub->add_option("files", options->named,
                  "Model files or folders; default: $SPTUNE_MODEL, else those that ship. Exit code "
                  "3 where none of those named can be used");
  sub->add_option(
         "--trials", options->trials,
         "Database: says of each model whether it was trained on what these trials found "
         "(configuration, outcome, median, preparing, on each occasion that training takes the "
         "mean of); exit code 6 unless one was, none on others, and all files can be read. A model "
         "of `train --where` is not compared")
      ->check(refuse_no_name);
  sub->add_flag("--json", options->json, "Machine-readable output");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
