-- SPDX-License-Identifier: BSD-3-Clause
-- The best configuration of each problem, with the best baseline beside it.
SELECT
  b.context_id, b.operation, b.value_type, b.backend, b.cache, b.problem_id, b.trial_id,
  b.matrix, p.b_kind, b.parameters, b.nnz, b.configuration, b.median_us, b.gflops, b.gbytes_per_s, b.prepare_s, b.floor_ratio,
  b.candidates, b.ties, b.remeasured, s.reference AS baseline, min(s.reference_us) AS baseline_us
FROM best b
JOIN problem p ON p.problem_id = b.problem_id
LEFT JOIN speedup s ON s.context_id = b.context_id AND s.problem_id = b.problem_id
  AND s.backend = b.backend AND s.reference_kind = 'baseline'
GROUP BY b.context_id, b.problem_id, b.backend
ORDER BY b.context_id, b.operation, b.value_type, b.backend, b.matrix, p.x_cols, b.parameters;
