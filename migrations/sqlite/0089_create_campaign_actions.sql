-- Decisions of campaigns, one for a market and day. Rows are only added, and deleted only with their campaign.
CREATE TABLE campaign_actions (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  campaign_id BLOB NOT NULL REFERENCES campaigns(id) ON DELETE CASCADE,
  -- Day (UTC) of the step, and place in it.
  day TEXT NOT NULL CHECK (date(day) IS day),
  no INTEGER NOT NULL,
  -- The market: slug and name of the vertical, id and name of the place.
  vertical TEXT NOT NULL,
  vertical_name TEXT NOT NULL,
  place_id TEXT NOT NULL,
  place TEXT NOT NULL,
  score REAL,
  decision TEXT NOT NULL CHECK (decision IN ('deployed', 'skipped', 'waiting', 'failed')),
  reason TEXT NOT NULL,
  -- Part of the budget that it takes.
  cost_cents BIGINT NOT NULL CHECK (cost_cents >= 0),
  -- They stay after the deployment and the site are deleted.
  deployment_id BLOB,
  site_id BLOB,
  at TEXT NOT NULL,
  UNIQUE (campaign_id, day, vertical, place_id)
);
CREATE INDEX campaign_actions_by_campaign ON campaign_actions (campaign_id, id);
CREATE INDEX campaign_actions_by_workspace ON campaign_actions (workspace_id) WHERE site_id IS NOT NULL;

CREATE TRIGGER campaign_actions_are_append_only BEFORE UPDATE ON campaign_actions
BEGIN
  SELECT RAISE(ABORT, 'actions of campaigns are append-only');
END;
