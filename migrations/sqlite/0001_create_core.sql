-- The first schema: accounts, runs, imports, what engines find, live events.

CREATE TABLE users (
  id BLOB PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  company TEXT,
  role TEXT NOT NULL,
  password_hash TEXT,
  avatar TEXT,
  preferences TEXT NOT NULL,
  email_verified_at TEXT,
  onboarded_at TEXT,
  plan TEXT NOT NULL,
  trial_ends_at TEXT,
  created_at TEXT NOT NULL
);

-- The last id given to an event of the user: the row lock makes ids gapless and ordered by commit.
CREATE TABLE event_counters (
  user_id BLOB PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE,
  last_id INTEGER NOT NULL
);

CREATE TABLE events (
  user_id BLOB NOT NULL,
  id INTEGER NOT NULL,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE workspaces (
  id BLOB PRIMARY KEY,
  name TEXT NOT NULL,
  personal INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE members (
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);

-- A session is one sign-in: the family of its refresh tokens, and its cookie.
CREATE TABLE sessions (
  id BLOB PRIMARY KEY,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  cookie_hash BLOB NOT NULL UNIQUE,
  user_agent TEXT NOT NULL,
  address TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_seen_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  revoked_at TEXT
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE refresh_tokens (
  token_hash BLOB PRIMARY KEY,
  session_id BLOB NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  used_at TEXT,
  successor_hash BLOB
);
CREATE INDEX refresh_tokens_by_session ON refresh_tokens (session_id);

CREATE TABLE audit_log (
  id BLOB PRIMARY KEY,
  at TEXT NOT NULL,
  user_id BLOB,
  action TEXT NOT NULL,
  address TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  detail TEXT NOT NULL
);
CREATE INDEX audit_log_by_user ON audit_log (user_id, id);

CREATE TABLE websites (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  kind TEXT NOT NULL,
  created_at TEXT NOT NULL,
  archived_at TEXT
);
CREATE INDEX websites_by_workspace ON websites (workspace_id, id);

-- wake_at: when the reconciler must look at the row again (its lease ends, its time comes, or its delivery
-- is overdue). One partial index serves all three; its predicate must not be on status alone, or the planner
-- takes it for the claim in place of the primary key.
CREATE TABLE runs (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL,
  user_id BLOB NOT NULL,
  website_id BLOB,
  parent_id BLOB,
  kind TEXT NOT NULL,
  engine_id TEXT,
  action TEXT,
  lane TEXT NOT NULL,
  status TEXT NOT NULL,
  payload TEXT NOT NULL,
  idempotency_key TEXT,
  attempt INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  run_at TEXT NOT NULL,
  wake_at TEXT,
  worker_id BLOB,
  cancel_requested INTEGER NOT NULL,
  percent INTEGER NOT NULL,
  stage TEXT NOT NULL,
  message TEXT NOT NULL,
  error TEXT,
  result TEXT,
  children_total INTEGER NOT NULL,
  children_done INTEGER NOT NULL,
  children_failed INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT
);
CREATE INDEX runs_to_wake ON runs (status, wake_at) WHERE finished_at IS NULL;
CREATE INDEX runs_by_workspace ON runs (workspace_id, id);
CREATE UNIQUE INDEX runs_by_idempotency_key ON runs (workspace_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX runs_by_parent ON runs (parent_id, id) WHERE parent_id IS NOT NULL;
CREATE INDEX runs_by_engine ON runs (workspace_id, engine_id, id) WHERE engine_id IS NOT NULL;

-- What happened to a run beyond its normal course: failed attempts, lost leases, cancellations, retries.
CREATE TABLE run_log (
  run_id BLOB NOT NULL,
  id BLOB NOT NULL,
  at TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  event TEXT NOT NULL,
  message TEXT NOT NULL,
  PRIMARY KEY (run_id, id)
);

-- How many runs of a user a lane holds at this moment: changed in the same transactions as the runs.
CREATE TABLE user_lanes (
  user_id BLOB NOT NULL,
  lane TEXT NOT NULL,
  running INTEGER NOT NULL,
  PRIMARY KEY (user_id, lane)
);

-- Named leases: at most one holder each (the reconciler, the schedules).
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder BLOB NOT NULL,
  until TEXT NOT NULL
);

CREATE TABLE workers (
  id BLOB PRIMARY KEY,
  host TEXT NOT NULL,
  pid INTEGER NOT NULL,
  lanes TEXT NOT NULL,
  slots INTEGER NOT NULL,
  busy INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  heartbeat_at TEXT NOT NULL
);

CREATE TABLE schedules (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  website_id BLOB,
  kind TEXT NOT NULL,
  engine_id TEXT,
  action TEXT,
  payload TEXT NOT NULL,
  cron TEXT NOT NULL,
  next_at TEXT,
  last_at TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX schedules_due ON schedules (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE imports (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB,
  user_id BLOB NOT NULL,
  file_name TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  status TEXT NOT NULL,
  preview TEXT NOT NULL,
  rows INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  rejects TEXT NOT NULL,
  run_id BLOB,
  error TEXT,
  created_at TEXT NOT NULL,
  imported_at TEXT
);
CREATE INDEX imports_by_workspace ON imports (workspace_id, id);

-- Uploaded bytes where replicas share no disk.
CREATE TABLE upload_chunks (
  import_id BLOB NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (import_id, no)
);

-- One attempt at reading an import. Its rows count once `committed` is set, by the transaction that ends the run.
CREATE TABLE import_batches (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  import_id BLOB NOT NULL REFERENCES imports(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  attempt INTEGER NOT NULL,
  committed INTEGER NOT NULL,
  -- Totals of its searches, for lists; 0 when it holds none.
  queries INTEGER NOT NULL,
  clicks INTEGER NOT NULL,
  impressions INTEGER NOT NULL,
  observed_from TEXT,
  observed_to TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX import_batches_by_import ON import_batches (import_id);
CREATE INDEX import_batches_by_website ON import_batches (website_id);

CREATE TABLE search_rows (
  batch_id INTEGER NOT NULL,
  no INTEGER NOT NULL,
  dimension TEXT NOT NULL,
  period TEXT NOT NULL,
  query TEXT,
  page TEXT,
  date TEXT,
  facet TEXT,
  clicks INTEGER NOT NULL,
  impressions INTEGER NOT NULL,
  position REAL,
  PRIMARY KEY (batch_id, no)
) WITHOUT ROWID;

CREATE TABLE keyword_rows (
  batch_id INTEGER NOT NULL,
  no INTEGER NOT NULL,
  keyword TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (batch_id, no)
) WITHOUT ROWID;

CREATE TABLE insights (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB,
  engine_id TEXT NOT NULL,
  run_id BLOB NOT NULL,
  -- What makes it the same finding in a later run.
  identity TEXT NOT NULL,
  body TEXT NOT NULL,
  verdict TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (workspace_id, engine_id, identity)
);
CREATE INDEX insights_by_workspace ON insights (workspace_id, id);

CREATE TABLE opportunities (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB,
  identity TEXT NOT NULL,
  status TEXT NOT NULL,
  score REAL NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace_id, identity)
);

CREATE TABLE keywords (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL,
  website_id BLOB NOT NULL,
  run_id BLOB NOT NULL,
  query TEXT NOT NULL,
  intent TEXT,
  cluster_no INTEGER,
  wins TEXT NOT NULL,
  clicks INTEGER NOT NULL,
  impressions INTEGER NOT NULL,
  position REAL,
  volume REAL,
  value_cents INTEGER,
  body TEXT NOT NULL
);
CREATE INDEX keywords_by_website ON keywords (website_id, run_id);

CREATE TABLE clusters (
  run_id BLOB NOT NULL,
  no INTEGER NOT NULL,
  workspace_id BLOB NOT NULL,
  website_id BLOB NOT NULL,
  value_cents INTEGER,
  impressions INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (run_id, no)
);
CREATE INDEX clusters_by_website ON clusters (website_id, run_id);

CREATE TABLE notifications (
  id BLOB PRIMARY KEY,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  message TEXT NOT NULL,
  read_at TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX notifications_by_user ON notifications (user_id, id);

CREATE TABLE chat_messages (
  id BLOB PRIMARY KEY,
  room_id BLOB NOT NULL,
  user_id BLOB NOT NULL,
  message TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX chat_messages_by_room ON chat_messages (room_id, id);

-- Counters and marks of the installation itself.
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
