-- Tests of pages in the laboratory of PageSpeed Insights, one for each page, device and day.
CREATE TABLE speed_tests (
  connection_id BLOB NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  url TEXT NOT NULL,
  device TEXT NOT NULL CHECK (device IN ('phone', 'desktop')),
  day TEXT NOT NULL,
  -- Score of performance, from 0 to 1.
  performance REAL,
  -- Milliseconds, but for the shift, which has no unit.
  lcp REAL,
  cls REAL,
  tbt REAL,
  response REAL,
  -- Version of Lighthouse.
  lighthouse TEXT,
  PRIMARY KEY (connection_id, url, device, day)
);
CREATE INDEX speed_tests_by_website ON speed_tests (workspace_id, website_id, day);
