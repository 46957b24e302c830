-- SPDX-License-Identifier: BSD-3-Clause
-- The run that was started last, of a sweep or of `sptune evaluate --measure`: what applications
-- measured (`sptune db import-log`) has no plan to go on with. Whoever reads a damaged plan says so.
SELECT uuid FROM run
WHERE CASE WHEN json_valid(plan) THEN plan ->> '$.imported' IS NULL ELSE 1 END
ORDER BY started_at DESC, run_id DESC LIMIT 1
