-- Files of releases, stored once for all sites.
CREATE TABLE site_blobs (
  -- SHA-256 of the content, hexadecimal.
  sha256 TEXT PRIMARY KEY,
  -- Compressed with gzip.
  bytes BYTEA NOT NULL,
  -- Bytes of the content.
  size BIGINT NOT NULL,
  -- When a release last used it: a blob is deleted some time after the last release that refers to it.
  used_at TIMESTAMPTZ NOT NULL
);

-- Versions of a site's files. Only the columns of approval and deployment change.
CREATE TABLE releases (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL REFERENCES sites(website_id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  -- SHA-256 of the manifest.
  digest TEXT NOT NULL,
  -- Path, sha256, size and content type of each file, ordered by path.
  manifest JSONB NOT NULL,
  -- Report of the checks.
  gate JSONB NOT NULL,
  is_blocked BOOLEAN NOT NULL,
  -- Secret part of the address of the preview.
  preview_key TEXT NOT NULL UNIQUE,
  -- Compressed bytes that it added.
  stored_bytes BIGINT NOT NULL,
  -- Number of pages, and of those that no deployed release had.
  pages INTEGER NOT NULL,
  new_pages INTEGER NOT NULL,
  run_id UUID NOT NULL,
  approved_by UUID,
  approved_at TIMESTAMPTZ,
  -- First and latest deployment.
  first_deployed_at TIMESTAMPTZ,
  deployed_at TIMESTAMPTZ,
  -- What the target needs to know of it.
  remote JSONB,
  url TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  UNIQUE (website_id, number)
);
CREATE INDEX releases_by_workspace ON releases (workspace_id, id);

CREATE TABLE release_blobs (
  release_id UUID NOT NULL REFERENCES releases(id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL REFERENCES site_blobs(sha256),
  PRIMARY KEY (release_id, sha256)
);
CREATE INDEX release_blobs_by_blob ON release_blobs (sha256);
