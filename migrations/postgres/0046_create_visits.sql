-- Visits of websites, as the beacon on their pages reports them.

-- Visits that may go on; deleted after two days. The visitor is a keyed hash, whose key is deleted at the end of the day.
CREATE TABLE visits (
  visitor BIGINT NOT NULL,
  -- Milliseconds since 1970, like last_ms.
  started_ms BIGINT NOT NULL,
  website_id UUID NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  last_ms BIGINT NOT NULL,
  page TEXT NOT NULL,
  channel TEXT NOT NULL CHECK (channel IN ('direct', 'search', 'ai', 'social', 'email', 'paid', 'referral')),
  source TEXT NOT NULL,
  device TEXT NOT NULL CHECK (device IN ('desktop', 'mobile', 'tablet')),
  views BIGINT NOT NULL,
  step INTEGER NOT NULL CHECK (step BETWEEN 0 AND 3),
  PRIMARY KEY (visitor, started_ms)
);
CREATE INDEX visits_by_end ON visits (last_ms);
CREATE INDEX visits_by_website ON visits (website_id, last_ms);

-- Counts of visits by the day on which they began, and by where and how.
CREATE TABLE visit_days (
  website_id UUID NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  day DATE NOT NULL,
  page TEXT NOT NULL,
  channel TEXT NOT NULL,
  source TEXT NOT NULL,
  device TEXT NOT NULL,
  visits BIGINT NOT NULL,
  views BIGINT NOT NULL,
  engaged BIGINT NOT NULL,
  contacts BIGINT NOT NULL,
  conversions BIGINT NOT NULL,
  value_cents BIGINT NOT NULL,
  PRIMARY KEY (website_id, day, page, channel, source, device)
);

-- Views and conversions of pages by day.
CREATE TABLE page_days (
  website_id UUID NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  day DATE NOT NULL,
  page TEXT NOT NULL,
  views BIGINT NOT NULL,
  conversions BIGINT NOT NULL,
  PRIMARY KEY (website_id, day, page)
);

CREATE TABLE conversions (
  id UUID PRIMARY KEY,
  website_id UUID NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  at TIMESTAMPTZ NOT NULL,
  name TEXT NOT NULL,
  page TEXT NOT NULL,
  entry_page TEXT NOT NULL,
  channel TEXT NOT NULL,
  source TEXT NOT NULL,
  device TEXT NOT NULL,
  value_cents BIGINT
);
CREATE INDEX conversions_by_website ON conversions (website_id, id);

-- Events of programs, which are not counted as visits.
CREATE TABLE bot_days (
  website_id UUID NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  day DATE NOT NULL,
  hits BIGINT NOT NULL,
  PRIMARY KEY (website_id, day)
);

-- Secrets of the hashes of visitors, one a day; those of other days are deleted.
CREATE TABLE visitor_keys (
  day DATE PRIMARY KEY,
  secret TEXT NOT NULL
);
