-- SPDX-License-Identifier: BSD-3-Clause
-- the best configuration of every problem
-- `ties` counts other configurations whose interval of the median overlaps: they are as good.
SELECT matrix, operation, parameters, value_type, cache, configuration, median_us, gflops, gbytes_per_s,
       prepare_s, ties, candidates, remeasured
FROM best
WHERE (:matrix IS NULL OR matrix = :matrix) AND (:operation IS NULL OR operation = :operation)
ORDER BY operation, value_type, cache, matrix, parameters
