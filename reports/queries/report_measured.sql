-- SPDX-License-Identifier: BSD-3-Clause
-- Every verified configuration of every problem against the best one: what curves are drawn from.
SELECT
  context_id, operation, value_type, backend, cache, problem_id, matrix, variant, configuration, baseline, is_default,
  median_us, oracle_us
FROM regret
ORDER BY context_id, operation, value_type, backend, problem_id, variant, configuration;
