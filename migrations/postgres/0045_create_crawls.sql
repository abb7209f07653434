-- Crawls of websites, their pages and the issues of the pages.
CREATE TABLE crawls (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  user_id UUID NOT NULL,
  run_id UUID NOT NULL,
  -- Its pages are also observations of this import, which the engines read.
  import_id UUID NOT NULL,
  url TEXT NOT NULL,
  settings JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  -- The rest is known from the end on.
  finished_at TIMESTAMPTZ,
  report JSONB
);
CREATE INDEX crawls_by_website ON crawls (workspace_id, website_id, id);

CREATE TABLE crawl_pages (
  crawl_id UUID NOT NULL REFERENCES crawls(id) ON DELETE CASCADE,
  no BIGINT NOT NULL,
  url TEXT NOT NULL,
  status INTEGER,
  title TEXT,
  depth INTEGER NOT NULL,
  inlinks BIGINT NOT NULL,
  -- Share of the site's internal PageRank.
  page_rank DOUBLE PRECISION NOT NULL,
  words BIGINT,
  response_ms BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  is_indexable BOOLEAN NOT NULL,
  -- Score by the SEO audits of Lighthouse, 0 to 100.
  score INTEGER,
  content_hash BIGINT NOT NULL,
  -- Keys of its issues, and of those that an earlier crawl had found and a later one had not.
  issues JSONB NOT NULL,
  fixed_before JSONB NOT NULL,
  -- Against the crawl before: added, changed or same.
  change TEXT NOT NULL CHECK (change IN ('added', 'changed', 'same')),
  facts JSONB NOT NULL,
  PRIMARY KEY (crawl_id, no)
);
CREATE INDEX crawl_pages_by_url ON crawl_pages (crawl_id, url);

CREATE TABLE crawl_findings (
  crawl_id UUID NOT NULL REFERENCES crawls(id) ON DELETE CASCADE,
  issue TEXT NOT NULL,
  page_no BIGINT NOT NULL,
  count BIGINT NOT NULL,
  -- Whether the crawl before had not found it.
  is_new BOOLEAN NOT NULL,
  evidence JSONB NOT NULL,
  PRIMARY KEY (crawl_id, issue, page_no)
);
CREATE INDEX crawl_findings_by_page ON crawl_findings (crawl_id, page_no);
