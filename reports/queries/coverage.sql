-- SPDX-License-Identifier: BSD-3-Clause
-- how far every problem has been explored
SELECT matrix, operation, parameters, value_type, backend, cache, variants, configurations, ok, dominated,
       refused, failed, wall_s
FROM coverage
ORDER BY operation, value_type, backend, cache, matrix, parameters
