-- Questions that search results showed for tracked keywords ("people also ask"), which briefs of documents offer.
CREATE TABLE related_questions (
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- The searched query in lower case.
  query TEXT NOT NULL,
  question TEXT NOT NULL,
  -- Provider of the latest results that showed it.
  provider TEXT NOT NULL,
  -- Number of checks that showed it.
  times BIGINT NOT NULL,
  first_seen_at TIMESTAMPTZ NOT NULL,
  seen_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (workspace_id, query, question)
);
