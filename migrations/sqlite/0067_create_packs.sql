-- A workspace's own editorial packs, which override the built-in ones, and their changes, which are only added.
CREATE TABLE packs (
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  -- Slug of the vertical.
  vertical TEXT NOT NULL,
  -- False after it was removed: the built-in pack counts.
  is_active BOOLEAN NOT NULL,
  text TEXT NOT NULL,
  title TEXT NOT NULL,
  -- Day of the last revision, as the pack says.
  updated TEXT NOT NULL,
  review TEXT,
  words INTEGER NOT NULL,
  questions INTEGER NOT NULL,
  warnings INTEGER NOT NULL,
  -- Latest change, and number of changes.
  change_id BLOB NOT NULL,
  revision INTEGER NOT NULL,
  changed_at TEXT NOT NULL,
  changed_by BLOB NOT NULL,
  PRIMARY KEY (workspace_id, language, vertical)
);

CREATE TABLE pack_changes (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  vertical TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('edited', 'imported', 'restored', 'removed')),
  -- The pack after the change, or before it was removed.
  text TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  words INTEGER NOT NULL,
  note TEXT NOT NULL,
  user_id BLOB NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX pack_changes_by_pack ON pack_changes (workspace_id, language, vertical, id);
CREATE TRIGGER pack_changes_are_append_only BEFORE UPDATE ON pack_changes
BEGIN
  SELECT RAISE(ABORT, 'changes of packs are append-only');
END;
