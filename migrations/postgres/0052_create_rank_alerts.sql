-- Alerts about ranks. Their rules belong to the settings of a website's checks.
ALTER TABLE rank_settings ADD COLUMN alert_rules JSONB NOT NULL DEFAULT '{}';

CREATE TABLE rank_alerts (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  keyword_id UUID NOT NULL REFERENCES tracked_keywords(id) ON DELETE CASCADE,
  run_id UUID NOT NULL,
  kind TEXT NOT NULL
    CHECK (kind IN ('drop', 'left_top', 'entered_top', 'lost_feature', 'cited', 'citation_lost')),
  severity TEXT NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  message TEXT NOT NULL,
  old_rank INTEGER,
  new_rank INTEGER,
  created_at TIMESTAMPTZ NOT NULL,
  -- Whether it was sent, with the end of a run.
  is_sent BOOLEAN NOT NULL
);
CREATE INDEX rank_alerts_by_website ON rank_alerts (workspace_id, website_id, id);
CREATE INDEX rank_alerts_by_keyword ON rank_alerts (keyword_id, kind, created_at);
