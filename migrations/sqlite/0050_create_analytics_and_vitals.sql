-- Sessions that a connection to Google Analytics reports, by day, landing page, source and medium. A window of days is
-- replaced as a whole.
CREATE TABLE analytics_days (
  connection_id BLOB NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  day TEXT NOT NULL,
  page TEXT NOT NULL,
  source TEXT NOT NULL,
  medium TEXT NOT NULL,
  sessions INTEGER NOT NULL,
  engaged_sessions INTEGER NOT NULL,
  key_events REAL NOT NULL
);
CREATE INDEX analytics_days_by_connection ON analytics_days (connection_id, day);
CREATE INDEX analytics_days_by_website ON analytics_days (workspace_id, website_id, day);

-- 75th percentiles of visits in 28 days up to a day, as visitors of Chrome had them.
CREATE TABLE web_vitals (
  connection_id BLOB NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  url TEXT NOT NULL,
  is_origin INTEGER NOT NULL,
  device TEXT NOT NULL CHECK (device IN ('phone', 'desktop')),
  first_day TEXT NOT NULL,
  day TEXT NOT NULL,
  -- Milliseconds, but for the shift, which has no unit.
  lcp REAL,
  inp REAL,
  cls REAL,
  fcp REAL,
  ttfb REAL
);
CREATE INDEX web_vitals_by_connection ON web_vitals (connection_id);
CREATE INDEX web_vitals_by_website ON web_vitals (workspace_id, website_id, day);
