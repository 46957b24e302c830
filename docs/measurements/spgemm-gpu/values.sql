WITH t AS (SELECT matrix, variant, median_us AS us, outcome,
                  CASE variant WHEN 'cusparse' THEN 'cusparse' ELSE params ->> '$.rerun' END AS how
           FROM trial_flat),
     m AS (SELECT matrix, min(us) FILTER (WHERE how = 'search') AS search, min(us) FILTER (WHERE how = 'places') AS places,
                  min(us) FILTER (WHERE how = 'gather') AS gather, min(us) FILTER (WHERE how = 'cusparse' AND outcome = 'ok') AS cusparse
           FROM t GROUP BY matrix)
SELECT matrix, round(search, 1) AS search, round(places, 1) AS places, round(gather, 1) AS gather, round(cusparse, 1) AS cusparse,
       round(cusparse / min(search, places, gather), 2) AS ratio FROM m ORDER BY ratio
