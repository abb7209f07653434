-- Sessions that a connection to Google Analytics reports, by day, landing page, source and medium. A window of days is
-- replaced as a whole.
CREATE TABLE analytics_days (
  connection_id UUID NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  day DATE NOT NULL,
  page TEXT NOT NULL,
  source TEXT NOT NULL,
  medium TEXT NOT NULL,
  sessions BIGINT NOT NULL,
  engaged_sessions BIGINT NOT NULL,
  key_events DOUBLE PRECISION NOT NULL
);
CREATE INDEX analytics_days_by_connection ON analytics_days (connection_id, day);
CREATE INDEX analytics_days_by_website ON analytics_days (workspace_id, website_id, day);

-- 75th percentiles of visits in 28 days up to a day, as visitors of Chrome had them.
CREATE TABLE web_vitals (
  connection_id UUID NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  url TEXT NOT NULL,
  is_origin BOOLEAN NOT NULL,
  device TEXT NOT NULL CHECK (device IN ('phone', 'desktop')),
  first_day DATE NOT NULL,
  day DATE NOT NULL,
  -- Milliseconds, but for the shift, which has no unit.
  lcp DOUBLE PRECISION,
  inp DOUBLE PRECISION,
  cls DOUBLE PRECISION,
  fcp DOUBLE PRECISION,
  ttfb DOUBLE PRECISION
);
CREATE INDEX web_vitals_by_connection ON web_vitals (connection_id);
CREATE INDEX web_vitals_by_website ON web_vitals (workspace_id, website_id, day);
