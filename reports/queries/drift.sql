-- SPDX-License-Identifier: BSD-3-Clause
-- how fast the machine itself was during each sweep
-- The reference kernel, timed between matrices; `against_median` is 1 where it took as long as usual in its run.
SELECT substr(r.uuid, 1, 13) AS run, d.device, d.started_at, d.trials, d.configuration, d.median_us,
       d.median_us / (SELECT avg(m) FROM (
         SELECT o.median_us AS m, row_number() OVER (ORDER BY o.median_us) AS place, count(*) OVER () AS many
         FROM drift o WHERE o.run_id = d.run_id AND o.device = d.device AND o.disturbed = '')
         WHERE 2 * place BETWEEN many AND many + 2) AS against_median,
       d.disturbed
FROM drift d JOIN run r USING (run_id)
ORDER BY d.started_at, d.device
