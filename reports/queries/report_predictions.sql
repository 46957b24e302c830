-- SPDX-License-Identifier: BSD-3-Clause
-- What each model would have chosen for problems that it was not trained on, against the best.
SELECT
  m.uuid AS model, m.operation, m.value_type, m.backend, r.context_id, r.matrix, r.configuration,
  r.slowdown, p.fold
FROM prediction p
JOIN model m USING (model_id)
JOIN regret r ON r.problem_id = p.problem_id AND r.config_id = p.config_id
WHERE p.position = 1
ORDER BY m.created_at, r.context_id, r.matrix;
