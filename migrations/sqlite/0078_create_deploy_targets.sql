-- Where sites are deployed. Built-in hosting has no row.
CREATE TABLE deploy_targets (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('hosting', 'folder', 's3', 'sftp', 'netlify', 'cloudflare_pages')),
  name TEXT NOT NULL,
  -- Choices that are not secret.
  settings TEXT NOT NULL,
  -- Credentials, encrypted.
  sealed_secret BLOB,
  created_at TEXT NOT NULL
);
CREATE INDEX deploy_targets_by_workspace ON deploy_targets (workspace_id, id);
