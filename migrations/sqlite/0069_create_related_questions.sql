-- Questions that search results showed for tracked keywords ("people also ask"), which briefs of documents offer.
CREATE TABLE related_questions (
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- The searched query in lower case.
  query TEXT NOT NULL,
  question TEXT NOT NULL,
  -- Provider of the latest results that showed it.
  provider TEXT NOT NULL,
  -- Number of checks that showed it.
  times INTEGER NOT NULL,
  first_seen_at TEXT NOT NULL,
  seen_at TEXT NOT NULL,
  PRIMARY KEY (workspace_id, query, question)
);
