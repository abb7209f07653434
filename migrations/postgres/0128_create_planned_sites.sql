-- Sites of deployments that do not exist yet: a large deployment creates some hundreds of sites with a transaction, and deletes them here.
CREATE TABLE planned_sites (
  deployment_id UUID NOT NULL REFERENCES deployments(id) ON DELETE CASCADE,
  -- Order in the deployment, from 0.
  position INTEGER NOT NULL,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Slug and markets are taken from the start.
  slug TEXT NOT NULL UNIQUE,
  vertical TEXT NOT NULL,
  places JSONB NOT NULL,
  -- The whole site.
  site JSONB NOT NULL,
  PRIMARY KEY (deployment_id, position)
);
CREATE INDEX planned_sites_by_workspace ON planned_sites (workspace_id);
