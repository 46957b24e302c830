-- SPDX-License-Identifier: BSD-3-Clause
-- Version 5: answers for one matrix that do not grow with the file, and for all of ten million trials in less than a
-- minute (docs/measurements/database.md).

CREATE INDEX matrix_by_name ON matrix (name);
CREATE INDEX problem_by_a ON problem (a_id);

-- As in version 3, but that `newest` of a key with one attempt is answered from the index alone.
DROP VIEW trial_flat;
CREATE VIEW trial_flat AS
  -- Every trial with the words for its keys: one row per trial, running ones left out.
SELECT
  t.trial_id AS trial_id, -- row of trial
  lower(hex(t.uuid)) AS trial_uuid, -- the same in every file
  r.uuid AS run_uuid, -- sweep
  r.suite AS suite, -- suite of matrices
  p.problem_hash AS problem_hash, -- operation, precision and matrices
  p.operation AS operation, -- spmv, spgemm or spmm
  p.value_type AS value_type, -- f32 or f64
  p.b_kind AS b_kind, -- x, a, at or other
  p.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  p.x_cols AS x_cols, -- columns of the dense operand, 0 where there is none
  v.backend AS backend, -- cpu or cuda
  m.name AS matrix, -- name of A
  m.content_hash AS matrix_hash, -- content of A
  m.source AS matrix_source, -- path, URL or generator of A
  m.grp AS matrix_group, -- group of A
  m.split AS split, -- train or test
  m.nrows AS nrows, -- rows of A
  m.ncols AS ncols, -- columns of A
  m.nnz AS nnz, -- entries of A
  v.name AS variant, -- kernel
  v.code_hash AS code_hash, -- state of its source
  v.baseline AS baseline, -- 1: kept to compare with
  c.text AS configuration, -- canonical text
  c.params AS params, -- JSON object of the axes
  c.is_default AS is_default, -- 1: default point of its variant
  w.cache AS cache, -- hot or cold
  w.threads AS threads, -- threads granted; 0: all
  h.hw_hash AS hardware_hash, -- hardware
  e.env_hash AS environment_hash, -- environment
  w.policy_hash AS policy_hash, -- policy
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.config_id AS config_id, -- row of config
  t.attempt AS attempt, -- 1, 2, … for one key
  t.outcome AS outcome, -- how it ended
  t.reaped AS reaped, -- 1: ended from outside, or the problem could not be loaded: says nothing of the kernel
  coalesce(x.ok, 0) AS verified, -- 1: agreed with the reference
  f.stage AS stage, -- where a failure happened
  f.message AS message, -- reason of a refusal or failure
  f.signal AS signal, -- that killed the worker
  f.limit_s AS limit_s, -- time limit passed, s
  t.stop_reason AS stop_reason, -- why sampling stopped
  t.n AS n, -- samples
  t.runs_per_sample AS runs_per_sample, -- runs that share one sample
  t.min_us AS min_us, -- fastest sample
  t.q1_us AS q1_us, -- first quartile
  t.median_us AS median_us, -- median
  t.q3_us AS q3_us, -- third quartile
  t.mean_us AS mean_us, -- mean
  t.sd_us AS sd_us, -- standard deviation
  t.ci_low_us AS ci_low_us, -- 95 % interval of the median
  t.ci_high_us AS ci_high_us, -- 95 % interval of the median
  t.floor_us AS floor_us, -- empty trial
  t.median_us / nullif(t.floor_us, 0) AS floor_ratio, -- below about 1.25 the time is mostly overhead
  t.prepare_s AS prepare_s, -- one-off cost, s
  p.flops AS flops, -- operations of one run
  p.nnz_out AS nnz_out, -- entries of C
  p.compulsory_bytes AS compulsory_bytes, -- bytes any kernel must move
  t.bytes_per_run AS bytes_per_run, -- bytes the format makes one run move
  p.flops / nullif(t.median_us, 0) / 1e3 AS gflops, -- GFLOP/s at the median
  t.bytes_per_run / nullif(t.median_us, 0) / 1e3 AS gbytes_per_s, -- GB/s of the format at the median
  t.memory_bytes AS memory_bytes, -- held by the plan
  t.mhz_mean AS mhz_mean, -- clock while sampling
  t.started_at AS started_at, -- UTC
  t.wall_s AS wall_s, -- whole trial, s
  t.reaped = 0 AND (
    NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
        AND o.attempt <> t.attempt)
    OR NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id
        AND o.config_id = t.config_id AND o.outcome <> 'running' AND o.reaped = 0
        AND (o.outcome IN ('ok', 'dominated', 'wrong_result'), o.started_at, o.attempt)
          > (t.outcome IN ('ok', 'dominated', 'wrong_result'), t.started_at, t.attempt))) AS newest, -- 1: the attempt that counts for its key: the latest that was verified or found wrong, else the latest
  v.variant_id IN (SELECT variant_id FROM current_variant) AS current -- 1: measured with the newest code
FROM trial t
JOIN run r ON r.run_id = t.run_id
JOIN context k ON k.context_id = t.context_id
JOIN hardware h ON h.hw_id = k.hw_id
JOIN environment e ON e.env_id = k.env_id
JOIN policy w ON w.policy_id = k.policy_id
JOIN problem p ON p.problem_id = t.problem_id
JOIN matrix m ON m.matrix_id = p.a_id
JOIN config c ON c.config_id = t.config_id
JOIN variant v ON v.variant_id = c.variant_id
LEFT JOIN verification x ON x.trial_id = t.trial_id
LEFT JOIN failure f ON f.trial_id = t.trial_id
WHERE t.outcome <> 'running';

CREATE VIEW winner AS
  -- The row of `oracle`, found without the words for its keys. CROSS JOIN is SQLite's way to say in which order:
  -- matrices, their problems, their trials. Grouped by `matrix`, too, so that a question about one matrix is that.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  v.backend AS backend, -- cpu or cuda
  m.name AS matrix, -- name of A
  t.trial_id AS trial_id, -- newest trial of the fastest usable result that may be dispatched
  min(coalesce(g.median_us, t.median_us)) AS median_us, -- its median
  count(*) AS candidates -- usable results it was chosen from
FROM matrix m
JOIN problem p ON p.a_id = m.matrix_id
CROSS JOIN trial t ON t.problem_id = p.problem_id
CROSS JOIN config c ON c.config_id = t.config_id
CROSS JOIN variant v ON v.variant_id = c.variant_id
CROSS JOIN verification x ON x.trial_id = t.trial_id
LEFT JOIN repeated g ON g.result_id = t.trial_id
WHERE t.outcome = 'ok' AND x.ok = 1 AND t.median_us IS NOT NULL AND v.baseline = 0
  AND v.variant_id IN (SELECT variant_id FROM current_variant)
  AND t.reaped = 0 AND (
    NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
        AND o.attempt <> t.attempt)
    OR NOT EXISTS (
      SELECT 1 FROM trial o
      WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id
        AND o.config_id = t.config_id AND o.outcome <> 'running' AND o.reaped = 0
        AND (o.outcome IN ('ok', 'dominated', 'wrong_result'), o.started_at, o.attempt)
          > (t.outcome IN ('ok', 'dominated', 'wrong_result'), t.started_at, t.attempt)))
GROUP BY t.context_id, t.problem_id, v.backend, m.name;
