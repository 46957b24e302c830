-- SPDX-License-Identifier: BSD-3-Clause
-- every sweep with its machine, its software and what came of it
-- `trials` are `ok`, `dominated`, `refused`, what failed, and `reaped` ones, which say nothing of a kernel; of these,
-- `disturbed` ones were slowed down by something else on the machine. `threads`: 0 is all cores.
SELECT r.started_at, r.ended_at, r.state, r.suite, h.name AS hardware, e.compiler, w.cache, w.threads,
       r.git_sha, r.git_dirty, count(t.trial_id) AS trials, sum(t.outcome = 'ok' AND NOT t.reaped) AS ok,
       sum(t.outcome = 'dominated' AND NOT t.reaped) AS dominated,
       sum(t.outcome = 'refused' AND NOT t.reaped) AS refused, sum(t.reaped) AS reaped,
       sum(t.reaped AND coalesce(l.disturbed <> '', 0)) AS disturbed, sum(t.wall_s) AS wall_s, r.uuid
FROM run r
JOIN context USING (context_id)
JOIN hardware h USING (hw_id)
JOIN environment e USING (env_id)
JOIN policy w USING (policy_id)
LEFT JOIN trial t USING (run_id)
LEFT JOIN load l ON l.trial_id = t.trial_id
GROUP BY r.run_id
ORDER BY r.started_at DESC
