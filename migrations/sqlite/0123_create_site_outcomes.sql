-- What live sites reached, computed once a day: the local engine compares it with what it had expected.
CREATE TABLE site_outcomes (
  website_id BLOB PRIMARY KEY REFERENCES sites(website_id) ON DELETE CASCADE,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- First day on which it was live, and the last day that is counted (UTC).
  launched_on TEXT NOT NULL,
  through TEXT NOT NULL,
  -- Whether a keyword is tracked, and the first day on which one was in the first ten results.
  is_tracked BOOLEAN NOT NULL,
  ranked_on TEXT,
  visits BIGINT NOT NULL,
  search_visits BIGINT NOT NULL,
  -- Without spam and duplicates.
  leads BIGINT NOT NULL,
  accepted_leads BIGINT NOT NULL,
  -- Revenue of leads after refunds, and of rent, in cents of US dollars.
  lead_cents BIGINT NOT NULL,
  rent_cents BIGINT NOT NULL
);
CREATE INDEX site_outcomes_by_workspace ON site_outcomes (workspace_id, through);
