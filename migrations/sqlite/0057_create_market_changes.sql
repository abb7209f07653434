-- A workspace's own market data: payouts, CPCs, demand, tier thresholds and places, which override the reference data.
-- Changes are only added. Of the rows with the same kind and key, the one of the latest change counts that is not undone.
CREATE TABLE market_changes (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  user_id BLOB NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('form', 'import')),
  title TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  undone_at TEXT,
  undone_by BLOB,
  -- Increases with each undo and redo, so that the sum of a workspace is a version of its data.
  revision INTEGER NOT NULL
);
CREATE INDEX market_changes_by_workspace ON market_changes (workspace_id, id);

CREATE TABLE market_rows (
  change_id BLOB NOT NULL REFERENCES market_changes(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('payout', 'cpc', 'demand', 'tiers', 'place')),
  key TEXT NOT NULL,
  -- JSON null if the change removes the value.
  body TEXT NOT NULL,
  PRIMARY KEY (change_id, no)
);
