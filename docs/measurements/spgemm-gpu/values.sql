-- What n runs of the values alone take, the whole product and everything written down on the way
-- paid: `searched`, `kept` (rerun=gather), `told` (kept from five expected runs on) and `auto` (kept
-- from the fourth run on), as shares of the best of these and `places`, and cuSPARSE's reuse over them.
WITH one AS (
  SELECT matrix, median_us AS t, prepare_s * 1e6 AS p,
    CASE WHEN variant = 'cusparse' THEN 'reuse' ELSE params ->> 'rerun' END AS kind
  FROM trial_flat WHERE newest AND outcome IN ('ok', 'dominated')),
w AS (
  SELECT matrix,
    max(p) FILTER (WHERE kind = 'search') AS ps, max(t) FILTER (WHERE kind = 'search') AS ts,
    max(p) FILTER (WHERE kind = 'gather') AS pg, max(t) FILTER (WHERE kind = 'gather') AS tg,
    max(p) FILTER (WHERE kind = 'places') AS pp, max(t) FILTER (WHERE kind = 'places') AS tp,
    max(p) FILTER (WHERE kind = 'reuse') AS pc, max(t) FILTER (WHERE kind = 'reuse') AS tc
  FROM one GROUP BY matrix),
runs(n) AS (VALUES (1), (2), (3), (4), (5), (6), (8), (10), (20), (30), (100), (300), (1000), (1000000)),
total AS (
  SELECT n, matrix, ps + n * ts AS searched, pg + n * tg AS kept,
    CASE WHEN n < 5 THEN ps + n * ts ELSE pg + n * tg END AS told,
    CASE WHEN n < 4 THEN ps + n * ts ELSE pg + 3 * ts + (n - 3) * tg END AS auto,
    min(ps + n * ts, pg + n * tg, pp + n * tp) AS best, pc + n * tc AS reuse
  FROM w, runs WHERE ts > 0 AND tg > 0 AND tp > 0 AND tc > 0)
SELECT n, count(*) AS products,
  round(exp(avg(ln(best / searched))), 3) AS searched, round(exp(avg(ln(best / kept))), 3) AS kept,
  round(exp(avg(ln(best / told))), 3) AS told, round(exp(avg(ln(best / auto))), 3) AS auto,
  round(exp(avg(ln(reuse / searched))), 2) AS "reuse/searched",
  round(exp(avg(ln(reuse / told))), 2) AS "reuse/told", round(min(reuse / told), 2) AS "least",
  round(exp(avg(ln(reuse / auto))), 2) AS "reuse/auto"
FROM total GROUP BY n ORDER BY n;
