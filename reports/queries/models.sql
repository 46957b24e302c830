-- SPDX-License-Identifier: BSD-3-Clause
-- what models would have cost on problems that they were not trained on
-- The configuration that the model puts first against the oracle: share of the oracle (geometric mean),
-- worst slowdown, how many failed, which counts as ten times the oracle, and how often it was slower than the default point
-- of the same kernel. `context`, the one that the model was trained for, says what tells contexts apart, where the file
-- holds several.
SELECT r.model AS model, r.operation, r.value_type, r.backend, r.cache, count(*) AS problems,
       exp(-avg(ln(r.slowdown))) AS share_of_oracle, max(r.slowdown) AS worst, sum(r.tie) AS tied,
       sum(r.failed) AS failed,
       sum(r.slowdown > (
         SELECT d.median_us / r.oracle_us FROM result d
         WHERE d.context_id = r.context_id AND d.problem_id = r.problem_id AND d.variant = r.variant AND d.is_default = 1
           AND d.current = 1 AND d.verified = 1 AND d.outcome IN ('ok', 'dominated'))) AS slower_than_default, label AS context
FROM model_regret r
JOIN context_label k ON k.context_id = r.context_id
GROUP BY r.model
ORDER BY r.created_at, r.model
