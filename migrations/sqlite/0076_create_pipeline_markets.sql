-- Markets that a workspace works on, each in a stage of the pipeline.
CREATE TABLE pipeline_markets (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  vertical TEXT NOT NULL,
  vertical_name TEXT NOT NULL,
  place_id TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('scan', 'score', 'build', 'deploy', 'revenue')),
  -- Expected figures when it was added; NULL where unknown. Amounts are cents of the currency.
  currency TEXT NOT NULL,
  tier TEXT CHECK (tier IN ('tier1', 'tier2', 'tier3')),
  score REAL,
  demand_bound TEXT NOT NULL,
  profit_low_cents INTEGER,
  profit_cents INTEGER,
  profit_high_cents INTEGER,
  revenue_cents INTEGER,
  payout_cents INTEGER,
  -- Scan from which it was added; the run may be deleted.
  run_id BLOB,
  added_by BLOB NOT NULL,
  added_at TEXT NOT NULL,
  UNIQUE (workspace_id, vertical, place_id)
);
CREATE INDEX pipeline_markets_by_workspace ON pipeline_markets (workspace_id, id);
