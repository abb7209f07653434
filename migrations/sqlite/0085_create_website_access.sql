-- Where the live files of a website are, so that its pages can be changed there.
CREATE TABLE website_access (
  website_id BLOB PRIMARY KEY REFERENCES websites(id) ON DELETE CASCADE,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('sftp', 's3', 'folder', 'git')),
  -- Choices that are not secret.
  settings TEXT NOT NULL,
  -- Credentials, encrypted.
  sealed_secret BLOB,
  -- Public address of its pages.
  base_url TEXT NOT NULL,
  -- When a test last succeeded with these settings.
  tested_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX website_access_by_workspace ON website_access (workspace_id, website_id);
