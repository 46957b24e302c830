-- SPDX-License-Identifier: BSD-3-Clause
-- The commit of the newest run on a machine under a policy.
SELECT r.git_sha
FROM run r JOIN context USING (context_id) JOIN hardware h USING (hw_id) JOIN policy w USING (policy_id)
WHERE h.hw_hash = :hardware AND w.policy_hash = :policy
ORDER BY r.started_at DESC, r.run_id DESC LIMIT 1
