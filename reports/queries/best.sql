-- SPDX-License-Identifier: BSD-3-Clause
-- the best configuration of every problem
-- `ties` counts other configurations that would not be told from it on another occasion: they are as good. `context` says
-- what tells contexts apart, where the file holds several.
SELECT matrix, nrows, b.nnz AS nnz, b.operation AS operation, b.parameters AS parameters, b.value_type AS value_type,
       cache, configuration, median_us, gflops, gbytes_per_s, prepare_s, ties, candidates, remeasured, label AS context
FROM (SELECT * FROM best WHERE matrix = :matrix
      UNION ALL SELECT * FROM best WHERE :matrix IS NULL) b
JOIN context_label USING (context_id)
JOIN problem p USING (problem_id)
JOIN matrix m ON m.matrix_id = p.a_id
WHERE (:operation IS NULL OR b.operation = :operation)
ORDER BY b.operation, b.value_type, cache, matrix, b.parameters, nrows, context_id
