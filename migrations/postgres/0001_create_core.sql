-- The first schema: accounts, runs, imports, what engines find, live events.

CREATE TABLE users (
  id UUID PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  company TEXT,
  role TEXT NOT NULL,
  password_hash TEXT,
  avatar TEXT,
  preferences JSONB NOT NULL,
  email_verified_at TIMESTAMPTZ,
  onboarded_at TIMESTAMPTZ,
  plan TEXT NOT NULL,
  trial_ends_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL
);

-- The last id given to an event of the user: the row lock makes ids gapless and ordered by commit.
CREATE TABLE event_counters (
  user_id UUID PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  last_id BIGINT NOT NULL
);

CREATE TABLE events (
  user_id UUID NOT NULL,
  id BIGINT NOT NULL,
  type TEXT NOT NULL,
  payload JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE workspaces (
  id UUID PRIMARY KEY,
  name TEXT NOT NULL,
  personal BOOLEAN NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE members (
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  user_id UUID NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);

-- A session is one sign-in: the family of its refresh tokens, and its cookie.
CREATE TABLE sessions (
  id UUID PRIMARY KEY,
  user_id UUID NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  cookie_hash BYTEA NOT NULL UNIQUE,
  user_agent TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  last_seen_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  revoked_at TIMESTAMPTZ
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE refresh_tokens (
  token_hash BYTEA PRIMARY KEY,
  session_id UUID NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  used_at TIMESTAMPTZ,
  successor_hash BYTEA
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

CREATE TABLE audit_log (
  id UUID PRIMARY KEY,
  at TIMESTAMPTZ NOT NULL,
  user_id UUID,
  action TEXT NOT NULL,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  detail JSONB NOT NULL
);
CREATE INDEX audit_log_by_user ON audit_log (user_id, id);

CREATE TABLE websites (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  kind TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  archived_at TIMESTAMPTZ
);
CREATE INDEX websites_by_workspace ON websites (workspace_id, id);

-- wake_at: when the reconciler must look at the row again (its lease ends, its time comes, or its delivery
-- is overdue). One partial index serves all three; its predicate must not be on status alone, or the planner
-- takes it for the claim in place of the primary key.
CREATE TABLE runs (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL,
  user_id UUID NOT NULL,
  website_id UUID,
  parent_id UUID,
  kind TEXT NOT NULL,
  engine_id TEXT,
  action TEXT,
  lane TEXT NOT NULL,
  status TEXT NOT NULL,
  payload JSONB NOT NULL,
  idempotency_key TEXT,
  attempt INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  run_at TIMESTAMPTZ NOT NULL,
  wake_at TIMESTAMPTZ,
  worker_id UUID,
  cancel_requested BOOLEAN NOT NULL,
  percent INTEGER NOT NULL,
  stage TEXT NOT NULL,
  message TEXT NOT NULL,
  error JSONB,
  result JSONB,
  children_total INTEGER NOT NULL,
  children_done INTEGER NOT NULL,
  children_failed INTEGER NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  started_at TIMESTAMPTZ,
  finished_at TIMESTAMPTZ
);
CREATE INDEX runs_to_wake ON runs (status, wake_at) WHERE finished_at IS NULL;
CREATE INDEX runs_by_workspace ON runs (workspace_id, id);
CREATE UNIQUE INDEX runs_by_idempotency_key ON runs (workspace_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX runs_by_parent ON runs (parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX runs_by_engine ON runs (workspace_id, engine_id, id) WHERE engine_id IS NOT NULL;

-- What happened to a run beyond its normal course: failed attempts, lost leases, cancellations, retries.
CREATE TABLE run_log (
  run_id UUID NOT NULL,
  id UUID NOT NULL,
  at TIMESTAMPTZ NOT NULL,
  attempt INTEGER NOT NULL,
  event TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (run_id, id)
);

-- How many runs of a user a lane holds at this moment: changed in the same transactions as the runs.
CREATE TABLE user_lanes (
  user_id UUID NOT NULL,
  lane TEXT NOT NULL,
  running INTEGER NOT NULL,
  PRIMARY KEY (user_id, lane)
);

-- Named leases: at most one holder each (the reconciler, the schedules).
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder UUID NOT NULL,
  until TIMESTAMPTZ NOT NULL
);

CREATE TABLE workers (
  id UUID PRIMARY KEY,
  host TEXT NOT NULL,
  pid BIGINT NOT NULL,
  lanes TEXT NOT NULL,
  slots INTEGER NOT NULL,
  busy INTEGER NOT NULL,
  started_at TIMESTAMPTZ NOT NULL,
  heartbeat_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE schedules (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  user_id UUID NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  website_id UUID,
  kind TEXT NOT NULL,
  engine_id TEXT,
  action TEXT,
  payload JSONB NOT NULL,
  cron TEXT NOT NULL,
  next_at TIMESTAMPTZ,
  last_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX schedules_due ON schedules (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE imports (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID,
  user_id UUID NOT NULL,
  file_name TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  status TEXT NOT NULL,
  preview JSONB NOT NULL,
  rows BIGINT NOT NULL,
  rejected BIGINT NOT NULL,
  rejects JSONB NOT NULL,
  run_id UUID,
  error TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  imported_at TIMESTAMPTZ
);
CREATE INDEX imports_by_workspace ON imports (workspace_id, id);

-- Uploaded bytes where replicas share no disk.
CREATE TABLE upload_chunks (
  import_id UUID NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
  no BIGINT NOT NULL,
  bytes BYTEA NOT NULL,
  PRIMARY KEY (import_id, no)
);

-- One attempt at reading an import. Its rows count once `committed` is set, by the transaction that ends the run.
CREATE TABLE import_batches (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id UUID NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  attempt INTEGER NOT NULL,
  committed BOOLEAN NOT NULL,
  -- Totals of its searches, for lists; 0 when it holds none.
  queries BIGINT NOT NULL,
  clicks BIGINT NOT NULL,
  impressions BIGINT NOT NULL,
  observed_from TEXT,
  observed_to TEXT,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX import_batches_by_import ON import_batches (import_id);
CREATE INDEX import_batches_by_website ON import_batches (website_id);

CREATE TABLE search_rows (
  batch_id BIGINT NOT NULL,
  no BIGINT NOT NULL,
  dimension TEXT NOT NULL,
  period TEXT NOT NULL,
  query TEXT,
  page TEXT,
  date TEXT,
  facet TEXT,
  clicks BIGINT NOT NULL,
  impressions BIGINT NOT NULL,
  position DOUBLE PRECISION,
  PRIMARY KEY (batch_id, no)
);

CREATE TABLE keyword_rows (
  batch_id BIGINT NOT NULL,
  no BIGINT NOT NULL,
  keyword TEXT NOT NULL,
  body JSONB NOT NULL,
  PRIMARY KEY (batch_id, no)
);

CREATE TABLE insights (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID,
  engine_id TEXT NOT NULL,
  run_id UUID NOT NULL,
  -- What makes it the same finding in a later run.
  identity TEXT NOT NULL,
  body JSONB NOT NULL,
  verdict TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  UNIQUE (workspace_id, engine_id, identity)
);
CREATE INDEX insights_by_workspace ON insights (workspace_id, id);

CREATE TABLE opportunities (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID,
  identity TEXT NOT NULL,
  status TEXT NOT NULL,
  score DOUBLE PRECISION NOT NULL,
  body JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  UNIQUE (workspace_id, identity)
);

CREATE TABLE keywords (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL,
  website_id UUID NOT NULL,
  run_id UUID NOT NULL,
  query TEXT NOT NULL,
  intent TEXT,
  cluster_no BIGINT,
  wins TEXT NOT NULL,
  clicks BIGINT NOT NULL,
  impressions BIGINT NOT NULL,
  position DOUBLE PRECISION,
  volume DOUBLE PRECISION,
  value_cents BIGINT,
  body JSONB NOT NULL
);
CREATE INDEX keywords_by_website ON keywords (website_id, run_id);

CREATE TABLE clusters (
  run_id UUID NOT NULL,
  no BIGINT NOT NULL,
  workspace_id UUID NOT NULL,
  website_id UUID NOT NULL,
  value_cents BIGINT,
  impressions BIGINT NOT NULL,
  body JSONB NOT NULL,
  PRIMARY KEY (run_id, no)
);
CREATE INDEX clusters_by_website ON clusters (website_id, run_id);

CREATE TABLE notifications (
  id UUID PRIMARY KEY,
  user_id UUID NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  message TEXT NOT NULL,
  read_at TIMESTAMPTZ,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX notifications_by_user ON notifications (user_id, id);

CREATE TABLE chat_messages (
  id UUID PRIMARY KEY,
  room_id UUID NOT NULL,
  user_id UUID NOT NULL,
  message TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX chat_messages_by_room ON chat_messages (room_id, id);

-- Counters and marks of the installation itself.
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value JSONB NOT NULL
);
