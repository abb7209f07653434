-- Rows of imports other than search data: backlinks, sessions, leads and revenue. A row counts while its batch is
-- committed, it is not superseded, and no later row of the website has its key.

CREATE TABLE backlinks (
  batch_id INTEGER NOT NULL,
  no INTEGER NOT NULL,
  -- Hash of provider, source and target.
  key INTEGER NOT NULL,
  superseded INTEGER NOT NULL DEFAULT FALSE,
  provider TEXT NOT NULL,
  source_url TEXT NOT NULL,
  source_host TEXT NOT NULL,
  target_url TEXT NOT NULL,
  anchor TEXT,
  is_nofollow INTEGER,
  is_ugc INTEGER,
  is_sponsored INTEGER,
  first_seen TEXT,
  last_seen TEXT,
  lost_on TEXT,
  is_lost INTEGER NOT NULL,
  -- The provider's own figure and its name; figures of different providers are not comparable.
  authority REAL,
  authority_name TEXT,
  PRIMARY KEY (batch_id, no)
) WITHOUT ROWID;
CREATE INDEX backlinks_by_key ON backlinks (key, batch_id);

CREATE TABLE page_sessions (
  batch_id INTEGER NOT NULL,
  no INTEGER NOT NULL,
  key INTEGER NOT NULL,
  superseded INTEGER NOT NULL DEFAULT FALSE,
  first_day TEXT,
  last_day TEXT,
  page TEXT,
  source TEXT,
  medium TEXT,
  channel TEXT,
  sessions INTEGER NOT NULL,
  engaged_sessions INTEGER,
  users INTEGER,
  key_events INTEGER,
  revenue_cents INTEGER,
  currency TEXT,
  PRIMARY KEY (batch_id, no)
) WITHOUT ROWID;
CREATE INDEX page_sessions_by_key ON page_sessions (key, batch_id);

CREATE TABLE leads (
  batch_id INTEGER NOT NULL,
  no INTEGER NOT NULL,
  -- Hash of the external id; of the place in the batch without one.
  key INTEGER NOT NULL,
  superseded INTEGER NOT NULL DEFAULT FALSE,
  external_id TEXT,
  day TEXT NOT NULL,
  page TEXT,
  keyword TEXT,
  source TEXT,
  status TEXT,
  value_cents INTEGER,
  currency TEXT,
  PRIMARY KEY (batch_id, no)
) WITHOUT ROWID;
CREATE INDEX leads_by_key ON leads (key, batch_id);

CREATE TABLE revenue (
  batch_id INTEGER NOT NULL,
  no INTEGER NOT NULL,
  key INTEGER NOT NULL,
  superseded INTEGER NOT NULL DEFAULT FALSE,
  external_id TEXT,
  day TEXT NOT NULL,
  -- Negative for a refund.
  amount_cents INTEGER NOT NULL,
  currency TEXT NOT NULL,
  kind TEXT,
  page TEXT,
  source TEXT,
  vertical TEXT,
  place TEXT,
  PRIMARY KEY (batch_id, no)
) WITHOUT ROWID;
CREATE INDEX revenue_by_key ON revenue (key, batch_id);
