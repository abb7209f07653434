-- Audits of single pages for a keyword.
CREATE TABLE page_audits (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Website of the workspace that the page belongs to, if there is one.
  website_id BLOB,
  user_id BLOB NOT NULL,
  run_id BLOB NOT NULL,
  url TEXT NOT NULL,
  keyword TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The rest is known from the end on.
  finished_at TEXT,
  report TEXT
);
CREATE INDEX page_audits_by_workspace ON page_audits (workspace_id, id);
