-- SPDX-License-Identifier: BSD-3-Clause
-- how steady the measurements are
-- Relative width of the interval of the median, which speaks of another occasion; the same as the samples of one plan
-- say, and the share where that is half a per cent at most, both of those with the six samples that such an interval
-- takes (NULL where there are none); share whose time is mostly overhead (below 1.25 of an
-- empty trial): their order is noise. `context` says what tells contexts apart, where the file holds several. What the intervals rest on is in the table `noise`.
SELECT operation, value_type, cache, variant, count(*) AS trials,
       avg((u.ci_high_us - u.ci_low_us) / u.median_us) AS mean_width,
       avg(2 * 1.96 * sample_sd) FILTER (WHERE t.n >= 6) AS mean_sample_width,
       avg(2 * 1.96 * sample_sd <= 0.005) FILTER (WHERE t.n >= 6) AS share_narrow,
       avg(coalesce(floor_ratio < 1.25, 0)) AS share_near_floor, avg(passes) AS mean_passes, avg(u.n) AS mean_samples,
       label AS context
FROM usable u
JOIN trial t USING (trial_id) -- the newest attempt, whose samples they are
JOIN context_label ON context_label.context_id = u.context_id
WHERE u.median_us > 0
GROUP BY u.context_id, operation, value_type, variant
ORDER BY operation, value_type, cache, variant, u.context_id
