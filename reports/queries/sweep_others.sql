-- SPDX-License-Identifier: BSD-3-Clause
-- Problems of one kind on other matrices than `matrix` of which something was known in the context of a run: see
-- sweep_begun.
SELECT p.problem_id AS problem_id, m.content_hash AS matrix_hash
FROM problem p JOIN matrix m ON m.matrix_id = p.a_id
WHERE m.content_hash <> :matrix AND p.operation = :operation AND p.value_type = :value_type AND p.parameters = :parameters
  AND EXISTS (SELECT 1 FROM trial t LEFT JOIN place x ON x.trial_id = t.trial_id
    WHERE t.problem_id = p.problem_id AND t.median_us IS NOT NULL
      AND iif(x.begun_after IS NULL, t.trial_id < :first, x.ended <= :ended)
      AND t.context_id = (SELECT context_id FROM run WHERE run_id = :run_id)
      AND (NOT :own OR t.run_id = :run_id))
ORDER BY p.problem_id
