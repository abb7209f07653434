-- Crawls of websites, their pages and the issues of the pages.
CREATE TABLE crawls (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  user_id BLOB NOT NULL,
  run_id BLOB NOT NULL,
  -- Its pages are also observations of this import, which the engines read.
  import_id BLOB NOT NULL,
  url TEXT NOT NULL,
  settings TEXT NOT NULL,
  created_at TEXT NOT NULL,
  -- The rest is known from the end on.
  finished_at TEXT,
  report TEXT
);
CREATE INDEX crawls_by_website ON crawls (workspace_id, website_id, id);

CREATE TABLE crawl_pages (
  crawl_id BLOB NOT NULL REFERENCES crawls(id) ON DELETE CASCADE,
  no INTEGER NOT NULL,
  url TEXT NOT NULL,
  status INTEGER,
  title TEXT,
  depth INTEGER NOT NULL,
  inlinks INTEGER NOT NULL,
  -- Share of the site's internal PageRank.
  page_rank REAL NOT NULL,
  words INTEGER,
  response_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  is_indexable BOOLEAN NOT NULL,
  -- Score by the SEO audits of Lighthouse, 0 to 100.
  score INTEGER,
  content_hash INTEGER NOT NULL,
  -- Keys of its issues, and of those that an earlier crawl had found and a later one had not.
  issues TEXT NOT NULL,
  fixed_before TEXT NOT NULL,
  -- Against the crawl before: added, changed or same.
  change TEXT NOT NULL CHECK (change IN ('added', 'changed', 'same')),
  facts TEXT NOT NULL,
  PRIMARY KEY (crawl_id, no)
);
CREATE INDEX crawl_pages_by_url ON crawl_pages (crawl_id, url);

CREATE TABLE crawl_findings (
  crawl_id BLOB NOT NULL REFERENCES crawls(id) ON DELETE CASCADE,
  issue TEXT NOT NULL,
  page_no INTEGER NOT NULL,
  count INTEGER NOT NULL,
  -- Whether the crawl before had not found it.
  is_new BOOLEAN NOT NULL,
  evidence TEXT NOT NULL,
  PRIMARY KEY (crawl_id, issue, page_no)
);
CREATE INDEX crawl_findings_by_page ON crawl_findings (crawl_id, page_no);
