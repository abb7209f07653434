-- What a workspace used on a day (UTC), counted only while the operator limits it.
CREATE TABLE workspace_days (
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  runs INTEGER NOT NULL CHECK (runs >= 0),
  emails INTEGER NOT NULL CHECK (emails >= 0),
  PRIMARY KEY (workspace_id, day)
);
CREATE INDEX workspace_days_by_day ON workspace_days (day);

-- Rows of a batch, for the storage limit of its workspace.
ALTER TABLE import_batches ADD COLUMN stored_rows INTEGER NOT NULL DEFAULT 0;
UPDATE import_batches SET stored_rows = COALESCE((SELECT rows FROM imports WHERE imports.id = import_batches.import_id), 0)
 WHERE committed;

-- Why a schedule started no run at its last time.
ALTER TABLE schedules ADD COLUMN skipped_at TEXT;
ALTER TABLE schedules ADD COLUMN skipped_reason TEXT;
