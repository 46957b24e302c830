// SPDX-License-Identifier: BSD-3-Clause
// `sptune query`: SQL for people, read-only.
#include "db/query.hpp"

#include "apps/database_option.hpp"
#include "apps/output.hpp"
#include "apps/verbs.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sptune::apps {
namespace {

struct QueryOptions {
  std::string sql;
  std::string database;
  CLI::Option* asked = nullptr;  ///< --db
  std::string named, axes;
  std::vector<std::string> parameters;
  bool csv = false, json = false, show_sql = false, list = false;
};

/// A number where it is written as numbers are printed, else text: 0001 and 1e3 may be beginnings
/// of commits or names.
db::Cell value_of(const std::string& text) {
  const char* const end = text.data() + text.size();
  std::int64_t integer = 0;
  std::from_chars(text.data(), end, integer);
  if (text == fmt::format("{}", integer)) return integer;
  double real = 0;
  std::from_chars(text.data(), end, real);
  const std::string printed = fmt::format("{}", real);
  if (std::isfinite(real) && (text == printed || text == printed + ".0")) return real;
  return text;
}

/// `axes`: the variant that --axes names, a parameter too; or nothing.
db::Parameters parameters_of(const std::vector<std::string>& texts, const std::string& axes) {
  db::Parameters parameters;
  if (!axes.empty()) parameters.emplace_back("variant", axes);
  for (const std::string& text : texts) {
    const std::size_t at = text.find('=');
    if (at == 0 || at == std::string::npos) {
      throw UsageError("-p expects name=value, found '" + text + "'");
    }
    std::string name = text.substr(0, at);
    if (std::any_of(parameters.begin(), parameters.end(),
                    [&](const auto& known) { return known.first == name; })) {
      throw UsageError(fmt::format("-p {0}: {0} has a value already{1}: say it once", name,
                                   !axes.empty() && name == "variant" ? " by --axes" : ""));
    }
    parameters.emplace_back(std::move(name), value_of(text.substr(at + 1)));
  }
  return parameters;
}

void list_queries() {
  for (const db::NamedQuery& q : db::named_queries()) {
    if (q.internal) continue;
    std::string parameters;
    for (const std::string& p : q.parameters) parameters += " -p " + p + "=…";
    print_out("{:<10} {}{}\n", q.name, q.summary,
              parameters.empty() ? "" : " [" + parameters.substr(1) + "]");
  }
}

void run(const QueryOptions& o) {
  if (o.list) return list_queries();
  if (int{!o.sql.empty()} + int{!o.named.empty()} + int{!o.axes.empty()} != 1) {
    throw UsageError(
        "query: expected one SELECT, --named NAME (`--list` shows the names), or --axes VARIANT");
  }
  const std::string sql = !o.axes.empty()   ? db::axes_query(o.database, o.axes)
                          : o.named.empty() ? o.sql
                                            : db::named_query(o.named).sql;
  const db::Parameters parameters = parameters_of(o.parameters, o.axes);
  if (o.show_sql) {
    // The statement goes where it does not mix with what a program reads.
    if (o.asked->count() == 0) return print_out("{}\n", sql);
    print_err("{}\n", sql);
  }
  TextStream out(write_out);
  db::Writer writer(out, o.json ? db::Format::json : o.csv ? db::Format::csv : db::Format::table);
  db::query(o.database, sql, parameters, writer.sink());
  writer.finish();
}

}  // namespace

void add_query(CLI::App& app) {
  auto* sub = app.add_subcommand("query", "Query a database in SQL, read-only");
  auto options = std::make_shared<QueryOptions>();
  sub->add_option("sql", options->sql, "One SELECT; docs/schema.md lists tables and views");
  options->asked = add_database_option(*sub, options->database, "Database");
  sub->add_option("--named", options->named, "A built-in query");
  sub->add_option("--axes", options->axes,
                  "Results of a variant with a column for each of its axes");
  sub->add_option(
         "-p,--parameter", options->parameters,
         "name=value, binds :name: a number where it is written as one is printed (12, 0.5), "
         "else text")
      ->allow_extra_args(false);
  auto* csv = sub->add_flag("--csv", options->csv, "Comma-separated values");
  auto* json = sub->add_flag("--json", options->json, "An array of objects")->excludes(csv);
  sub->add_flag("--show-sql", options->show_sql,
                "Print the SQL: before the result with --db, or alone");
  sub->add_flag("--list", options->list, "List the built-in queries")
      ->excludes(csv)
      ->excludes(json);
  sub->footer(
      "  sptune query --named speedup --db trials.sqlite\n"
      "  sptune query --db trials.sqlite \"SELECT variant, count(*) FROM usable GROUP BY 1\"");
  sub->callback([options] { run(*options); });
}

}  // namespace sptune::apps
