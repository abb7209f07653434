-- A report as it was made: its content never changes.
CREATE TABLE report_issues (
  id BLOB PRIMARY KEY,
  report_id BLOB NOT NULL REFERENCES reports(id) ON DELETE CASCADE,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  period_from TEXT NOT NULL,
  period_to TEXT NOT NULL,
  content TEXT NOT NULL,
  made_at TEXT NOT NULL,
  -- The last time it was emailed, the emails then, and those over the workspace's limit.
  emailed_at TEXT,
  emails BIGINT NOT NULL DEFAULT 0,
  refused_emails BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX report_issues_by_report ON report_issues (report_id, id);
CREATE INDEX report_issues_by_workspace ON report_issues (workspace_id);
CREATE INDEX report_issues_by_website ON report_issues (website_id);
