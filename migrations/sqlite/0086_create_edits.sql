-- Changes of existing pages, made for one reason.
CREATE TABLE edits (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  -- Opportunity that it implements; that may be deleted.
  opportunity_id BLOB,
  title TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- Their types belong to the crate `edits`.
  changes TEXT NOT NULL,
  -- What the website showed of each change when it was last read.
  checked TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'preparing', 'ready', 'applying', 'applied', 'checking', 'waiting',
    'rolled_back', 'failed', 'undone', 'cancelled')),
  -- How its changes reach the website; NULL before it is prepared.
  way TEXT CHECK (way IN ('release', 'access', 'person')),
  -- Step of its latest run.
  step TEXT CHECK (step IN ('prepare', 'apply', 'check', 'undo')),
  detail TEXT NOT NULL,
  -- Why its files are being restored; NULL while they are not.
  failure TEXT,
  -- Differences and facts of each page.
  preview TEXT NOT NULL,
  -- Whether an experiment measures it.
  is_measured BOOLEAN NOT NULL,
  experiment_id BLOB,
  annotation_id BLOB,
  -- Release that carries its changes.
  release_id BLOB,
  -- Run at work, or the latest one; the run may be deleted.
  run_id BLOB,
  -- Run that builds or deploys its site.
  site_run_id BLOB,
  -- Compressed bytes that its files added.
  stored_bytes INTEGER NOT NULL,
  created_by BLOB NOT NULL,
  approved_by BLOB,
  approved_at TEXT,
  applied_at TEXT,
  undone_at TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX edits_by_workspace ON edits (workspace_id, id);
CREATE INDEX edits_by_website ON edits (website_id, id);
CREATE INDEX edits_by_opportunity ON edits (opportunity_id) WHERE opportunity_id IS NOT NULL;

-- Contents of files before and after edits, stored once for all.
CREATE TABLE edit_blobs (
  -- SHA-256 of the content, hexadecimal.
  sha256 TEXT PRIMARY KEY,
  -- Compressed with gzip.
  bytes BLOB NOT NULL,
  -- Bytes of the content.
  size INTEGER NOT NULL,
  -- When an edit last used it: a blob is deleted some time after the last edit that refers to it.
  used_at TEXT NOT NULL
);

-- Files that edits change where the website is, and how far that is.
CREATE TABLE edit_files (
  edit_id BLOB NOT NULL REFERENCES edits(id) ON DELETE CASCADE,
  -- Path of the file at the access.
  path TEXT NOT NULL,
  position INTEGER NOT NULL,
  -- Public address of its page; NULL for a file that is no page.
  url TEXT,
  -- Content before; NULL for a file that the edit creates.
  before_sha256 TEXT REFERENCES edit_blobs(sha256),
  after_sha256 TEXT NOT NULL REFERENCES edit_blobs(sha256),
  -- Whether it is one of the first, on trial.
  is_canary BOOLEAN NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('planned', 'canary', 'written', 'verified', 'restored')),
  PRIMARY KEY (edit_id, path)
);
CREATE INDEX edit_files_by_before ON edit_files (before_sha256);
CREATE INDEX edit_files_by_after ON edit_files (after_sha256);
