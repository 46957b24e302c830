-- SPDX-License-Identifier: BSD-3-Clause
-- How far a run has come: its trials by operation, precision, cache policy and outcome.
SELECT operation, value_type, cache, outcome, reaped, coalesce(l.disturbed <> '', 0) AS disturbed,
       count(*) AS trials, count(DISTINCT matrix) AS matrices, sum(wall_s) AS wall_s,
       max(started_at) AS last_started_at
FROM trial_flat f LEFT JOIN load l ON l.trial_id = f.trial_id
WHERE run_uuid = :run
GROUP BY operation, value_type, cache, outcome, reaped, 6
ORDER BY operation, value_type, cache, reaped, 6, count(*) DESC
