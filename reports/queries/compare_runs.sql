-- SPDX-License-Identifier: BSD-3-Clause
-- The runs of a file that measured something, with all that may decide their times. What applications measured
-- (`sptune db import-log`) is no sweep.
SELECT r.uuid, r.started_at, r.plan, r.git_sha, r.git_dirty, r.suite, r.info,
       h.name AS hardware, h.arch, h.cores, h.memory_bytes, e.compiler, e.flags, e.os, e.libc, e.library_version, e.isa,
       e.driver, e.cuda_runtime, e.cusparse, w.threads, w.params
FROM run r
JOIN context k USING (context_id)
JOIN hardware h USING (hw_id)
JOIN environment e USING (env_id)
JOIN policy w USING (policy_id)
WHERE EXISTS (SELECT 1 FROM trial t WHERE t.run_id = r.run_id AND t.outcome <> 'running')
  AND CASE WHEN json_valid(r.plan) THEN r.plan ->> '$.imported' IS NULL ELSE 1 END
ORDER BY r.started_at, r.run_id
