-- Runs that are expected to be short do not wait behind long ones.
ALTER TABLE runs ADD COLUMN is_short BOOLEAN NOT NULL DEFAULT false;

-- Moving mean of the durations of a workspace's runs; the action is empty for runs that are not of an engine.
CREATE TABLE run_times (
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  action TEXT NOT NULL,
  mean_ms BIGINT NOT NULL CHECK (mean_ms >= 0),
  PRIMARY KEY (workspace_id, kind, action)
);
