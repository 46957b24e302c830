-- SPDX-License-Identifier: BSD-3-Clause
-- What went wrong and still stands, by kind, kernel and stage, with one example.
SELECT
  outcome, operation, backend, variant, stage, count(*) AS trials, count(DISTINCT matrix) AS matrices,
  min(trial_id) AS example_trial, matrix AS example_matrix, configuration AS example_configuration,
  message AS example
FROM failures WHERE standing = 1 AND reaped = 0
GROUP BY outcome, operation, backend, variant, stage
ORDER BY trials DESC, outcome, variant;
