-- Costs of provider calls in the ledger.
ALTER TABLE ledger_transactions DROP CONSTRAINT ledger_transactions_reason_check;
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_reason_check CHECK
  (reason IN ('lead_accepted', 'refund', 'rent', 'payment', 'domain', 'hosting', 'other_cost', 'provider_calls'));
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_account_check;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_account_check CHECK
  (account IN ('receivable', 'cash', 'lead_revenue', 'rent_revenue', 'refunds', 'domain_costs', 'hosting_costs',
    'other_costs', 'provider_costs'));

-- Part of the cost of a call that the ledger has. The ledger has whole cents: what is left of a website's calls (or of calls about
-- no website, under the nil id) is carried to its next transaction.
ALTER TABLE provider_calls ADD COLUMN posted_micros BIGINT NOT NULL DEFAULT 0;
CREATE INDEX provider_calls_unposted ON provider_calls (workspace_id, id)
  WHERE expires_at IS NULL AND cost_micros <> posted_micros;
CREATE TABLE provider_cost_remainders (
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id UUID NOT NULL,
  -- Millionths of a dollar; negative if a call cost less than was posted for it.
  micros BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, website_id)
);
