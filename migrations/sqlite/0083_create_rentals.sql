-- Websites that businesses rent, each with the record of its tenant.
CREATE TABLE rentals (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL REFERENCES websites(id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('offered', 'verified', 'active', 'ended')),
  -- The tenant. Empty texts are not known yet.
  tenant_name TEXT NOT NULL,
  street TEXT NOT NULL,
  city TEXT NOT NULL,
  state TEXT NOT NULL,
  postal_code TEXT NOT NULL,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  url TEXT,
  licence TEXT,
  verified_at TEXT,
  verified_by BLOB,
  -- Rent of a month.
  price_cents BIGINT NOT NULL CHECK (price_cents >= 100),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  starts_on TEXT NOT NULL CHECK (date(starts_on) IS starts_on),
  ends_on TEXT CHECK (date(ends_on) IS ends_on),
  -- Day of the month on which its rent is invoiced.
  billing_day INTEGER NOT NULL CHECK (billing_day BETWEEN 1 AND 28),
  -- First day without an invoice.
  next_period_on TEXT NOT NULL CHECK (date(next_period_on) IS next_period_on),
  -- When an invoice or its end is due; NULL if nothing is.
  next_at TEXT,
  activated_at TEXT,
  created_by BLOB NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX rentals_by_workspace ON rentals (workspace_id, id);
CREATE INDEX rentals_by_website ON rentals (website_id);
CREATE UNIQUE INDEX rentals_active_by_website ON rentals (website_id) WHERE status = 'active';
CREATE INDEX rentals_by_next ON rentals (next_at) WHERE next_at IS NOT NULL;

-- The rental whose tenant got the lead.
ALTER TABLE received_leads ADD COLUMN rental_id BLOB REFERENCES rentals(id) ON DELETE SET NULL;
CREATE INDEX received_leads_by_rental ON received_leads (rental_id) WHERE rental_id IS NOT NULL;
-- When the personal data were erased.
ALTER TABLE received_leads ADD COLUMN erased_at TEXT;
CREATE INDEX received_leads_to_erase ON received_leads (workspace_id, received_at) WHERE erased_at IS NULL;
CREATE INDEX received_leads_spam ON received_leads (received_at) WHERE erased_at IS NULL AND status = 'spam';

-- What a workspace does with leads and rent.
CREATE TABLE lead_settings (
  workspace_id BLOB PRIMARY KEY REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Days after which personal data are erased; NULL for never.
  erase_after_days INTEGER CHECK (erase_after_days BETWEEN 1 AND 3650),
  -- Whether a rejected lead is offered to the next buyer.
  offers_rejected BOOLEAN NOT NULL,
  -- Time zone of the days on which rent is invoiced.
  time_zone TEXT NOT NULL,
  -- Days in which an invoice is to be paid.
  payment_days INTEGER NOT NULL CHECK (payment_days BETWEEN 0 AND 90),
  updated_at TEXT NOT NULL
);
