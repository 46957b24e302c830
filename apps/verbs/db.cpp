// SPDX-License-Identifier: BSD-3-Clause
// `sptune db`: look after a database.
#include "apps/database_option.hpp"
#include "apps/db_noise.hpp"
#include "apps/import_log.hpp"
#include "apps/output.hpp"
#include "apps/verbs.hpp"
#include "db/check.hpp"
#include "db/describe.hpp"
#include "db/export.hpp"
#include "db/info.hpp"
#include "db/merge.hpp"
#include "db/migrate.hpp"
#include "suites/io/file_io.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace sptune::apps {
namespace {

void print_info(const std::string& file) {
  const db::Info i = db::info(file);
  print_out("{}\n  {:.1f} MB, schema {} (this sptune knows {}), journal {}{}\n", i.file.string(),
            static_cast<double>(i.bytes) / 1e6, i.schema, i.known, i.journal,
            i.being_written ? ", being written" : "");
  print_out("\nrows\n");
  for (const auto& [table, n] : i.rows) print_out("  {:<16} {:>9}\n", table, n);
  print_out("\ntrials by outcome\n");
  for (const auto& [outcome, n] : i.outcomes) print_out("  {:<16} {:>9}\n", outcome, n);
  print_out("  {:<16} {:>9}\n", "measured again", i.remeasured);
  print_out("\nhardware\n");
  TextStream out(write_out);
  db::write(out, i.hardware, db::Format::table);
  print_out("\nruns\n");
  if (i.runs.columns.empty()) {
    print_out("  listed once the file is migrated: `sptune db migrate {}` (it keeps a backup)\n",
              i.file.string());
  } else {
    db::write(out, i.runs, db::Format::table);
  }
}

void run_check(const std::string& file, bool strict) {
  const db::CheckReport report = db::check(file);
  for (const db::Finding& f : report.findings) {
    print_out("{}: {}\n", f.damage ? "damage" : "note", f.text);
  }
  const bool bad = report.damaged() || (strict && !report.findings.empty());
  print_out("{}: {} trials, {} samples{}, {}\n", file, report.trials, report.samples,
            report.reduced == 0 ? ""
                                : fmt::format(" (a reduced copy: those of {} trials were left out)",
                                              report.reduced),
            report.damaged()          ? "DAMAGED"
            : report.findings.empty() ? "clean"
                                      : "clean, with notes");
  if (report.damaged()) print_out("{}\n", db::remedy_of_damage(file));
  if (bad) throw Exit{ExitCode::database};
}

void run_merge(const std::vector<std::string>& files, const std::string& out) {
  const std::vector<std::filesystem::path> sources(files.begin(), files.end());
  const auto warn = [](const std::string& line) { print_err("sptune: {}\n", line); };
  db::StoreOptions options;
  options.warn = warn;
  for (const db::MergedFile& m : db::merge(sources, out, options)) {
    print_out("{}: {} runs and {} trials added, {} known already", m.file.string(), m.runs_added,
              m.trials_added, m.trials_known);
    if (m.trials_completed != 0) print_out(", {} completed", m.trials_completed);
    if (m.running_skipped != 0) print_out(", {} unfinished left out", m.running_skipped);
    if (m.migrated_from != 0) print_out(", read through schema {}", m.migrated_from);
    print_out("\n");
    if (m.conflicts != 0) {
      print_out("  {} trials have the same identity but another result: kept what was here\n",
                m.conflicts);
    }
    if (m.matrices_differ != 0) {
      print_out(
          "  {} matrices are described otherwise (name, group, side, source): as where they were "
          "measured last\n",
          m.matrices_differ);
    }
    const db::Agreement& a = m.agreement;
    if (a.keys != 0 || a.outcomes_differ != 0) {
      print_out(
          "  measured on both sides: {} keys, new/old {:.4f} (geometric mean; {:.3f} to {:.3f}), "
          "{} farther apart than two occasions, {} with another outcome\n",
          a.keys, a.ratio_geomean, a.ratio_low, a.ratio_high, a.apart, a.outcomes_differ);
    }
  }
}

struct ExportOptions {
  std::string file, out, view = "trial_flat", t4, reduced;
  bool csv = false, json = false;
};

/// What rows of the view begin with, of the columns that come first: a later version adds others
/// behind them.
std::string first_columns(const ExportOptions& o) {
  std::vector<std::string> columns = db::columns_of(o.file, o.view);
  if (o.json) return fmt::format("{{\"{}\":", columns.front());
  constexpr std::size_t telling = 3;
  columns.resize(std::min(columns.size(), telling));
  return fmt::format("{}", fmt::join(columns, ","));
}

/// An array of no rows names no column; nothing is lost with it.
bool is_array_of_none(const std::filesystem::path& path) {
  std::error_code none;
  constexpr std::string_view empty = "[]\n";
  if (!std::filesystem::is_regular_file(path, none)) return false;
  if (std::filesystem::file_size(path, none) != empty.size()) return false;
  std::array<char, empty.size()> text{};
  std::ifstream(path, std::ios::binary).read(text.data(), text.size());
  return std::string_view(text.data(), text.size()) == empty;
}

void export_rows(const ExportOptions& o) {
  const db::Format format = o.json ? db::Format::json : db::Format::csv;
  if (o.out.empty()) {
    TextStream out(write_out);
    return db::export_rows(o.file, o.view, format, out);
  }
  const std::string marker = first_columns(o);
  if (!is_array_of_none(o.out)) {
    refuse_other_file(o.out, marker,
                      fmt::format("export of {} as {}", o.view, o.json ? "JSON" : "CSV"));
  }
  suites::OutputFile file(o.out);
  TextStream out([&](std::string_view text) { file.write(text); });
  db::export_rows(o.file, o.view, format, out);
  file.publish();
}

void run_export(const ExportOptions& o) {
  if (static_cast<int>(o.csv) + static_cast<int>(o.json) + static_cast<int>(!o.t4.empty()) +
          static_cast<int>(!o.reduced.empty()) !=
      1) {
    throw UsageError("db export: expected one of --csv, --json, --t4 FOLDER and --reduced FILE");
  }
  if (!o.t4.empty()) {
    const auto allow = [](const std::filesystem::path& file) {
      refuse_other_file(file, "\"schema_version\"", "T4 results file");
    };
    print_out("{} files in {}\n", db::export_t4(o.file, o.t4, allow).size(), o.t4);
  } else if (!o.reduced.empty()) {
    db::export_reduced(o.file, o.reduced);
    print_out("{}: {:.1f} MB\n", o.reduced,
              static_cast<double>(std::filesystem::file_size(o.reduced)) / 1e6);
  } else {
    export_rows(o);
  }
}

void run_migrate(const std::string& file) {
  const db::Migrated m = db::migrate_file(file);
  if (m.from == m.to) {
    print_out("{}: schema {} already\n", file, m.to);
  } else {
    print_out("{}: schema {} → {}; the old file is {}\n", file, m.from, m.to, m.backup.string());
  }
}

void add_export(CLI::App& verb) {
  auto* sub = verb.add_subcommand("export", "Export rows, T4 files, or a small copy");
  auto o = std::make_shared<ExportOptions>();
  add_database(*sub, o->file, "Database");
  sub->add_flag("--csv", o->csv, "Comma-separated values");
  sub->add_flag("--json", o->json, "An array of objects");
  auto* view = sub->add_option("--view", o->view, "Table or view to write")->capture_default_str();
  auto* out = sub->add_option("-o,--out", o->out, "File; standard output when missing");
  auto* t4 = sub->add_option("--t4", o->t4,
                             "Folder for one T4 results file per problem (Kernel Tuner's format)");
  auto* reduced = sub->add_option("--reduced", o->reduced, "New database without samples");
  for (auto* of_rows : {view, out}) of_rows->excludes(t4)->excludes(reduced);
  sub->callback([o] { run_export(*o); });
}

void add_schema(CLI::App& verb) {
  auto* sub = verb.add_subcommand("schema", "Print the schema of this sptune");
  auto markdown = std::make_shared<bool>(false);
  sub->add_flag("--markdown", *markdown, "As docs/schema.md");
  sub->callback(
      [markdown] { print_out("{}", *markdown ? db::schema_markdown() : db::schema_sql()); });
}

/// A subcommand that takes one file.
template <class F>
CLI::App* add_for_file(CLI::App& verb, const char* name, const char* help, F&& run) {
  auto* sub = verb.add_subcommand(name, help);
  auto file = std::make_shared<std::string>();
  add_database(*sub, *file, "Database");
  sub->callback([file, run] { run(*file); });
  return sub;
}

}  // namespace

void add_db(CLI::App& app) {
  auto* verb = app.add_subcommand(
      "db", "Maintain a database: info, check, merge, export, import-log, noise, migrate");
  verb->require_subcommand(1);
  add_for_file(*verb, "info", "Show the contents", print_info);
  auto strict = std::make_shared<bool>(false);
  add_for_file(*verb, "check", "Check the integrity (exit code 4 on damage)",
               [strict](const std::string& file) { run_check(file, *strict); })
      ->add_flag("--strict", *strict, "Also fail on notes");
  auto* merge = verb->add_subcommand("merge", "Merge several databases into one");
  auto files = std::make_shared<std::vector<std::string>>();
  auto out = std::make_shared<std::string>();
  merge->add_option("files", *files, "Databases to take trials from")->required();
  merge->add_option("-o,--out", *out, "Database to add them to; created when missing")->required();
  merge->callback([files, out] { run_merge(*files, *out); });
  add_export(*verb);
  add_import_log(*verb);
  add_db_noise(*verb);
  add_for_file(*verb, "migrate", "Update to the newest schema; keeps a backup", run_migrate);
  add_schema(*verb);
}

}  // namespace sptune::apps
