-- SPDX-License-Identifier: BSD-3-Clause
-- benchmarks of the program's own parts: one version of it, and against which other one
-- A version is a commit on one machine in one environment, or one run of a tree with uncommitted changes. `new` and `old`
-- are beginnings of commits, or uuids of runs; without them the newest version, and the one measured before it on the
-- same hardware. All runs of a version count: the median of each, averaged, and the union of their intervals, so that
-- what only drifts from run to run overlaps. `faster` and `slower` are said where the two do not overlap and each has the
-- six samples that a 95 % interval takes (--benchmark_repetitions=6).
WITH version AS (
  SELECT hw_id, env_id, git_sha || iif(git_dirty, '+', '') AS name, iif(git_dirty, uuid, git_sha) AS key,
         max(format('%s %020d', stored_at, benchmark_run_id)) AS last
  FROM benchmark_run
  GROUP BY hw_id, env_id, iif(git_dirty, uuid, git_sha)
), new AS (
  SELECT * FROM version WHERE :new IS NULL OR key LIKE :new || '%' ORDER BY last DESC LIMIT 1
), old AS (
  SELECT v.* FROM version v JOIN new n USING (hw_id)
  WHERE (v.key, v.env_id) <> (n.key, n.env_id)
    AND iif(:old IS NULL, v.last < n.last, v.key LIKE :old || '%')
  ORDER BY v.last DESC LIMIT 1
), measured AS (
  SELECT r.hw_id, r.env_id, iif(r.git_dirty, r.uuid, r.git_sha) AS key, b.name AS benchmark,
         count(*) AS runs, avg(b.median_us) AS us, min(b.ci_low_us) AS low, max(b.ci_high_us) AS high,
         sum(b.n) AS n, max(b.error) AS error
  FROM benchmark b JOIN benchmark_run r USING (benchmark_run_id)
  GROUP BY r.hw_id, r.env_id, iif(r.git_dirty, r.uuid, r.git_sha), b.name
), a AS (
  SELECT m.*, o.name FROM measured m JOIN old o USING (hw_id, env_id, key)
), b AS (
  SELECT m.*, n.name FROM measured m JOIN new n USING (hw_id, env_id, key)
)
SELECT b.benchmark, a.us AS old_us, a.low AS old_low, a.high AS old_high, b.us AS new_us,
       b.low AS new_low, b.high AS new_high, b.us / a.us AS ratio,
       CASE WHEN b.error <> '' THEN 'error: ' || b.error WHEN a.us IS NULL THEN 'new'
            WHEN min(a.n, b.n) < 6 THEN 'too few samples' WHEN b.high < a.low THEN 'faster'
            WHEN b.low > a.high THEN 'slower' ELSE 'same' END AS verdict,
       a.runs AS old_runs, b.runs AS new_runs, substr(a.name, 1, 12) AS old, substr(b.name, 1, 12) AS new
FROM b LEFT JOIN a USING (benchmark)
WHERE :old IS NULL OR EXISTS (SELECT 1 FROM old)
ORDER BY b.benchmark
