-- The address of a webhook, encrypted; url then shows only its host and its last characters. Without it, url is the address.
ALTER TABLE webhooks ADD COLUMN sealed_url BYTEA;

-- Experiments also measure visits from AI assistants.
ALTER TABLE experiments DROP CONSTRAINT experiments_metric_is_known;
ALTER TABLE experiments ADD CONSTRAINT experiments_metric_is_known
  CHECK (metric IN ('clicks', 'impressions', 'clicks_at_position', 'visits', 'conversions', 'ai_visits'));
