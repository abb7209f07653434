-- Audits of single pages for a keyword.
CREATE TABLE page_audits (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Website of the workspace that the page belongs to, if there is one.
  website_id UUID,
  user_id UUID NOT NULL,
  run_id UUID NOT NULL,
  url TEXT NOT NULL,
  keyword TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  -- The rest is known from the end on.
  finished_at TIMESTAMPTZ,
  report JSONB
);
CREATE INDEX page_audits_by_workspace ON page_audits (workspace_id, id);
