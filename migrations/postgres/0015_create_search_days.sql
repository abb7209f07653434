-- What the dated lines of a batch add up to by day: a website's days are read from here, not from its millions of lines.
CREATE TABLE search_days (
  batch_id BIGINT NOT NULL,
  -- `date`: the totals that an export counts itself; `detail`: sums of its dated lines.
  dimension TEXT NOT NULL,
  -- 0: lines about the site; 1: lines about one of its pages.
  level INTEGER NOT NULL,
  day TEXT NOT NULL,
  clicks BIGINT NOT NULL,
  impressions BIGINT NOT NULL,
  -- Positions times impressions, and the impressions of lines with a position.
  weighted DOUBLE PRECISION NOT NULL,
  weight BIGINT NOT NULL,
  PRIMARY KEY (batch_id, dimension, level, day)
);

INSERT INTO search_days
SELECT batch_id, dimension, CASE WHEN page IS NULL THEN 0 ELSE 1 END, date, SUM(clicks), SUM(impressions),
       COALESCE(SUM(position * impressions), 0.0), SUM(CASE WHEN position IS NULL THEN 0 ELSE impressions END)
  FROM search_rows
 WHERE period = 'current' AND date IS NOT NULL AND dimension IN ('date', 'detail')
 GROUP BY 1, 2, 3, 4;

DROP INDEX search_rows_by_date;
