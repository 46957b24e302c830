-- SPDX-License-Identifier: BSD-3-Clause
-- How many points of each matrix are stored in the context of a run, of one operation and precision.
SELECT m.content_hash AS matrix, count(*) AS points
FROM (SELECT DISTINCT p.a_id, t.problem_id, t.config_id FROM trial t JOIN problem p ON p.problem_id = t.problem_id
      WHERE t.context_id = (SELECT context_id FROM run WHERE run_id = :run_id) AND t.reaped = 0 AND t.outcome <> 'running'
        AND p.operation = :operation AND p.value_type = :value_type) s
JOIN matrix m ON m.matrix_id = s.a_id
GROUP BY m.content_hash
