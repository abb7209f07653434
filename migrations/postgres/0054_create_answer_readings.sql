-- What parsers read in answers. Everything here can be computed again from the answers.
CREATE TABLE answer_readings (
  answer_id UUID PRIMARY KEY REFERENCES answers(id) ON DELETE CASCADE,
  parser BIGINT NOT NULL,
  -- Revision of the website's brand terms.
  revision BIGINT NOT NULL,
  read_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE answer_citations (
  answer_id UUID NOT NULL REFERENCES answers(id) ON DELETE CASCADE,
  no BIGINT NOT NULL,
  url TEXT,
  host TEXT NOT NULL,
  domain TEXT NOT NULL,
  title TEXT,
  count BIGINT NOT NULL,
  PRIMARY KEY (answer_id, no)
);

CREATE TABLE answer_mentions (
  answer_id UUID NOT NULL REFERENCES answers(id) ON DELETE CASCADE,
  no BIGINT NOT NULL,
  -- Host of the brand.
  host TEXT NOT NULL,
  term TEXT NOT NULL,
  -- Characters of the text.
  first BIGINT NOT NULL,
  past BIGINT NOT NULL,
  PRIMARY KEY (answer_id, no)
);

CREATE TABLE answer_reports (
  website_id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  run_id UUID NOT NULL,
  computed_at TIMESTAMPTZ NOT NULL,
  report JSONB NOT NULL
);
