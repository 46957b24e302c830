// SPDX-License-Identifier: BSD-3-Clause
// What training and reports read: trials and features.
#include "db/impl.hpp"
#include "sptune/error.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cmath>

namespace sptune::db {
namespace {

constexpr const char* trial_columns =
    "SELECT trial_id, problem_hash, matrix_hash, matrix, matrix_source, matrix_group, split, "
    "operation, value_type, x_cols, parameters, "
    "backend, configuration, baseline, cache, outcome, n, runs_per_sample, min_us, q1_us, "
    "median_us, q3_us, "
    "mean_us, "
    "sd_us, ci_low_us, ci_high_us, prepare_s, compulsory_bytes, floor_us, hardware_hash, "
    "environment_hash, policy_hash, verified, is_default, attempt, flops, nnz_out, memory_bytes, "
    "bytes_per_run, message, coalesce(stop_reason, '') IN ('repetitions', 'rounds'), started_at, "
    "EXISTS (SELECT 1 FROM trial o WHERE o.context_id = f.context_id AND o.problem_id = "
    "f.problem_id AND o.config_id = f.config_id AND o.attempt <> f.attempt) FROM ";

/// A word of a closed set; a file that holds another one is damaged or newer.
template <class T>
T parsed(const std::optional<T>& value, const std::filesystem::path& file,
         const std::string& text) {
  if (!value) {
    throw DatabaseError(fmt::format("{}: unknown word '{}': written by a newer sptune or damaged",
                                    file.string(), text));
  }
  return *value;
}

/// Reads columns from left to right.
class ColumnReader {
 public:
  ColumnReader(SQLite::Statement& s, const std::filesystem::path& file) : s_(s), file_(file) {}

  void operator()(std::string& v) { v = s_.getColumn(i_++).getString(); }
  void operator()(std::int64_t& v) { v = s_.getColumn(i_++).getInt64(); }
  void operator()(int& v) { v = s_.getColumn(i_++).getInt(); }
  void operator()(bool& v) { v = s_.getColumn(i_++).getInt() != 0; }
  void operator()(double& v) { v = s_.getColumn(i_++).getDouble(); }
  void operator()(Operation& v) { word(v, parse_operation); }
  void operator()(ValueType& v) { word(v, parse_value_type); }
  void operator()(Backend& v) { word(v, parse_backend); }
  void operator()(harness::CachePolicy& v) { word(v, harness::parse_cache_policy); }
  void operator()(harness::Outcome& v) { word(v, harness::parse_outcome); }
  void or_nan(double& v) {
    const SQLite::Column c = s_.getColumn(i_++);
    v = c.isNull() ? std::nan("") : c.getDouble();
  }

 private:
  template <class T, class Parse>
  void word(T& v, Parse parse) {
    const std::string text = s_.getColumn(i_++).getString();
    v = parsed<T>(parse(text), file_, text);
  }
  SQLite::Statement& s_;
  const std::filesystem::path& file_;
  int i_ = 0;
};

StoredTrial stored_trial(SQLite::Statement& s, const std::filesystem::path& file) {
  StoredTrial t;
  ColumnReader read(s, file);
  read(t.trial_id), read(t.problem_hash), read(t.matrix_hash), read(t.matrix_name);
  read(t.matrix_source), read(t.group), read(t.split), read(t.operation), read(t.value_type),
      read(t.x_cols);
  read(t.parameters);
  read(t.backend);
  read(t.configuration), read(t.baseline), read(t.cache), read(t.outcome);
  harness::Summary& u = t.total_us;
  read(u.n), read(t.runs_per_sample);
  for (double* v : {&u.min, &u.q1, &u.median, &u.q3, &u.mean, &u.sd, &u.ci_low, &u.ci_high}) {
    read.or_nan(*v);
  }
  read(t.prepare_s), read(t.compulsory_bytes), read(t.floor_us);
  read(t.hardware_hash), read(t.environment_hash), read(t.policy_hash);
  read(t.verified), read(t.is_default), read(t.attempt);
  read(t.flops), read(t.nnz_out), read(t.memory_bytes), read(t.bytes_per_run), read(t.message);
  read(t.repeated), read(t.started_at), read(t.tried_again);
  return t;
}

/// A statement with somebody's condition in it. Throws UsageError when that is why it is none.
std::unique_ptr<SQLite::Statement> prepared(SQLite::Database& db, const std::string& sql,
                                            const std::string& where) {
  try {
    return std::make_unique<SQLite::Statement>(db, sql);
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_ERROR) throw;
    throw UsageError(
        fmt::format("condition '{}': {}: expected one expression; docs/schema.md lists the columns "
                    "of trial_flat",
                    where, error.what()));
  }
}

}  // namespace

std::string Store::condition(const std::string& where) const {
  // Complete by itself and within parentheses: what is only the latter ends them and goes on.
  guarded(impl_->file, [&] {
    (void)prepared(*impl_->db, "SELECT " + where + "\n FROM trial_flat", where);
    (void)prepared(*impl_->db, "SELECT (" + where + "\n) FROM trial_flat", where);
  });
  return "(" + where + "\n)";
}

void Store::each_trial_of(const char* rows, const std::string& where,
                          const std::function<void(const StoredTrial&)>& visit) const {
  guarded(impl_->file, [&] {
    std::string sql = trial_columns;
    sql += rows;
    if (!where.empty()) sql += " AND " + condition(where);
    sql += " ORDER BY trial_id";
    const auto s = prepared(*impl_->db, sql, where);
    while (s->executeStep()) visit(stored_trial(*s, impl_->file));
  });
}

void Store::each_trial(const std::string& where,
                       const std::function<void(const StoredTrial&)>& visit) const {
  each_trial_of("result f WHERE current = 1", where, visit);
}

void Store::each_trial_alone(const std::string& where,
                             const std::function<void(const StoredTrial&)>& visit) const {
  each_trial_of(
      "trial_flat f WHERE current = 1 AND reaped = 0 AND coalesce(stop_reason, '') NOT IN "
      "('repetitions', 'rounds')",
      where, visit);
}

std::vector<std::pair<std::string, std::vector<std::pair<std::string, double>>>> Store::features(
    int version) const {
  return guarded(impl_->file, [&] {
    std::vector<std::pair<std::string, std::vector<std::pair<std::string, double>>>> all;
    SQLite::Statement s(*impl_->db,
                        "SELECT content_hash, f.name, value FROM matrix_feature "
                        "JOIN matrix USING (matrix_id) LEFT JOIN feature_def f "
                        "ON f.feature_id = matrix_feature.feature_id AND f.version = ? "
                        "ORDER BY matrix_id, matrix_feature.feature_id");
    s.bind(1, version);
    while (s.executeStep()) {
      const std::string hash = s.getColumn(0).getString();
      if (all.empty() || all.back().first != hash)
        all.emplace_back(hash, std::vector<std::pair<std::string, double>>{});
      if (s.getColumn(1).isNull()) continue;  // of another version
      const SQLite::Column value = s.getColumn(2);
      all.back().second.emplace_back(s.getColumn(1).getString(),
                                     value.isNull() ? std::nan("") : value.getDouble());
    }
    return all;
  });
}

std::vector<FeatureCost> Store::feature_costs(const std::string& hardware_hash) const {
  return guarded(impl_->file, [&] {
    std::vector<FeatureCost> all;
    SQLite::Statement s(*impl_->db,
                        "SELECT content_hash, tier, seconds FROM feature_cost "
                        "JOIN matrix USING (matrix_id) JOIN hardware USING (hw_id) "
                        "WHERE hw_hash = ? ORDER BY matrix_id, tier");
    s.bind(1, hardware_hash);
    while (s.executeStep()) {
      all.push_back(
          {s.getColumn(0).getString(), s.getColumn(1).getInt(), s.getColumn(2).getDouble()});
    }
    return all;
  });
}

}  // namespace sptune::db
