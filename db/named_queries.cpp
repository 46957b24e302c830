// SPDX-License-Identifier: BSD-3-Clause
#include "db/embedded_sql.hpp"
#include "db/query.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace sptune::db {
namespace {

NamedQuery parse(const EmbeddedSql& file) {
  NamedQuery query;
  query.name = file.name;
  for (const std::string_view prefix :
       {"report_", "sweep_", "train_", "holdout_", "compare_", "calibrate_"}) {
    query.internal = query.internal || query.name.rfind(prefix, 0) == 0;
  }
  std::istringstream in{std::string(file.text)};
  for (std::string line; std::getline(in, line);) {
    const bool comment = query.sql.empty() && line.rfind("--", 0) == 0;
    if (!comment) {
      query.sql += line + "\n";
    } else if (line.find("SPDX-License-Identifier") == std::string::npos) {
      const std::string text = line.substr(std::min<std::size_t>(3, line.size()));
      if (query.summary.empty()) {
        query.summary = text;
      } else {
        query.notes += (query.notes.empty() ? "" : " ") + text;
      }
    }
  }
  while (!query.sql.empty() && query.sql.back() == '\n') query.sql.pop_back();
  const std::regex parameter(":([a-z_]+)");
  for (std::sregex_iterator it(query.sql.begin(), query.sql.end(), parameter), end; it != end;
       ++it) {
    const std::string name = (*it)[1];
    if (std::find(query.parameters.begin(), query.parameters.end(), name) ==
        query.parameters.end()) {
      query.parameters.push_back(name);
    }
  }
  return query;
}

}  // namespace

const std::vector<NamedQuery>& named_queries() {
  static const std::vector<NamedQuery> queries = [] {
    std::vector<NamedQuery> list;
    for (const EmbeddedSql& file : query_files()) list.push_back(parse(file));
    return list;
  }();
  return queries;
}

const NamedQuery& named_query(std::string_view name) {
  std::string known;
  for (const NamedQuery& query : named_queries()) {
    if (query.name == name) return query;
    if (query.internal) continue;
    known += (known.empty() ? "" : ", ") + query.name;
  }
  throw UsageError(fmt::format("no query named '{}'; there are: {}", name, known));
}

std::string axes_query(const std::filesystem::path& file, const std::string& variant) {
  const Table found =
      query(file,
            "SELECT DISTINCT a.key AS axis FROM variant v, json_each(v.axes) a "
            "WHERE v.name = :variant AND v.variant_id IN (SELECT variant_id FROM current_variant) "
            "ORDER BY a.id",
            {{"variant", variant}});
  if (found.rows.empty()) {
    throw UsageError(fmt::format("{}: no variant '{}' with axes; `sptune list` shows them",
                                 file.string(), variant));
  }
  std::string columns;
  for (std::size_t row = 0; row < found.rows.size(); ++row) {
    columns += fmt::format(", params ->> '$.{0}' AS \"{0}\"", found.text(row, "axis"));
  }
  return "SELECT matrix, operation, parameters, value_type, backend, cache" + columns +
         ", outcome, median_us, ci_low_us, ci_high_us, prepare_s, configuration, label AS context "
         "FROM result JOIN context_label USING (context_id) "
         "WHERE variant = :variant AND current = 1 "
         "ORDER BY operation, value_type, backend, cache, matrix, parameters, context_id, "
         "median_us";
}

std::set<std::string> problems_where(const Store& store, const std::string& condition) {
  const Table found = query(
      store, "SELECT DISTINCT problem_hash FROM trial_flat WHERE " + store.condition(condition));
  std::set<std::string> hashes;
  for (std::size_t row = 0; row < found.rows.size(); ++row) {
    hashes.insert(found.text(row, "problem_hash"));
  }
  return hashes;
}

}  // namespace sptune::db
