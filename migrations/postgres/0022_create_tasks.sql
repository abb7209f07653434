-- Tasks of plans that a person has done.
CREATE TABLE tasks (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  done_by UUID NOT NULL,
  done_at TIMESTAMPTZ NOT NULL
);
