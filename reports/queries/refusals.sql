-- SPDX-License-Identifier: BSD-3-Clause
-- which kernels refuse which matrices, and why
SELECT operation, backend, variant, matrix, parameters, count(DISTINCT configuration) AS configurations, min(reason) AS reason
FROM refusals
WHERE (:variant IS NULL OR variant = :variant)
GROUP BY operation, backend, variant, matrix, parameters
ORDER BY operation, backend, variant, matrix, parameters
