-- What imports tell besides searches: result pages, pages, ranks, payouts; and what changed when.

-- Bodies may be long: what is counted by kind is read from the key alone.
CREATE TABLE observations (
  batch_id BIGINT NOT NULL,
  kind TEXT NOT NULL,
  no BIGINT NOT NULL,
  -- What it is about: the search of a result, the address of a page, the keyword of a rank, the vertical of a payout.
  subject TEXT NOT NULL,
  day TEXT,
  body JSONB NOT NULL,
  PRIMARY KEY (batch_id, kind, no)
);

-- The few rows of an import that are totals of a day, among millions that are not.
CREATE INDEX search_rows_by_date ON search_rows (batch_id, date) WHERE dimension = 'date';

CREATE TABLE annotations (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Null: about every website of the workspace.
  website_id UUID,
  day TEXT NOT NULL,
  at TIMESTAMPTZ,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  detail TEXT NOT NULL,
  pages JSONB NOT NULL,
  created_by UUID NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX annotations_by_workspace ON annotations (workspace_id, day, id);
