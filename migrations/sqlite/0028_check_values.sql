-- Columns that hold one of a few words, or a figure within bounds, say so.
--
-- SQLite adds a constraint to a table only by making it anew. That is done for small tables that no other table refers to:
-- dropping a table deletes the rows that refer to its rows. Not done, so PostgreSQL alone has the constraints:
--   users, plans, runs, imports, experiments: other tables refer to them, or they are written all the time;
--   search_days, observations, forecasts, insights, opportunities: they may be large, and a start would wait for the copy.
-- Not the kind of a run, of a website or of a notification on either: those lists grow with every release.

CREATE TABLE checked_members (
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
  created_at TEXT NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
INSERT INTO checked_members (workspace_id, user_id, role, created_at)
SELECT workspace_id, user_id, role, created_at FROM members;
DROP TABLE members;
ALTER TABLE checked_members RENAME TO members;
CREATE INDEX members_by_user ON members (user_id);

CREATE TABLE checked_invites (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'owner')),
  token_hash BLOB NOT NULL UNIQUE,
  invited_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  UNIQUE (workspace_id, email)
);
INSERT INTO checked_invites (id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at)
SELECT id, workspace_id, email, role, token_hash, invited_by, created_at, expires_at FROM invites;
DROP TABLE invites;
ALTER TABLE checked_invites RENAME TO invites;

CREATE TABLE checked_account_tokens (
  token_hash BLOB PRIMARY KEY,
  user_id BLOB NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify_email', 'reset_password', 'change_email', 'sign_in', 'second_factor')),
  detail TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
INSERT INTO checked_account_tokens (token_hash, user_id, purpose, detail, created_at, expires_at)
SELECT token_hash, user_id, purpose, detail, created_at, expires_at FROM account_tokens;
DROP TABLE account_tokens;
ALTER TABLE checked_account_tokens RENAME TO account_tokens;
CREATE INDEX account_tokens_by_user ON account_tokens (user_id, purpose);

CREATE TABLE checked_mails (
  id BLOB PRIMARY KEY,
  recipient TEXT NOT NULL,
  reply_to TEXT,
  subject TEXT NOT NULL,
  body_text TEXT NOT NULL,
  body_html TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'sent', 'kept', 'failed')),
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  next_at TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  sent_at TEXT
);
INSERT INTO checked_mails (id, recipient, reply_to, subject, body_text, body_html, status, attempts, next_at, error, created_at, sent_at)
SELECT id, recipient, reply_to, subject, body_text, body_html, status, attempts, next_at, error, created_at, sent_at FROM mails;
DROP TABLE mails;
ALTER TABLE checked_mails RENAME TO mails;
CREATE INDEX mails_due ON mails (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE checked_annotations (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Null: about every website of the workspace.
  website_id BLOB,
  day TEXT NOT NULL,
  at TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('deploy', 'edit', 'title', 'link', 'migration', 'google_update', 'other')),
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  pages TEXT NOT NULL,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL
);
INSERT INTO checked_annotations (id, workspace_id, website_id, day, at, kind, title, detail, pages, created_by, created_at)
SELECT id, workspace_id, website_id, day, at, kind, title, detail, pages, created_by, created_at FROM annotations;
DROP TABLE annotations;
ALTER TABLE checked_annotations RENAME TO annotations;
CREATE INDEX annotations_by_workspace ON annotations (workspace_id, day, id);

CREATE TABLE checked_milestones (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  -- 'clicks_month' and so on: the metric whose measured value moves it; NULL for one that people move.
  metric TEXT,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'completed', 'missed')),
  target REAL NOT NULL,
  current REAL NOT NULL,
  unit TEXT NOT NULL,
  due_at TEXT,
  completed_at TEXT,
  created_at TEXT NOT NULL
);
INSERT INTO checked_milestones (id, workspace_id, website_id, metric, title, description, status, target, current, unit, due_at, completed_at, created_at)
SELECT id, workspace_id, website_id, metric, title, description, status, target, current, unit, due_at, completed_at, created_at FROM milestones;
DROP TABLE milestones;
ALTER TABLE checked_milestones RENAME TO milestones;
CREATE INDEX milestones_by_website ON milestones (website_id, id);

CREATE TABLE checked_engine_versions (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  engine_id TEXT NOT NULL,
  -- The word that forecasts carry.
  name TEXT NOT NULL,
  -- The action that the parameters are for.
  action TEXT NOT NULL,
  parameters TEXT NOT NULL,
  note TEXT NOT NULL,
  -- 'champion', 'challenger' or 'retired'.
  role TEXT NOT NULL CHECK (role IN ('champion', 'challenger', 'retired')),
  -- Of a version that was in charge: the name of the one that it took over from; 'prior' for the prior.
  took_over_from TEXT,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  promoted_at TEXT,
  UNIQUE (workspace_id, engine_id, name)
);
INSERT INTO checked_engine_versions (id, workspace_id, engine_id, name, action, parameters, note, role, took_over_from, created_by, created_at, promoted_at)
SELECT id, workspace_id, engine_id, name, action, parameters, note, role, took_over_from, created_by, created_at, promoted_at FROM engine_versions;
DROP TABLE engine_versions;
ALTER TABLE checked_engine_versions RENAME TO engine_versions;
CREATE UNIQUE INDEX engine_versions_one_champion ON engine_versions (workspace_id, engine_id, action) WHERE role = 'champion';

CREATE TABLE checked_plan_steps (
  plan_id BLOB NOT NULL REFERENCES plans(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  step_id TEXT NOT NULL,
  -- The step as the execution engine laid it down: action, risk, preview, checks, key.
  body TEXT NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE,
  -- 'approved' or 'rejected', by whom and when; NULL while nobody has said.
  decision TEXT CHECK (decision IN ('approved', 'rejected')),
  decided_by BLOB,
  decided_at TEXT,
  -- What became of it; NULL before it was tried.
  outcome TEXT CHECK (outcome IN ('failed', 'done', 'verified', 'not_verified')),
  detail TEXT NOT NULL,
  -- What takes it back, from what was there when it was done.
  compensation TEXT,
  done_at TEXT,
  taken_back_at TEXT,
  PRIMARY KEY (plan_id, no),
  UNIQUE (plan_id, step_id)
);
INSERT INTO checked_plan_steps (plan_id, no, step_id, body, idempotency_key, decision, decided_by, decided_at, outcome, detail, compensation, done_at, taken_back_at)
SELECT plan_id, no, step_id, body, idempotency_key, decision, decided_by, decided_at, outcome, detail, compensation, done_at, taken_back_at FROM plan_steps;
DROP TABLE plan_steps;
ALTER TABLE checked_plan_steps RENAME TO plan_steps;
