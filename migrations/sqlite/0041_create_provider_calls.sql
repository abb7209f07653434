-- Responses of providers, compressed, with the SHA-256 of what was received: what a figure can be traced to.
CREATE TABLE evidence (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  operation TEXT NOT NULL,
  sha256 BLOB NOT NULL,
  size_bytes BIGINT NOT NULL,
  body BLOB NOT NULL,
  fetched_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX evidence_by_expiry ON evidence (expires_at);
CREATE INDEX evidence_by_workspace ON evidence (workspace_id);

-- Responses that answer the same request of a connection again without a paid call. A fingerprint does not depend on
-- credentials, so the cache belongs to the connection.
CREATE TABLE provider_cache (
  connection_id BLOB NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  fingerprint TEXT NOT NULL,
  evidence_id BLOB NOT NULL REFERENCES evidence(id) ON DELETE CASCADE,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (connection_id, fingerprint)
);
CREATE INDEX provider_cache_by_expiry ON provider_cache (expires_at);
CREATE INDEX provider_cache_by_evidence ON provider_cache (evidence_id);

-- Calls of providers: a row is added with its reservation and settled once. expires_at is when a call that was not
-- settled counts as lost; without it the call is settled. Costs are millionths of a dollar.
CREATE TABLE provider_calls (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  connection_id BLOB NOT NULL REFERENCES connections(id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  operation TEXT NOT NULL,
  run_id BLOB,
  attempt INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('reserved', 'succeeded', 'failed', 'lost')),
  reserved_micros BIGINT NOT NULL CHECK (reserved_micros >= 0),
  cost_micros BIGINT CHECK (cost_micros >= 0),
  day TEXT NOT NULL CHECK (date(day) IS day),
  at TEXT NOT NULL,
  latency_ms BIGINT,
  error TEXT,
  evidence_id BLOB,
  expires_at TEXT
);
CREATE INDEX provider_calls_by_workspace ON provider_calls (workspace_id, id);
CREATE INDEX provider_calls_by_connection ON provider_calls (connection_id, id);
CREATE INDEX provider_calls_open ON provider_calls (expires_at) WHERE expires_at IS NOT NULL;

-- Money spent and reserved by a workspace (kind 1) and by a connection (kind 2), in a month (2026-11) and on a day
-- (2026-11-23). cap_micros is the budget at the last reservation.
CREATE TABLE provider_spend (
  kind INTEGER NOT NULL,
  owner_id BLOB NOT NULL,
  period TEXT NOT NULL,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  micros BIGINT NOT NULL,
  cap_micros BIGINT,
  PRIMARY KEY (owner_id, period)
);
