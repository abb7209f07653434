-- Plans of actions: what is to be done, who said yes, what became of it; and the switch that stops all acting.

CREATE TABLE plans (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB,
  title TEXT NOT NULL,
  reason TEXT NOT NULL,
  -- What it came from: 'insight:ID', 'opportunity:ID', or NULL where a person wrote it.
  source TEXT,
  -- The actions that were asked for, and those that cannot be done: [{id, reason}].
  requests TEXT NOT NULL,
  blocked TEXT NOT NULL,
  status TEXT NOT NULL,
  -- Why it stands there.
  detail TEXT NOT NULL,
  run_id BLOB,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX plans_by_workspace ON plans (workspace_id, id);

CREATE TABLE plan_steps (
  plan_id BLOB NOT NULL REFERENCES plans(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  step_id TEXT NOT NULL,
  -- The step as the execution engine laid it down: action, risk, preview, checks, key.
  body TEXT NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE,
  -- 'approved' or 'rejected', by whom and when; NULL while nobody has said.
  decision TEXT,
  decided_by BLOB,
  decided_at TEXT,
  -- What became of it; NULL before it was tried.
  outcome TEXT,
  detail TEXT NOT NULL,
  -- What takes it back, from what was there when it was done.
  compensation TEXT,
  done_at TEXT,
  taken_back_at TEXT,
  PRIMARY KEY (plan_id, no),
  UNIQUE (plan_id, step_id)
);

-- One row for each workspace that has a plan, and one for the whole installation ('operator'). Whoever acts locks the
-- rows that concern it, so that after the switch was thrown nothing more is done.
CREATE TABLE kill_switches (
  scope TEXT PRIMARY KEY,
  is_on INTEGER NOT NULL,
  reason TEXT NOT NULL,
  changed_by BLOB,
  changed_at TEXT NOT NULL
);
INSERT INTO kill_switches (scope, is_on, reason, changed_at) VALUES ('operator', 0, '', '1970-01-01 00:00:00+00:00');
