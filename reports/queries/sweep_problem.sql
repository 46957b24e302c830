-- SPDX-License-Identifier: BSD-3-Clause
-- What is known of a problem in the context of a run: one row per configuration, newest attempt.
SELECT configuration, variant, baseline, is_default, outcome, median_us, attempt, stop_reason, wall_s
FROM trial_flat
WHERE context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
  AND problem_hash = :problem AND backend = :backend AND newest = 1 AND current = 1
ORDER BY trial_id
