-- The files of an upload with the SHA-256 of their bytes: shows that a file was imported before.
CREATE TABLE import_files (
  import_id UUID NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  name TEXT NOT NULL,
  size_bytes BIGINT NOT NULL CHECK (size_bytes >= 0),
  sha256 TEXT NOT NULL,
  PRIMARY KEY (import_id, no)
);
CREATE INDEX import_files_by_content ON import_files (sha256);
