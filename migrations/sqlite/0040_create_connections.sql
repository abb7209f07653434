-- Connections to data providers. credentials is a sealed text (XChaCha20-Poly1305 under a key of the installation's
-- secret, bound to the workspace and the row); disconnecting erases it and leaves the row, which the calls refer to.
-- Budgets are millionths of a dollar; without one there is no limit.
CREATE TABLE connections (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('untested', 'connected', 'expired', 'revoked', 'error')),
  message TEXT,
  credentials BLOB,
  base_url TEXT,
  settings TEXT NOT NULL,
  account TEXT,
  day_budget_micros BIGINT CHECK (day_budget_micros >= 0),
  month_budget_micros BIGINT CHECK (month_budget_micros >= 0),
  test_run_id BLOB,
  created_at TEXT NOT NULL,
  tested_at TEXT,
  used_at TEXT,
  disconnected_at TEXT
);
CREATE INDEX connections_by_workspace ON connections (workspace_id, id);

-- Budget of a workspace over all its connections.
CREATE TABLE provider_budgets (
  workspace_id BLOB PRIMARY KEY REFERENCES workspaces(id) ON DELETE CASCADE,
  day_budget_micros BIGINT CHECK (day_budget_micros >= 0),
  month_budget_micros BIGINT CHECK (month_budget_micros >= 0)
);
