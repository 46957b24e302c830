-- SPDX-License-Identifier: BSD-3-Clause
-- Version 5: what people ask for again and again, with columns of their own.

CREATE TABLE phase (
  -- Medians of the phases of a run: SpGEMM's. The whole run's is in trial.
  trial_id INTEGER NOT NULL REFERENCES trial, -- of which trial
  phase TEXT NOT NULL, -- symbolic, allocate and numeric of a product
  n INTEGER NOT NULL, -- samples
  median_us REAL NOT NULL, -- their median
  PRIMARY KEY (trial_id, phase)
) STRICT, WITHOUT ROWID;

CREATE VIEW phases AS
  -- Phases of products as columns: results that were measured phase by phase, of their newest attempt.
SELECT
  r.operation AS operation, -- spgemm
  r.value_type AS value_type, -- f32 or f64
  r.backend AS backend, -- cpu or cuda
  r.cache AS cache, -- hot or cold
  r.matrix AS matrix, -- name of A
  r.b_kind AS b_kind, -- a, at or other
  r.matrix_group AS matrix_group, -- group of A
  r.variant AS variant, -- kernel
  r.configuration AS configuration, -- canonical text
  r.median_us AS median_us, -- whole product
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'symbolic') AS symbolic_us, -- counting the entries of C
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'allocate') AS allocate_us, -- taking memory for C
  (SELECT median_us FROM phase f WHERE f.trial_id = r.trial_id AND f.phase = 'numeric') AS numeric_us, -- computing C
  r.outcome AS outcome, -- ok or dominated
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id, -- row of problem
  r.trial_id AS trial_id -- row of trial: the newest attempt
FROM result r
WHERE r.verified = 1 AND r.current = 1 AND EXISTS (SELECT 1 FROM phase f WHERE f.trial_id = r.trial_id);

DROP VIEW refusals;
CREATE VIEW refusals AS
  -- Configurations that did not fit, with the kind of reason and the numbers in it.
SELECT
  operation, -- spmv, spgemm or spmm
  value_type, -- f32 or f64
  backend, -- cpu or cuda
  matrix, -- name of A
  parameters, -- of the operation, such as k=32,layout=row; else empty
  variant, -- kernel
  configuration, -- canonical text
  CASE
    WHEN reason LIKE '%memory limit%' OR reason LIKE '% bytes%the limit is %' THEN 'memory'
    WHEN reason LIKE '%the same as %' OR reason LIKE '%already' OR reason LIKE '%is not below the %' OR reason LIKE '%holds all %'
      OR reason LIKE 'no row %' THEN 'redundant'
    WHEN reason LIKE '%bytes%CSR%' THEN 'padding'
    WHEN reason LIKE '%32-bit%' OR reason LIKE '%32 bits%' OR reason LIKE '%2^31%' OR reason LIKE '%too many%' THEN 'index'
    WHEN reason LIKE 'no cuSPARSE%' THEN 'library'
    WHEN reason LIKE '%empty%' OR reason LIKE '%without rows%' THEN 'empty'
    ELSE 'shape'
  END AS kind, -- memory: more than there is; padding: more than CSR by far; index: more than its integers count; redundant: another point does the same here; library: not installed; empty: nothing to compute; shape: rows, columns or lengths that the kernel does not take
  numbers ->> 0 AS number_1, -- first number of the reason, such as the bytes that it would take
  numbers ->> 1 AS number_2, -- second number, such as the limit
  numbers ->> 2 AS number_3, -- third number
  reason, -- why it does not fit
  run_uuid, -- sweep
  trial_id -- row of trial
FROM (
  SELECT operation, value_type, backend, matrix, parameters, variant, configuration, run_uuid, trial_id, message AS reason,
    (WITH RECURSIVE letter (rest, word) AS (
       VALUES (message || ' ', '')
       UNION ALL
       SELECT substr(rest, 2), iif(substr(rest, 1, 1) GLOB '[0-9]', iif(word GLOB '*[^0-9]', '', word) || substr(rest, 1, 1),
                                   iif(word GLOB '*[0-9]', word || '.', ''))
       FROM letter WHERE rest <> '')
     SELECT json_group_array(CAST(word AS INTEGER)) FROM letter WHERE word GLOB '*[0-9].') AS numbers
  FROM trial_flat WHERE outcome = 'refused' AND newest = 1
);

CREATE VIEW features AS
  -- Features of each matrix, a column each, in the newest version of their meaning; NULL where undefined or not computed.
SELECT
  m.matrix_id AS matrix_id, -- row of matrix
  m.name AS matrix, -- name
  m.content_hash AS matrix_hash, -- content
  m.grp AS matrix_group, -- group
  m.split AS split, -- train or test
  max(iif(d.name = 'rows', f.value, NULL)) AS rows, -- rows of A
  max(iif(d.name = 'cols', f.value, NULL)) AS cols, -- columns of A
  max(iif(d.name = 'nnz', f.value, NULL)) AS nnz, -- stored entries of A
  max(iif(d.name = 'value_bytes', f.value, NULL)) AS value_bytes, -- size of one value
  max(iif(d.name = 'offset_bytes', f.value, NULL)) AS offset_bytes, -- size of one row offset
  max(iif(d.name = 'threads', f.value, NULL)) AS threads, -- threads granted to the operation
  max(iif(d.name = 'matrix_bytes', f.value, NULL)) AS matrix_bytes, -- bytes of A as CSR
  max(iif(d.name = 'matrix_per_l2', f.value, NULL)) AS matrix_per_l2, -- bytes of A over the L2 cache of one core
  max(iif(d.name = 'matrix_per_llc', f.value, NULL)) AS matrix_per_llc, -- bytes of A over the last-level cache
  max(iif(d.name = 'x_per_l2', f.value, NULL)) AS x_per_l2, -- bytes of x over the L2 cache of one core
  max(iif(d.name = 'x_cols', f.value, NULL)) AS x_cols, -- columns of the dense operand: 1 for a vector, 0 where there is none
  max(iif(d.name = 'mean_row', f.value, NULL)) AS mean_row, -- entries per row
  max(iif(d.name = 'density', f.value, NULL)) AS density, -- entries over rows x cols
  max(iif(d.name = 'aspect', f.value, NULL)) AS aspect, -- rows over columns
  max(iif(d.name = 'row_sd', f.value, NULL)) AS row_sd, -- standard deviation of the row length
  max(iif(d.name = 'row_cv', f.value, NULL)) AS row_cv, -- row_sd over mean_row
  max(iif(d.name = 'row_max', f.value, NULL)) AS row_max, -- longest row
  max(iif(d.name = 'row_max_per_mean', f.value, NULL)) AS row_max_per_mean, -- longest row over mean_row
  max(iif(d.name = 'row_p50', f.value, NULL)) AS row_p50, -- median row length, sampled
  max(iif(d.name = 'row_p90', f.value, NULL)) AS row_p90, -- 90th percentile of the row length, sampled
  max(iif(d.name = 'row_p99', f.value, NULL)) AS row_p99, -- 99th percentile of the row length, sampled
  max(iif(d.name = 'row_gini', f.value, NULL)) AS row_gini, -- Gini coefficient of the row length, sampled
  max(iif(d.name = 'empty_rows', f.value, NULL)) AS empty_rows, -- rows without entries
  max(iif(d.name = 'rows_of_1', f.value, NULL)) AS rows_of_1, -- rows with one entry
  max(iif(d.name = 'rows_of_1_to_4', f.value, NULL)) AS rows_of_1_to_4, -- rows with one to four entries
  max(iif(d.name = 'row_length_changes', f.value, NULL)) AS row_length_changes, -- rows whose length differs from the row before
  max(iif(d.name = 'ell_fill', f.value, NULL)) AS ell_fill, -- stored over needed entries of ELL
  max(iif(d.name = 'sell8_fill', f.value, NULL)) AS sell8_fill, -- fill of SELL, C=8, unsorted, sampled
  max(iif(d.name = 'sell32_fill', f.value, NULL)) AS sell32_fill, -- fill of SELL, C=32, unsorted, sampled
  max(iif(d.name = 'sell8_fill_sorted', f.value, NULL)) AS sell8_fill_sorted, -- fill of SELL, C=8, all rows sorted
  max(iif(d.name = 'sell32_fill_sorted', f.value, NULL)) AS sell32_fill_sorted, -- fill of SELL, C=32, all rows sorted
  max(iif(d.name = 'hyb_width', f.value, NULL)) AS hyb_width, -- largest K that a third of the rows reach (HYB's rule), sampled
  max(iif(d.name = 'hyb_tail', f.value, NULL)) AS hyb_tail, -- entries beyond hyb_width in their row, sampled
  max(iif(d.name = 'thread_imbalance', f.value, NULL)) AS thread_imbalance, -- entries of the fullest thread over the mean when rows are split evenly
  max(iif(d.name = 'bandwidth', f.value, NULL)) AS bandwidth, -- largest |j-i| met in the sample
  max(iif(d.name = 'bandwidth_per_cols', f.value, NULL)) AS bandwidth_per_cols, -- bandwidth over columns
  max(iif(d.name = 'mean_distance', f.value, NULL)) AS mean_distance, -- mean |j-i|, sampled
  max(iif(d.name = 'row_span', f.value, NULL)) AS row_span, -- mean of last - first + 1 column of a row, sampled
  max(iif(d.name = 'row_span_density', f.value, NULL)) AS row_span_density, -- row length over row span, sampled
  max(iif(d.name = 'span_16bit_rows', f.value, NULL)) AS span_16bit_rows, -- rows whose columns span at most 65536, sampled
  max(iif(d.name = 'diagonals', f.value, NULL)) AS diagonals, -- distinct diagonals in the sample, counted up to 512
  max(iif(d.name = 'dia_fill', f.value, NULL)) AS dia_fill, -- stored over needed entries of DIA with `diagonals`
  max(iif(d.name = 'dia_block_fill', f.value, NULL)) AS dia_block_fill, -- the same where every 24 rows list their own diagonals, sampled
  max(iif(d.name = 'bsr2_fill', f.value, NULL)) AS bsr2_fill, -- stored over needed entries of 2x2 blocks, sampled
  max(iif(d.name = 'bsr3_fill', f.value, NULL)) AS bsr3_fill, -- stored over needed entries of 3x3 blocks, sampled
  max(iif(d.name = 'bsr4_fill', f.value, NULL)) AS bsr4_fill, -- stored over needed entries of 4x4 blocks, sampled
  max(iif(d.name = 'bsr8_fill', f.value, NULL)) AS bsr8_fill, -- stored over needed entries of 8x8 blocks, sampled
  max(iif(d.name = 'contiguous_run', f.value, NULL)) AS contiguous_run, -- mean length of runs of neighbouring columns, sampled
  max(iif(d.name = 'x_groups4_per_nnz', f.value, NULL)) AS x_groups4_per_nnz, -- aligned groups of 4 columns (a 32-byte sector of doubles) that a row touches, per entry
  max(iif(d.name = 'x_groups8_per_nnz', f.value, NULL)) AS x_groups8_per_nnz, -- groups of 8 columns (a 64-byte line of doubles, a sector of floats), per entry
  max(iif(d.name = 'x_groups16_per_nnz', f.value, NULL)) AS x_groups16_per_nnz, -- groups of 16 columns (a line of floats), per entry
  max(iif(d.name = 'x_block_groups8_per_nnz', f.value, NULL)) AS x_block_groups8_per_nnz, -- groups of 8 columns that 24 rows touch, per entry
  max(iif(d.name = 'x_group8_reuse', f.value, NULL)) AS x_group8_reuse, -- groups of 8 touched row by row over those of 24 rows
  max(iif(d.name = 'products', f.value, NULL)) AS products, -- multiplications in A*B
  max(iif(d.name = 'products_per_row', f.value, NULL)) AS products_per_row, -- products over rows of A
  max(iif(d.name = 'products_per_nnz', f.value, NULL)) AS products_per_nnz, -- products over entries of A
  max(iif(d.name = 'products_cv', f.value, NULL)) AS products_cv, -- deviation over mean of the products of a row, sampled
  max(iif(d.name = 'products_p50', f.value, NULL)) AS products_p50, -- median products of a row, sampled
  max(iif(d.name = 'products_p90', f.value, NULL)) AS products_p90, -- 90th percentile, sampled
  max(iif(d.name = 'products_p99', f.value, NULL)) AS products_p99, -- 99th percentile, sampled
  max(iif(d.name = 'products_max', f.value, NULL)) AS products_max, -- largest in the sample
  max(iif(d.name = 'products_to_16', f.value, NULL)) AS products_to_16, -- products in rows of at most 16 of them, sampled
  max(iif(d.name = 'products_to_32', f.value, NULL)) AS products_to_32, -- products in rows of at most 32 of them, sampled
  max(iif(d.name = 'products_to_64', f.value, NULL)) AS products_to_64, -- products in rows of at most 64 of them, sampled
  max(iif(d.name = 'products_to_512', f.value, NULL)) AS products_to_512, -- products in rows of at most 512 of them, sampled
  max(iif(d.name = 'a_rows_repeated', f.value, NULL)) AS a_rows_repeated, -- rows of A with the columns of the row before, sampled
  max(iif(d.name = 'b_cols', f.value, NULL)) AS b_cols, -- columns of B
  max(iif(d.name = 'b_nnz', f.value, NULL)) AS b_nnz, -- stored entries of B
  max(iif(d.name = 'b_per_l2', f.value, NULL)) AS b_per_l2, -- bytes of B over the L2 cache of one core
  max(iif(d.name = 'b_row_weighted', f.value, NULL)) AS b_row_weighted, -- length of B's rows weighted by use, sum b^2 / sum b
  max(iif(d.name = 'b_words_per_product', f.value, NULL)) AS b_words_per_product, -- aligned groups of 64 columns that B's rows touch, per product, sampled
  max(iif(d.name = 'b_dense_products', f.value, NULL)) AS b_dense_products, -- products with rows of B that fill a quarter of their span, sampled
  max(iif(d.name = 'b_dense_columns', f.value, NULL)) AS b_dense_columns, -- columns spanned per entry of those rows, by use, sampled
  max(iif(d.name = 'b_short_products', f.value, NULL)) AS b_short_products, -- products with rows of B of at most 24 entries, sampled
  max(iif(d.name = 'compression', f.value, NULL)) AS compression, -- products over entries of C, on up to 192 sampled rows
  max(iif(d.name = 'c_nnz_per_row', f.value, NULL)) AS c_nnz_per_row, -- entries of C per row, from compression
  max(iif(d.name = 'c_span_density', f.value, NULL)) AS c_span_density, -- entries over column span of C's rows, sampled
  max(iif(d.name = 'c_column_returns', f.value, NULL)) AS c_column_returns, -- products whose column is that of one of the four before, sampled
  max(iif(d.name = 'c_close_products', f.value, NULL)) AS c_close_products, -- products of rows of C that span less than 16 words of 64 columns and a word per four products, sampled
  max(iif(d.name = 'c_close_words_per_product', f.value, NULL)) AS c_close_words_per_product -- words that a bitmap of those rows is searched for, per product of all rows, sampled
FROM matrix m
JOIN matrix_feature f ON f.matrix_id = m.matrix_id
JOIN feature_def d ON d.feature_id = f.feature_id
WHERE d.version = (SELECT max(version) FROM feature_def n WHERE n.name = d.name)
GROUP BY m.matrix_id;

CREATE VIEW axis AS
  -- Axes of each configuration, one row each. Columns per variant: `sptune query --axes VARIANT`.
SELECT
  c.config_id AS config_id, -- row of config
  v.operation AS operation, -- what it computes
  v.backend AS backend, -- cpu or cuda
  v.name AS variant, -- kernel
  c.text AS configuration, -- canonical text
  a.key AS axis, -- its name
  a.value AS value -- its value
FROM config c JOIN variant v ON v.variant_id = c.variant_id, json_each(c.params) a;

CREATE VIEW model_regret AS
  -- What a stored model's first choice would have cost on problems that it was not trained on (`sptune train` and
  -- `sptune evaluate --record` store predictions).
SELECT
  m.uuid AS model, -- as in its file
  m.created_at AS created_at, -- UTC
  p.fold AS fold, -- fold of the cross-validation that left the problem out
  r.operation AS operation, -- spmv, spgemm or spmm
  r.value_type AS value_type, -- f32 or f64
  r.backend AS backend, -- cpu or cuda
  r.cache AS cache, -- hot or cold
  r.matrix AS matrix, -- name of A
  r.parameters AS parameters, -- of the operation, such as k=32,layout=row; else empty
  r.matrix_group AS matrix_group, -- group of A
  r.configuration AS configuration, -- what the model puts first
  p.us AS predicted_us, -- time that it predicted
  p.low_us AS low_us, -- lower end of its interval
  p.high_us AS high_us, -- upper end of its interval
  r.median_us AS median_us, -- time that was measured
  r.oracle AS oracle, -- fastest configuration
  r.oracle_us AS oracle_us, -- its time
  r.slowdown AS slowdown, -- 1 is the oracle
  r.tie AS tie, -- 1: not told from the oracle
  r.median_us BETWEEN p.low_us AND p.high_us AS held, -- 1: the interval holds the measured time
  r.context_id AS context_id, -- trials of one context may be compared
  r.problem_id AS problem_id -- row of problem
FROM prediction p
JOIN model m ON m.model_id = p.model_id
JOIN regret r ON r.problem_id = p.problem_id AND r.config_id = p.config_id
WHERE p.position = 1;

CREATE VIEW drifting AS
  -- The reference kernel in the course of each run: how fast the machine itself was. Disturbed timings are left out.
SELECT
  r.uuid AS run_uuid, -- sweep
  d.device AS device, -- as in place
  d.started_at AS started_at, -- UTC
  d.trials AS trials, -- of the run that had ended by then
  d.configuration AS configuration, -- the reference
  d.median_us AS median_us, -- its median
  d.median_us / first_value(d.median_us) OVER (PARTITION BY d.run_id, d.device, d.configuration ORDER BY d.started_at)
    AS over_first -- over the first of the run: 1.02 is a machine that became 2 % slower
FROM drift d JOIN run r ON r.run_id = d.run_id
WHERE d.disturbed = '';

CREATE VIEW context_label AS
  -- Contexts in words, as far as those of the file differ: empty where there is one.
SELECT
  k.context_id AS context_id, -- trials of one context may be compared
  trim(
    iif((SELECT count(DISTINCT name || arch || cores) FROM hardware) > 1,
        format('%s, %d cores; ', h.name, h.cores), '')
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
