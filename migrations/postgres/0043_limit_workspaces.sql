-- What a workspace used on a day (UTC), counted only while the operator limits it.
CREATE TABLE workspace_days (
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  day DATE NOT NULL,
  runs BIGINT NOT NULL CHECK (runs >= 0),
  emails BIGINT NOT NULL CHECK (emails >= 0),
  PRIMARY KEY (workspace_id, day)
);
CREATE INDEX workspace_days_by_day ON workspace_days (day);

-- Rows of a batch, for the storage limit of its workspace.
ALTER TABLE import_batches ADD COLUMN stored_rows BIGINT NOT NULL DEFAULT 0;
UPDATE import_batches SET stored_rows = COALESCE((SELECT rows FROM imports WHERE imports.id = import_batches.import_id), 0)
 WHERE committed;

-- Why a schedule started no run at its last time.
ALTER TABLE schedules ADD COLUMN skipped_at TIMESTAMPTZ;
ALTER TABLE schedules ADD COLUMN skipped_reason TEXT;
