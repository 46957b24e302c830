-- SPDX-License-Identifier: BSD-3-Clause
-- What is known of other matrices when a search begins, and again when it goes on: trials that had ended before the
-- first trial on the problem in the context of a run began (`ended` in place), or that came before it in the file.
-- Empty before there is a first one. `own`: trials of the run itself.
SELECT t.trial_id AS first, x.begun_after AS ended
FROM trial t JOIN problem p ON p.problem_id = t.problem_id LEFT JOIN place x ON x.trial_id = t.trial_id
WHERE p.problem_hash = :problem AND t.context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
  AND (NOT :own OR t.run_id = :run_id)
ORDER BY t.trial_id LIMIT 1
