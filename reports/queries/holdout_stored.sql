-- SPDX-License-Identifier: BSD-3-Clause
-- What was timed side by side on a problem in the context of a run, with the code of today: the newest
-- time first, one row per configuration.
SELECT run_uuid AS run, configuration, outcome, median_us, prepare_s
FROM trial_flat
WHERE context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
  AND problem_hash = :problem AND backend = :backend AND current = 1 AND reaped = 0
ORDER BY trial_id DESC
