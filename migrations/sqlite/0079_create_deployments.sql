-- Batches of sites. Deployed sites and errors are counted from sites. A deployment is paused while its run is.
CREATE TABLE deployments (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('goldmines', 'batch', 'single')),
  -- What was asked for.
  plan TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('building', 'waiting', 'deploying', 'succeeded', 'failed', 'cancelled')),
  sites_planned INTEGER NOT NULL CHECK (sites_planned > 0),
  -- Last reported progress, 0 to 100: another value is an event.
  progress INTEGER NOT NULL,
  -- Parent of its runs; the run may be deleted.
  run_id BLOB,
  approved_by BLOB,
  approved_at TEXT,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX deployments_by_workspace ON deployments (workspace_id, id);
CREATE INDEX deployments_by_run ON deployments (run_id) WHERE run_id IS NOT NULL;
