// SPDX-License-Identifier: BSD-3-Clause
// All in SQL: `main` is the destination, `src` a private snapshot of the source at today's schema.
#include "db/merge.hpp"

#include "db/impl.hpp"
#include "db/migrate.hpp"
#include "sptune/error.hpp"

#include <SQLiteCpp/Backup.h>
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <unistd.h>

namespace sptune::db {
namespace {

/// Rows that describe themselves: union by hash or by name.
constexpr const char* union_described = R"sql(
INSERT INTO main.hardware (hw_hash, name, kind, arch, cores, l2_bytes, l3_bytes, memory_bytes, info)
  SELECT hw_hash, name, kind, arch, cores, l2_bytes, l3_bytes, memory_bytes, info
  FROM src.hardware WHERE true ON CONFLICT (hw_hash) DO NOTHING;
INSERT INTO main.environment (env_hash, compiler, flags, os, libc, library_version, isa, driver,
                              cuda_runtime, cusparse)
  SELECT env_hash, compiler, flags, os, libc, library_version, isa, driver, cuda_runtime, cusparse
  FROM src.environment WHERE true ON CONFLICT (env_hash) DO NOTHING;
INSERT INTO main.policy (policy_hash, cache, threads, params)
  SELECT policy_hash, cache, threads, params
  FROM src.policy WHERE true ON CONFLICT (policy_hash) DO NOTHING;
INSERT INTO main.context (hw_id, env_id, policy_id)
  SELECT h.hw_id, e.env_id, p.policy_id FROM src.context c
  JOIN src.hardware sh ON sh.hw_id = c.hw_id JOIN main.hardware h ON h.hw_hash = sh.hw_hash
  JOIN src.environment se ON se.env_id = c.env_id JOIN main.environment e ON e.env_hash = se.env_hash
  JOIN src.policy sp ON sp.policy_id = c.policy_id JOIN main.policy p ON p.policy_hash = sp.policy_hash
  WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.matrix (content_hash, pattern_hash, name, grp, split, source, kind, symmetry, field,
                         nrows, ncols, nnz, read_report)
  SELECT content_hash, pattern_hash, name, grp, split, source, kind, symmetry, field, nrows, ncols,
         nnz, read_report
  FROM src.matrix WHERE true ON CONFLICT (content_hash) DO NOTHING;
INSERT INTO main.feature_def (name, version, tier, unit)
  SELECT name, version, tier, unit FROM src.feature_def WHERE true
  ON CONFLICT (name, version) DO NOTHING;
INSERT INTO main.matrix_feature (matrix_id, feature_id, value)
  SELECT m.matrix_id, d.feature_id, f.value FROM src.matrix_feature f
  JOIN src.matrix sm ON sm.matrix_id = f.matrix_id
  JOIN main.matrix m ON m.content_hash = sm.content_hash
  JOIN src.feature_def sd ON sd.feature_id = f.feature_id
  JOIN main.feature_def d ON d.name = sd.name AND d.version = sd.version
  WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.feature_cost (matrix_id, hw_id, tier, seconds)
  SELECT m.matrix_id, h.hw_id, f.tier, f.seconds FROM src.feature_cost f
  JOIN src.matrix sm ON sm.matrix_id = f.matrix_id
  JOIN main.matrix m ON m.content_hash = sm.content_hash
  JOIN src.hardware sh ON sh.hw_id = f.hw_id JOIN main.hardware h ON h.hw_hash = sh.hw_hash
  WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.variant (operation, backend, name, code_hash, baseline, default_configuration, axes,
                          seen_at)
  SELECT operation, backend, name, code_hash, baseline, default_configuration, axes, seen_at
  FROM src.variant WHERE true
  ON CONFLICT (operation, backend, name, code_hash) DO UPDATE
  SET seen_at = max(seen_at, excluded.seen_at);
INSERT INTO main.config (config_hash, variant_id, text, params, is_default)
  SELECT c.config_hash, v.variant_id, c.text, c.params, c.is_default FROM src.config c
  JOIN src.variant sv ON sv.variant_id = c.variant_id
  JOIN main.variant v ON v.operation = sv.operation AND v.backend = sv.backend AND v.name = sv.name
    AND v.code_hash = sv.code_hash
  WHERE true ON CONFLICT (config_hash) DO NOTHING;
INSERT INTO main.problem (problem_hash, operation, value_type, a_id, b_id, b_kind, parameters,
                          x_cols, flops, nnz_out, compulsory_bytes)
  SELECT p.problem_hash, p.operation, p.value_type, a.matrix_id, b.matrix_id, p.b_kind,
         p.parameters, p.x_cols, p.flops, p.nnz_out, p.compulsory_bytes
  FROM src.problem p
  JOIN src.matrix sa ON sa.matrix_id = p.a_id JOIN main.matrix a ON a.content_hash = sa.content_hash
  LEFT JOIN src.matrix sb ON sb.matrix_id = p.b_id
  LEFT JOIN main.matrix b ON b.content_hash = sb.content_hash
  WHERE true ON CONFLICT (problem_hash) DO UPDATE
  SET flops = coalesce(flops, excluded.flops), nnz_out = coalesce(nnz_out, excluded.nnz_out),
      compulsory_bytes = coalesce(compulsory_bytes, excluded.compulsory_bytes);
)sql";

/// Ids of the source in terms of the destination's, for everything that a trial refers to.
constexpr const char* map_ids = R"sql(
DROP TABLE IF EXISTS temp.context_map;
CREATE TEMP TABLE context_map AS
  SELECT c.context_id AS src_id, k.context_id AS id FROM src.context c
  JOIN src.hardware sh ON sh.hw_id = c.hw_id JOIN main.hardware h ON h.hw_hash = sh.hw_hash
  JOIN src.environment se ON se.env_id = c.env_id JOIN main.environment e ON e.env_hash = se.env_hash
  JOIN src.policy sp ON sp.policy_id = c.policy_id JOIN main.policy p ON p.policy_hash = sp.policy_hash
  JOIN main.context k ON k.hw_id = h.hw_id AND k.env_id = e.env_id AND k.policy_id = p.policy_id;
DROP TABLE IF EXISTS temp.problem_map;
CREATE TEMP TABLE problem_map AS SELECT s.problem_id AS src_id, m.problem_id AS id
  FROM src.problem s JOIN main.problem m ON m.problem_hash = s.problem_hash;
DROP TABLE IF EXISTS temp.config_map;
CREATE TEMP TABLE config_map AS SELECT s.config_id AS src_id, m.config_id AS id
  FROM src.config s JOIN main.config m ON m.config_hash = s.config_hash;
)sql";

/// A run that is still going in the source counts as interrupted here, until a later merge knows
/// better.
constexpr const char* add_runs = R"sql(
INSERT INTO main.run (uuid, context_id, suite, plan, state, git_sha, git_dirty, limits, info,
                      started_at, ended_at)
  SELECT r.uuid, k.id, r.suite, r.plan, iif(r.state = 'running', 'interrupted', r.state), r.git_sha,
         r.git_dirty, r.limits, r.info, r.started_at, r.ended_at
  FROM src.run r JOIN temp.context_map k ON k.src_id = r.context_id
  WHERE true ON CONFLICT (uuid) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at
  WHERE excluded.ended_at > coalesce(ended_at, '');
)sql";

constexpr const char* choose_trials = R"sql(
DROP TABLE IF EXISTS temp.taken;
CREATE TEMP TABLE taken AS
  SELECT s.trial_id AS src_id, s.uuid AS uuid, t.trial_id AS id FROM src.trial s
  LEFT JOIN main.trial t ON t.uuid = s.uuid
  WHERE s.outcome <> 'running' AND (t.trial_id IS NULL OR t.outcome = 'running');
CREATE INDEX temp.taken_by_src ON taken (src_id);
)sql";

constexpr const char* add_trials = R"sql(
UPDATE main.trial AS t SET (outcome, reaped, stop_reason, n, runs_per_sample, min_us, q1_us, median_us,
    q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes,
    mhz_mean, wall_s) = (SELECT outcome, reaped, stop_reason, n, runs_per_sample, min_us, q1_us,
    median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run,
    memory_bytes, mhz_mean, wall_s FROM src.trial s WHERE s.uuid = t.uuid)
  WHERE t.trial_id IN (SELECT id FROM temp.taken WHERE id IS NOT NULL);
INSERT INTO main.trial (uuid, run_id, context_id, problem_id, config_id, attempt, outcome, reaped,
    stop_reason, n, runs_per_sample, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us,
    ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, mhz_mean, started_at, wall_s)
  SELECT s.uuid, r.run_id, k.id, p.id, c.id,
    coalesce((SELECT max(o.attempt) FROM main.trial o WHERE o.context_id = k.id AND
              o.problem_id = p.id AND o.config_id = c.id), 0)
      + row_number() OVER (PARTITION BY k.id, p.id, c.id ORDER BY s.attempt),
    s.outcome, s.reaped, s.stop_reason, s.n, s.runs_per_sample, s.min_us, s.q1_us, s.median_us,
    s.q3_us, s.mean_us, s.sd_us, s.ci_low_us, s.ci_high_us, s.floor_us, s.prepare_s, s.bytes_per_run,
    s.memory_bytes, s.mhz_mean, s.started_at, s.wall_s
  FROM temp.taken n JOIN src.trial s ON s.trial_id = n.src_id
  JOIN src.run sr ON sr.run_id = s.run_id JOIN main.run r ON r.uuid = sr.uuid
  JOIN temp.context_map k ON k.src_id = s.context_id
  JOIN temp.problem_map p ON p.src_id = s.problem_id
  JOIN temp.config_map c ON c.src_id = s.config_id
  WHERE n.id IS NULL ORDER BY s.trial_id;
UPDATE temp.taken SET id = (SELECT trial_id FROM main.trial t WHERE t.uuid = taken.uuid);
INSERT INTO main.samples (trial_id, phase, n, us)
  SELECT n.id, s.phase, s.n, s.us FROM temp.taken n JOIN src.samples s ON s.trial_id = n.src_id;
INSERT INTO main.verification (trial_id, ok, max_bound_ratio, max_relative, nnz_mismatch, sorted,
                               repeatable, first_bad)
  SELECT n.id, s.ok, s.max_bound_ratio, s.max_relative, s.nnz_mismatch, s.sorted, s.repeatable,
         s.first_bad FROM temp.taken n JOIN src.verification s ON s.trial_id = n.src_id;
INSERT INTO main.failure (trial_id, stage, message, signal, limit_s)
  SELECT n.id, s.stage, s.message, s.signal, s.limit_s
  FROM temp.taken n JOIN src.failure s ON s.trial_id = n.src_id;
)sql";

constexpr const char* add_learned = R"sql(
INSERT INTO main.model (uuid, operation, value_type, backend, kind, hw_hash, env_hash, policy_hash,
    feature_version, training_query, training_hash, metrics, artefact, created_at)
  SELECT uuid, operation, value_type, backend, kind, hw_hash, env_hash, policy_hash, feature_version,
         training_query, training_hash, metrics, artefact, created_at
  FROM src.model WHERE true ON CONFLICT (uuid) DO NOTHING;
INSERT INTO main.prediction (model_id, problem_id, config_id, fold, position, us, low_us, high_us)
  SELECT m.model_id, p.id, c.id, s.fold, s.position, s.us, s.low_us, s.high_us FROM src.prediction s
  JOIN src.model sm ON sm.model_id = s.model_id JOIN main.model m ON m.uuid = sm.uuid
  JOIN temp.problem_map p ON p.src_id = s.problem_id
  JOIN temp.config_map c ON c.src_id = s.config_id
  WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.dispatch_log (uuid, at, pattern_hash, operation, configuration, match, expected_runs,
                               expected_gain, median_us)
  SELECT uuid, at, pattern_hash, operation, configuration, match, expected_runs, expected_gain,
         median_us FROM src.dispatch_log WHERE true ON CONFLICT (uuid) DO NOTHING;
)sql";

constexpr const char* add_benchmarks = R"sql(
INSERT INTO main.benchmark_run (uuid, hw_id, env_id, git_sha, git_dirty, info, stored_at)
  SELECT r.uuid, h.hw_id, e.env_id, r.git_sha, r.git_dirty, r.info, r.stored_at
  FROM src.benchmark_run r
  JOIN src.hardware sh ON sh.hw_id = r.hw_id JOIN main.hardware h ON h.hw_hash = sh.hw_hash
  JOIN src.environment se ON se.env_id = r.env_id
  JOIN main.environment e ON e.env_hash = se.env_hash
  WHERE true ON CONFLICT (uuid) DO NOTHING;
INSERT INTO main.benchmark (benchmark_run_id, name, iterations, n, min_us, median_us, ci_low_us,
                            ci_high_us, us, counters, error)
  SELECT m.benchmark_run_id, b.name, b.iterations, b.n, b.min_us, b.median_us, b.ci_low_us,
         b.ci_high_us, b.us, b.counters, b.error
  FROM src.benchmark b JOIN src.benchmark_run r ON r.benchmark_run_id = b.benchmark_run_id
  JOIN main.benchmark_run m ON m.uuid = r.uuid
  WHERE true ON CONFLICT DO NOTHING;
)sql";

/// Newest trial on each side, per key that both sides have.
constexpr const char* compare_sides = R"sql(
WITH added AS (
  SELECT t.context_id, t.problem_id, t.config_id, t.outcome, t.median_us, t.ci_low_us, t.ci_high_us,
         max(t.attempt) FROM temp.taken n JOIN main.trial t ON t.trial_id = n.id
  WHERE t.reaped = 0 GROUP BY t.context_id, t.problem_id, t.config_id
), had AS (
  SELECT t.context_id, t.problem_id, t.config_id, t.outcome, t.median_us, t.ci_low_us, t.ci_high_us,
         max(t.attempt) FROM added a JOIN main.trial t ON t.context_id = a.context_id
    AND t.problem_id = a.problem_id AND t.config_id = a.config_id
  WHERE t.reaped = 0 AND t.outcome <> 'running' AND t.trial_id NOT IN (SELECT id FROM temp.taken)
  GROUP BY t.context_id, t.problem_id, t.config_id
), pairs AS (
  SELECT a.outcome = 'ok' AND h.outcome = 'ok' AS both, (a.outcome = 'ok') <> (h.outcome = 'ok')
           AND 'dominated' NOT IN (a.outcome, h.outcome) AS differ,
         a.median_us / h.median_us AS ratio,
         a.ci_low_us > h.ci_high_us OR h.ci_low_us > a.ci_high_us AS disjoint
  FROM added a JOIN had h USING (context_id, problem_id, config_id)
)
SELECT coalesce(sum(both), 0), coalesce(sum(both AND disjoint), 0),
       coalesce(exp(avg(ln(iif(both, ratio, NULL)))), 1), coalesce(min(iif(both, ratio, NULL)), 1),
       coalesce(max(iif(both, ratio, NULL)), 1), coalesce(sum(differ), 0) FROM pairs
)sql";

/// A copy at today's schema; gone when this is.
class Snapshot {
 public:
  Snapshot(const std::filesystem::path& source, const std::filesystem::path& beside)
      : file_(fmt::format("{}.merge-{}", beside.string(), getpid())) {
    std::filesystem::remove(file_);
    const auto from = open_for_reading(source);
    guarded(source, [&] {
      SQLite::Database to(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
      SQLite::Backup(to, *from).executeStep(-1);
    });
    guarded(source, [&] {
      SQLite::Database copy(file_.string(), SQLite::OPEN_READWRITE);
      copy.exec("PRAGMA journal_mode = MEMORY");
      const int version = schema_version(copy);
      const int known = latest_version(builtin_migrations());
      if (version > known) {
        throw DatabaseError(
            fmt::format("{}: schema {} of a newer sptune, this one knows up to {}: "
                        "update sptune",
                        source.string(), version, known));
      }
      if (version == known) return;
      const Migrated migrated = migrate(copy, file_, builtin_migrations());
      std::filesystem::remove(migrated.backup);
      migrated_from_ = migrated.from;
    });
  }
  ~Snapshot() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
  }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] int migrated_from() const { return migrated_from_; }

 private:
  std::filesystem::path file_;
  int migrated_from_ = 0;
};

std::int64_t count(SQLite::Database& db, const char* sql) {
  return db.execAndGet(sql).getInt64();
}

Agreement agreement(SQLite::Database& db) {
  SQLite::Statement s(db, compare_sides);
  s.executeStep();
  Agreement a;
  a.keys = s.getColumn(0).getInt64();
  a.disjoint = s.getColumn(1).getInt64();
  a.ratio_geomean = s.getColumn(2).getDouble();
  a.ratio_low = s.getColumn(3).getDouble();
  a.ratio_high = s.getColumn(4).getDouble();
  a.outcomes_differ = s.getColumn(5).getInt64();
  return a;
}

MergedFile merge_attached(Store::Impl& d) {
  SQLite::Database& db = *d.db;
  MergedFile m;
  Transaction transaction(d);
  db.exec(union_described);
  db.exec(map_ids);
  m.runs_added = -count(db, "SELECT count(*) FROM main.run");
  db.exec(add_runs);
  m.runs_added += count(db, "SELECT count(*) FROM main.run");
  db.exec(choose_trials);
  m.running_skipped = count(db, "SELECT count(*) FROM src.trial WHERE outcome = 'running'");
  m.trials_completed = count(db, "SELECT count(*) FROM temp.taken WHERE id IS NOT NULL");
  m.trials_added = count(db, "SELECT count(*) FROM temp.taken WHERE id IS NULL");
  m.trials_known = count(db, "SELECT count(*) FROM src.trial WHERE outcome <> 'running'") -
                   m.trials_completed - m.trials_added;
  m.conflicts = count(db,
                      "SELECT count(*) FROM src.trial s JOIN main.trial t USING (uuid) WHERE "
                      "'running' NOT IN (s.outcome, t.outcome) AND "
                      "(s.outcome IS NOT t.outcome OR s.median_us IS NOT t.median_us)");
  db.exec(add_trials);
  db.exec(add_learned);
  db.exec(add_benchmarks);
  m.agreement = agreement(db);
  transaction.commit();
  return m;
}

}  // namespace

std::vector<MergedFile> merge(const std::vector<std::filesystem::path>& sources,
                              const std::filesystem::path& destination,
                              const StoreOptions& options) {
  for (const auto& source : sources) require_sqlite_file(source, false);
  const Store store(destination, OpenMode::create, options);
  SQLite::Database& db = *store.impl().db;
  std::vector<MergedFile> merged;
  for (const auto& source : sources) {
    std::error_code ignored;
    if (std::filesystem::equivalent(source, destination, ignored)) continue;
    const Snapshot snapshot(source, store.impl().file);
    MergedFile m = guarded(destination, [&] {
      SQLite::Statement attach(db, "ATTACH DATABASE ? AS src");
      attach.bind(1, snapshot.file().string());
      attach.exec();
      struct Detach {
        SQLite::Database& db;
        ~Detach() { db.tryExec("DETACH DATABASE src"); }
      } const detach{db};
      return merge_attached(store.impl());
    });
    m.file = source;
    m.migrated_from = snapshot.migrated_from();
    merged.push_back(std::move(m));
  }
  return merged;
}

}  // namespace sptune::db
