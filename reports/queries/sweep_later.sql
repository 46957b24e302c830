-- SPDX-License-Identifier: BSD-3-Clause
-- The last run of a plan of several cache policies, told by one of those before it, which it names.
SELECT r.uuid
FROM run r, json_each(iif(json_valid(r.plan), r.plan, '{}'), '$.earlier_runs') e
WHERE e.value = :run
ORDER BY r.started_at DESC, r.run_id DESC LIMIT 1
