-- Decisions of campaigns, one for a market and day. Rows are only added, and deleted only with their campaign.
CREATE TABLE campaign_actions (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  campaign_id UUID NOT NULL REFERENCES campaigns(id) ON DELETE CASCADE,
  -- Day (UTC) of the step, and place in it.
  day DATE NOT NULL,
  no INTEGER NOT NULL,
  -- The market: slug and name of the vertical, id and name of the place.
  vertical TEXT NOT NULL,
  vertical_name TEXT NOT NULL,
  place_id TEXT NOT NULL,
  place TEXT NOT NULL,
  score DOUBLE PRECISION,
  decision TEXT NOT NULL CHECK (decision IN ('deployed', 'skipped', 'waiting', 'failed')),
  reason TEXT NOT NULL,
  -- Part of the budget that it takes.
  cost_cents BIGINT NOT NULL CHECK (cost_cents >= 0),
  -- They stay after the deployment and the site are deleted.
  deployment_id UUID,
  site_id UUID,
  at TIMESTAMPTZ NOT NULL,
  UNIQUE (campaign_id, day, vertical, place_id)
);
CREATE INDEX campaign_actions_by_campaign ON campaign_actions (campaign_id, id);
CREATE INDEX campaign_actions_by_workspace ON campaign_actions (workspace_id) WHERE site_id IS NOT NULL;

CREATE FUNCTION refuse_change_of_campaign_actions() RETURNS trigger AS $$
BEGIN
  RAISE EXCEPTION 'actions of campaigns are append-only';
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER campaign_actions_are_append_only BEFORE UPDATE ON campaign_actions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_campaign_actions();
