-- Tasks of plans that a person has done.
CREATE TABLE tasks (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  done_by BLOB NOT NULL,
  done_at TEXT NOT NULL
);
