-- SPDX-License-Identifier: BSD-3-Clause
-- how steady the measurements are
-- Relative width of the interval of the median, which speaks of another occasion; the same as the samples of one plan
-- say; share of trials whose samples reached half a per cent; share whose time is mostly overhead (below 1.25 of an
-- empty trial): their order is noise. `context` says what tells contexts apart, where the file holds several. What the intervals rest on is in the table `noise`.
SELECT operation, value_type, cache, variant, count(*) AS trials,
       avg((ci_high_us - ci_low_us) / median_us) AS mean_width,
       avg(2 * 1.96 * sample_sd) AS mean_sample_width,
       avg(2 * 1.96 * sample_sd <= 0.005) AS share_narrow,
       avg(coalesce(floor_ratio < 1.25, 0)) AS share_near_floor, avg(passes) AS mean_passes, avg(n) AS mean_samples,
       label AS context
FROM usable JOIN context_label USING (context_id)
WHERE median_us > 0
GROUP BY context_id, operation, value_type, variant
ORDER BY operation, value_type, cache, variant, context_id
