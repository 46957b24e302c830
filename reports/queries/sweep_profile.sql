-- SPDX-License-Identifier: BSD-3-Clause
-- Times of a problem in the context of a run, by configuration: of the last attempt that was known (sweep_begun).
SELECT c.text AS configuration, t.median_us AS median_us, max(t.attempt) AS attempt
FROM trial t JOIN config c ON c.config_id = t.config_id JOIN current_variant v ON v.variant_id = c.variant_id
  LEFT JOIN place x ON x.trial_id = t.trial_id
WHERE t.problem_id = :problem_id AND t.context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
  AND (NOT :own OR t.run_id = :run_id)
  AND iif(x.begun_after IS NULL, t.trial_id < :first, x.ended <= :ended)
  AND t.outcome IN ('ok', 'dominated') AND t.reaped = 0 AND t.median_us > 0 AND v.backend = :backend
GROUP BY t.config_id
