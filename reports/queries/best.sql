-- SPDX-License-Identifier: BSD-3-Clause
-- the best configuration of every problem
-- `ties` counts other configurations that would not be told from it on another occasion: they are as good. `context` says
-- what tells contexts apart, where the file holds several.
SELECT matrix, operation, parameters, value_type, cache, configuration, median_us, gflops, gbytes_per_s,
       prepare_s, ties, candidates, remeasured, label AS context
FROM (SELECT * FROM best WHERE matrix = :matrix
      UNION ALL SELECT * FROM best WHERE :matrix IS NULL)
JOIN context_label USING (context_id)
WHERE (:operation IS NULL OR operation = :operation)
ORDER BY operation, value_type, cache, matrix, parameters, context_id
