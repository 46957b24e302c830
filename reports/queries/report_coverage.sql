-- SPDX-License-Identifier: BSD-3-Clause
-- What was tried: results of the newest code, by kernel.
SELECT
  context_id, operation, value_type, backend, cache, variant, max(baseline) AS baseline,
  count(DISTINCT problem_id) AS problems, count(DISTINCT config_id) AS configurations,
  sum(verified) AS verified, sum(outcome = 'ok') AS ok, sum(outcome = 'dominated') AS dominated,
  sum(outcome = 'refused') AS refused,
  sum(outcome NOT IN ('ok', 'dominated', 'refused')) AS failed, sum(wall_s) AS wall_s
FROM result WHERE current = 1
GROUP BY context_id, operation, value_type, backend, variant
ORDER BY context_id, operation, value_type, backend, baseline, variant;
