-- Where the live files of a website are, so that its pages can be changed there.
CREATE TABLE website_access (
  website_id UUID PRIMARY KEY REFERENCES websites(id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('sftp', 's3', 'folder', 'git')),
  -- Choices that are not secret.
  settings JSONB NOT NULL,
  -- Credentials, encrypted.
  sealed_secret BYTEA,
  -- Public address of its pages.
  base_url TEXT NOT NULL,
  -- When a test last succeeded with these settings.
  tested_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX website_access_by_workspace ON website_access (workspace_id, website_id);
