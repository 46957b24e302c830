-- SPDX-License-Identifier: BSD-3-Clause
-- Every verified configuration of every problem against the best one: what curves are drawn from.
SELECT
  r.context_id, r.operation, r.value_type, r.backend, r.cache, r.problem_id, r.matrix, r.variant,
  r.configuration, r.baseline, r.is_default, r.median_us, r.oracle_us, v.first_seen
FROM regret r
JOIN (SELECT operation, backend, name, min(variant_id) AS first_seen FROM variant
      GROUP BY operation, backend, name) v
  ON v.operation = r.operation AND v.backend = r.backend AND v.name = r.variant
ORDER BY r.context_id, r.operation, r.value_type, r.backend, r.problem_id, v.first_seen, r.configuration;
