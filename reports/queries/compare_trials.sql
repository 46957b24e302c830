-- SPDX-License-Identifier: BSD-3-Clause
-- Attempts of the runs `runs` (a JSON array of uuids; NULL: of all, with the newest code), each key's in the order in
-- which they were made: those that were verified or found wrong.
SELECT t.problem_hash, t.operation, t.value_type, t.backend, t.cache, t.matrix, t.parameters, t.b_kind,
       t.hardware_hash, t.environment_hash, t.policy_hash, t.context_id, t.problem_id, t.config_id, t.trial_uuid,
       t.configuration, t.baseline, t.outcome, t.stop_reason, t.median_us,
       ln(t.ci_high_us / t.ci_low_us) / 2 / 1.959964 AS sample_sd, p.passes, p.squares
FROM trial_flat t
LEFT JOIN (
  SELECT trial_id, count(*) AS passes,
         max(0, sum(ln(median_us) * ln(median_us)) - sum(ln(median_us)) * sum(ln(median_us)) / count(*)) AS squares
  FROM pass GROUP BY trial_id
) p USING (trial_id)
WHERE t.reaped = 0 AND coalesce(t.stop_reason, '') NOT IN ('application', 'short')
  AND (t.outcome = 'wrong_result' OR (t.outcome IN ('ok', 'dominated') AND t.verified = 1))
  AND CASE WHEN :runs IS NULL THEN t.current ELSE t.run_uuid IN (SELECT value FROM json_each(:runs)) END
ORDER BY t.context_id, t.problem_id, t.config_id, t.started_at, t.attempt
