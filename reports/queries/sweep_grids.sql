-- SPDX-License-Identifier: BSD-3-Clause
-- All points of the kernels that may be dispatched, as a simulated search needs them: the first attempt that was
-- measured alone. `first` is 1 for the trial that also holds the loading of its problem: the first of all that took
-- time, so none of these where a baseline was. What is refused before anything is measured takes none.
WITH all_trials AS (
SELECT *, trial_id = min(iif(wall_s > 0, trial_id, NULL)) OVER (PARTITION BY context_id, problem_hash) AS first
FROM trial_flat
WHERE current = 1 AND reaped = 0
  AND (:operation IS NULL OR operation = :operation) AND (:value_type IS NULL OR value_type = :value_type)
  AND (:cache IS NULL OR cache = :cache))
SELECT problem_hash, matrix, matrix_hash, matrix_group, context_id, operation, value_type, backend, cache, parameters,
       variant, configuration, run_uuid, outcome, median_us, wall_s, n,
       n * runs_per_sample * mean_us / 1e6 AS sampling_s, first
FROM all_trials
WHERE baseline = 0 AND coalesce(stop_reason, '') NOT IN ('repetitions', 'rounds', 'application', 'short')
ORDER BY context_id, problem_hash, is_default DESC, trial_id
