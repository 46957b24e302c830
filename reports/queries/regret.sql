-- SPDX-License-Identifier: BSD-3-Clause
-- what using one configuration everywhere would cost
-- Share of the oracle (geometric mean), 95th percentile and worst slowdown over the problems that the
-- configuration could run; the first line of each group is the best single configuration among those
-- that ran on most problems. `context` says what tells contexts apart, where the file holds several.
WITH measured AS (
  SELECT operation, value_type, backend, cache, context_id, configuration, slowdown, tie,
         row_number() OVER w AS place, count(*) OVER (PARTITION BY context_id, operation, value_type,
           backend, configuration) AS problems
  FROM regret
  WHERE baseline = 0
  WINDOW w AS (PARTITION BY context_id, operation, value_type, backend, configuration ORDER BY slowdown)
)
SELECT operation, value_type, backend, cache, configuration, problems,
       exp(-avg(ln(slowdown))) AS share_of_oracle,
       -- between the two order statistics beside it (type 7 of Hyndman and Fan), as everywhere
       sum(slowdown * max(0, 1 - abs(place - 1 - 0.95 * (problems - 1)))) AS p95, max(slowdown) AS worst,
       sum(tie) AS tied_with_best, label AS context
FROM measured JOIN context_label USING (context_id)
GROUP BY context_id, operation, value_type, backend, configuration
ORDER BY operation, value_type, backend, cache, context_id, problems DESC, share_of_oracle DESC
