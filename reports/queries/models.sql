-- SPDX-License-Identifier: BSD-3-Clause
-- what models would have cost on problems that they were not trained on
-- The configuration that the model puts first against the oracle: share of the oracle (geometric mean),
-- worst slowdown, and how often it was slower than the default point of the same kernel. `context` says what tells
-- contexts apart, where the file holds several.
SELECT m.uuid AS model, m.operation, m.value_type, m.backend, r.cache, count(*) AS problems,
       exp(-avg(ln(r.slowdown))) AS share_of_oracle, max(r.slowdown) AS worst, sum(r.tie) AS tied,
       sum(r.median_us > d.median_us) AS slower_than_default, label AS context
FROM model m
JOIN prediction p ON p.model_id = m.model_id AND p.position = 1
JOIN regret r ON r.problem_id = p.problem_id AND r.config_id = p.config_id
LEFT JOIN regret d ON d.context_id = r.context_id AND d.problem_id = r.problem_id
  AND d.variant = r.variant AND d.is_default = 1
JOIN context_label k ON k.context_id = r.context_id
GROUP BY m.model_id, r.context_id
ORDER BY m.created_at, r.context_id
