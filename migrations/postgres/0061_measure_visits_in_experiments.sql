ALTER TABLE experiments DROP CONSTRAINT experiments_metric_is_known;
ALTER TABLE experiments
  ADD CONSTRAINT experiments_metric_is_known CHECK (metric IN ('clicks', 'impressions', 'clicks_at_position', 'visits', 'conversions'));
