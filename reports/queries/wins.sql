-- SPDX-License-Identifier: BSD-3-Clause
-- which kernels win, and how often they are among the best
-- `best` counts problems where a configuration of the kernel is the oracle, `ties` where one of its
-- configurations cannot be told from it. `context` says what tells contexts apart, where the file holds several.
SELECT operation, value_type, backend, cache, variant, count(DISTINCT problem_id) AS problems,
       count(DISTINCT iif(configuration = oracle, problem_id, NULL)) AS best,
       count(DISTINCT iif(tie, problem_id, NULL)) AS ties, label AS context
FROM regret JOIN context_label USING (context_id)
WHERE baseline = 0
GROUP BY context_id, operation, value_type, backend, variant
ORDER BY operation, value_type, backend, cache, context_id, best DESC, ties DESC
