-- SPDX-License-Identifier: BSD-3-Clause
-- How far times of an operation scatter in a context: its own estimate, or that of its backend.
SELECT pass_sd, lap_sd, change_sd, common_sd, prior_df, time_factor, tie_factor
FROM noise
WHERE backend = :backend AND (context_id IS NULL OR (context_id = :context_id AND operation = :operation))
ORDER BY context_id IS NULL LIMIT 1
