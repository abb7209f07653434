-- Prompts of websites and the answers of assistants. Answers are never changed.
CREATE TABLE answer_settings (
  website_id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Grows with each change of brand terms or rivals, so that answers are read again.
  revision INTEGER NOT NULL,
  settings TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE answer_prompts (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  text TEXT NOT NULL,
  topic TEXT NOT NULL,
  country TEXT,
  city TEXT,
  language TEXT,
  -- Monthly value in cents.
  value_cents INTEGER,
  paused BOOLEAN NOT NULL,
  created_at TEXT NOT NULL,
  -- An archived prompt is asked no more; its answers are kept.
  archived_at TEXT
);
CREATE INDEX answer_prompts_by_website ON answer_prompts (workspace_id, website_id, id);

CREATE TABLE answers (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  -- None for a query of a rank check.
  prompt_id BLOB,
  prompt_text TEXT NOT NULL,
  run_id BLOB NOT NULL,
  -- What was asked for: two answers of one slot are the same answer.
  slot TEXT NOT NULL,
  engine TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  -- As the provider reports it, with its version.
  model_version TEXT NOT NULL,
  surface TEXT NOT NULL CHECK (surface IN ('api', 'api_web_search', 'google_ai_overview', 'google_ai_mode')),
  country TEXT,
  city TEXT,
  language TEXT,
  asked_at TEXT NOT NULL,
  parameters TEXT NOT NULL,
  cost_micros INTEGER NOT NULL,
  finish TEXT NOT NULL CHECK (finish IN ('complete', 'cut_off', 'withheld', 'absent')),
  text TEXT NOT NULL,
  -- The response as received, compressed.
  raw BLOB NOT NULL,
  raw_sha256 BLOB NOT NULL,
  UNIQUE (workspace_id, slot)
);
CREATE INDEX answers_by_website ON answers (workspace_id, website_id, asked_at);
CREATE INDEX answers_by_run ON answers (run_id);
CREATE TRIGGER answers_are_append_only BEFORE UPDATE ON answers
BEGIN
  SELECT RAISE(ABORT, 'answers are append-only');
END;
