-- Content documents with their versions. Versions are never changed.
CREATE TABLE documents (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID REFERENCES websites(id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  query TEXT NOT NULL,
  -- Slug of the vertical.
  vertical TEXT,
  place TEXT,
  geoname_id BIGINT,
  intent TEXT,
  brief JSONB NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'ready', 'published')),
  -- Number of the current version; 0 without one.
  version INTEGER NOT NULL,
  -- Increases with each change of the fields above, but not with a version.
  revision BIGINT NOT NULL,
  -- Latest run that writes a version.
  run_id UUID,
  created_by UUID NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  archived_at TIMESTAMPTZ
);
CREATE INDEX documents_by_workspace ON documents (workspace_id, id);
CREATE INDEX documents_by_website ON documents (website_id) WHERE website_id IS NOT NULL;

CREATE TABLE document_versions (
  document_id UUID NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  -- Number of the version that it was made from; 0 for none.
  base INTEGER NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('composed', 'generated', 'edited', 'restored')),
  draft JSONB NOT NULL,
  cited JSONB NOT NULL,
  score JSONB,
  words INTEGER NOT NULL,
  size_bytes BIGINT NOT NULL,
  run_id UUID,
  user_id UUID NOT NULL,
  prompts JSONB,
  model TEXT,
  cost_micros BIGINT NOT NULL,
  note TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (document_id, number)
);
CREATE FUNCTION refuse_change_of_document_version() RETURNS trigger AS $$
BEGIN
  RAISE EXCEPTION 'versions of documents are append-only';
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER document_versions_are_append_only BEFORE UPDATE ON document_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_document_version();
