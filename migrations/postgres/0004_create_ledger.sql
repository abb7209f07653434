-- The ledger of what was predicted, the goals of a website, and what its people have achieved.

-- One thing that was said about the future: a claim with a probability, or a quantity with its quantiles. It is
-- written when it is made and never changed but for its outcome.
CREATE TABLE forecasts (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID,
  engine_id TEXT NOT NULL,
  run_id UUID NOT NULL,
  -- What makes it the same forecast when a run is repeated.
  identity TEXT NOT NULL,
  -- 'claim' or 'quantity'.
  kind TEXT NOT NULL,
  -- What it is about: 'insight:ID', or a metric and its period, as 'clicks:2026-11-01:2026-11-30'.
  subject TEXT NOT NULL,
  statement TEXT NOT NULL,
  probability DOUBLE PRECISION,
  -- {mean, p10, p50, p90}
  quantiles JSONB,
  -- What 'tomorrow is as today' says, for comparison.
  naive DOUBLE PRECISION,
  model TEXT NOT NULL,
  made_at TIMESTAMPTZ NOT NULL,
  due_at TIMESTAMPTZ NOT NULL,
  -- 0 or 1 for a claim, the measured figure for a quantity.
  outcome DOUBLE PRECISION,
  outcome_at TIMESTAMPTZ,
  UNIQUE (workspace_id, identity)
);
CREATE INDEX forecasts_by_engine ON forecasts (workspace_id, engine_id, due_at);

CREATE TABLE milestones (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  -- 'clicks_month' and so on: the metric whose measured value moves it; NULL for one that people move.
  metric TEXT,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  target DOUBLE PRECISION NOT NULL,
  current DOUBLE PRECISION NOT NULL,
  unit TEXT NOT NULL,
  due_at TIMESTAMPTZ,
  completed_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX milestones_by_website ON milestones (website_id, id);

CREATE TABLE achievements (
  user_id UUID NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  code TEXT NOT NULL,
  earned_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, code)
);

-- The kinds of tables that an import held, between commas: what the engines can work on.
ALTER TABLE imports ADD COLUMN kinds TEXT NOT NULL DEFAULT '';
