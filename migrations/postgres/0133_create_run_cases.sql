-- What runs of engines computed from, and what the engine answered, as they were: for capsules.
CREATE TABLE run_cases (
  run_id UUID PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  engine_id TEXT NOT NULL,
  action TEXT NOT NULL,
  -- Version of the program.
  program TEXT NOT NULL,
  -- Seed of random numbers, if the action has one.
  seed BIGINT,
  -- Whether a sentence model was used.
  has_model BOOLEAN NOT NULL,
  -- A line of JSON each, packed with gzip.
  input BYTEA NOT NULL,
  answer BYTEA NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX run_cases_by_action ON run_cases (workspace_id, engine_id, action, run_id);
