-- SPDX-License-Identifier: BSD-3-Clause
-- every sweep with its machine, its software and what came of it
SELECT r.started_at, r.ended_at, r.state, r.suite, h.name AS hardware, e.compiler, w.cache,
       r.git_sha, r.git_dirty, count(t.trial_id) AS trials, sum(t.outcome = 'ok') AS ok,
       sum(t.outcome = 'dominated') AS dominated, sum(t.outcome = 'refused') AS refused,
       sum(t.reaped) AS reaped, sum(t.wall_s) AS wall_s, r.uuid
FROM run r
JOIN context USING (context_id)
JOIN hardware h USING (hw_id)
JOIN environment e USING (env_id)
JOIN policy w USING (policy_id)
LEFT JOIN trial t USING (run_id)
GROUP BY r.run_id
ORDER BY r.started_at DESC
