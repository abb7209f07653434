-- Who gets emails about the ranks of a website: digests, or the alerts of each check.
CREATE TABLE rank_subscribers (
  website_id BLOB NOT NULL,
  workspace_id BLOB NOT NULL,
  user_id BLOB NOT NULL,
  topic TEXT NOT NULL CHECK (topic IN ('digest', 'alerts')),
  -- Ends the subscription, and can do nothing else, so it is stored as it is in the emails.
  token TEXT NOT NULL UNIQUE,
  -- Public URL of the installation, for the links in the emails.
  base_url TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (website_id, user_id, topic),
  FOREIGN KEY (workspace_id, user_id) REFERENCES members (workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX rank_subscribers_by_member ON rank_subscribers (workspace_id, user_id);
INSERT INTO rank_subscribers (website_id, workspace_id, user_id, topic, token, base_url, created_at)
  SELECT website_id, workspace_id, user_id, 'digest', token, base_url, created_at FROM rank_digest_subscribers;
DROP TABLE rank_digest_subscribers;
