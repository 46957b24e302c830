-- SPDX-License-Identifier: BSD-3-Clause
-- the samples of one matrix's trials, as JSON arrays of microseconds
-- Of all attempts, those that count for nothing, too: `reaped`, with what disturbed them where it was that, and those
-- that a later attempt (`newest`) or newer code (`current`) supersedes; repetitions count all together.
-- `context` says what tells contexts apart, where the file holds several.
SELECT trial_flat.matrix, operation, parameters, value_type, cache, configuration, attempt, outcome, stop_reason,
       reaped, nullif(disturbed, '') AS disturbed, newest, current, phase, s.n, floats(s.us) AS us, label AS context
FROM trial_flat
JOIN samples s USING (trial_id)
JOIN context_label USING (context_id)
LEFT JOIN load USING (trial_id)
WHERE :matrix IS NULL OR trial_flat.matrix = :matrix
ORDER BY trial_id, phase
