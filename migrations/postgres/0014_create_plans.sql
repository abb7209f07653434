-- Plans of actions: what is to be done, who said yes, what became of it; and the switch that stops all acting.

CREATE TABLE plans (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID,
  title TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- What it came from: 'insight:ID', 'opportunity:ID', or NULL where a person wrote it.
  source TEXT,
  -- The actions that were asked for, and those that cannot be done: [{id, reason}].
  requests JSONB NOT NULL,
  blocked JSONB NOT NULL,
  status TEXT NOT NULL,
  -- Why it stands there.
  detail TEXT NOT NULL,
  run_id UUID,
  created_by UUID NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX plans_by_workspace ON plans (workspace_id, id);

CREATE TABLE plan_steps (
  plan_id UUID NOT NULL REFERENCES plans(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  step_id TEXT NOT NULL,
  -- The step as the execution engine laid it down: action, risk, preview, checks, key.
  body JSONB NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE,
  -- 'approved' or 'rejected', by whom and when; NULL while nobody has said.
  decision TEXT,
  decided_by UUID,
  decided_at TIMESTAMPTZ,
  -- What became of it; NULL before it was tried.
  outcome TEXT,
  detail TEXT NOT NULL,
  -- What takes it back, from what was there when it was done.
  compensation JSONB,
  done_at TIMESTAMPTZ,
  taken_back_at TIMESTAMPTZ,
  PRIMARY KEY (plan_id, no),
  UNIQUE (plan_id, step_id)
);

-- One row for each workspace that has a plan, and one for the whole installation ('operator'). Whoever acts locks the
-- rows that concern it, so that after the switch was thrown nothing more is done.
CREATE TABLE kill_switches (
  scope TEXT PRIMARY KEY,
  is_on BOOLEAN NOT NULL,
  reason TEXT NOT NULL,
  changed_by UUID,
  changed_at TIMESTAMPTZ NOT NULL
);
INSERT INTO kill_switches (scope, is_on, reason, changed_at) VALUES ('operator', FALSE, '', '1970-01-01 00:00:00+00:00');
