-- SPDX-License-Identifier: BSD-3-Clause
-- The devices on which trials of a run were measured (table place).
SELECT DISTINCT x.device
FROM run r JOIN trial t ON t.run_id = r.run_id JOIN place x ON x.trial_id = t.trial_id
WHERE r.uuid = :run
ORDER BY x.device
