-- The ledger of what was predicted, the goals of a website, and what its people have achieved.

-- One thing that was said about the future: a claim with a probability, or a quantity with its quantiles. It is
-- written when it is made and never changed but for its outcome.
CREATE TABLE forecasts (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB,
  engine_id TEXT NOT NULL,
  run_id BLOB NOT NULL,
  -- What makes it the same forecast when a run is repeated.
  identity TEXT NOT NULL,
  -- 'claim' or 'quantity'.
  kind TEXT NOT NULL,
  -- What it is about: 'insight:ID', or a metric and its period, as 'clicks:2026-11-01:2026-11-30'.
  subject TEXT NOT NULL,
  statement TEXT NOT NULL,
  probability REAL,
  -- {mean, p10, p50, p90}
  quantiles TEXT,
  -- What 'tomorrow is as today' says, for comparison.
  naive REAL,
  model TEXT NOT NULL,
  made_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  -- 0 or 1 for a claim, the measured figure for a quantity.
  outcome REAL,
  outcome_at TEXT,
  UNIQUE (workspace_id, identity)
);
CREATE INDEX forecasts_by_engine ON forecasts (workspace_id, engine_id, due_at);

CREATE TABLE milestones (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  -- 'clicks_month' and so on: the metric whose measured value moves it; NULL for one that people move.
  metric TEXT,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  target REAL NOT NULL,
  current REAL NOT NULL,
  unit TEXT NOT NULL,
  due_at TEXT,
  completed_at TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX milestones_by_website ON milestones (website_id, id);

CREATE TABLE achievements (
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  earned_at TEXT NOT NULL,
  PRIMARY KEY (user_id, code)
);

-- The kinds of tables that an import held, between commas: what the engines can work on.
ALTER TABLE imports ADD COLUMN kinds TEXT NOT NULL DEFAULT '';
