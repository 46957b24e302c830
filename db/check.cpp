// SPDX-License-Identifier: BSD-3-Clause
#include "db/check.hpp"

#include "db/connection.hpp"
#include "db/keys.hpp"
#include "db/lock.hpp"
#include "db/migrate.hpp"
#include "db/repeated.hpp"
#include "harness/records/trial.hpp"
#include "kernels/api/json_text.hpp"
#include "sptune/configuration.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

namespace sptune::db {
namespace {

/// A trial t whose samples an export left out: all of its run's, which is marked or has none at all
/// (copies from before there was a mark).
constexpr const char* is_reduced =
    "NOT EXISTS (SELECT 1 FROM samples s WHERE s.trial_id = t.trial_id) AND t.run_id IN "
    "(SELECT run_id FROM run WHERE json_extract(info, '$.samples') = 'left out' OR "
    "run_id NOT IN (SELECT run_id FROM trial JOIN samples USING (trial_id)))";

class Checker {
 public:
  Checker(SQLite::Database& db, std::filesystem::path file, bool being_written)
      : db_(db), file_(std::move(file)), being_written_(being_written) {}

  CheckReport run() {
    part("integrity", [&] { integrity(); });
    part("foreign keys", [&] { foreign_keys(); });
    part("schema", [&] { schema(); });
    part("trials", [&] { trials(); });
    part("samples", [&] { samples(); });
    part("configurations", [&] { configurations(); });
    part("running trials", [&] { running(); });
    return std::move(report_);
  }

 private:
  void damage(std::string text) { report_.findings.push_back({true, std::move(text)}); }
  void note(std::string text) { report_.findings.push_back({false, std::move(text)}); }

  /// A damaged page ends one part, not the whole check.
  template <class F>
  void part(const char* name, F&& f) {
    try {
      f();
    } catch (const SQLite::Exception& error) {
      damage(fmt::format("{}: cannot be read: {}", name, error.what()));
    }
  }

  void integrity() {
    SQLite::Statement s(db_, "PRAGMA integrity_check(20)");
    while (s.executeStep()) {
      const std::string line = s.getColumn(0).getString();
      if (line != "ok") damage("integrity: " + line);
    }
  }

  void foreign_keys() {
    std::map<std::string, int> broken;
    SQLite::Statement s(db_, "PRAGMA foreign_key_check");
    while (s.executeStep()) {
      ++broken[fmt::format("{} refers to missing rows of {}", s.getColumn(0).getString(),
                           s.getColumn(2).getString())];
    }
    for (const auto& [what, count] : broken)
      damage(fmt::format("foreign keys: {} rows of {}", count, what));
  }

  static std::map<std::string, std::string> objects(SQLite::Database& db) {
    std::map<std::string, std::string> all;
    SQLite::Statement s(db,
                        "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL "
                        "AND name NOT LIKE 'sqlite_%'");
    while (s.executeStep()) all[s.getColumn(0).getString()] = s.getColumn(1).getString();
    return all;
  }

  void schema() {
    const int version = schema_version(db_);
    const int known = latest_version(builtin_migrations());
    if (version > 0 && version < known) {
      return note(fmt::format(
          "schema: version {} of {}: `sptune db migrate {}` brings it up to date{}", version, known,
          file_.string(),
          version < repeated_since ? ", passes and repetitions can be checked then" : ""));
    }
    if (version > known) {
      return note(
          fmt::format("schema: version {} of a newer sptune, only known up to {}", version, known));
    }
    SQLite::Database fresh(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    migrate(fresh, file_, builtin_migrations());
    const auto expected = objects(fresh);
    const auto found = objects(db_);
    if (version == 0) {
      damage(
          expected == found
              ? fmt::format("schema: the header says version 0, but the tables are those of {0}: "
                            "`sqlite3 {1} 'PRAGMA user_version = {0}'` mends it",
                            known, file_.string())
              : "schema: the header says version 0, which no sptune writes: restore a copy");
    }
    for (const auto& [name, sql] : expected) {
      const auto there = found.find(name);
      if (there == found.end()) {
        damage(fmt::format("schema: {} is missing", name));
      } else if (there->second != sql) {
        damage(fmt::format("schema: {} is not as sptune makes it", name));
      }
    }
  }

  /// One finding for a query that counts what must not be.
  void none(const char* what, const char* sql, bool is_damage = true) {
    const std::int64_t count = db_.execAndGet(sql).getInt64();
    if (count != 0)
      report_.findings.push_back({is_damage, fmt::format("trials: {} {}", count, what)});
  }

  void trials() {
    report_.trials = db_.execAndGet("SELECT count(*) FROM trial").getInt64();
    // Read from the table and not from the index that ought to prevent it.
    none("stored twice (same key and attempt)",
         "SELECT count(*) FROM (SELECT 1 FROM trial NOT INDEXED "
         "GROUP BY context_id, problem_id, config_id, attempt HAVING count(*) > 1)");
    none(
        "stored twice (same identity)",
        "SELECT count(*) FROM (SELECT 1 FROM trial NOT INDEXED GROUP BY uuid HAVING count(*) > 1)");
    none("keys with attempts missing",
         "SELECT count(*) FROM (SELECT 1 FROM trial NOT INDEXED "
         "GROUP BY context_id, problem_id, config_id HAVING max(attempt) <> count(*))");
    none("in another context than their run",
         "SELECT count(*) FROM trial t JOIN run r USING (run_id) WHERE t.context_id <> "
         "r.context_id");
    none("measured but without samples",
         fmt::format("SELECT count(*) FROM trial t WHERE outcome IN ('ok', 'dominated') AND NOT "
                     "EXISTS (SELECT 1 FROM samples s WHERE s.trial_id = t.trial_id AND s.phase = "
                     "'total' AND s.n = t.n) AND NOT ({})",
                     is_reduced)
             .c_str());
    report_.reduced = db_.execAndGet(fmt::format("SELECT count(*) FROM trial t WHERE outcome IN "
                                                 "('ok', 'dominated') AND {}",
                                                 is_reduced))
                          .getInt64();
    none("failed or refused without a reason",
         "SELECT count(*) FROM trial t WHERE outcome NOT IN ('ok', 'dominated', 'running') AND "
         "NOT EXISTS (SELECT 1 FROM failure f WHERE f.trial_id = t.trial_id)");
    none("measured and failed at once",
         "SELECT count(*) FROM trial JOIN failure USING (trial_id) "
         "WHERE outcome IN ('ok', 'dominated', 'running')");
    if (schema_version(db_) >= repeated_since) passes_and_repetitions();
    none("called ok although verification failed",
         "SELECT count(*) FROM trial JOIN verification v USING (trial_id) WHERE outcome = 'ok' AND "
         "v.ok = 0");
    none("called ok without verification: they are not in the view usable",
         "SELECT count(*) FROM trial t WHERE outcome = 'ok' AND "
         "stop_reason IS NOT 'application' AND NOT EXISTS "
         "(SELECT 1 FROM verification v WHERE v.trial_id = t.trial_id)",
         false);
  }

  /// Of tables that older files lack.
  void passes_and_repetitions() {
    none("whose passes are not all of their samples",
         "SELECT count(*) FROM (SELECT 1 FROM pass JOIN trial t USING (trial_id) "
         "GROUP BY trial_id HAVING sum(pass.n) <> max(t.n))");
    none("whose repetitions add up to something else than the table repeated says",
         sql_wrong_repeated().c_str());
  }

  void samples() {
    std::size_t bad_length = 0;
    std::size_t bad_summary = 0;
    std::string first;
    SQLite::Statement s(db_,
                        "SELECT s.trial_id, s.phase, s.n, s.us, t.min_us, t.median_us, t.mean_us "
                        "FROM samples s JOIN trial t USING (trial_id)");
    while (s.executeStep()) {
      const std::int64_t n = s.getColumn(2).getInt64();
      const SQLite::Column blob = s.getColumn(3);
      report_.samples += n;
      if (blob.getBytes() != n * static_cast<std::int64_t>(sizeof(float))) {
        ++bad_length;
        continue;
      }
      if (s.getColumn(1).getString() != "total" || n == 0) continue;
      std::vector<float> us(static_cast<std::size_t>(n));
      std::memcpy(us.data(), blob.getBlob(), us.size() * sizeof(float));
      const harness::Summary sum = harness::summarise(us);
      if (!same(s.getColumn(4), sum.min) || !same(s.getColumn(5), sum.median) ||
          !same(s.getColumn(6), sum.mean)) {
        if (bad_summary++ == 0) {
          first = fmt::format("trial {}: median stored {}, of its samples {}",
                              s.getColumn(0).getInt64(), s.getColumn(5).getDouble(), sum.median);
        }
      }
    }
    if (bad_length != 0) damage(fmt::format("samples: {} BLOBs of the wrong length", bad_length));
    if (bad_summary != 0) {
      damage(fmt::format("samples: {} trials whose summary is not that of their samples ({})",
                         bad_summary, first));
    }
  }

  /// The same but for the last digits: another compiler may add up in another order.
  static bool same(const SQLite::Column& stored, double computed) {
    return !stored.isNull() &&
           std::abs(stored.getDouble() - computed) <= 1e-6 * std::max(1e-30, std::abs(computed));
  }

  void configurations() {
    std::size_t bad = 0;
    std::string first;
    SQLite::Statement s(db_,
                        "SELECT config_hash, operation, backend, name, code_hash, text, params "
                        "FROM config JOIN variant USING (variant_id)");
    while (s.executeStep()) {
      const auto operation = parse_operation(s.getColumn(1).getString());
      const auto backend = parse_backend(s.getColumn(2).getString());
      const std::string text = s.getColumn(5).getString();
      const auto parsed = Configuration::parse(text);
      const bool good =
          operation && backend && parsed && parsed.value().text() == text &&
          parsed.value().variant == s.getColumn(3).getString() &&
          s.getColumn(0).getString() == config_key(*operation, *backend, s.getColumn(3).getString(),
                                                   s.getColumn(4).getString(), text) &&
          same_params(parsed.value(), s.getColumn(6).getString());
      if (!good && bad++ == 0) first = text;
    }
    if (bad != 0) {
      damage(fmt::format("configurations: {} whose text, parameters and hash disagree ({})", bad,
                         first));
    }
  }

  static bool same_params(const Configuration& configuration, const std::string& params) {
    const auto wanted = parse_json<nlohmann::json>(to_json(configuration)).value();
    const auto found = parse_json<nlohmann::json>(params);
    return found && wanted.value("axes", nlohmann::json::object()) == found.value();
  }

  void running() {
    const std::int64_t count =
        db_.execAndGet("SELECT count(*) FROM trial WHERE outcome = 'running'").getInt64();
    if (count == 0) return;
    if (being_written_) {
      return note(fmt::format("running: {} trial(s) are being measured at this moment", count));
    }
    note(fmt::format(
        "running: {} trial(s) were left by a process that died; the next sweep into this "
        "file marks and repeats them",
        count));
  }

  SQLite::Database& db_;
  std::filesystem::path file_;
  bool being_written_;
  CheckReport report_;
};

}  // namespace

std::string remedy_of_damage(const std::filesystem::path& file) {
  // Debian 12's sqlite3 has .recover in name only.
  return fmt::format(
      "go back to a copy, or to what can still be read: `sqlite3 {} .recover | sqlite3 "
      "NEW.sqlite`, "
      "with .dump, which finds less, where that sqlite3 cannot recover",
      file.string());
}

bool CheckReport::damaged() const {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& f) { return f.damage; });
}

CheckReport check(const std::filesystem::path& file) {
  const auto path = std::filesystem::absolute(file);
  const bool being_written = WriterLock::is_held(path);
  const auto db = open_for_reading(path);
  return Checker(*db, path, being_written).run();
}

}  // namespace sptune::db
