-- SPDX-License-Identifier: BSD-3-Clause
-- Version 12: the short attempts of a search make no oracle remeasured; what model_regret says of who stores predictions.

DROP VIEW oracle;
CREATE VIEW oracle AS
  -- The fastest usable result of each problem and context among the kernels that may be dispatched.
  -- remeasured tells whether it stands on a repeated measurement and so is free of the winner's curse.
SELECT
  w.context_id AS context_id, -- trials of one context may be compared
  w.problem_id AS problem_id, -- row of problem
  r.problem_hash AS problem_hash, -- operation, precision and matrices
  r.operation AS operation, -- spmv, spgemm or spmm
  r.value_type AS value_type, -- f32 or f64
  w.backend AS backend, -- cpu or cuda
  w.matrix AS matrix, -- name of A
  r.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  r.matrix_group AS matrix_group, -- group of A
  r.split AS split, -- train or test
  r.cache AS cache, -- hot or cold
  w.trial_id AS trial_id, -- the winner's newest trial
  r.config_id AS config_id, -- its configuration
  r.variant AS variant, -- its kernel
  r.configuration AS configuration, -- canonical text
  r.median_us AS median_us, -- its median
  r.ci_low_us AS ci_low_us, -- where its median lies on another occasion, 95 %
  r.ci_high_us AS ci_high_us, -- where its median lies on another occasion, 95 %
  r.log_var AS log_var, -- variance of ln of its median from occasion to occasion
  r.prepare_s AS prepare_s, -- its one-off cost, s
  r.floor_ratio AS floor_ratio, -- its median over an empty trial
  r.gflops AS gflops, -- GFLOP/s
  r.gbytes_per_s AS gbytes_per_s, -- GB/s of the format
  r.nnz AS nnz, -- entries of A
  coalesce(r.stop_reason, '') IN ('repetitions', 'rounds') OR EXISTS (
    SELECT 1 FROM trial e
    WHERE e.context_id = w.context_id AND e.problem_id = w.problem_id AND e.config_id = r.config_id
      AND e.attempt <> r.attempt AND e.reaped = 0 AND e.outcome IN ('ok', 'dominated')
      AND coalesce(e.stop_reason, '') <> 'short') AS remeasured, -- 1: stands on a repeated measurement; an attempt that was short, disturbed or failed is none
  w.candidates AS candidates -- usable results it was chosen from
FROM winner w JOIN result r ON r.trial_id = w.trial_id;

DROP VIEW model_regret;
CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` stores the
  -- model's row alone, `sptune evaluate --record` the predictions), on the machine, with the software and under the
  -- protocol that it was trained for. A choice that failed counts as ten times the oracle, as in `sptune evaluate`. As in regret, which a test
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
