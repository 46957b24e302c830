-- SPDX-License-Identifier: BSD-3-Clause
-- keys measured more than once, and by how much the medians differ
-- Drift of a machine, and the price of taking the minimum of noisy numbers. `context` says what tells contexts apart, where the file
-- holds several.
SELECT matrix, operation, parameters, value_type, cache, configuration, count(*) AS attempts,
       min(median_us) AS lowest_us, max(median_us) AS highest_us,
       max(median_us) / min(median_us) - 1 AS spread, label AS context
FROM trial_flat JOIN context_label USING (context_id)
WHERE outcome = 'ok' AND reaped = 0
GROUP BY context_id, problem_id, config_id
HAVING count(*) > 1
ORDER BY spread DESC
