-- SPDX-License-Identifier: BSD-3-Clause
-- what went wrong, newest first
-- Trials that a later attempt or newer code supersedes are left out.
SELECT outcome, stage, matrix, operation, parameters, configuration, message, signal, limit_s, attempt,
       started_at, repro
FROM failures
WHERE standing = 1 AND (:outcome IS NULL OR outcome = :outcome)
ORDER BY started_at DESC, trial_id DESC
