-- SPDX-License-Identifier: BSD-3-Clause
-- On which problems that have a usable result a configuration of the newest code failed: to be refused is no failure.
SELECT
  r.context_id, r.operation, r.value_type, r.backend, r.cache, r.problem_id, r.configuration
FROM result r
JOIN (SELECT DISTINCT context_id, problem_id, backend FROM winner) w USING (context_id, problem_id, backend)
WHERE r.current = 1 AND r.baseline = 0 AND r.outcome NOT IN ('ok', 'dominated', 'refused')
ORDER BY r.context_id, r.operation, r.value_type, r.backend, r.problem_id, r.configuration;
