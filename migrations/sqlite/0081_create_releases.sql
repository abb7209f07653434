-- Files of releases, stored once for all sites.
CREATE TABLE site_blobs (
  -- SHA-256 of the content, hexadecimal.
  sha256 TEXT PRIMARY KEY,
  -- Compressed with gzip.
  bytes BLOB NOT NULL,
  -- Bytes of the content.
  size INTEGER NOT NULL,
  -- When a release last used it: a blob is deleted some time after the last release that refers to it.
  used_at TEXT NOT NULL
);

-- Versions of a site's files. Only the columns of approval and deployment change.
CREATE TABLE releases (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL REFERENCES sites(website_id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  -- SHA-256 of the manifest.
  digest TEXT NOT NULL,
  -- Path, sha256, size and content type of each file, ordered by path.
  manifest TEXT NOT NULL,
  -- Report of the checks.
  gate TEXT NOT NULL,
  is_blocked BOOLEAN NOT NULL,
  -- Secret part of the address of the preview.
  preview_key TEXT NOT NULL UNIQUE,
  -- Compressed bytes that it added.
  stored_bytes INTEGER NOT NULL,
  -- Number of pages, and of those that no deployed release had.
  pages INTEGER NOT NULL,
  new_pages INTEGER NOT NULL,
  run_id BLOB NOT NULL,
  approved_by BLOB,
  approved_at TEXT,
  -- First and latest deployment.
  first_deployed_at TEXT,
  deployed_at TEXT,
  -- What the target needs to know of it.
  remote TEXT,
  url TEXT,
  created_at TEXT NOT NULL,
  UNIQUE (website_id, number)
);
CREATE INDEX releases_by_workspace ON releases (workspace_id, id);

CREATE TABLE release_blobs (
  release_id BLOB NOT NULL REFERENCES releases(id) ON DELETE CASCADE,
  sha256 TEXT NOT NULL REFERENCES site_blobs(sha256),
  PRIMARY KEY (release_id, sha256)
);
CREATE INDEX release_blobs_by_blob ON release_blobs (sha256);
