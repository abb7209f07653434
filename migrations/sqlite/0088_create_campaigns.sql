-- Campaigns: rules that turn scored markets into sites, within a budget, until a goal.
CREATE TABLE campaigns (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  goal TEXT NOT NULL,
  targets TEXT NOT NULL,
  -- Kind, theme and target of its sites.
  site TEXT NOT NULL,
  rules TEXT NOT NULL,
  budget TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'finished', 'stopped')),
  -- Why it is paused or finished.
  pause_reason TEXT,
  -- Who launched or last resumed it.
  approved_by BLOB,
  approved_at TEXT,
  -- Last day (UTC) whose step is done.
  last_day TEXT CHECK (date(last_day) IS last_day),
  -- When the next step is due; NULL while a run does one, and unless it is active.
  next_at TEXT,
  -- Run of the latest step; the run may be deleted.
  run_id BLOB,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX campaigns_by_workspace ON campaigns (workspace_id, id);
CREATE INDEX campaigns_by_next ON campaigns (next_at) WHERE next_at IS NOT NULL;
