-- Digests of the ranks of a website: when they are sent, and to whom.
CREATE TABLE rank_digests (
  website_id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  frequency TEXT NOT NULL CHECK (frequency IN ('off', 'daily', 'weekly')),
  -- Day of weekly digests: 0 is Sunday.
  weekday INTEGER NOT NULL CHECK (weekday BETWEEN 0 AND 6),
  time_zone TEXT NOT NULL,
  -- Whether a digest is sent when nothing has changed.
  sends_empty BOOLEAN NOT NULL,
  -- Schedule of the runs, if there is one.
  schedule_id BLOB,
  -- End of the period of the last digest: the next one begins there.
  covered_until TEXT,
  -- The last digest, and its emails. Refused are those over the workspace's limit.
  last_at TEXT,
  last_is_empty BOOLEAN NOT NULL,
  last_emails BIGINT NOT NULL,
  last_refused BIGINT NOT NULL
);
CREATE INDEX rank_digests_by_workspace ON rank_digests (workspace_id);

CREATE TABLE rank_digest_subscribers (
  website_id BLOB NOT NULL,
  workspace_id BLOB NOT NULL,
  user_id BLOB NOT NULL,
  -- Ends the subscription, and can do nothing else, so it is stored as it is in the emails.
  token TEXT NOT NULL UNIQUE,
  -- Public URL of the installation, for the links in the emails.
  base_url TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (website_id, user_id),
  FOREIGN KEY (workspace_id, user_id) REFERENCES members (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX rank_digest_subscribers_by_member ON rank_digest_subscribers (workspace_id, user_id);

-- Address that ends the subscription through which an email was sent.
ALTER TABLE mails ADD COLUMN unsubscribe_url TEXT;
