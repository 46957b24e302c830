-- SPDX-License-Identifier: BSD-3-Clause
-- Of each problem the points of the kernels that may be dispatched, as `sweep run --points-of` compares them.
SELECT problem_hash || ' ' || context_id AS problem, configuration, min(median_us) AS us
FROM usable
WHERE baseline = 0 AND median_us IS NOT NULL AND operation = :operation AND backend = :backend
GROUP BY 1, 2
