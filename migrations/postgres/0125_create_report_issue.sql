-- A report as it was made: its content never changes.
CREATE TABLE report_issues (
  id UUID PRIMARY KEY,
  report_id UUID NOT NULL REFERENCES reports(id) ON DELETE CASCADE,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  period_from DATE NOT NULL,
  period_to DATE NOT NULL,
  content JSONB NOT NULL,
  made_at TIMESTAMPTZ NOT NULL,
  -- The last time it was emailed, the emails then, and those over the workspace's limit.
  emailed_at TIMESTAMPTZ,
  emails BIGINT NOT NULL DEFAULT 0,
  refused_emails BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX report_issues_by_report ON report_issues (report_id, id);
CREATE INDEX report_issues_by_workspace ON report_issues (workspace_id);
CREATE INDEX report_issues_by_website ON report_issues (website_id);
