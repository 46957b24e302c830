-- SPDX-License-Identifier: BSD-3-Clause
-- What a search was told about a problem in the context of a run: attempts that were measured alone and ended,
-- in order; `own`: those of the run itself.
SELECT configuration, outcome, median_us, stop_reason
FROM trial_flat
WHERE context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
  AND (NOT :own OR run_uuid = (SELECT uuid FROM run WHERE run_id = :run_id))
  AND problem_hash = :problem AND backend = :backend AND current = 1 AND reaped = 0
  AND coalesce(stop_reason, '') NOT IN ('repetitions', 'rounds')
ORDER BY trial_id
