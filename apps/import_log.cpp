// SPDX-License-Identifier: BSD-3-Clause
#include "apps/import_log.hpp"

#include "apps/database_option.hpp"
#include "apps/output.hpp"
#include "apps/verbs.hpp"
#include "kernels/api/catalogue.hpp"
#include "tuner/train/import_log.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sptune::apps {
namespace {

using Json = nlohmann::ordered_json;

struct ImportLogOptions {
  std::string database;
  std::vector<std::string> logs;
  train::ImportOptions import;
  bool json = false;
};

train::Imported import(const ImportLogOptions& o) {
  const bool there = std::filesystem::exists(o.database);
  if (!there && !o.import.dry_run) {
    // A log that cannot be read leaves no empty database behind.
    train::ImportOptions trying = o.import;
    trying.dry_run = true;
    (void)train::import_logs(nullptr, o.logs, shipped_catalogue(), trying);
  }
  std::optional<db::Store> store;
  if (!o.import.dry_run) {
    store.emplace(o.database, db::OpenMode::create);
  } else if (there) {
    store.emplace(o.database, db::OpenMode::read_only);
  }
  return train::import_logs(store ? &*store : nullptr, o.logs, shipped_catalogue(), o.import);
}

Json to_json(const train::Imported& i, const ImportLogOptions& o) {
  Json json{{"database", o.database},
            {"dry_run", o.import.dry_run},
            {"races", i.races},
            {"trials", i.trials},
            {"added", i.added},
            {"known", i.trials - i.added},
            {"other_code", i.other_code},
            {"unknown_preparing", i.unknown_preparing},
            {"other_features", i.other_features},
            {"other_group", i.other_group},
            {"bad_lines", i.bad}};
  json["contexts"] = Json::array();
  for (const train::ImportedContext& c : i.contexts) {
    json["contexts"].push_back({{"hardware", c.hardware},
                                {"hardware_hash", c.hardware_hash},
                                {"environment_hash", c.environment_hash},
                                {"policy_hash", c.policy_hash},
                                {"trials", c.trials}});
  }
  return json;
}

/// "1 race", "2 races".
template <class Number>
std::string counted(Number number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void print(const train::Imported& i, const ImportLogOptions& o) {
  print_out("{}: {}, {} {}, {} known already\n", o.database, counted(i.races, "race"),
            counted(i.added, "trial"), o.import.dry_run ? "would be added" : "added",
            i.trials - i.added);
  if (i.other_code > 0) {
    print_out("  left out: {} of kernels that have changed since\n",
              counted(i.other_code, "trial"));
  }
  if (i.unknown_preparing > 0) {
    print_out("  left out: {} of what was prepared beside the runs: nobody knows what that costs\n",
              counted(i.unknown_preparing, "trial"));
  }
  if (i.other_features > 0) {
    print_out("  left out: {} with features of another version\n",
              counted(i.other_features, "race"));
  }
  if (i.other_group > 0) {
    print_out(
        "  {} in the group of an earlier import, not in {}\n",
        i.other_group == 1 ? "1 pattern stays" : fmt::format("{} patterns stay", i.other_group),
        o.import.group);
  }
  for (const train::ImportedContext& c : i.contexts) {
    print_out("  {}: {}, hardware {:.8}, environment {:.8}, policy {:.8}\n", c.hardware,
              counted(c.trials, "trial"), c.hardware_hash, c.environment_hash, c.policy_hash);
  }
  if (i.trials > 0)
    print_out("`sptune train --learned` and `sptune evaluate --learned` use them\n");
}

void run(const ImportLogOptions& o) {
  const train::Imported imported = import(o);
  for (const std::string& line : imported.bad) print_err("{}\n", line);
  if (o.json) {
    print_out("{}\n", to_json(imported, o).dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    print(imported, o);
  }
  if (!imported.bad.empty()) {
    print_err("sptune: left out: {}, no races\n", counted(imported.bad.size(), "line"));
    throw Exit{ExitCode::input};
  }
}

}  // namespace

void add_import_log(CLI::App& db) {
  auto* sub = db.add_subcommand("import-log", "Add what applications learned from probing");
  auto options = std::make_shared<ImportLogOptions>();
  add_database(*sub, options->database, "Database; created when missing");
  sub->add_option("logs", options->logs, "Files of SPTUNE_LEARNED")->required();
  sub->add_option("--group", options->import.group,
                  "Origin of the matrices, which stay together in every split; a pattern that is "
                  "there already keeps its own")
      ->capture_default_str();
  sub->add_flag("--dry-run", options->import.dry_run, "Only count");
  sub->add_flag("--json", options->json, "Machine-readable output");
  sub->footer(
      "The database comes first: sptune db import-log trials.sqlite learned.jsonl\n"
      "Exit code 3 when a line was left out because it is none: each is named as FILE:LINE.");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
