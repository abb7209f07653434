-- Campaigns: rules that turn scored markets into sites, within a budget, until a goal.
CREATE TABLE campaigns (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  goal JSONB NOT NULL,
  targets JSONB NOT NULL,
  -- Kind, theme and target of its sites.
  site JSONB NOT NULL,
  rules JSONB NOT NULL,
  budget JSONB NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'finished', 'stopped')),
  -- Why it is paused or finished.
  pause_reason TEXT,
  -- Who launched or last resumed it.
  approved_by UUID,
  approved_at TIMESTAMPTZ,
  -- Last day (UTC) whose step is done.
  last_day DATE,
  -- When the next step is due; NULL while a run does one, and unless it is active.
  next_at TIMESTAMPTZ,
  -- Run of the latest step; the run may be deleted.
  run_id UUID,
  created_by UUID NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX campaigns_by_workspace ON campaigns (workspace_id, id);
CREATE INDEX campaigns_by_next ON campaigns (next_at) WHERE next_at IS NOT NULL;
