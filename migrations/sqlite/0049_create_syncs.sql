-- Batches that a connection fills instead of an uploaded file: each of some days, committed as soon as they are fetched.
ALTER TABLE import_batches ADD COLUMN source TEXT NOT NULL DEFAULT 'import'
  CHECK (source IN ('import', 'search_console', 'bing_webmaster'));
-- days: figures by day; report: sums of queries over a period. Of an uploaded file: all.
ALTER TABLE import_batches ADD COLUMN part TEXT NOT NULL DEFAULT 'all' CHECK (part IN ('all', 'days', 'report'));
-- The figures of its days may still change, so they are fetched again.
ALTER TABLE import_batches ADD COLUMN is_preliminary INTEGER NOT NULL DEFAULT FALSE;

-- What a connection fetches for a website, and how far it is.
CREATE TABLE sync_sources (
  connection_id BLOB PRIMARY KEY REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  -- Property, site or origin at the provider.
  property TEXT NOT NULL,
  -- Import that holds its rows, if they are search rows.
  import_id BLOB,
  -- Run that fetches, or fetched last.
  run_id BLOB,
  error TEXT,
  synced_at TEXT,
  first_day TEXT,
  last_day TEXT,
  last_final_day TEXT,
  -- First day that is to be fetched.
  wanted_from TEXT,
  rows INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sync_sources_by_website ON sync_sources (workspace_id, website_id);
