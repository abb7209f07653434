-- What parsers read in answers. Everything here can be computed again from the answers.
CREATE TABLE answer_readings (
  answer_id BLOB PRIMARY KEY REFERENCES answers(id) ON DELETE CASCADE,
  parser INTEGER NOT NULL,
  -- Revision of the website's brand terms.
  revision INTEGER NOT NULL,
  read_at TEXT NOT NULL
);

CREATE TABLE answer_citations (
  answer_id BLOB NOT NULL REFERENCES answers(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  url TEXT,
  host TEXT NOT NULL,
  domain TEXT NOT NULL,
  title TEXT,
  count INTEGER NOT NULL,
  PRIMARY KEY (answer_id, no)
);

CREATE TABLE answer_mentions (
  answer_id BLOB NOT NULL REFERENCES answers(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  -- Host of the brand.
  host TEXT NOT NULL,
  term TEXT NOT NULL,
  -- Characters of the text.
  first INTEGER NOT NULL,
  past INTEGER NOT NULL,
  PRIMARY KEY (answer_id, no)
);

CREATE TABLE answer_reports (
  website_id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  run_id BLOB NOT NULL,
  computed_at TEXT NOT NULL,
  report TEXT NOT NULL
);
