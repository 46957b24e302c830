-- SPDX-License-Identifier: BSD-3-Clause
-- how steady the measurements are
-- Relative width of the interval of the median, share of trials that reached half a per cent, and share
-- whose time is mostly overhead (below 1.25 of an empty trial): their order is noise.
SELECT operation, value_type, cache, variant, count(*) AS trials,
       avg((ci_high_us - ci_low_us) / median_us) AS mean_width,
       avg((ci_high_us - ci_low_us) / median_us <= 0.005) AS share_narrow,
       avg(coalesce(floor_ratio < 1.25, 0)) AS share_near_floor, avg(n) AS mean_samples
FROM usable
WHERE median_us > 0
GROUP BY context_id, operation, value_type, variant
ORDER BY operation, value_type, cache, variant
