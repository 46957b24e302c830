-- SPDX-License-Identifier: BSD-3-Clause
-- What trials of a problem took in the context of a run, on average, with the code of today: for estimates of what is
-- left. Finalists, which are measured together, take longer.
SELECT avg(wall_s) AS wall_s
FROM trial_flat
WHERE context_id = (SELECT context_id FROM run WHERE run_id = :run_id) AND problem_hash = :problem AND backend = :backend
  AND current = 1 AND reaped = 0 AND wall_s > 0 AND outcome NOT IN ('refused', 'skipped')
  AND coalesce(stop_reason, '') NOT IN ('repetitions', 'rounds')
