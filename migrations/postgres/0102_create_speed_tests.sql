-- Tests of pages in the laboratory of PageSpeed Insights, one for each page, device and day.
CREATE TABLE speed_tests (
  connection_id UUID NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  url TEXT NOT NULL,
  device TEXT NOT NULL CHECK (device IN ('phone', 'desktop')),
  day DATE NOT NULL,
  -- Score of performance, from 0 to 1.
  performance DOUBLE PRECISION,
  -- Milliseconds, but for the shift, which has no unit.
  lcp DOUBLE PRECISION,
  cls DOUBLE PRECISION,
  tbt DOUBLE PRECISION,
  response DOUBLE PRECISION,
  -- Version of Lighthouse.
  lighthouse TEXT,
  PRIMARY KEY (connection_id, url, device, day)
);
CREATE INDEX speed_tests_by_website ON speed_tests (workspace_id, website_id, day);
