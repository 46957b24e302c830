#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes a database of synthetic trials (docs/measurements/database.md).

    bench/large_database.py SPTUNE FILE TRIALS [FIRST]

A thousand configurations of ten kernels on each matrix, one trial each, of which forty are measured again in five
repetitions of three passes; half are ok, four in ten dominated, one in ten refused; no samples, as in a database that
`sptune db export --reduced` made. FIRST is the number of the first matrix. Summaries (table repeated) are not filled in: what
is asked is the file that `sptune db merge FILE -o OTHER` makes of it.
"""
import itertools
import os
import re
import sqlite3
import subprocess
import sys

CONFIGURATIONS, FINALISTS, REPETITIONS, PASSES = 1000, 40, 5, 3

TRIAL = """
INSERT INTO trial (uuid, run_id, context_id, problem_id, config_id, attempt, outcome, stop_reason, n, min_us, q1_us,
                   median_us, q3_us, mean_us, sd_us, ci_low_us, ci_high_us, floor_us, prepare_s, bytes_per_run,
                   memory_bytes, started_at, wall_s)
SELECT uuid(), 1, 1, p, c, attempt, outcome, stop_reason, 36, m * .97, m * .99, m, m * 1.01, m, m * .01, m * .998,
       m * 1.002, 1.0, m * 1e-4, 90000, 4096, at, 0.1 FROM ({})"""
POINTS = """SELECT problem_id AS p, config_id AS c, ((problem_id * 2654435761 + config_id * 40503) % 100003) / 100003.0 AS h
FROM problem CROSS JOIN config"""


def count_to(n):
    return f"(WITH RECURSIVE s (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i + 1 < {n}) SELECT i FROM s)"


def uuids(first):
    """Version 7, as those of trials are: in the order of the trials, a few in a millisecond."""
    for i in itertools.count():
        at = (1_767_225_600_000 + first * 100_000 + i // 4).to_bytes(6, "big")
        tail = bytearray(os.urandom(10))
        tail[0] = 0x70 | tail[0] & 0x0F
        tail[2] = 0x80 | tail[2] & 0x3F
        yield at + bytes(tail)


def fill(db, matrices, first):
    identities = uuids(first)
    db.create_function("uuid", 0, lambda: next(identities))
    run = db.execute
    run("INSERT INTO hardware VALUES (1, 'hw', 'made-up CPU', 'cpu', 'x86', 2, 1, 1, 1, '{}')")
    run("INSERT INTO environment VALUES (1, 'env', 'g', 'f', 'o', 'l', '0.1', 'avx2', '', '', '')")
    run("INSERT INTO policy VALUES (1, 'pol', 'hot', 0, '{}')")
    run("INSERT INTO context VALUES (1, 1, 1, 1)")
    run(f"INSERT INTO run VALUES (1, 'run-{first}', 1, 'made-up', '{{}}', 'finished', 'abc', 0, '{{}}', '{{}}', "
        "'2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')")
    run(f"""INSERT INTO matrix SELECT i + 1, 'content' || (i + {first}), 'pattern' || (i + {first}), 'matrix' || (i + {first}),
        'group' || (i / 4), iif(i % 5 = 0, 'test', 'train'), 'made', '', 'general', 'real', 1000 + i, 1000 + i, 5000 + i, '{{}}'
        FROM {count_to(matrices)}""")
    run(f"""INSERT INTO problem SELECT i + 1, 'problem' || (i + {first}), 'spmv', 'f64', i + 1, NULL, 'x', '', 1, 10000 + 2 * i,
        NULL, 80000 FROM {count_to(matrices)}""")
    run(f"""INSERT INTO variant SELECT i + 1, 'spmv', 'cpu', 'kernel' || i, 'c0de', i = 9, format('kernel%d{{a=0}}', i), '{{}}',
        '2026-01-01' FROM {count_to(10)}""")
    run(f"""INSERT INTO config SELECT i + 1, 'config' || i, i % 10 + 1, format('kernel%d{{a=%d}}', i % 10, i / 10),
        json_object('a', i / 10), i / 10 = 0 FROM {count_to(CONFIGURATIONS)}""")
    run(TRIAL.format(f"""SELECT p, c, 1 AS attempt, CASE WHEN h > .9 THEN 'refused' WHEN h > .5 THEN 'dominated' ELSE 'ok' END AS
        outcome, CASE WHEN h > .9 THEN NULL WHEN h > .5 THEN 'dominated' ELSE 'confidence' END AS stop_reason,
        iif(h > .9, NULL, 10 + 100 * h) AS m, '2026-01-01T00:00:00.000Z' AS at FROM ({POINTS})"""))
    run(TRIAL.format(f"""SELECT p, c, 2 + i AS attempt, 'ok' AS outcome, 'repetitions' AS stop_reason,
        (10 + 100 * h) * (1 + ((p * 31 + c * 17 + i * 101) % 100) / 20000.0) AS m,
        format('2026-01-01T%02d:00:00.000Z', 1 + i) AS at FROM ({POINTS}) CROSS JOIN {count_to(REPETITIONS)}
        WHERE h < {FINALISTS / CONFIGURATIONS}"""))
    run("INSERT INTO verification SELECT trial_id, 1, 0.1, 0.1, 0, 1, 1, '' FROM trial WHERE outcome <> 'refused'")
    run("INSERT INTO failure SELECT trial_id, 'fit', 'rows of 12, at most 10', NULL, NULL FROM trial WHERE outcome = 'refused'")
    run(f"""INSERT INTO pass SELECT trial_id, i + 1, 12, median_us * (1 + (i - 1) / 1000.0) FROM trial CROSS JOIN
        {count_to(PASSES)} WHERE stop_reason = 'repetitions'""")


def main():
    sptune, file, trials = sys.argv[1], sys.argv[2], int(float(sys.argv[3]))
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    db = sqlite3.connect(file, isolation_level=None)
    db.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000;")
    schema = subprocess.run([sptune, "db", "schema"], check=True, capture_output=True, text=True).stdout
    db.executescript(schema)
    version = max(int(n) for n in re.findall(r"^-- .*[Vv]ersion (\d+)", schema, re.MULTILINE))
    db.execute(f"PRAGMA user_version = {version}")
    db.execute("PRAGMA application_id = 0x7370746e")
    indices = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL "
                         "AND tbl_name = 'trial'").fetchall()
    db.execute("BEGIN")
    for name, _ in indices:
        db.execute(f"DROP INDEX {name}")
    fill(db, trials // (CONFIGURATIONS + FINALISTS * REPETITIONS), first)
    for _, sql in indices:
        db.execute(sql)
    db.execute("COMMIT")
    print(db.execute("SELECT count(*) FROM trial").fetchone()[0], "trials")


main()
