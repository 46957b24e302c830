-- SPDX-License-Identifier: BSD-3-Clause
-- The sweeps whose trials the report shows.
SELECT
  r.uuid AS run, r.context_id, r.suite, r.state, r.started_at, r.ended_at, r.git_sha, r.git_dirty,
  count(t.trial_id) AS trials
FROM run r
LEFT JOIN trial t ON t.run_id = r.run_id AND t.outcome <> 'running'
GROUP BY r.run_id ORDER BY r.started_at, r.run_id;
