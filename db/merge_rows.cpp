// SPDX-License-Identifier: BSD-3-Clause
#include "db/merge_rows.hpp"

#include "db/merge_described.hpp"
#include "db/merge_samples.hpp"
#include "db/noise.hpp"
#include "db/repeated.hpp"
#include "sptune/error.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sptune::db {
namespace {

/// Ids of the source in terms of the destination's, for everything that a trial refers to.
constexpr const char* map_ids = R"sql(
DROP TABLE IF EXISTS temp.context_map;
CREATE TEMP TABLE context_map (src_id INTEGER PRIMARY KEY, id INTEGER NOT NULL);
INSERT INTO context_map
  SELECT c.context_id, k.context_id FROM src.context c
  JOIN src.hardware sh ON sh.hw_id = c.hw_id JOIN main.hardware h ON h.hw_hash = sh.hw_hash
  JOIN src.environment se ON se.env_id = c.env_id JOIN main.environment e ON e.env_hash = se.env_hash
  JOIN src.policy sp ON sp.policy_id = c.policy_id JOIN main.policy p ON p.policy_hash = sp.policy_hash
  JOIN main.context k ON k.hw_id = h.hw_id AND k.env_id = e.env_id AND k.policy_id = p.policy_id;
DROP TABLE IF EXISTS temp.problem_map;
CREATE TEMP TABLE problem_map (src_id INTEGER PRIMARY KEY, id INTEGER NOT NULL);
INSERT INTO problem_map SELECT s.problem_id, m.problem_id
  FROM src.problem s JOIN main.problem m ON m.problem_hash = s.problem_hash;
DROP TABLE IF EXISTS temp.config_map;
CREATE TEMP TABLE config_map (src_id INTEGER PRIMARY KEY, id INTEGER NOT NULL);
INSERT INTO config_map SELECT s.config_id, m.config_id
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
INSERT INTO main.drift (run_id, device, started_at, trials, configuration, median_us, disturbed)
  SELECT m.run_id, d.device, d.started_at, d.trials, d.configuration, d.median_us, d.disturbed
  FROM src.drift d JOIN src.run r ON r.run_id = d.run_id JOIN main.run m ON m.uuid = r.uuid
  WHERE true ON CONFLICT DO NOTHING;
DROP TABLE IF EXISTS temp.run_map;
CREATE TEMP TABLE run_map (src_id INTEGER PRIMARY KEY, id INTEGER NOT NULL);
INSERT INTO run_map SELECT s.run_id, m.run_id FROM src.run s JOIN main.run m ON m.uuid = s.uuid;
)sql";

/// Which trials come in, and as which rows. New ones keep the order of their numbers and are
/// numbered on as attempts of their key, which the index of the source brings in order; `had` is
/// how many there were. The others complete a row that was running here, or cut off.
constexpr const char* choose_trials = R"sql(
DROP TABLE IF EXISTS temp.taken;
CREATE TEMP TABLE taken (src_id INTEGER PRIMARY KEY, id INTEGER NOT NULL, had INTEGER NOT NULL, place INTEGER);
INSERT INTO taken
  SELECT s.trial_id, s.trial_id + (SELECT coalesce(max(trial_id), 0) FROM main.trial),
    coalesce((SELECT max(o.attempt) FROM main.trial o WHERE o.context_id = k.id AND
              o.problem_id = p.id AND o.config_id = c.id), 0),
    row_number() OVER (PARTITION BY s.context_id, s.problem_id, s.config_id ORDER BY s.attempt)
  FROM src.trial s
  LEFT JOIN temp.context_map k ON k.src_id = s.context_id
  LEFT JOIN temp.problem_map p ON p.src_id = s.problem_id
  LEFT JOIN temp.config_map c ON c.src_id = s.config_id
  WHERE s.outcome <> 'running' AND NOT EXISTS (SELECT 1 FROM main.trial t WHERE t.uuid = s.uuid);
INSERT INTO taken
  SELECT s.trial_id, t.trial_id, t.attempt, NULL FROM main.trial t CROSS JOIN src.trial s ON s.uuid = t.uuid
  WHERE t.outcome = 'running' AND s.outcome <> 'running';
INSERT INTO taken
  SELECT s.trial_id, t.trial_id, t.attempt, NULL FROM temp.cut_off_here r CROSS JOIN main.trial t ON t.trial_id = r.id
  CROSS JOIN src.trial s ON s.uuid = t.uuid
  WHERE s.outcome <> 'running' AND s.trial_id NOT IN (SELECT id FROM temp.cut_off_there);
)sql";

/// Trials that reap() gave up in a copy while they were still measured in the other file: no result
/// either, and as good as running. Known by what it says of them.
constexpr const char* find_cut_off = R"sql(
DROP TABLE IF EXISTS temp.cut_off_here;
DROP TABLE IF EXISTS temp.cut_off_there;
CREATE TEMP TABLE cut_off_here (id INTEGER PRIMARY KEY);
CREATE TEMP TABLE cut_off_there (id INTEGER PRIMARY KEY);
INSERT INTO cut_off_here SELECT t.trial_id FROM main.failure f JOIN main.trial t USING (trial_id)
  WHERE f.message = '{0}' AND f.stage = 'sweep' AND t.outcome = 'crashed' AND t.reaped = 1;
INSERT INTO cut_off_there SELECT t.trial_id FROM src.failure f JOIN src.trial t USING (trial_id)
  WHERE f.message = '{0}' AND f.stage = 'sweep' AND t.outcome = 'crashed' AND t.reaped = 1;
)sql";

/// Gives as many rows as there are trials with a place, unless they refer to what is not there.
constexpr const char* add_new_trials = R"sql(
INSERT INTO main.trial (trial_id, uuid, run_id, context_id, problem_id, config_id, attempt, outcome, reaped,
    stop_reason, n, runs_per_sample, min_us, q1_us, median_us, q3_us, mean_us, sd_us, ci_low_us,
    ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes, mhz_mean, started_at, wall_s)
  SELECT n.id, s.uuid, r.id, k.id, p.id, c.id, n.had + n.place, s.outcome, s.reaped,
    s.stop_reason, s.n, s.runs_per_sample, s.min_us, s.q1_us, s.median_us, s.q3_us, s.mean_us, s.sd_us, s.ci_low_us,
    s.ci_high_us, s.floor_us, s.prepare_s, s.bytes_per_run, s.memory_bytes, s.mhz_mean, s.started_at, s.wall_s
  FROM temp.taken n CROSS JOIN src.trial s ON s.trial_id = n.src_id
  CROSS JOIN temp.run_map r ON r.src_id = s.run_id
  CROSS JOIN temp.context_map k ON k.src_id = s.context_id
  CROSS JOIN temp.problem_map p ON p.src_id = s.problem_id
  CROSS JOIN temp.config_map c ON c.src_id = s.config_id
  WHERE n.place IS NOT NULL ORDER BY n.src_id
)sql";

/// What belongs to them.
constexpr const char* add_details = R"sql(
UPDATE main.trial AS t SET (outcome, reaped, stop_reason, n, runs_per_sample, min_us, q1_us, median_us,
    q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run, memory_bytes,
    mhz_mean, wall_s) = (SELECT outcome, reaped, stop_reason, n, runs_per_sample, min_us, q1_us,
    median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run,
    memory_bytes, mhz_mean, wall_s FROM src.trial s WHERE s.uuid = t.uuid)
  WHERE t.trial_id IN (SELECT id FROM temp.taken WHERE place IS NULL);
INSERT INTO main.samples (trial_id, phase, n, us)
  SELECT n.id, s.phase, s.n, s.us FROM temp.taken n JOIN src.samples s ON s.trial_id = n.src_id;
INSERT INTO main.pass (trial_id, pass, n, median_us)
  SELECT n.id, s.pass, s.n, s.median_us FROM temp.taken n JOIN src.pass s ON s.trial_id = n.src_id;
INSERT INTO main.phase (trial_id, phase, n, median_us)
  SELECT n.id, s.phase, s.n, s.median_us FROM temp.taken n JOIN src.phase s ON s.trial_id = n.src_id;
INSERT INTO main.load (trial_id, window_s, waiting_threads, switches_per_s, stolen_cores, other_cores, waiting_share, sm_mhz,
                       memory_mhz, temperature_c, power_w, slowed_by, more_processes, disturbed)
  SELECT n.id, s.window_s, s.waiting_threads, s.switches_per_s, s.stolen_cores, s.other_cores, s.waiting_share, s.sm_mhz, s.memory_mhz,
         s.temperature_c, s.power_w, s.slowed_by, s.more_processes, s.disturbed
  FROM temp.taken n JOIN src.load s ON s.trial_id = n.src_id;
INSERT INTO main.rank_share (trial_id, rank, rows, a_entries, b_entries, c_entries, products, bytes_sent, bytes_received,
                             bytes_received_least, messages_sent, lists_s, exchange_s, plan_s, multiply_s, merge_s)
  SELECT n.id, s.rank, s.rows, s.a_entries, s.b_entries, s.c_entries, s.products, s.bytes_sent, s.bytes_received,
         s.bytes_received_least, s.messages_sent, s.lists_s, s.exchange_s, s.plan_s, s.multiply_s, s.merge_s
  FROM temp.taken n JOIN src.rank_share s ON s.trial_id = n.src_id;
INSERT INTO main.verification (trial_id, ok, max_bound_ratio, max_relative, nnz_mismatch, sorted,
                               repeatable, first_bad)
  SELECT n.id, s.ok, s.max_bound_ratio, s.max_relative, s.nnz_mismatch, s.sorted, s.repeatable,
         s.first_bad FROM temp.taken n JOIN src.verification s ON s.trial_id = n.src_id;
DELETE FROM main.failure WHERE trial_id IN (SELECT id FROM temp.taken WHERE place IS NULL);
INSERT INTO main.failure (trial_id, stage, message, signal, limit_s)
  SELECT n.id, s.stage, s.message, s.signal, s.limit_s
  FROM temp.taken n JOIN src.failure s ON s.trial_id = n.src_id;
INSERT INTO main.place (trial_id, device)
  SELECT n.id, s.device FROM temp.taken n JOIN src.place s ON s.trial_id = n.src_id
  WHERE true ON CONFLICT (trial_id) DO NOTHING;
)sql";

/// Results that stand on repetitions of which none was here: as the source has added them up.
constexpr const char* add_repeated = R"sql(
INSERT INTO main.repeated (result_id, context_id, problem_id, config_id, attempts, n, passes, pass_sd, min_us, q1_us,
    median_us, q3_us, mean_us, sd_us, lap_sd, floor_us, prepare_s, mhz_mean, wall_s)
  SELECT n.id, k.id, p.id, c.id, g.attempts, g.n, g.passes, g.pass_sd, g.min_us, g.q1_us, g.median_us, g.q3_us,
    g.mean_us, g.sd_us, g.lap_sd, g.floor_us, g.prepare_s, g.mhz_mean, g.wall_s
  FROM src.repeated g CROSS JOIN temp.taken n ON n.src_id = g.result_id
  CROSS JOIN temp.context_map k ON k.src_id = g.context_id
  CROSS JOIN temp.problem_map p ON p.src_id = g.problem_id
  CROSS JOIN temp.config_map c ON c.src_id = g.config_id
  WHERE n.had = 0
)sql";
/// All others whose attempts changed: with repetitions that came in, or with anything that came
/// beside repetitions that were here (a wrong result between them takes the earlier ones away), or
/// with passes that were left out here.
constexpr const char* choose_keys_to_add_up = R"sql(
DROP TABLE IF EXISTS temp.changed;
CREATE TEMP TABLE changed AS
  SELECT t.context_id, t.problem_id, t.config_id
  FROM src.trial s CROSS JOIN temp.taken n ON n.src_id = s.trial_id CROSS JOIN main.trial t ON t.trial_id = n.id
  WHERE s.stop_reason = 'repetitions' AND (n.had > 0 OR NOT EXISTS (
    SELECT 1 FROM main.repeated g
    WHERE g.context_id = t.context_id AND g.problem_id = t.problem_id AND g.config_id = t.config_id))
  UNION
  SELECT g.context_id, g.problem_id, g.config_id
  FROM temp.taken n CROSS JOIN main.trial t ON t.trial_id = n.id
  CROSS JOIN main.repeated g ON g.context_id = t.context_id AND g.problem_id = t.problem_id AND g.config_id = t.config_id
  WHERE n.had > 0
  UNION
  SELECT t.context_id, t.problem_id, t.config_id
  FROM temp.restored n CROSS JOIN main.trial t ON t.trial_id = n.id WHERE t.stop_reason = 'repetitions';
DELETE FROM main.repeated WHERE (context_id, problem_id, config_id) IN (SELECT * FROM temp.changed);
)sql";
constexpr const char* keys_to_add_up = "SELECT * FROM temp.changed";

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

/// Newest trial on each side, per key that both sides have. They are apart when they differ by more
/// than occasions do (harness/records/noise.hpp), one pass on either side.
constexpr const char* compare_sides = R"sql(
WITH added AS (
  SELECT t.context_id, t.problem_id, t.config_id, t.outcome, t.median_us, max(t.attempt)
  FROM temp.taken n JOIN main.trial t ON t.trial_id = n.id
  WHERE n.had > 0 AND t.reaped = 0 GROUP BY t.context_id, t.problem_id, t.config_id
), had AS (
  SELECT t.context_id, t.problem_id, t.config_id, t.outcome, t.median_us, max(t.attempt)
  FROM added a JOIN main.trial t ON t.context_id = a.context_id
    AND t.problem_id = a.problem_id AND t.config_id = a.config_id
  WHERE t.reaped = 0 AND t.outcome <> 'running' AND t.trial_id NOT IN (SELECT id FROM temp.taken)
  GROUP BY t.context_id, t.problem_id, t.config_id
), pairs AS (
  SELECT a.outcome = 'ok' AND h.outcome = 'ok' AS both, (a.outcome = 'ok') <> (h.outcome = 'ok')
           AND 'dominated' NOT IN (a.outcome, h.outcome) AS differ,
         a.median_us / h.median_us AS ratio,
         coalesce(abs(ln(a.median_us / h.median_us)) > q.time_factor * sqrt(2 * (q.common_sd * q.common_sd
           + q.change_sd * q.change_sd + q.lap_sd * q.lap_sd + q.pass_sd * q.pass_sd)), 0) AS apart
  FROM added a JOIN had h USING (context_id, problem_id, config_id)
  JOIN main.config c ON c.config_id = a.config_id JOIN main.variant v ON v.variant_id = c.variant_id
  LEFT JOIN main.noise q ON q.backend = v.backend AND q.context_id IS NULL
)
SELECT coalesce(sum(both), 0), coalesce(sum(both AND apart), 0),
       coalesce(exp(avg(ln(iif(both, ratio, NULL)))), 1), coalesce(min(iif(both, ratio, NULL)), 1),
       coalesce(max(iif(both, ratio, NULL)), 1), coalesce(sum(differ), 0) FROM pairs
)sql";

std::int64_t count(SQLite::Database& db, const char* sql) {
  return db.execAndGet(sql).getInt64();
}

Agreement agreement(SQLite::Database& db) {
  SQLite::Statement s(db, compare_sides);
  s.executeStep();
  Agreement a;
  a.keys = s.getColumn(0).getInt64();
  a.apart = s.getColumn(1).getInt64();
  a.ratio_geomean = s.getColumn(2).getDouble();
  a.ratio_low = s.getColumn(3).getDouble();
  a.ratio_high = s.getColumn(4).getDouble();
  a.outcomes_differ = s.getColumn(5).getInt64();
  return a;
}

/// Drops the indices of the table trial that only speed up questions; gives what makes them again.
std::vector<std::string> drop_indices(SQLite::Database& db) {
  std::vector<std::string> statements;
  std::string drop;
  SQLite::Statement s(db,
                      "SELECT name, sql FROM main.sqlite_schema WHERE type = 'index' AND tbl_name "
                      "= 'trial' AND sql IS NOT NULL ORDER BY rowid");
  while (s.executeStep()) {
    drop += "DROP INDEX main." + s.getColumn(0).getString() + ";";
    statements.push_back(s.getColumn(1).getString());
  }
  s.reset();
  db.exec(drop);
  return statements;
}

/// More rows than there are go in faster without those indices.
void put_trials(SQLite::Database& db, const std::filesystem::path& source, std::int64_t added) {
  std::vector<std::string> indices;
  if (added > count(db, "SELECT count(*) FROM main.trial")) indices = drop_indices(db);
  const std::int64_t put = db.exec(add_new_trials);
  if (put != added) {
    throw DatabaseError(fmt::format(
        "{0}: {1} of its trials refer to rows that it does not have: see `sptune db check {0}`",
        source.string(), added - put));
  }
  db.exec(add_details);
  mark_reduced(db);
  for (const std::string& sql : indices) db.exec(sql);
  restore_samples(db);
  db.exec(add_repeated);
  db.exec(choose_keys_to_add_up);
  db.exec(sql_repeated_of_keys(keys_to_add_up));
}

}  // namespace

MergedFile merge_attached(Store::Impl& d, const std::filesystem::path& source) {
  SQLite::Database& db = *d.db;
  MergedFile m;
  m.file = source;
  Transaction transaction(d);
  m.matrices_differ = add_described(db);
  db.exec(map_ids);
  m.runs_added = -count(db, "SELECT count(*) FROM main.run");
  db.exec(add_runs);
  m.runs_added += count(db, "SELECT count(*) FROM main.run");
  db.exec(fmt::format(find_cut_off, died_while_measuring));
  db.exec(choose_trials);
  m.running_skipped = count(db, "SELECT count(*) FROM src.trial WHERE outcome = 'running'");
  m.trials_completed =
      count(db, "SELECT count(*) FROM temp.taken WHERE place IS NULL") + choose_restored(db);
  m.trials_added = count(db, "SELECT count(*) FROM temp.taken WHERE place IS NOT NULL");
  m.trials_known = count(db, "SELECT count(*) FROM src.trial WHERE outcome <> 'running'") -
                   m.trials_completed - m.trials_added;
  if (m.trials_known > 0) {
    m.conflicts = count(db,
                        "SELECT count(*) FROM src.trial s JOIN main.trial t USING (uuid) WHERE "
                        "'running' NOT IN (s.outcome, t.outcome) AND "
                        "s.trial_id NOT IN (SELECT id FROM temp.cut_off_there) AND "
                        "t.trial_id NOT IN (SELECT id FROM temp.cut_off_here) AND "
                        "(s.outcome IS NOT t.outcome OR s.median_us IS NOT t.median_us)");
  }
  put_trials(db, source, m.trials_added);
  db.exec(add_learned);
  db.exec(add_benchmarks);
  refresh_noise(db);
  m.agreement = agreement(db);
  transaction.commit();
  return m;
}

}  // namespace sptune::db
