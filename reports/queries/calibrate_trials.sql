-- SPDX-License-Identifier: BSD-3-Clause
-- Products by a kernel with a policy, phase by phase, with what the features say of A's rows where the product is A*A, as
-- the fit of a policy needs them; all times of the newest attempt. `wanted`: of the context of the run :run, where one is given.
SELECT p.matrix, p.b_kind, m.content_hash, p.configuration, p.symbolic_us, p.numeric_us, t.median_us, p.context_id, t.started_at,
       coalesce(p.context_id = (SELECT context_id FROM run WHERE uuid = :run), 1) AS wanted,
       h.name AS machine, h.arch, h.cores, h.hw_hash,
       CAST(coalesce(json_extract(h.info, '$.shared_per_block_bytes'), 0) AS REAL) AS shared_bytes,
       f.rows, f.cols, f.nnz, f.mean_row, f.products, f.products_per_row, f.products_per_nnz, f.b_words_per_product,
       f.compression, f.c_nnz_per_row, f.c_span_density, f.products_cv, q.flops / 2 AS multiplications
FROM phases p JOIN problem q USING (problem_id) JOIN context c USING (context_id) JOIN hardware h USING (hw_id)
JOIN features f ON f.matrix_id = q.a_id JOIN matrix m ON m.matrix_id = q.a_id JOIN trial t USING (trial_id)
WHERE p.operation = :operation AND p.backend = 'cuda' AND p.variant = :variant AND p.b_kind IN ('a', 'at')
  AND p.cache = 'hot' AND p.value_type = :value_type AND coalesce(:split, '') IN ('', m.split)
  AND f.rows IS NOT NULL AND h.hw_hash LIKE coalesce(:hardware, '') || '%'
ORDER BY p.context_id, p.matrix, p.b_kind, m.content_hash, p.configuration
