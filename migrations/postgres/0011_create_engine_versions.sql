-- Engine versions: parameters that a workspace has stored for an engine, of which one may be in charge.

-- Without a champion the prior is in charge: the engine as it comes, with its default parameters. The prior is no row.
CREATE TABLE engine_versions (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  engine_id TEXT NOT NULL,
  -- The word that forecasts carry.
  name TEXT NOT NULL,
  -- The action that the parameters are for.
  action TEXT NOT NULL,
  parameters JSONB NOT NULL,
  note TEXT NOT NULL,
  -- 'champion', 'challenger' or 'retired'.
  role TEXT NOT NULL,
  -- Of a version that was in charge: the name of the one that it took over from; 'prior' for the prior.
  took_over_from TEXT,
  created_by UUID NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  promoted_at TIMESTAMPTZ,
  UNIQUE (workspace_id, engine_id, name)
);
CREATE UNIQUE INDEX engine_versions_one_champion ON engine_versions (workspace_id, engine_id) WHERE role = 'champion';

-- Which version made a forecast: a name of engine_versions, 'prior', or 'given' for parameters that a person gave with the run.
ALTER TABLE forecasts ADD COLUMN version TEXT NOT NULL DEFAULT 'prior';
