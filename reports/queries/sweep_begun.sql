-- SPDX-License-Identifier: BSD-3-Clause
-- The first trial of a run on a problem, and the last trial of the file: what is known of other matrices when a search
-- begins, and again when it goes on.
SELECT (SELECT min(trial_id) FROM trial t JOIN problem p ON p.problem_id = t.problem_id
        WHERE t.run_id = :run_id AND p.problem_hash = :problem) AS first,
       (SELECT coalesce(max(trial_id), 0) FROM trial) AS last
