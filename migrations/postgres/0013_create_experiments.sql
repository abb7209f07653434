-- Experiments: what was tried on which pages or searches, what could have been seen beforehand, and what came of it.

CREATE TABLE experiments (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- The change in the log of changes that this is about, where it was noted there.
  annotation_id UUID,
  title TEXT NOT NULL,
  hypothesis TEXT NOT NULL,
  -- 'before_after' or 'split'.
  design TEXT NOT NULL,
  -- 'site', 'page' or 'query': what targets and controls are addresses of.
  unit TEXT NOT NULL,
  metric TEXT NOT NULL,
  -- [{websiteId, targets, controls, pairs}], one for each website.
  arms JSONB NOT NULL,
  starts_on TEXT NOT NULL,
  days INTEGER NOT NULL,
  cents_per_unit DOUBLE PRECISION,
  -- What could be seen, told before the start; what was seen, told anew by each run.
  power JSONB,
  outcome JSONB,
  verdict TEXT,
  run_id UUID,
  judged_at TIMESTAMPTZ,
  created_by UUID NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX experiments_by_workspace ON experiments (workspace_id, id);
