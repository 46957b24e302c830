-- SPDX-License-Identifier: BSD-3-Clause
-- Version 3: operations, backends and value types are what the program knows, not a list here; a problem has
-- parameters. Tables are made anew (https://www.sqlite.org/lang_altertable.html, section 7) while views and
-- references go by their names.

PRAGMA legacy_alter_table = ON;

CREATE TABLE new_variant (
  -- One kernel of the catalogue in one state of its source: changed code is a new row, and the trials
  -- of the old one retire by themselves.
  variant_id INTEGER PRIMARY KEY, -- key inside this file only
  operation TEXT NOT NULL, -- what it computes, a name of kernels/operations.def
  backend TEXT NOT NULL, -- where it computes: cpu or cuda
  name TEXT NOT NULL, -- name in the catalogue
  code_hash TEXT NOT NULL, -- hash of its source
  baseline INTEGER NOT NULL CHECK (baseline IN (0, 1)), -- 1: kept to compare with, never dispatched
  default_configuration TEXT NOT NULL, -- canonical text of its default point
  axes TEXT NOT NULL CHECK (json_valid(axes)), -- JSON object: axis to its list of values, default first
  seen_at TEXT NOT NULL, -- when a run last had this code; the newest of a name is the current one
  UNIQUE (operation, backend, name, code_hash)
) STRICT;
INSERT INTO new_variant SELECT * FROM variant;
DROP TABLE variant;
ALTER TABLE new_variant RENAME TO variant;

CREATE TABLE new_problem (
  -- What is computed: an operation on one or two matrices in one precision.
  problem_id INTEGER PRIMARY KEY, -- key inside this file only
  problem_hash TEXT NOT NULL UNIQUE, -- hash of operation, precision and matrices
  operation TEXT NOT NULL, -- a name of kernels/operations.def: spmv, spgemm, spmm
  value_type TEXT NOT NULL, -- precision: f32 or f64
  a_id INTEGER NOT NULL REFERENCES matrix, -- matrix A
  b_id INTEGER REFERENCES matrix, -- matrix B of a product, else NULL
  b_kind TEXT NOT NULL, -- x (dense), a (A itself), at (its transpose) or other
  parameters TEXT NOT NULL, -- of operations that take some, such as k=32,layout=row; else empty
  x_cols INTEGER NOT NULL, -- columns of the dense operand: 1 for a vector, 0 where there is none
  flops INTEGER, -- floating-point operations of one run; NULL until a trial told
  nnz_out INTEGER, -- entries of C; NULL until a verified trial told
  compulsory_bytes REAL -- bytes that any kernel must move; NULL until a trial told
) STRICT;
INSERT INTO new_problem
  SELECT problem_id, problem_hash, operation, value_type, a_id, b_id, b_kind, '', b_kind = 'x', flops, nnz_out,
    compulsory_bytes FROM problem;
DROP TABLE problem;
ALTER TABLE new_problem RENAME TO problem;

CREATE TABLE new_model (
  -- A trained model and where it comes from.
  model_id INTEGER PRIMARY KEY, -- key inside this file only
  uuid TEXT NOT NULL UNIQUE, -- as in the model's file
  operation TEXT NOT NULL, -- what it chooses for
  value_type TEXT NOT NULL, -- precision: f32 or f64
  backend TEXT NOT NULL, -- backend: cpu or cuda
  kind TEXT NOT NULL, -- learner
  hw_hash TEXT NOT NULL, -- hardware trained on
  env_hash TEXT NOT NULL, -- environment trained on
  policy_hash TEXT NOT NULL, -- policy trained on
  feature_version INTEGER NOT NULL, -- version of the features
  training_query TEXT NOT NULL, -- condition on trial_flat
  training_hash TEXT NOT NULL, -- hash of the rows it gave
  metrics TEXT NOT NULL CHECK (json_valid(metrics)), -- JSON object of its evaluation
  artefact TEXT NOT NULL, -- the model file's text, empty when only its name is kept
  created_at TEXT NOT NULL -- UTC
) STRICT;
INSERT INTO new_model SELECT * FROM model;
DROP TABLE model;
ALTER TABLE new_model RENAME TO model;

PRAGMA legacy_alter_table = OFF;

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
  t.reaped = 0 AND NOT EXISTS (
    SELECT 1 FROM trial o
    WHERE o.context_id = t.context_id AND o.problem_id = t.problem_id
      AND o.config_id = t.config_id AND o.outcome <> 'running' AND o.reaped = 0
      AND (o.outcome IN ('ok', 'dominated', 'wrong_result'), o.started_at, o.attempt)
        > (t.outcome IN ('ok', 'dominated', 'wrong_result'), t.started_at, t.attempt)
  ) AS newest, -- 1: the attempt that counts for its key: the latest that was verified or found wrong, else the latest
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

DROP VIEW failures;
CREATE VIEW failures AS
  -- Trials that went wrong, with where and why. A reaped one blames the sweep and not the kernel.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  variant, -- kernel
  configuration, -- canonical text
  outcome, -- kind of failure
  reaped, -- 1: the sweep died, not the kernel
  stage, -- where it happened
  message, -- reason in one line
  signal, -- that killed the worker
  limit_s, -- time limit passed, s
  attempt, -- 1, 2, … for one key
  newest AND current AS standing, -- 1: no later attempt and no newer code supersede it
  cache, -- hot or cold
  started_at, -- UTC
  run_uuid, -- sweep
  trial_id, -- row of trial
  format('sptune run %Q %Q --operation %s --type %s --backend %s --cache %s --threads %d%s',
    iif(matrix_source LIKE 'file:%' OR matrix_source LIKE 'generate:%',
        substr(matrix_source, instr(matrix_source, ':') + 1), matrix_source),
    configuration, operation, value_type, backend, cache, threads,
    CASE b_kind WHEN 'x' THEN '' WHEN 'other' THEN format(' --b %Q', (SELECT b.source FROM problem q
      JOIN matrix b ON b.matrix_id = q.b_id WHERE q.problem_id = trial_flat.problem_id))
    ELSE ' --b-kind ' || b_kind END)
    || iif(parameters = '', '', format(' --parameters %Q', parameters)) AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
