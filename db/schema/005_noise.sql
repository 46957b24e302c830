-- SPDX-License-Identifier: BSD-3-Clause
-- Version 5: intervals and ties speak of another occasion, not of more samples of the same plan (docs/decisions/030).
-- The formulas are those of harness/records/noise.hpp; a test holds the two together.

CREATE TABLE pass (
  -- Medians of the passes of a trial that was measured in several: the plan was prepared anew for each.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  pass INTEGER NOT NULL, -- 1, 2, … in the order measured
  n INTEGER NOT NULL, -- samples of phase total
  median_us REAL NOT NULL, -- their median
  PRIMARY KEY (trial_id, pass)
) STRICT, WITHOUT ROWID;

CREATE TABLE noise (
  -- How far times scatter, as standard deviations of their logarithm. A row of a context was estimated from its own
  -- runs, the others stand for contexts that were measured on one occasion only.
  noise_id INTEGER PRIMARY KEY, -- key inside this file only
  backend TEXT NOT NULL, -- cpu or cuda
  context_id INTEGER REFERENCES context, -- estimated from this context; NULL: from elsewhere, for contexts without a row
  operation TEXT, -- of which operation; NULL: any
  pass_sd REAL NOT NULL, -- between plans prepared anew within one repetition
  lap_sd REAL NOT NULL, -- between repetitions of one run, beyond that; 0: not told apart from change_sd
  change_sd REAL NOT NULL, -- of one configuration from occasion to occasion, beyond those
  common_sd REAL NOT NULL, -- of all configurations of a problem together from occasion to occasion
  prior_df REAL NOT NULL, -- degrees of freedom that these weigh against a trial's own spread
  time_factor REAL NOT NULL, -- standard deviations that hold 95 % of the differences between occasions
  tie_factor REAL NOT NULL, -- the same of differences between two configurations
  occasions INTEGER NOT NULL, -- from how many runs
  problems INTEGER NOT NULL, -- from how many problems that two runs have in common
  pairs INTEGER NOT NULL, -- from how many configurations measured on two occasions
  evidence TEXT NOT NULL, -- where they come from
  UNIQUE (backend, context_id, operation)
) STRICT;

-- By `sptune db noise` (docs/decisions/030 has its output).
INSERT INTO noise (backend, pass_sd, lap_sd, change_sd, common_sd, prior_df, time_factor, tie_factor, occasions,
                   problems, pairs, evidence) VALUES
  ('cuda', 0.0045, 0.0031, 0.0073, 0.0239, 4, 2.01, 4.29, 3, 40, 6025,
   '40 real matrices x 147 points in double on three H200s of three hosts, 23 November 2026, four repetitions of three passes'),
  ('cpu', 0.0344, 0.0431, 0, 0.0321, 4, 1.96, 1.71, 2, 34, 669,
   '35 real matrices in double, two threads on two virtual cores, 23 November 2026, two sweeps minutes apart, three repetitions of three passes');
DROP VIEW repetition;
CREATE VIEW repetition AS
  -- The attempts that a result stands on where its configuration was measured again in repetitions: verified, and
  -- followed by nothing but further repetitions, failures, and what the search of another occasion measured alone.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.config_id AS config_id, -- row of config
  t.trial_id AS result_id, -- row of result: the newest of these attempts
  o.trial_id AS trial_id, -- row of trial
  o.attempt AS attempt, -- 1, 2, … for one key
  o.n AS n, -- samples
  (SELECT count(*) FROM pass p WHERE p.trial_id = o.trial_id) AS passes, -- passes told apart, 0 where there was one
  (SELECT max(0, sum(ln(p.median_us) * ln(p.median_us)) - sum(ln(p.median_us)) * sum(ln(p.median_us)) / count(*))
   FROM pass p WHERE p.trial_id = o.trial_id) AS pass_squares, -- squares of ln of their medians about the mean
  o.min_us AS min_us, -- fastest sample
  o.q1_us AS q1_us, -- first quartile
  o.median_us AS median_us, -- median
  o.q3_us AS q3_us, -- third quartile
  o.mean_us AS mean_us, -- mean
  o.sd_us AS sd_us, -- standard deviation
  o.ci_low_us AS ci_low_us, -- 95 % interval of the median of its samples
  o.ci_high_us AS ci_high_us, -- 95 % interval of the median of its samples
  o.floor_us AS floor_us, -- empty trial
  o.prepare_s AS prepare_s, -- one-off cost, s
  o.mhz_mean AS mhz_mean, -- clock while sampling
  o.started_at AS started_at, -- UTC
  o.wall_s AS wall_s -- whole trial, s
FROM trial t
JOIN trial o ON o.context_id = t.context_id AND o.problem_id = t.problem_id AND o.config_id = t.config_id
JOIN verification x ON x.trial_id = o.trial_id
WHERE t.outcome = 'ok' AND t.reaped = 0 AND t.stop_reason = 'repetitions'
  AND o.outcome = 'ok' AND o.reaped = 0 AND o.stop_reason IN ('repetitions', 'rounds') AND x.ok = 1
  AND NOT EXISTS (
    SELECT 1 FROM trial c
    WHERE c.context_id = t.context_id AND c.problem_id = t.problem_id AND c.config_id = t.config_id
      AND c.outcome IN ('ok', 'dominated', 'wrong_result') AND c.reaped = 0
      AND (c.started_at, c.attempt) > (t.started_at, t.attempt))
  AND NOT EXISTS (
    SELECT 1 FROM trial c
    WHERE c.context_id = t.context_id AND c.problem_id = t.problem_id AND c.config_id = t.config_id
      AND c.outcome IN ('ok', 'dominated', 'wrong_result') AND c.reaped = 0
      AND (c.outcome <> 'ok' OR c.stop_reason IS NOT 'repetitions')
      AND NOT (c.run_id <> o.run_id AND c.outcome IN ('ok', 'dominated') AND coalesce(c.stop_reason, '') NOT IN ('repetitions', 'rounds'))
      AND (c.started_at, c.attempt) > (o.started_at, o.attempt));

DROP VIEW repeated;
CREATE TABLE repeated (
  -- Times of results that stand on repetitions, over all their attempts: the view repetition added up, in the
  -- transaction that wrote the attempts.
  result_id INTEGER PRIMARY KEY REFERENCES trial, -- row of result: the newest attempt
  context_id INTEGER NOT NULL REFERENCES context, -- trials of one context may be compared
  problem_id INTEGER NOT NULL REFERENCES problem, -- row of problem
  config_id INTEGER NOT NULL REFERENCES config, -- row of config
  attempts INTEGER NOT NULL, -- how many
  n INTEGER NOT NULL, -- samples
  passes INTEGER NOT NULL, -- of all attempts together
  pass_sd REAL, -- of ln of the medians of passes, within attempts
  min_us REAL, -- fastest sample
  q1_us REAL, -- first quartile, of the attempts in the middle
  median_us REAL NOT NULL, -- median of the attempts' medians
  q3_us REAL, -- third quartile, of the attempts in the middle
  mean_us REAL, -- mean of all samples
  sd_us REAL, -- standard deviation of all samples
  lap_sd REAL, -- of ln of the medians of attempts
  floor_us REAL, -- empty trial: the least
  prepare_s REAL, -- one-off cost, s: the least
  mhz_mean REAL, -- clock while sampling: mean
  wall_s REAL, -- all attempts, s
  UNIQUE (context_id, problem_id, config_id)
) STRICT;

DROP VIEW result;
CREATE VIEW counted AS
  -- `result` before what noise makes of it.
SELECT
  f.trial_id AS trial_id, -- row of trial: the newest attempt
  trial_uuid, run_uuid, suite, problem_hash, operation, value_type, b_kind, parameters, x_cols, backend,
  matrix, matrix_hash, matrix_source, matrix_group, split, nrows, ncols, nnz, variant, code_hash, baseline,
  configuration, params, is_default, cache, threads, hardware_hash, environment_hash, policy_hash,
  f.context_id AS context_id, -- trials of one context may be compared
  f.problem_id AS problem_id, -- row of problem
  f.config_id AS config_id, -- row of config
  attempt, -- number of the newest attempt
  coalesce(g.attempts, 1) AS attempts, -- how many attempts the times stand on
  coalesce(g.passes, 1) AS passes, -- how many times the plan was prepared anew in them
  g.pass_sd AS pass_sd, -- of ln of the medians of passes, within attempts
  g.lap_sd AS lap_sd, -- of ln of the medians of attempts
  ln(f.ci_high_us / f.ci_low_us) / 2 / 1.959964 AS sample_sd, -- standard error of ln of the newest attempt's median, as its samples say
  outcome, reaped, verified, stage, message, signal, limit_s,
  stop_reason, -- why sampling stopped; repetitions: measured again with other finalists (rounds: before version 4)
  coalesce(g.n, f.n) AS n, -- samples of all attempts
  runs_per_sample, -- runs that share one sample, in the newest attempt
  coalesce(g.min_us, f.min_us) AS min_us, -- fastest sample of all attempts
  coalesce(g.q1_us, f.q1_us) AS q1_us, -- first quartile, of the attempts in the middle
  coalesce(g.median_us, f.median_us) AS median_us, -- median of the attempts' medians
  coalesce(g.q3_us, f.q3_us) AS q3_us, -- third quartile, of the attempts in the middle
  coalesce(g.mean_us, f.mean_us) AS mean_us, -- mean of all samples
  coalesce(g.sd_us, f.sd_us) AS sd_us, -- standard deviation of all samples
  coalesce(g.floor_us, f.floor_us) AS floor_us, -- empty trial: the least of all attempts
  coalesce(g.median_us, f.median_us) / nullif(coalesce(g.floor_us, f.floor_us), 0) AS floor_ratio, -- below about 1.25 the time is mostly overhead
  coalesce(g.prepare_s, f.prepare_s) AS prepare_s, -- one-off cost, s: the least of all attempts
  flops, nnz_out, compulsory_bytes, bytes_per_run,
  flops / nullif(coalesce(g.median_us, f.median_us), 0) / 1e3 AS gflops, -- GFLOP/s at the median
  bytes_per_run / nullif(coalesce(g.median_us, f.median_us), 0) / 1e3 AS gbytes_per_s, -- GB/s of the format at the median
  memory_bytes,
  coalesce(g.mhz_mean, f.mhz_mean) AS mhz_mean, -- clock while sampling: mean of all attempts
  started_at, -- UTC, of the newest attempt
  coalesce(g.wall_s, f.wall_s) AS wall_s, -- all attempts, s
  newest, -- always 1
  current
FROM trial_flat f LEFT JOIN repeated g ON g.result_id = f.trial_id
WHERE f.newest = 1;

CREATE VIEW result AS
  -- What is known of each configuration on each problem in each context: one row per key, that of the newest
  -- attempt in trial_flat, with the times of all attempts that it stands on and how far they are to be believed.
SELECT
  *, -- all columns of counted, and of the row of noise that applies
  median_us / exp(time_factor * sqrt(2 * (common_sd * common_sd + log_var))) AS ci_low_us, -- where the median of another occasion lies with 95 %: another evening, another device of the kind
  median_us * exp(time_factor * sqrt(2 * (common_sd * common_sd + log_var))) AS ci_high_us -- where the median of another occasion lies with 95 %
FROM (
  SELECT
    c.*,
    q.common_sd AS common_sd, -- standard deviation of ln of what all configurations of a problem share, from occasion to occasion (noise)
    q.time_factor AS time_factor, -- standard deviations that hold 95 % of the differences between occasions (noise)
    q.tie_factor AS tie_factor, -- the same of differences between two configurations (noise)
    q.change_sd * q.change_sd + CASE
      WHEN c.attempts > 1 THEN
        (q.prior_df * (q.lap_sd * q.lap_sd + q.pass_sd * q.pass_sd * c.attempts / c.passes)
          + (c.attempts - 1) * c.lap_sd * c.lap_sd) / (q.prior_df + c.attempts - 1) / c.attempts
      WHEN c.passes > 1 THEN q.lap_sd * q.lap_sd
        + (q.prior_df * q.pass_sd * q.pass_sd + (c.passes - 1) * c.pass_sd * c.pass_sd)
          / (q.prior_df + c.passes - 1) / c.passes
      ELSE q.lap_sd * q.lap_sd + max(q.pass_sd * q.pass_sd, coalesce(c.sample_sd * c.sample_sd, 0))
    END AS log_var -- variance of ln(median_us) from occasion to occasion, without what all configurations of the problem share
  FROM counted c
  LEFT JOIN noise q ON q.noise_id = coalesce(
    (SELECT noise_id FROM noise WHERE backend = c.backend AND context_id = c.context_id AND operation = c.operation),
    (SELECT noise_id FROM noise WHERE backend = c.backend AND context_id IS NULL))
);

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
  r.attempt > 1 AS remeasured, -- 1: stands on a repeated measurement
  w.candidates AS candidates -- usable results it was chosen from
FROM winner w JOIN result r ON r.trial_id = w.trial_id;

DROP VIEW regret;
CREATE VIEW regret AS
  -- How far each measured and verified configuration is from the oracle of its problem. Dominated
  -- trials are there with their pilot samples, baselines with what they would have won or lost.
SELECT
  t.context_id AS context_id, -- trials of one context may be compared
  t.problem_id AS problem_id, -- row of problem
  t.problem_hash AS problem_hash, -- operation, precision and matrices
  t.operation AS operation, -- spmv, spgemm or spmm
  t.value_type AS value_type, -- f32 or f64
  t.backend AS backend, -- cpu or cuda
  t.matrix AS matrix, -- name of A
  t.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  t.matrix_group AS matrix_group, -- group of A
  t.split AS split, -- train or test
  t.cache AS cache, -- hot or cold
  t.trial_id AS trial_id, -- row of trial: the newest attempt
  t.config_id AS config_id, -- row of config
  t.variant AS variant, -- kernel
  t.configuration AS configuration, -- canonical text
  t.baseline AS baseline, -- 1: kept to compare with
  t.is_default AS is_default, -- 1: default point of its variant
  t.outcome AS outcome, -- ok or dominated
  t.median_us AS median_us, -- its median
  t.ci_low_us AS ci_low_us, -- where its median lies on another occasion, 95 %
  t.ci_high_us AS ci_high_us, -- where its median lies on another occasion, 95 %
  o.median_us AS oracle_us, -- median of the oracle
  o.configuration AS oracle, -- configuration of the oracle
  t.median_us / o.median_us AS slowdown, -- 1 is the oracle
  t.median_us / o.median_us - 1 AS regret, -- 0 is the oracle, 0.5 is half again as slow
  t.trial_id = o.trial_id
    OR (t.outcome = 'ok' AND coalesce(abs(ln(t.median_us / o.median_us)) <= t.tie_factor * sqrt(2 * (t.log_var + o.log_var)),
                                      abs(t.median_us / o.median_us - 1) < 0.01)) AS tie, -- 1: they would not be told apart on another occasion
  coalesce(t.floor_ratio < 1.25, 0) AS near_floor -- 1: mostly overhead, the order is noise
FROM result t
JOIN oracle o ON o.context_id = t.context_id AND o.problem_id = t.problem_id
  AND o.backend = t.backend AND o.matrix = t.matrix
WHERE t.outcome IN ('ok', 'dominated') AND t.verified = 1 AND t.current = 1
  AND t.median_us IS NOT NULL;

DROP VIEW best;
CREATE VIEW best AS
  -- The best configuration of each problem with what it achieves and how many tie with it.
SELECT
  o.operation AS operation, -- spmv, spgemm or spmm
  o.value_type AS value_type, -- f32 or f64
  o.backend AS backend, -- cpu or cuda
  o.cache AS cache, -- hot or cold
  o.matrix AS matrix, -- name of A
  o.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  o.nnz AS nnz, -- entries of A
  o.configuration AS configuration, -- canonical text
  o.median_us AS median_us, -- its median
  o.gflops AS gflops, -- GFLOP/s
  o.gbytes_per_s AS gbytes_per_s, -- GB/s of the format
  o.prepare_s AS prepare_s, -- one-off cost, s
  o.floor_ratio AS floor_ratio, -- median over an empty trial
  o.candidates AS candidates, -- usable configurations
  (SELECT count(*) FROM usable t
   WHERE t.context_id = o.context_id AND t.problem_id = o.problem_id AND t.backend = o.backend
     AND t.baseline = 0 AND t.median_us IS NOT NULL AND t.trial_id <> o.trial_id
     AND coalesce(abs(ln(t.median_us / o.median_us)) <= t.tie_factor * sqrt(2 * (t.log_var + o.log_var)),
                  abs(t.median_us / o.median_us - 1) < 0.01)) AS ties, -- others that would not be told from it on another occasion: as in regret, which a test holds to it
  o.remeasured AS remeasured, -- 1: stands on a repeated measurement
  o.matrix_group AS matrix_group, -- group of A
  o.split AS split, -- train or test
  o.context_id AS context_id, -- trials of one context may be compared
  o.problem_id AS problem_id, -- row of problem
  o.trial_id AS trial_id -- the winner's newest trial
FROM oracle o;

DROP VIEW speedup;
CREATE VIEW speedup AS
  -- The oracle against each baseline at its best, and against the default point of each kernel.
SELECT
  o.operation AS operation, -- spmv, spgemm or spmm
  o.value_type AS value_type, -- f32 or f64
  o.backend AS backend, -- cpu or cuda
  o.cache AS cache, -- hot or cold
  o.matrix AS matrix, -- name of A
  o.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  o.matrix_group AS matrix_group, -- group of A
  u.reference_kind AS reference_kind, -- baseline or default
  u.variant AS reference, -- kernel compared with
  u.configuration AS reference_configuration, -- its best or default configuration
  u.median_us AS reference_us, -- its median
  o.configuration AS configuration, -- the oracle
  o.median_us AS median_us, -- median of the oracle
  u.median_us / o.median_us AS speedup, -- above 1: the oracle is faster
  coalesce(abs(ln(u.median_us / o.median_us)) <= u.tie_factor * sqrt(2 * (u.log_var + o.log_var)), 0) AS tie, -- 1: they would not be told apart on another occasion
  o.context_id AS context_id, -- trials of one context may be compared
  o.problem_id AS problem_id -- row of problem
FROM oracle o
JOIN (
  SELECT context_id, problem_id, backend, 'baseline' AS reference_kind, variant, configuration,
         min(median_us) AS median_us, tie_factor, log_var
  FROM usable WHERE baseline = 1 AND median_us IS NOT NULL
  GROUP BY context_id, problem_id, backend, variant
  UNION ALL
  SELECT context_id, problem_id, backend, 'default', variant, configuration,
         median_us, tie_factor, log_var
  FROM result
  WHERE baseline = 0 AND is_default = 1 AND outcome IN ('ok', 'dominated') AND verified = 1 AND current = 1 AND median_us IS NOT NULL
) u ON u.context_id = o.context_id AND u.problem_id = o.problem_id AND u.backend = o.backend;
