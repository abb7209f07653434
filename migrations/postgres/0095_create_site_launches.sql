-- Sites that a run deploys for the first time on a day (UTC): a place is taken before the upload and given back if it fails.
CREATE TABLE site_launches (
  website_id UUID PRIMARY KEY REFERENCES sites(website_id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  day DATE NOT NULL,
  run_id UUID NOT NULL
);
CREATE INDEX site_launches_by_day ON site_launches (workspace_id, day);
