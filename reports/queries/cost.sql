-- SPDX-License-Identifier: BSD-3-Clause
-- the cheapest configuration when it is run n times, preparation included
-- Preparing a format pays only after some runs: the winner for 1, 10, 100, 1000 and 10000 of them.
-- What was found dominated is slower by the run and may win at few of them. `context` says what tells contexts apart, where the
-- file holds several.
WITH runs (n) AS (VALUES (1), (10), (100), (1000), (10000))
SELECT matrix, nrows, nnz, operation, parameters, value_type, cache, runs.n AS n, configuration,
       min(coalesce(prepare_s, 0) * 1e3 + runs.n * median_us / 1e3) AS total_ms,
       coalesce(prepare_s, 0) * 1e3 AS prepare_ms, median_us, label AS context
FROM (SELECT * FROM result WHERE matrix = :matrix
      UNION ALL SELECT * FROM result WHERE :matrix IS NULL) JOIN context_label USING (context_id), runs
WHERE outcome IN ('ok', 'dominated') AND verified = 1 AND current = 1
  AND baseline = 0 AND median_us IS NOT NULL
GROUP BY context_id, problem_id, backend, runs.n
ORDER BY operation, value_type, cache, matrix, parameters, nrows, context_id, runs.n
