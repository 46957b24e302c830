-- SPDX-License-Identifier: BSD-3-Clause
-- What is known of a problem in the context of a run: one row per configuration, newest attempt.
-- `cut` counts later attempts that were begun and never ended, because the sweep died; `rounds` those
-- that were measured together with other finalists.
SELECT configuration, baseline, outcome, median_us, min_us, attempt,
       (SELECT count(*) FROM trial r
        WHERE r.context_id = f.context_id AND r.problem_id = f.problem_id
          AND r.config_id = f.config_id AND r.stop_reason = 'rounds') AS rounds,
       (SELECT count(*) FROM trial r
        WHERE r.context_id = f.context_id AND r.problem_id = f.problem_id
          AND r.config_id = f.config_id AND r.reaped = 1 AND r.attempt > f.attempt) AS cut
FROM trial_flat f
WHERE context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
  AND problem_hash = :problem AND backend = :backend AND newest = 1 AND current = 1
ORDER BY trial_id
