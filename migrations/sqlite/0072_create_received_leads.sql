-- Where leads of a website come from: forms, and call tracking.
CREATE TABLE lead_sources (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('form', 'callrail', 'twilio')),
  -- Part of the public address.
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  -- Slug of the vertical.
  vertical TEXT,
  place TEXT,
  -- What a visitor agrees to with the form.
  consent_text TEXT NOT NULL,
  -- Page of the website that is shown after the form was sent.
  thanks_url TEXT,
  -- Key with which the provider signs its requests, encrypted.
  sealed_secret BLOB,
  -- Shorter calls are not qualified by themselves.
  min_seconds INTEGER NOT NULL CHECK (min_seconds >= 0),
  is_enabled BOOLEAN NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX lead_sources_by_key ON lead_sources (key);
CREATE INDEX lead_sources_by_workspace ON lead_sources (workspace_id, id);
CREATE INDEX lead_sources_by_website ON lead_sources (website_id);

-- Leads that the server received. Imported leads are in leads.
CREATE TABLE received_leads (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  source_id BLOB REFERENCES lead_sources(id) ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('form', 'callrail', 'twilio')),
  -- Id in the system that reported it.
  external_id TEXT,
  status TEXT NOT NULL
    CHECK (status IN ('new', 'spam', 'duplicate', 'qualified', 'sent', 'accepted', 'rejected', 'refunded')),
  name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  -- Email and phone in the form that finds duplicates.
  email_key TEXT,
  phone_key TEXT,
  message TEXT NOT NULL,
  fields TEXT NOT NULL,
  page TEXT,
  keyword TEXT,
  vertical TEXT,
  place TEXT,
  call_seconds INTEGER,
  consent_text TEXT,
  consented_at TEXT,
  address_hash BLOB,
  duplicate_of BLOB,
  buyer_id BLOB REFERENCES buyers(id) ON DELETE SET NULL,
  price_cents BIGINT,
  currency TEXT,
  delivery_id BLOB,
  -- When a buyer is looked for again; NULL if no buyer is looked for.
  route_at TEXT,
  received_at TEXT NOT NULL,
  sent_at TEXT
);
CREATE UNIQUE INDEX received_leads_by_external_id ON received_leads (source_id, external_id)
  WHERE external_id IS NOT NULL;
CREATE INDEX received_leads_by_workspace ON received_leads (workspace_id, id);
CREATE INDEX received_leads_by_email ON received_leads (website_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX received_leads_by_phone ON received_leads (website_id, phone_key) WHERE phone_key IS NOT NULL;
CREATE INDEX received_leads_by_buyer ON received_leads (buyer_id, sent_at) WHERE buyer_id IS NOT NULL;
CREATE INDEX received_leads_by_route ON received_leads (route_at) WHERE route_at IS NOT NULL;

-- What happened to each lead.
CREATE TABLE lead_history (
  id BLOB PRIMARY KEY,
  lead_id BLOB NOT NULL REFERENCES received_leads(id) ON DELETE CASCADE,
  status TEXT NOT NULL,
  buyer_id BLOB,
  -- The user who did it; NULL for the server.
  user_id BLOB,
  note TEXT NOT NULL,
  at TEXT NOT NULL
);
CREATE INDEX lead_history_by_lead ON lead_history (lead_id, id);
CREATE TRIGGER lead_history_is_append_only BEFORE UPDATE ON lead_history
BEGIN
  SELECT RAISE(ABORT, 'the history of leads is append-only');
END;
