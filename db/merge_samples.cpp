// SPDX-License-Identifier: BSD-3-Clause
#include "db/merge_samples.hpp"

#include <SQLiteCpp/SQLiteCpp.h>

namespace sptune::db {
namespace {

/// A run that was here with its samples may have gone on in a copy without them (check.cpp):
/// without the mark, what comes in without samples would look damaged.
constexpr const char* mark_runs = R"sql(
UPDATE main.run SET info = json_set(info, '$.samples', 'left out') WHERE run_id IN (
  SELECT m.id FROM src.run r JOIN temp.run_map m ON m.src_id = r.run_id
  WHERE (json_extract(r.info, '$.samples') IS 'left out' OR NOT EXISTS (
      SELECT 1 FROM src.trial o JOIN src.samples x ON x.trial_id = o.trial_id WHERE o.run_id = r.run_id))
    AND EXISTS (
      SELECT 1 FROM temp.taken n JOIN src.trial s ON s.trial_id = n.src_id
      WHERE s.run_id = r.run_id AND s.outcome IN ('ok', 'dominated')
        AND NOT EXISTS (SELECT 1 FROM src.samples x WHERE x.trial_id = s.trial_id)))
)sql";

/// The same trial with the same result: samples of another would not be those of its summary.
constexpr const char* choose_without_samples = R"sql(
DROP TABLE IF EXISTS temp.restored;
CREATE TEMP TABLE restored (src_id INTEGER PRIMARY KEY, id INTEGER NOT NULL);
INSERT INTO restored
  SELECT s.trial_id, t.trial_id FROM src.trial s CROSS JOIN main.trial t ON t.uuid = s.uuid
  WHERE t.outcome IN ('ok', 'dominated') AND t.outcome = s.outcome AND t.n = s.n AND t.median_us IS s.median_us
    AND NOT EXISTS (SELECT 1 FROM main.samples x WHERE x.trial_id = t.trial_id)
    AND EXISTS (SELECT 1 FROM src.samples x WHERE x.trial_id = s.trial_id)
)sql";

/// Passes and phases are missing where the copy was of a schema that did not have them, which a
/// migration takes from samples.
constexpr const char* add_samples = R"sql(
INSERT INTO main.samples (trial_id, phase, n, us)
  SELECT n.id, s.phase, s.n, s.us FROM temp.restored n JOIN src.samples s ON s.trial_id = n.src_id;
INSERT INTO main.pass (trial_id, pass, n, median_us)
  SELECT n.id, s.pass, s.n, s.median_us FROM temp.restored n JOIN src.pass s ON s.trial_id = n.src_id
  WHERE true ON CONFLICT DO NOTHING;
INSERT INTO main.phase (trial_id, phase, n, median_us)
  SELECT n.id, s.phase, s.n, s.median_us FROM temp.restored n JOIN src.phase s ON s.trial_id = n.src_id
  WHERE true ON CONFLICT DO NOTHING;
UPDATE main.run SET info = json_remove(info, '$.samples')
  WHERE json_extract(info, '$.samples') IS 'left out' AND run_id IN (SELECT id FROM temp.run_map)
    AND NOT EXISTS (
      SELECT 1 FROM main.trial t WHERE t.run_id = run.run_id AND t.outcome IN ('ok', 'dominated')
        AND NOT EXISTS (SELECT 1 FROM main.samples x WHERE x.trial_id = t.trial_id))
)sql";

}  // namespace

void mark_reduced(SQLite::Database& db) {
  db.exec(mark_runs);
}

std::int64_t choose_restored(SQLite::Database& db) {
  db.exec(choose_without_samples);
  return db.execAndGet("SELECT count(*) FROM temp.restored").getInt64();
}

void restore_samples(SQLite::Database& db) {
  db.exec(add_samples);
}

}  // namespace sptune::db
