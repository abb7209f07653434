-- What imports tell besides searches: result pages, pages, ranks, payouts; and what changed when.

-- Not WITHOUT ROWID: bodies may be long, and what is counted by kind must not read them.
CREATE TABLE observations (
  batch_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  no INTEGER NOT NULL,
  -- What it is about: the search of a result, the address of a page, the keyword of a rank, the vertical of a payout.
  subject TEXT NOT NULL,
  day TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (batch_id, kind, no)
);

-- The few rows of an import that are totals of a day, among millions that are not.
CREATE INDEX search_rows_by_date ON search_rows (batch_id, date) WHERE dimension = 'date';

CREATE TABLE annotations (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Null: about every website of the workspace.
  website_id BLOB,
  day TEXT NOT NULL,
  at TEXT,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  pages TEXT NOT NULL,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX annotations_by_workspace ON annotations (workspace_id, day, id);
