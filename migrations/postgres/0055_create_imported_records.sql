-- Rows of imports other than search data: backlinks, sessions, leads and revenue. A row counts while its batch is
-- committed, it is not superseded, and no later row of the website has its key.

CREATE TABLE backlinks (
  batch_id BIGINT NOT NULL,
  no BIGINT NOT NULL,
  -- Hash of provider, source and target.
  key BIGINT NOT NULL,
  superseded BOOLEAN NOT NULL DEFAULT FALSE,
  provider TEXT NOT NULL,
  source_url TEXT NOT NULL,
  source_host TEXT NOT NULL,
  target_url TEXT NOT NULL,
  anchor TEXT,
  is_nofollow BOOLEAN,
  is_ugc BOOLEAN,
  is_sponsored BOOLEAN,
  first_seen DATE,
  last_seen DATE,
  lost_on DATE,
  is_lost BOOLEAN NOT NULL,
  -- The provider's own figure and its name; figures of different providers are not comparable.
  authority DOUBLE PRECISION,
  authority_name TEXT,
  PRIMARY KEY (batch_id, no)
);
CREATE INDEX backlinks_by_key ON backlinks (key, batch_id);

CREATE TABLE page_sessions (
  batch_id BIGINT NOT NULL,
  no BIGINT NOT NULL,
  key BIGINT NOT NULL,
  superseded BOOLEAN NOT NULL DEFAULT FALSE,
  first_day DATE,
  last_day DATE,
  page TEXT,
  source TEXT,
  medium TEXT,
  channel TEXT,
  sessions BIGINT NOT NULL,
  engaged_sessions BIGINT,
  users BIGINT,
  key_events BIGINT,
  revenue_cents BIGINT,
  currency TEXT,
  PRIMARY KEY (batch_id, no)
);
CREATE INDEX page_sessions_by_key ON page_sessions (key, batch_id);

CREATE TABLE leads (
  batch_id BIGINT NOT NULL,
  no BIGINT NOT NULL,
  -- Hash of the external id; of the place in the batch without one.
  key BIGINT NOT NULL,
  superseded BOOLEAN NOT NULL DEFAULT FALSE,
  external_id TEXT,
  day DATE NOT NULL,
  page TEXT,
  keyword TEXT,
  source TEXT,
  status TEXT,
  value_cents BIGINT,
  currency TEXT,
  PRIMARY KEY (batch_id, no)
);
CREATE INDEX leads_by_key ON leads (key, batch_id);

CREATE TABLE revenue (
  batch_id BIGINT NOT NULL,
  no BIGINT NOT NULL,
  key BIGINT NOT NULL,
  superseded BOOLEAN NOT NULL DEFAULT FALSE,
  external_id TEXT,
  day DATE NOT NULL,
  -- Negative for a refund.
  amount_cents BIGINT NOT NULL,
  currency TEXT NOT NULL,
  kind TEXT,
  page TEXT,
  source TEXT,
  vertical TEXT,
  place TEXT,
  PRIMARY KEY (batch_id, no)
);
CREATE INDEX revenue_by_key ON revenue (key, batch_id);
