-- A workspace's own market data: payouts, CPCs, demand, tier thresholds and places, which override the reference data.
-- Changes are only added. Of the rows with the same kind and key, the one of the latest change counts that is not undone.
CREATE TABLE market_changes (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  user_id UUID NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('form', 'import')),
  title TEXT NOT NULL,
  row_count BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  undone_at TIMESTAMPTZ,
  undone_by UUID,
  -- Increases with each undo and redo, so that the sum of a workspace is a version of its data.
  revision BIGINT NOT NULL
);
CREATE INDEX market_changes_by_workspace ON market_changes (workspace_id, id);

CREATE TABLE market_rows (
  change_id UUID NOT NULL REFERENCES market_changes(id) ON DELETE CASCADE,
  no BIGINT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('payout', 'cpc', 'demand', 'tiers', 'place')),
  key TEXT NOT NULL,
  -- JSON null if the change removes the value.
  body JSONB NOT NULL,
  PRIMARY KEY (change_id, no)
);
