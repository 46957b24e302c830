-- SPDX-License-Identifier: BSD-3-Clause
-- What each model would have chosen for problems that it was not trained on, against the best, on the machine, with the
-- software and under the protocol that it was trained for.
SELECT
  m.uuid AS model, m.operation, m.value_type, m.backend, r.cache, r.context_id, l.label AS context, r.matrix,
  r.configuration, r.slowdown, p.fold
FROM prediction p
JOIN model m USING (model_id)
JOIN hardware h ON h.hw_hash = m.hw_hash
JOIN environment e ON e.env_hash = m.env_hash
JOIN policy w ON w.policy_hash = m.policy_hash
JOIN context c ON c.hw_id = h.hw_id AND c.env_id = e.env_id AND c.policy_id = w.policy_id
JOIN context_label l ON l.context_id = c.context_id
JOIN regret r ON r.context_id = c.context_id AND r.problem_id = p.problem_id AND r.config_id = p.config_id
WHERE p.position = 1
ORDER BY m.created_at, m.model_id, r.matrix;
