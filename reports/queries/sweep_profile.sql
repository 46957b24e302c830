-- SPDX-License-Identifier: BSD-3-Clause
-- Times of a problem in the context of a run, by configuration: of the last attempt before the trial `before`.
SELECT c.text AS configuration, t.median_us AS median_us, max(t.trial_id) AS trial_id
FROM trial t JOIN config c ON c.config_id = t.config_id JOIN current_variant v ON v.variant_id = c.variant_id
WHERE t.problem_id = :problem_id AND t.context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
  AND t.trial_id < :before AND t.outcome IN ('ok', 'dominated') AND t.reaped = 0 AND t.median_us > 0 AND v.backend = :backend
GROUP BY t.config_id
