-- SPDX-License-Identifier: BSD-3-Clause
-- which attempts were disturbed by something else on the machine, and whether they were measured again
-- They count for nothing: not for `best`, `regret` or training. `mended`: an attempt that counts is there.
-- `context` says what tells contexts apart, where the file holds several.
SELECT matrix, operation, parameters, value_type, backend, cache, configuration, d.attempt, d.median_us, reason, mended,
       d.started_at, label AS context
FROM disturbed d
JOIN trial USING (trial_id)
JOIN context_label USING (context_id)
WHERE :matrix IS NULL OR matrix = :matrix
ORDER BY d.started_at, trial_id
