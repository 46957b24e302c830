-- SPDX-License-Identifier: BSD-3-Clause
-- The first trial on a problem in the context of a run, and the last trial of the file: what is known of other matrices
-- when a search begins, and again when it goes on.
SELECT (SELECT min(trial_id) FROM trial t JOIN problem p ON p.problem_id = t.problem_id
        WHERE p.problem_hash = :problem AND t.context_id = (SELECT context_id FROM run WHERE run_id = :run_id)) AS first,
       (SELECT coalesce(max(trial_id), 0) FROM trial) AS last
