-- Content documents with their versions. Versions are never changed.
CREATE TABLE documents (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB REFERENCES websites(id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  query TEXT NOT NULL,
  -- Slug of the vertical.
  vertical TEXT,
  place TEXT,
  geoname_id INTEGER,
  intent TEXT,
  brief TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'ready', 'published')),
  -- Number of the current version; 0 without one.
  version INTEGER NOT NULL,
  -- Increases with each change of the fields above, but not with a version.
  revision INTEGER NOT NULL,
  -- Latest run that writes a version.
  run_id BLOB,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  archived_at TEXT
);
CREATE INDEX documents_by_workspace ON documents (workspace_id, id);
CREATE INDEX documents_by_website ON documents (website_id) WHERE website_id IS NOT NULL;

CREATE TABLE document_versions (
  document_id BLOB NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  -- Number of the version that it was made from; 0 for none.
  base INTEGER NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('composed', 'generated', 'edited', 'restored')),
  draft TEXT NOT NULL,
  cited TEXT NOT NULL,
  score TEXT,
  words INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  run_id BLOB,
  user_id BLOB NOT NULL,
  prompts TEXT,
  model TEXT,
  cost_micros INTEGER NOT NULL,
  note TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (document_id, number)
);
CREATE TRIGGER document_versions_are_append_only BEFORE UPDATE ON document_versions
BEGIN
  SELECT RAISE(ABORT, 'versions of documents are append-only');
END;
