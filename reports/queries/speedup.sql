-- SPDX-License-Identifier: BSD-3-Clause
-- how much faster the best configuration is than each baseline and each kernel's default point
-- Geometric mean, extremes and counts over problems; `tied` of them are no difference that could be
-- measured. A baseline is taken at its own best. `context` says what tells contexts apart, where the file holds several.
SELECT operation, value_type, backend, cache, reference_kind, reference, count(*) AS problems,
       exp(avg(ln(speedup))) AS geomean, min(speedup) AS lowest, max(speedup) AS highest,
       sum(speedup > 1 AND NOT tie) AS faster, sum(tie) AS tied, sum(speedup < 1 AND NOT tie) AS slower,
       label AS context
FROM speedup
JOIN context_label USING (context_id)
GROUP BY operation, value_type, backend, cache, context_id, reference_kind, reference
ORDER BY operation, value_type, backend, cache, context_id, reference_kind, geomean DESC
