-- SPDX-License-Identifier: BSD-3-Clause
-- Version 10: choices of models that failed count, in the context that the model is of; an oracle is remeasured where it
-- was measured twice; refusals are of the newest code; contexts on machines that differ in caches or memory have labels.

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
      AND e.attempt <> r.attempt AND e.reaped = 0 AND e.outcome IN ('ok', 'dominated')) AS remeasured, -- 1: stands on a repeated measurement; an attempt that was disturbed or failed is none
  w.candidates AS candidates -- usable results it was chosen from
FROM winner w JOIN result r ON r.trial_id = w.trial_id;

DROP VIEW refusals;
CREATE VIEW refusals AS
  -- Configurations that did not fit the newest code, with the kind of reason and the numbers in it.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  CASE
    WHEN reason LIKE 'cannot be verified%' THEN 'unverifiable'
    WHEN reason LIKE '%memory limit%' OR reason LIKE '% bytes%the limit is %' THEN 'memory'
    WHEN reason LIKE '%the same as %' OR reason LIKE '%already' OR reason LIKE '%is not below the %' OR reason LIKE '%holds all %'
      OR reason LIKE 'no row %' OR reason LIKE '%changes nothing%' OR reason LIKE '%are one tile%' THEN 'redundant'
    WHEN reason LIKE '%bytes%CSR%' THEN 'padding'
    WHEN reason LIKE '%32-bit%' OR reason LIKE '%32 bits%' OR reason LIKE '%2^31%' OR reason LIKE '%too many%' THEN 'index'
    WHEN reason LIKE 'no cuSPARSE%' THEN 'library'
    WHEN reason LIKE '%empty%' OR reason LIKE '%without rows%' THEN 'empty'
    ELSE 'shape'
  END AS kind, -- memory: more than there is; padding: more than CSR by far; index: more than its integers count; redundant: another point does the same here; unverifiable: no result could be judged; library: not installed; empty: nothing to compute; shape: rows, columns or lengths that the kernel does not take
  CAST(nullif(substr(before_bytes, length(rtrim(before_bytes, '0123456789')) + 1), '') AS INTEGER) AS bytes, -- that the format would take; NULL where the reason has none
  CASE
    WHEN reason LIKE '%CSR takes %' THEN CAST(substr(reason, instr(reason, 'CSR takes ') + 10) AS INTEGER)
    WHEN reason LIKE '% of CSR' THEN CAST(nullif(substr(before_csr, length(rtrim(before_csr, '0123456789')) + 1), '') AS INTEGER)
  END AS csr_bytes, -- that CSR takes; NULL where the reason does not say
  numbers ->> 0 AS number_1, -- first number of the reason, whatever it counts
  numbers ->> 1 AS number_2, -- second number
  numbers ->> 2 AS number_3, -- third number
  reason, -- why it does not fit
  run_uuid, -- sweep
  trial_id -- row of trial
FROM (
  SELECT operation, value_type, backend, matrix, parameters, variant, configuration, run_uuid, trial_id, message AS reason,
    iif(message LIKE '% bytes%', substr(message, 1, instr(message, ' bytes') - 1), '') AS before_bytes,
    iif(message LIKE '% of CSR', substr(message, 1, length(message) - 7), '') AS before_csr,
    (WITH RECURSIVE letter (rest, word) AS (
       VALUES (message || ' ', '')
       UNION ALL
       SELECT substr(rest, 2), iif(substr(rest, 1, 1) GLOB '[0-9]', iif(word GLOB '*[^0-9]', '', word) || substr(rest, 1, 1),
                                   iif(word GLOB '*[0-9]', word || '.', ''))
       FROM letter WHERE rest <> '')
     SELECT json_group_array(CAST(word AS INTEGER)) FROM letter WHERE word GLOB '*[0-9].') AS numbers
  FROM trial_flat WHERE outcome = 'refused' AND newest = 1 AND current = 1
);

DROP VIEW model_regret;
CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` and
  -- `sptune evaluate --record` store predictions), on the machine, with the software and under the protocol that it was
  -- trained for. A choice that failed counts as ten times the oracle, as in `sptune evaluate`.
WITH choice AS (
  SELECT m.uuid, m.created_at, m.kind, p.fold, p.us, p.low_us, p.high_us, k.context_id, p.problem_id, p.config_id
  FROM prediction p
  JOIN model m ON m.model_id = p.model_id
  JOIN hardware h ON h.hw_hash = m.hw_hash
  JOIN environment e ON e.env_hash = m.env_hash
  JOIN policy w ON w.policy_hash = m.policy_hash
  JOIN context k ON k.hw_id = h.hw_id AND k.env_id = e.env_id AND k.policy_id = w.policy_id
  WHERE p.position = 1
)
SELECT
  c.uuid AS model, -- as in its file
  c.created_at AS created_at, -- UTC
  c.kind AS kind, -- learner, or what an evaluation was
  c.fold AS fold, -- fold of the cross-validation that left the problem out
  r.operation AS operation, -- spmv, spgemm or spmm
  r.value_type AS value_type, -- f32 or f64
  r.backend AS backend, -- cpu or cuda
  r.cache AS cache, -- hot or cold
  r.matrix AS matrix, -- name of A
  r.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  r.matrix_group AS matrix_group, -- group of A
  r.variant AS variant, -- kernel of what the model puts first
  r.configuration AS configuration, -- what the model puts first
  0 AS failed, -- 1: it failed, and was not measured
  c.us AS predicted_us, -- time that it predicted
  c.low_us AS low_us, -- lower end of its interval
  c.high_us AS high_us, -- upper end of its interval
  r.median_us AS median_us, -- time that was measured; NULL where it failed
  r.oracle AS oracle, -- fastest configuration
  r.oracle_us AS oracle_us, -- its time
  r.slowdown AS slowdown, -- 1 is the oracle; 10 where it failed
  r.tie AS tie, -- 1: not told from the oracle
  r.median_us BETWEEN c.low_us AND c.high_us AS held, -- 1: the interval holds the measured time; NULL where it failed
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id -- row of problem
FROM choice c
JOIN regret r ON r.context_id = c.context_id AND r.problem_id = c.problem_id AND r.config_id = c.config_id
UNION ALL
SELECT c.uuid, c.created_at, c.kind, c.fold, r.operation, r.value_type, r.backend, r.cache, r.matrix, r.parameters, r.matrix_group,
  r.variant, r.configuration, 1, c.us, c.low_us, c.high_us, NULL, o.configuration, o.median_us, 10.0, 0, NULL, r.context_id, r.problem_id
FROM choice c
JOIN result r ON r.context_id = c.context_id AND r.problem_id = c.problem_id AND r.config_id = c.config_id
JOIN oracle o ON o.context_id = r.context_id AND o.problem_id = r.problem_id AND o.backend = r.backend AND o.matrix = r.matrix
WHERE r.current = 1 AND r.outcome NOT IN ('ok', 'dominated', 'refused');

DROP VIEW context_label;
CREATE VIEW context_label AS
  -- Contexts in words, as far as those of the file differ: empty where there is one.
SELECT
  k.context_id AS context_id, -- trials of one context may be compared
  trim(
    iif((SELECT count(DISTINCT name || arch || cores) FROM hardware) > 1,
        format('%s, %d cores; ', h.name, h.cores), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.arch <> h.arch), format('%s; ', h.arch), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.l2_bytes <> h.l2_bytes),
           format('L2 %.6g MiB; ', h.l2_bytes / 1048576.0), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.l3_bytes <> h.l3_bytes),
           format('L3 %.6g MiB; ', h.l3_bytes / 1048576.0), '')
    || iif(EXISTS (SELECT 1 FROM hardware o WHERE (o.name, o.cores) = (h.name, h.cores) AND o.memory_bytes >> 30 <> h.memory_bytes >> 30),
           format('memory %d GiB; ', h.memory_bytes >> 30), '')
    || iif((SELECT count(DISTINCT compiler || flags) FROM environment) > 1, format('%s %s; ', e.compiler, e.flags), '')
    || iif((SELECT count(DISTINCT os || libc) FROM environment) > 1, format('%s, %s; ', e.os, e.libc), '')
    || iif((SELECT count(DISTINCT library_version) FROM environment) > 1, format('sptune %s; ', e.library_version), '')
    || iif((SELECT count(DISTINCT isa) FROM environment) > 1, format('%s; ', e.isa), '')
    || iif((SELECT count(DISTINCT driver || cuda_runtime || cusparse) FROM environment) > 1,
           format('driver %s, CUDA %s, cuSPARSE %s; ', e.driver, e.cuda_runtime, e.cusparse), '')
    || iif((SELECT count(DISTINCT threads) FROM policy) > 1, format('threads=%d; ', w.threads), '')
    || iif((SELECT count(DISTINCT cache) FROM policy) > 1, format('%s; ', w.cache), '')
    || iif((SELECT count(DISTINCT params) FROM policy) > 1,
           (SELECT coalesce(group_concat(j.key || '=' || j.value, ' '), '') || '; ' FROM json_each(w.params) j
            WHERE EXISTS (SELECT 1 FROM policy o WHERE o.params ->> j.key IS NOT j.value)), ''),
    '; ') AS label -- hardware, software and protocol
FROM context k
JOIN hardware h ON h.hw_id = k.hw_id
JOIN environment e ON e.env_id = k.env_id
JOIN policy w ON w.policy_id = k.policy_id;
