-- A report about a website under the name of an agency.
CREATE TABLE reports (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  created_by UUID NOT NULL,
  title TEXT NOT NULL,
  days INTEGER NOT NULL,
  sections JSONB NOT NULL,
  brand_name TEXT NOT NULL,
  accent TEXT NOT NULL,
  -- PNG, JPEG or WebP.
  logo BYTEA,
  logo_type TEXT,
  frequency TEXT NOT NULL,
  -- Hour of the scheduled times, 0 to 23, in the time zone.
  hour INTEGER NOT NULL,
  time_zone TEXT NOT NULL,
  recipients JSONB NOT NULL,
  schedule_id UUID REFERENCES schedules(id) ON DELETE SET NULL,
  -- The token of the shared link, hashed to find it; the whole link, sealed, for emails.
  token_hash BYTEA,
  link_sealed BYTEA,
  shared_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX reports_by_workspace ON reports (workspace_id, id);
CREATE INDEX reports_by_website ON reports (website_id);
CREATE UNIQUE INDEX reports_by_token ON reports (token_hash) WHERE token_hash IS NOT NULL;
