-- SPDX-License-Identifier: BSD-3-Clause
-- How trials of a policy were measured, as far as hold-out timing repeats it.
SELECT cache, threads, params ->> '$.warmup_runs' AS warmup_runs,
       params ->> '$.sample_min_s' AS sample_min_s, params ->> '$.time_budget_s' AS time_budget_s,
       coalesce(params ->> '$.launch', 'stream') AS launch,
       coalesce(params ->> '$.repeat', 'whole') AS repeat
FROM policy WHERE policy_hash = :policy
