-- SPDX-License-Identifier: BSD-3-Clause
-- Mean wall time of the trials of every problem, for estimates of what is left.
SELECT problem_hash, operation, cache, count(*) AS trials, avg(wall_s) AS wall_s
FROM trial_flat
WHERE backend = :backend AND wall_s > 0 AND outcome NOT IN ('refused', 'skipped') AND reaped = 0
GROUP BY problem_hash, operation, cache
