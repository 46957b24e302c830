// SPDX-License-Identifier: BSD-3-Clause
#include "db/repeated.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

namespace sptune::db {
namespace {

/// The columns of the table from rows of the view `repetition`: those of the keys in {0}.
constexpr const char* added_up = R"sql(
SELECT result_id,
       context_id,
       problem_id,
       config_id,
       many AS attempts,
       sum(n) AS n,
       sum(max(passes, 1)) AS passes,
       sqrt(sum(pass_squares) / nullif(sum(max(passes, 1)) - many, 0)) AS pass_sd,
       min(min_us) AS min_us,
       avg(iif(2 * place BETWEEN many AND many + 2, q1_us, NULL)) AS q1_us,
       avg(iif(2 * place BETWEEN many AND many + 2, median_us, NULL)) AS median_us,
       avg(iif(2 * place BETWEEN many AND many + 2, q3_us, NULL)) AS q3_us,
       sum(n * mean_us) / sum(n) AS mean_us,
       sqrt(max(0, sum((n - 1) * sd_us * sd_us + n * mean_us * mean_us) - sum(n * mean_us) * sum(n * mean_us) / sum(n))
         / max(1, sum(n) - 1)) AS sd_us,
       sqrt(max(0, sum(ln(median_us) * ln(median_us)) - sum(ln(median_us)) * sum(ln(median_us)) / many)
         / nullif(many - 1, 0)) AS lap_sd,
       min(floor_us) AS floor_us,
       min(prepare_s) AS prepare_s,
       avg(mhz_mean) AS mhz_mean,
       sum(wall_s) AS wall_s
FROM (
  SELECT *, count(*) OVER (PARTITION BY context_id, problem_id, config_id) AS many,
    row_number() OVER (PARTITION BY context_id, problem_id, config_id ORDER BY median_us) AS place
  FROM {0}
)
GROUP BY context_id, problem_id, config_id)sql";

std::string replace_by(const std::string& repetitions) {
  return "INSERT OR REPLACE INTO main.repeated" + fmt::format(added_up, repetitions);
}

std::string of_keys(const std::string& keys) {
  return "(SELECT r.* FROM (" + keys +
         ") k CROSS JOIN main.repetition r ON r.context_id = k.context_id AND "
         "r.problem_id = k.problem_id AND r.config_id = k.config_id)";
}

}  // namespace

std::string sql_repeated_of_keys(const std::string& keys) {
  return replace_by(of_keys(keys));
}

const std::string& sql_repeated_of_trial() {
  static const std::string sql = sql_repeated_of_keys(
      "SELECT context_id, problem_id, config_id FROM trial WHERE trial_id = ?");
  return sql;
}

void remake_repeated(SQLite::Database& db) {
  db.exec("DELETE FROM repeated");
  db.exec(replace_by("main.repetition"));
}

std::string sql_wrong_repeated() {
  return fmt::format(
      "SELECT count(*) FROM (SELECT result_id, attempts, n, passes, median_us FROM ({}) EXCEPT "
      "SELECT result_id, attempts, n, passes, median_us FROM repeated)",
      fmt::format(added_up, "main.repetition"));
}

}  // namespace sptune::db
