-- SPDX-License-Identifier: BSD-3-Clause
-- the samples of one matrix's trials, as JSON arrays of microseconds
SELECT trial_flat.matrix, parameters, configuration, attempt, phase, s.n, floats(s.us) AS us
FROM trial_flat
JOIN samples s USING (trial_id)
WHERE :matrix IS NULL OR trial_flat.matrix = :matrix
ORDER BY trial_id, phase
