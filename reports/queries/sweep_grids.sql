-- SPDX-License-Identifier: BSD-3-Clause
-- All points of the kernels that may be dispatched, as a simulated search needs them: the first attempt that was
-- measured alone. `first` is 1 for the trial that also holds the loading of its problem.
SELECT problem_hash, matrix, matrix_hash, matrix_group, context_id, operation, value_type, backend, cache, parameters,
       variant, configuration, outcome, median_us, wall_s, n,
       n * runs_per_sample * mean_us / 1e6 AS sampling_s,
       trial_id = min(trial_id) OVER (PARTITION BY context_id, problem_hash) AS first
FROM trial_flat
WHERE baseline = 0 AND current = 1 AND reaped = 0 AND coalesce(stop_reason, '') NOT IN ('repetitions', 'rounds', 'application', 'short')
  AND (:operation IS NULL OR operation = :operation) AND (:value_type IS NULL OR value_type = :value_type)
  AND (:cache IS NULL OR cache = :cache)
ORDER BY context_id, problem_hash, is_default DESC, trial_id
