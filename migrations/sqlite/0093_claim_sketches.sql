-- Pages of a build under way: of two builds at the same time, the one that claims first keeps its texts.
CREATE TABLE sketch_claims (
  website_id BLOB NOT NULL REFERENCES sites(website_id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Order of the claim in the workspace.
  seq INTEGER NOT NULL,
  sketch BLOB NOT NULL,
  shingles BLOB NOT NULL,
  PRIMARY KEY (website_id, path)
);
CREATE INDEX sketch_claims_by_workspace ON sketch_claims (workspace_id, seq);

-- The latest claim of a workspace. Its row is locked while a build claims.
CREATE TABLE sketch_counters (
  workspace_id BLOB PRIMARY KEY REFERENCES workspaces(id) ON DELETE CASCADE,
  seq INTEGER NOT NULL
);

-- Order of the claim with which the pages were built.
ALTER TABLE page_sketches ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;
-- From now on they are those of the latest build that may be deployed.
DELETE FROM page_sketches WHERE NOT EXISTS
  (SELECT 1 FROM releases WHERE releases.website_id = page_sketches.website_id AND NOT releases.is_blocked);
