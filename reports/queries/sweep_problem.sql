-- SPDX-License-Identifier: BSD-3-Clause
-- What is stored of a problem in the context of a run: one row per configuration, with the attempt that
-- counts. `finished` is 0 where there is none: the point is pending. `died` counts attempts since the
-- last finished one that were ended from outside; `interleaved` those that were measured together with other
-- finalists. `searched_id` and `interleaved_id` are the last measurements of either kind.
WITH attempts AS (
  SELECT config_id, configuration, baseline, outcome, median_us, min_us, newest, reaped, attempt, trial_id,
         stop_reason IS 'rounds' AND reaped = 0 AS together,
         max(iif(reaped = 0, attempt, 0)) OVER (PARTITION BY config_id) AS ended
  FROM trial_flat
  WHERE context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
    AND problem_hash = :problem AND backend = :backend AND current = 1
)
SELECT configuration, baseline, max(newest) AS finished, max(iif(newest, outcome, '')) AS outcome,
       max(iif(newest, median_us, NULL)) AS median_us, max(iif(newest, min_us, NULL)) AS min_us,
       sum(together) AS interleaved, sum(reaped AND attempt > ended) AS died,
       max(iif(outcome IN ('ok', 'dominated') AND NOT together, trial_id, 0)) AS searched_id,
       max(iif(together, trial_id, 0)) AS interleaved_id
FROM attempts
GROUP BY config_id
ORDER BY min(trial_id)
