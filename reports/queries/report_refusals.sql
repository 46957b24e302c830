-- SPDX-License-Identifier: BSD-3-Clause
-- What did not fit, by kernel; numbers in the reasons differ from matrix to matrix, so one stands for all.
SELECT
  operation, value_type, backend, variant, count(*) AS trials, count(DISTINCT matrix) AS matrices,
  min(trial_id) AS example_trial, matrix AS example_matrix, reason AS example
FROM refusals
GROUP BY operation, value_type, backend, variant
ORDER BY trials DESC, variant;
