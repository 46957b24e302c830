-- SPDX-License-Identifier: BSD-3-Clause
-- how far every problem has been explored
-- `context` says what tells contexts apart, where the file holds several.
SELECT matrix, operation, parameters, value_type, backend, cache, variants, configurations, ok, dominated,
       refused, failed, wall_s, label AS context
FROM coverage JOIN context_label USING (context_id)
ORDER BY operation, value_type, backend, cache, matrix, parameters, context_id
