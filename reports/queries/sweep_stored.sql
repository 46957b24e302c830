-- SPDX-License-Identifier: BSD-3-Clause
-- What is stored of each matrix in the context of a run, of one operation and precision, with these `parameters` and
-- among these `configurations` (JSON arrays): points that are known, those of them that a search as the run's own
-- measured, and refusals. `own`: of the run itself.
WITH mine AS (SELECT context_id, run_id FROM run WHERE run_id = :run_id), asking AS (
  SELECT r.run_id, iif(json_valid(plan), json_extract(plan, '$.search', '$.search_points', '$.seed', '$.grid', '$.variants',
                                                      '$.only'), '') AS search
  FROM run r JOIN mine m ON m.context_id = r.context_id
), alike AS (SELECT run_id FROM asking WHERE search = (SELECT search FROM asking WHERE run_id = :run_id)
), points AS (
  SELECT t.problem_id, min(t.outcome = 'refused') AS refused, max(t.run_id IN (SELECT run_id FROM alike)) AS searched
  FROM mine m JOIN trial t ON t.context_id = m.context_id
  WHERE t.reaped = 0 AND t.outcome <> 'running' AND (NOT :own OR t.run_id = m.run_id)
    AND t.config_id IN (SELECT config_id FROM config WHERE text IN (SELECT value FROM json_each(:configurations))
      AND variant_id IN (SELECT variant_id FROM current_variant))
    AND t.problem_id IN (SELECT problem_id FROM problem WHERE operation = :operation AND value_type = :value_type
      AND parameters IN (SELECT value FROM json_each(:parameters)))
  GROUP BY t.problem_id, t.config_id
)
SELECT a.content_hash AS matrix, sum(NOT s.refused) AS known, sum(s.searched AND NOT s.refused) AS searched,
       sum(s.refused) AS refused
FROM points s JOIN problem p ON p.problem_id = s.problem_id JOIN matrix a ON a.matrix_id = p.a_id
GROUP BY a.content_hash
