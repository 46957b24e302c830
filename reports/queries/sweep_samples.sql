-- SPDX-License-Identifier: BSD-3-Clause
-- Samples of the newest attempts of a problem that were measured together with other finalists, in
-- the context of a run.
SELECT configuration, phase, us
FROM trial_flat f JOIN samples s USING (trial_id)
WHERE context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
  AND problem_hash = :problem AND backend = :backend AND newest = 1 AND current = 1
  AND outcome = 'ok' AND stop_reason = 'rounds'
