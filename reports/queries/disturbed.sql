-- SPDX-License-Identifier: BSD-3-Clause
-- which attempts were disturbed by something else on the machine, and whether they were measured again
-- They count for nothing: not for `best`, `regret` or training. `mended`: an attempt that counts is there.
SELECT matrix, operation, value_type, cache, configuration, attempt, median_us, reason, mended, started_at
FROM disturbed
WHERE :matrix IS NULL OR matrix = :matrix
ORDER BY started_at, trial_id
