-- How an upload is read: columns that the user assigned, periods of a comparison, and which row of several wins.
ALTER TABLE imports ADD COLUMN options TEXT NOT NULL DEFAULT '{}';

-- Period with which an import compares its own.
ALTER TABLE import_batches ADD COLUMN previous_from TEXT;
ALTER TABLE import_batches ADD COLUMN previous_to TEXT;

-- Columns assigned by users, for the next file with the same headers.
CREATE TABLE column_mappings (
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Hash of the folded headers in their order.
  fingerprint TEXT NOT NULL,
  target TEXT NOT NULL,
  -- Field of each column; null: not read.
  columns TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (workspace_id, fingerprint)
);
