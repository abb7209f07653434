-- Webhooks: what is sent to other systems when something happens in a workspace. The signing secret follows from the
-- nonce and the installation's secret. failures counts failed attempts since the last success.
CREATE TABLE webhooks (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  events TEXT NOT NULL,
  nonce BLOB NOT NULL,
  enabled BOOLEAN NOT NULL,
  disabled_reason TEXT,
  failures INTEGER NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id, id);

-- Deliveries: written in the transaction that causes the event. next_at is when the next attempt is due; without it the
-- delivery has ended. The id is the message id that receivers see.
CREATE TABLE webhook_deliveries (
  id BLOB PRIMARY KEY,
  webhook_id BLOB NOT NULL REFERENCES webhooks(id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  response_code INTEGER,
  error TEXT,
  duration_ms BIGINT,
  next_at TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
