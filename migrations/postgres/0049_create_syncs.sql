-- Batches that a connection fills instead of an uploaded file: each of some days, committed as soon as they are fetched.
ALTER TABLE import_batches ADD COLUMN source TEXT NOT NULL DEFAULT 'import'
  CHECK (source IN ('import', 'search_console', 'bing_webmaster'));
-- days: figures by day; report: sums of queries over a period. Of an uploaded file: all.
ALTER TABLE import_batches ADD COLUMN part TEXT NOT NULL DEFAULT 'all' CHECK (part IN ('all', 'days', 'report'));
-- The figures of its days may still change, so they are fetched again.
ALTER TABLE import_batches ADD COLUMN is_preliminary BOOLEAN NOT NULL DEFAULT FALSE;

-- What a connection fetches for a website, and how far it is.
CREATE TABLE sync_sources (
  connection_id UUID PRIMARY KEY REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  -- Property, site or origin at the provider.
  property TEXT NOT NULL,
  -- Import that holds its rows, if they are search rows.
  import_id UUID,
  -- Run that fetches, or fetched last.
  run_id UUID,
  error TEXT,
  synced_at TIMESTAMPTZ,
  first_day DATE,
  last_day DATE,
  last_final_day DATE,
  -- First day that is to be fetched.
  wanted_from DATE,
  rows BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX sync_sources_by_website ON sync_sources (workspace_id, website_id);
