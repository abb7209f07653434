-- Buyers of leads: what they take, when, and at what price.
CREATE TABLE buyers (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  email TEXT,
  webhook_id UUID REFERENCES webhooks(id) ON DELETE SET NULL,
  price_cents BIGINT NOT NULL CHECK (price_cents > 0),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  -- Slugs of verticals, and places; empty lists take all.
  verticals JSONB NOT NULL,
  places JSONB NOT NULL,
  daily_cap INTEGER CHECK (daily_cap > 0),
  monthly_cap INTEGER CHECK (monthly_cap > 0),
  -- Minutes of the day in the time zone; without them at all hours.
  opens_minute INTEGER CHECK (opens_minute BETWEEN 0 AND 1439),
  closes_minute INTEGER CHECK (closes_minute BETWEEN 1 AND 1440),
  -- 1 (Monday) to 7; an empty list is every day.
  weekdays JSONB NOT NULL,
  time_zone TEXT NOT NULL,
  is_exclusive BOOLEAN NOT NULL,
  -- 1 is first.
  priority INTEGER NOT NULL CHECK (priority BETWEEN 1 AND 100),
  is_paused BOOLEAN NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX buyers_by_workspace ON buyers (workspace_id, id);
CREATE INDEX buyers_by_webhook ON buyers (webhook_id) WHERE webhook_id IS NOT NULL;
