-- SPDX-License-Identifier: BSD-3-Clause
-- On how many problems each configuration of the newest code was tried, refusals and failures included: of problems that
-- have a usable result.
SELECT
  r.context_id, r.operation, r.value_type, r.backend, r.cache, r.configuration, count(DISTINCT r.problem_id) AS problems
FROM result r
JOIN (SELECT DISTINCT context_id, problem_id, backend FROM winner) w USING (context_id, problem_id, backend)
WHERE r.current = 1 AND r.baseline = 0
GROUP BY r.context_id, r.operation, r.value_type, r.backend, r.configuration
ORDER BY r.context_id, r.operation, r.value_type, r.backend, r.configuration;
