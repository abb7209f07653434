-- Keywords whose ranks are tracked, the checks of their ranks, and the settings of a website's checks.
CREATE TABLE rank_settings (
  website_id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Connection that returns search results. Without one, the first that can.
  connection_id BLOB,
  depth INTEGER NOT NULL CHECK (depth BETWEEN 10 AND 100),
  -- Whether to load AI overviews that appear after the page, which costs extra.
  wants_overview BOOLEAN NOT NULL,
  -- Millionths of a dollar. Without a budget, only those of the connection apply.
  month_budget_micros BIGINT CHECK (month_budget_micros >= 0),
  -- Month (2026-11), and what checks have spent and reserved in it.
  spent_month TEXT NOT NULL,
  spent_micros BIGINT NOT NULL,
  -- Schedule of the daily run, if there is one.
  schedule_id BLOB
);

CREATE TABLE tracked_keywords (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  keyword TEXT NOT NULL,
  -- The keyword in lower case, as the keyword engine stores queries.
  query TEXT NOT NULL,
  country TEXT NOT NULL,
  place TEXT NOT NULL,
  place_code BIGINT,
  device TEXT NOT NULL CHECK (device IN ('desktop', 'mobile')),
  language TEXT NOT NULL,
  tags TEXT NOT NULL,
  target_url TEXT,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  -- The latest check that succeeded. Without a rank, the page was not found within the depth.
  checked_at TEXT,
  rank INTEGER CHECK (rank >= 1),
  absolute_rank INTEGER,
  depth INTEGER,
  url TEXT,
  -- The check before.
  previous_rank INTEGER,
  previous_depth INTEGER,
  best_rank INTEGER,
  features TEXT NOT NULL,
  owned_features TEXT NOT NULL,
  ai_overview TEXT CHECK (ai_overview IN ('absent', 'not_loaded', 'present')),
  is_cited BOOLEAN NOT NULL,
  -- Standard deviation of the logarithm of the rank in a day.
  volatility REAL,
  -- Next check by the plan of the latest run.
  next_at TEXT,
  -- The latest check, if it failed.
  failed_at TEXT,
  error TEXT,
  UNIQUE (website_id, query, country, place, device, language)
);
CREATE INDEX tracked_keywords_by_workspace ON tracked_keywords (workspace_id, website_id);
CREATE INDEX keywords_by_query ON keywords (website_id, query);

CREATE TABLE rank_checks (
  keyword_id BLOB NOT NULL REFERENCES tracked_keywords(id) ON DELETE CASCADE,
  run_id BLOB NOT NULL,
  workspace_id BLOB NOT NULL,
  website_id BLOB NOT NULL,
  -- When the provider returned the results.
  checked_at TEXT NOT NULL,
  rank INTEGER CHECK (rank >= 1),
  absolute_rank INTEGER,
  -- Results that were checked. A page without a rank is beyond them.
  depth INTEGER NOT NULL,
  url TEXT,
  other_urls TEXT NOT NULL,
  features TEXT NOT NULL,
  owned_features TEXT NOT NULL,
  ai_overview TEXT NOT NULL CHECK (ai_overview IN ('absent', 'not_loaded', 'present')),
  ai_urls TEXT NOT NULL,
  is_cited BOOLEAN NOT NULL,
  top_hosts TEXT NOT NULL,
  -- First ten results, kept for the latest check only.
  results TEXT,
  provider TEXT NOT NULL,
  cost_micros BIGINT NOT NULL,
  -- Import through which the engines read it.
  import_id BLOB,
  PRIMARY KEY (keyword_id, checked_at),
  UNIQUE (keyword_id, run_id)
);
CREATE INDEX rank_checks_by_website ON rank_checks (website_id, checked_at);
CREATE INDEX rank_checks_unread ON rank_checks (website_id) WHERE import_id IS NULL;
