-- Prompts of websites and the answers of assistants. Answers are never changed.
CREATE TABLE answer_settings (
  website_id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Grows with each change of brand terms or rivals, so that answers are read again.
  revision BIGINT NOT NULL,
  settings JSONB NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE answer_prompts (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  text TEXT NOT NULL,
  topic TEXT NOT NULL,
  country TEXT,
  city TEXT,
  language TEXT,
  -- Monthly value in cents.
  value_cents BIGINT,
  paused BOOLEAN NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  -- An archived prompt is asked no more; its answers are kept.
  archived_at TIMESTAMPTZ
);
CREATE INDEX answer_prompts_by_website ON answer_prompts (workspace_id, website_id, id);

CREATE TABLE answers (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  -- None for a query of a rank check.
  prompt_id UUID,
  prompt_text TEXT NOT NULL,
  run_id UUID NOT NULL,
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
  asked_at TIMESTAMPTZ NOT NULL,
  parameters JSONB NOT NULL,
  cost_micros BIGINT NOT NULL,
  finish TEXT NOT NULL CHECK (finish IN ('complete', 'cut_off', 'withheld', 'absent')),
  text TEXT NOT NULL,
  -- The response as received, compressed.
  raw BYTEA NOT NULL,
  raw_sha256 BYTEA NOT NULL,
  UNIQUE (workspace_id, slot)
);
CREATE INDEX answers_by_website ON answers (workspace_id, website_id, asked_at);
CREATE INDEX answers_by_run ON answers (run_id);
CREATE FUNCTION refuse_change_of_answer() RETURNS trigger AS $$
BEGIN
  RAISE EXCEPTION 'answers are append-only';
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER answers_are_append_only BEFORE UPDATE ON answers
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_answer();
