-- Markets that a workspace works on, each in a stage of the pipeline.
CREATE TABLE pipeline_markets (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  vertical TEXT NOT NULL,
  vertical_name TEXT NOT NULL,
  place_id TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('scan', 'score', 'build', 'deploy', 'revenue')),
  -- Expected figures when it was added; NULL where unknown. Amounts are cents of the currency.
  currency TEXT NOT NULL,
  tier TEXT CHECK (tier IN ('tier1', 'tier2', 'tier3')),
  score DOUBLE PRECISION,
  demand_bound TEXT NOT NULL,
  profit_low_cents BIGINT,
  profit_cents BIGINT,
  profit_high_cents BIGINT,
  revenue_cents BIGINT,
  payout_cents BIGINT,
  -- Scan from which it was added; the run may be deleted.
  run_id UUID,
  added_by UUID NOT NULL,
  added_at TIMESTAMPTZ NOT NULL,
  UNIQUE (workspace_id, vertical, place_id)
);
CREATE INDEX pipeline_markets_by_workspace ON pipeline_markets (workspace_id, id);
