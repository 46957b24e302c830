-- SPDX-License-Identifier: BSD-3-Clause
-- the samples of one matrix's trials, as JSON arrays of microseconds
-- `context` says what tells contexts apart, where the file holds several.
SELECT trial_flat.matrix, operation, parameters, value_type, cache, configuration, attempt, phase, s.n,
       floats(s.us) AS us, label AS context
FROM trial_flat
JOIN samples s USING (trial_id)
JOIN context_label USING (context_id)
WHERE :matrix IS NULL OR trial_flat.matrix = :matrix
ORDER BY trial_id, phase
