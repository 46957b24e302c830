-- SPDX-License-Identifier: BSD-3-Clause
-- Where and how the trials were measured: one row per hardware, environment and policy.
SELECT
  k.context_id, h.name AS machine, h.arch, h.cores, h.l2_bytes, h.l3_bytes, h.memory_bytes,
  e.compiler, e.flags, e.os, e.libc, e.isa, e.driver, e.cuda_runtime, e.library_version,
  w.cache, w.threads, w.params, t.trials, t.wall_s
FROM context k
JOIN hardware h USING (hw_id)
JOIN environment e USING (env_id)
JOIN policy w USING (policy_id)
JOIN (SELECT context_id, count(*) AS trials, sum(wall_s) AS wall_s
      FROM trial WHERE outcome <> 'running' GROUP BY context_id) t USING (context_id)
ORDER BY k.context_id;
