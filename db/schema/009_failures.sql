-- SPDX-License-Identifier: BSD-3-Clause
-- Version 9: commands that repeat a failure say how runs were launched and what they computed (--launch, --repeat), and that reading dropped entries (--drop-out-of-range).

DROP VIEW failures;
CREATE VIEW failures AS
  -- Trials that went wrong, with where and why. A reaped one says nothing of the kernel.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  outcome, -- kind of failure
  reaped, -- 1: ended from outside, disturbed, or the problem could not be loaded: says nothing of the kernel
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
  format('sptune run ''%s'' ''%s'' --operation %s --type %s --backend %s --cache %s --threads %d',
    replace(iif(matrix_source LIKE 'file:%' OR matrix_source LIKE 'generate:%',
                substr(matrix_source, instr(matrix_source, ':') + 1), matrix_source), '''', '''\'''''),
    replace(configuration, '''', '''\'''''), operation, value_type, backend, cache, threads)
    || CASE b_kind WHEN 'x' THEN ''
         WHEN 'other' THEN format(' --b ''%s''', (SELECT replace(b.source, '''', '''\''''') FROM problem q
           JOIN matrix b ON b.matrix_id = q.b_id WHERE q.problem_id = trial_flat.problem_id))
         ELSE ' --b-kind ' || b_kind END
    || iif(parameters = '', '', format(' --parameters ''%s''', replace(parameters, '''', '''\''''')))
    || coalesce((SELECT iif(r.limits ->> '$.memory_limit' > 0,
                            format(' --memory %.12g', (r.limits ->> '$.memory_limit') / 1048576.0), '')
                     || iif(r.limits ->> '$.prepare_limit_s' <> 60,
                            format(' --stage-limit %.12gs', r.limits ->> '$.prepare_limit_s'), '')
                 FROM run r WHERE r.uuid = run_uuid), '')
    || (SELECT coalesce(' --launch ' || (w.params ->> '$.launch'), '') || coalesce(' --repeat ' || (w.params ->> '$.repeat'), '')
        FROM policy w WHERE w.policy_hash = trial_flat.policy_hash)
    || iif(EXISTS (SELECT 1 FROM problem q JOIN matrix m ON m.matrix_id IN (q.a_id, q.b_id)
                   WHERE q.problem_id = trial_flat.problem_id AND m.read_report ->> '$.dropped_out_of_range' > 0),
           ' --drop-out-of-range', '')
    AS repro -- command that repeats it
FROM trial_flat
WHERE outcome IN ('wrong_result', 'out_of_memory', 'timeout', 'crashed', 'error', 'skipped');
