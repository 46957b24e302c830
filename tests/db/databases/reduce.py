#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Reduces a published database to SQL text, and writes beside it what its own views say.

    reduce.py SOURCE.sqlite OUT --problems N --trials N [--version V] [--also SQL]

Keeps the first problems of each operation and precision and, of each, the trials that views decide about: the
fastest, defaults, baselines, repeated ones, failures and refusals. --version brings an older file to version V by
db/schema. --also is run last, for what no published file of that version happens to hold. Samples of most trials,
features and plans are left out. OUT.sql is the file, OUT.expected the rows of `best`, `regret` and `speedup` as
views of *that* version give them: each query, in a comment, and its rows.
"""
import argparse
import pathlib
import shutil
import sqlite3
import tempfile

SCHEMA = pathlib.Path(__file__).resolve().parents[3] / "db" / "schema"

# Only columns that every version has and means alike (intervals and ties speak of more since version 5), in an order that does not depend on row ids.
QUERIES = (
    "SELECT operation, value_type, backend, cache, matrix, nnz, configuration, format('%.9g', median_us), "
    "format('%.9g', gflops), format('%.9g', prepare_s), format('%.9g', floor_ratio), candidates, remeasured "
    "FROM best JOIN problem USING (problem_id, operation, value_type) "
    "ORDER BY context_id, operation, value_type, cache, matrix, problem_hash",
    "SELECT r.operation, r.value_type, r.cache, matrix, configuration, baseline, is_default, outcome, "
    "format('%.9g', median_us), oracle, format('%.9g', slowdown), near_floor FROM regret r JOIN problem USING (problem_id) ORDER BY context_id, r.operation, r.value_type, "
    "r.cache, matrix, r.problem_hash, configuration",
    "SELECT s.operation, s.value_type, s.cache, matrix, reference_kind, reference, reference_configuration, "
    "format('%.9g', reference_us), configuration, format('%.9g', speedup) FROM speedup s JOIN problem USING "
    "(problem_id) ORDER BY context_id, s.operation, s.value_type, s.cache, matrix, problem_hash, reference_kind, reference",
)

KEPT_TRIALS = """
CREATE TEMP TABLE kept AS SELECT trial_id FROM (
  SELECT t.trial_id, row_number() OVER (PARTITION BY t.context_id, t.problem_id ORDER BY
    EXISTS (SELECT 1 FROM oracle o WHERE o.trial_id = t.trial_id) DESC, repeated > 1 AND place <= 8 DESC,
    v.baseline * (place <= 6) DESC, c.is_default DESC, outcome NOT IN ('ok', 'dominated', 'refused') DESC,
    outcome = 'refused' AND v.name <> lag_name DESC, outcome = 'dominated' DESC, place) AS chosen
  FROM (SELECT *, count(*) OVER (PARTITION BY context_id, problem_id, config_id) AS repeated,
          rank() OVER (PARTITION BY context_id, problem_id ORDER BY min_median) AS place
        FROM (SELECT *, min(median_us) OVER (PARTITION BY context_id, problem_id, config_id) AS min_median
              FROM trial)) t
  JOIN config c USING (config_id)
  JOIN (SELECT *, lag(name, 1, '') OVER (ORDER BY name) AS lag_name FROM variant) v USING (variant_id)
) WHERE chosen <= :trials;
-- All attempts of a key, or none.
DELETE FROM trial WHERE (context_id, problem_id, config_id) NOT IN
  (SELECT context_id, problem_id, config_id FROM trial WHERE trial_id IN kept);
"""

REST = """
DELETE FROM samples WHERE trial_id NOT IN (SELECT trial_id FROM samples ORDER BY n, trial_id LIMIT 5);
UPDATE run SET info = json_set(json_object(), '$.samples', 'left out'), plan = '{}';
DELETE FROM prediction; DELETE FROM model; DELETE FROM dispatch_log; DELETE FROM feature_cost;
DELETE FROM matrix_feature; DELETE FROM feature_def;
DELETE FROM run WHERE run_id NOT IN (SELECT run_id FROM trial);
DELETE FROM context WHERE context_id NOT IN (SELECT context_id FROM trial);
DELETE FROM config WHERE config_id NOT IN (SELECT config_id FROM trial);
DELETE FROM variant WHERE variant_id NOT IN (SELECT variant_id FROM config);
DELETE FROM problem WHERE problem_id NOT IN (SELECT problem_id FROM trial);
DELETE FROM matrix WHERE matrix_id NOT IN (SELECT a_id FROM problem UNION SELECT b_id FROM problem WHERE b_id IS NOT NULL);
UPDATE hardware SET info = '{}';
"""


def version_of(db):
    return db.execute("PRAGMA user_version").fetchone()[0]


def delete_orphans(db):
    """Rows whose foreign keys name rows that are gone."""
    tables = [name for name, in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    keys = [(table, key[2], key[3]) for table in tables for key in db.execute(f"PRAGMA foreign_key_list({table})")]
    while orphans := {table for table, *_ in db.execute("PRAGMA foreign_key_check")}:
        for table, parent, column in keys:
            if table in orphans:
                key, = [row[1] for row in db.execute(f"PRAGMA table_info({parent})") if row[5] == 1]
                db.execute(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT {key} FROM {parent})")
    db.commit()


def forget_folders(db):
    """Files are known by their names, wherever they were on the machine of the sweep."""
    for table, column in (("matrix", "source"), ("run", "suite")):
        for path, in db.execute(f"SELECT {column} FROM {table} WHERE {column} LIKE '/%'").fetchall():
            db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (pathlib.PurePath(path).name, path))
    db.commit()


def reduce(db, args):
    db.execute("PRAGMA foreign_keys = OFF")
    while version_of(db) < args.version:
        step = version_of(db) + 1
        for file in sorted(SCHEMA.glob(f"{step:03}_*.sql")):
            db.executescript(file.read_text(encoding="utf-8"))
        db.execute(f"PRAGMA user_version = {step}")
    db.execute("DELETE FROM trial WHERE problem_id NOT IN (SELECT problem_id FROM (SELECT problem_id, row_number() "
               "OVER (PARTITION BY operation, value_type ORDER BY problem_id) AS place FROM problem) WHERE place <= ?)",
               (args.problems,))
    db.commit()
    db.executescript(KEPT_TRIALS.replace(":trials", str(args.trials)))
    delete_orphans(db)
    db.executescript(REST + args.also)
    delete_orphans(db)
    forget_folders(db)


def dump(db, out):
    lines = [line for line in db.iterdump() if line not in ("BEGIN TRANSACTION;", "COMMIT;")]
    head = [f"PRAGMA application_id = {db.execute('PRAGMA application_id').fetchone()[0]};",
            f"PRAGMA user_version = {version_of(db)};"]
    out.with_suffix(".sql").write_text("\n".join(head + lines) + "\n", encoding="utf-8")
    with out.with_suffix(".expected").open("w", encoding="utf-8") as file:
        for query in QUERIES:
            print("-- " + query, file=file)
            for row in db.execute(query):
                print("|".join("" if cell is None else str(cell) for cell in row), file=file)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--problems", type=int, default=2)
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--version", type=int, default=0)
    parser.add_argument("--also", default="")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "copy.sqlite"
        shutil.copyfile(args.source, copy)
        db = sqlite3.connect(copy)
        reduce(db, args)
        dump(db, args.out)
        db.close()


if __name__ == "__main__":
    main()
