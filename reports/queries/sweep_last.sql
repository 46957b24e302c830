-- SPDX-License-Identifier: BSD-3-Clause
-- The run that was started last.
SELECT uuid FROM run ORDER BY started_at DESC, run_id DESC LIMIT 1
