-- SPDX-License-Identifier: BSD-3-Clause
-- What is stored of a problem in the context of a run: one row per configuration, with the times of the
-- attempts that count (those of the view result, asked of one problem only); `own`: of attempts of the run itself.
-- `finished` is 0 where there are
-- none: the point is pending. `died` counts attempts since the last finished one that were ended from outside.
-- `sets` is the same in all rows: how often finalists were measured together; those of one time may have no point in
-- common with those of another, but all of a set begin at one moment. `searched_id` and `interleaved_id` are the last
-- measurements of either kind.
WITH attempts AS (
  SELECT config_id, configuration, baseline, outcome, median_us, min_us, reaped, attempt, trial_id, started_at,
         reaped = 0 AND row_number() OVER (PARTITION BY config_id ORDER BY reaped,
           outcome IN ('ok', 'dominated', 'wrong_result') DESC, started_at DESC, attempt DESC) = 1 AS newest,
         coalesce(stop_reason, '') IN ('repetitions', 'rounds') AND reaped = 0 AS together,
         max(iif(reaped = 0, attempt, 0)) OVER (PARTITION BY config_id) AS ended
  FROM trial_flat
  WHERE context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
    AND (NOT :own OR run_uuid = (SELECT uuid FROM run WHERE run_id = :run_id))
    AND problem_hash = :problem AND backend = :backend AND current = 1
), counting AS (
  SELECT result_id, avg(iif(2 * place BETWEEN many AND many + 2, median_us, NULL)) AS median_us,
         min(min_us) AS min_us
  FROM (SELECT result_id, median_us, min_us, count(*) OVER (PARTITION BY result_id) AS many,
               row_number() OVER (PARTITION BY result_id ORDER BY median_us) AS place
        FROM repetition WHERE problem_id = (SELECT problem_id FROM problem WHERE problem_hash = :problem)
          AND (NOT :own OR trial_id IN (SELECT trial_id FROM attempts)))
  GROUP BY result_id
)
SELECT configuration, baseline, max(newest) AS finished, max(iif(newest, outcome, '')) AS outcome,
       max(iif(newest, coalesce(r.median_us, a.median_us), NULL)) AS median_us,
       max(iif(newest, coalesce(r.min_us, a.min_us), NULL)) AS min_us,
       (SELECT count(DISTINCT started_at) FROM attempts WHERE together) AS sets, sum(reaped AND attempt > ended) AS died,
       max(iif(outcome IN ('ok', 'dominated') AND NOT together, trial_id, 0)) AS searched_id,
       max(iif(together, trial_id, 0)) AS interleaved_id
FROM attempts a LEFT JOIN counting r ON r.result_id = a.trial_id
GROUP BY config_id
ORDER BY min(trial_id)
