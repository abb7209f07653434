-- Experiments: what was tried on which pages or searches, what could have been seen beforehand, and what came of it.

CREATE TABLE experiments (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- The change in the log of changes that this is about, where it was noted there.
  annotation_id BLOB,
  title TEXT NOT NULL,
  hypothesis TEXT NOT NULL,
  -- 'before_after' or 'split'.
  design TEXT NOT NULL,
  -- 'site', 'page' or 'query': what targets and controls are addresses of.
  unit TEXT NOT NULL,
  metric TEXT NOT NULL,
  -- [{websiteId, targets, controls, pairs}], one for each website.
  arms TEXT NOT NULL,
  starts_on TEXT NOT NULL,
  days INTEGER NOT NULL,
  cents_per_unit REAL,
  -- What could be seen, told before the start; what was seen, told anew by each run.
  power TEXT,
  outcome TEXT,
  verdict TEXT,
  run_id BLOB,
  judged_at TEXT,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX experiments_by_workspace ON experiments (workspace_id, id);
