-- SPDX-License-Identifier: BSD-3-Clause
-- Problems of one kind on other matrices than `matrix` that were measured in the context of a run before the trial
-- `before`.
SELECT p.problem_id AS problem_id, m.content_hash AS matrix_hash
FROM problem p JOIN matrix m ON m.matrix_id = p.a_id
WHERE m.content_hash <> :matrix AND p.operation = :operation AND p.value_type = :value_type AND p.parameters = :parameters
  AND EXISTS (SELECT 1 FROM trial t WHERE t.problem_id = p.problem_id AND t.trial_id < :before AND t.median_us IS NOT NULL
    AND t.context_id = (SELECT context_id FROM run WHERE run_id = :run_id))
ORDER BY p.problem_id
