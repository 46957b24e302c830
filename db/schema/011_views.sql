-- SPDX-License-Identifier: BSD-3-Clause
-- Version 11: questions about models take time by their choices and not by the trials of the file; `coverage` says whose
-- time it adds up.

DROP VIEW model_regret;
CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` and
  -- `sptune evaluate --record` store predictions), on the machine, with the software and under the protocol that it was
  -- trained for. A choice that failed counts as ten times the oracle, as in `sptune evaluate`. As in regret, which a test
  -- holds to it, but that CROSS JOIN begins at the choices: `oracle` would look at all trials first.
WITH choice AS (
  SELECT m.uuid, m.created_at, m.kind, p.fold, p.us, p.low_us, p.high_us, k.context_id, p.problem_id, p.config_id, v.backend
  FROM prediction p
  JOIN model m ON m.model_id = p.model_id
  JOIN hardware h ON h.hw_hash = m.hw_hash
  JOIN environment e ON e.env_hash = m.env_hash
  JOIN policy w ON w.policy_hash = m.policy_hash
  JOIN context k ON k.hw_id = h.hw_id AND k.env_id = e.env_id AND k.policy_id = w.policy_id
  JOIN config c ON c.config_id = p.config_id
  JOIN variant v ON v.variant_id = c.variant_id
  WHERE p.position = 1
), fastest AS (
  SELECT q.context_id, q.problem_id, q.backend, t.trial_id, min(t.median_us) AS median_us
  FROM (SELECT DISTINCT context_id, problem_id, backend FROM choice) q
  CROSS JOIN usable t ON t.context_id = q.context_id AND t.problem_id = q.problem_id
  WHERE t.backend = q.backend AND t.baseline = 0 AND t.median_us IS NOT NULL
  GROUP BY q.context_id, q.problem_id, q.backend
), compared AS (
  SELECT c.uuid, c.created_at, c.kind, c.fold, c.us, c.low_us, c.high_us, r.*, r.outcome NOT IN ('ok', 'dominated') AS failed,
    o.trial_id AS oracle_id, o.configuration AS oracle, o.median_us AS oracle_us, o.log_var AS oracle_var
  FROM choice c
  CROSS JOIN result r ON r.context_id = c.context_id AND r.problem_id = c.problem_id AND r.config_id = c.config_id
  CROSS JOIN fastest f ON f.context_id = c.context_id AND f.problem_id = c.problem_id AND f.backend = c.backend
  CROSS JOIN result o ON o.trial_id = f.trial_id
  WHERE r.current = 1 AND r.outcome <> 'refused'
    AND (r.outcome NOT IN ('ok', 'dominated') OR (r.verified = 1 AND r.median_us IS NOT NULL))
)
SELECT
  uuid AS model, -- as in its file
  created_at, -- UTC
  kind, -- learner, or what an evaluation was
  fold, -- fold of the cross-validation that left the problem out
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  matrix_group, -- group of A
  variant, -- kernel of what the model puts first
  configuration, -- what the model puts first
  failed, -- 1: it failed, and was not measured
  us AS predicted_us, -- time that it predicted
  low_us, -- lower end of its interval
  high_us, -- upper end of its interval
  iif(failed, NULL, median_us) AS median_us, -- time that was measured; NULL where it failed
  oracle, -- fastest configuration
  oracle_us, -- its time
  iif(failed, 10.0, median_us / oracle_us) AS slowdown, -- 1 is the oracle; 10 where it failed
  iif(failed, 0, trial_id = oracle_id
    OR (outcome = 'ok' AND coalesce(abs(ln(median_us / oracle_us)) <= tie_factor * sqrt(2 * (log_var + oracle_var)),
                                    abs(median_us / oracle_us - 1) < 0.01))) AS tie, -- 1: not told from the oracle
  iif(failed, NULL, median_us BETWEEN low_us AND high_us) AS held, -- 1: the interval holds the measured time; NULL where it failed
  context_id, -- trials of one context may be compared
  problem_id -- row of problem
FROM compared;

DROP VIEW coverage;
CREATE VIEW coverage AS
  -- How far each problem has been explored in each context, with the newest code.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  cache, -- hot or cold
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  matrix_group, -- group of A
  split, -- train or test
  count(DISTINCT variant) AS variants, -- kernels tried
  count(*) AS configurations, -- configurations tried
  sum(outcome = 'ok') AS ok, -- measured in full
  sum(outcome = 'dominated') AS dominated, -- dropped after the pilot
  sum(outcome = 'refused') AS refused, -- did not fit
  sum(outcome NOT IN ('ok', 'dominated', 'refused')) AS failed, -- went wrong
  sum(wall_s) AS wall_s, -- time of the attempts that these results stand on, s: disturbed and superseded ones are left out
  context_id, -- trials of one context may be compared
  problem_id -- row of problem
FROM result WHERE current = 1
GROUP BY context_id, problem_id, backend;
