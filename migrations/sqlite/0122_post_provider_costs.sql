-- Costs of provider calls in the ledger. SQLite changes a CHECK only with a new table.
CREATE TABLE checked_ledger_transactions (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- A transaction is posted once for its key.
  idempotency_key TEXT NOT NULL,
  reason TEXT NOT NULL
    CHECK (reason IN ('lead_accepted', 'refund', 'rent', 'payment', 'domain', 'hosting', 'other_cost', 'provider_calls')),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  lead_id BLOB,
  buyer_id BLOB,
  website_id BLOB,
  -- Slug of the vertical.
  vertical TEXT,
  place TEXT,
  note TEXT NOT NULL,
  user_id BLOB,
  day TEXT NOT NULL CHECK (date(day) IS day),
  month TEXT NOT NULL,
  occurred_at TEXT NOT NULL,
  posted_at TEXT NOT NULL
);
INSERT INTO checked_ledger_transactions (id, workspace_id, idempotency_key, reason, currency, lead_id, buyer_id,
  website_id, vertical, place, note, user_id, day, month, occurred_at, posted_at)
SELECT id, workspace_id, idempotency_key, reason, currency, lead_id, buyer_id, website_id, vertical, place, note, user_id,
  day, month, occurred_at, posted_at FROM ledger_transactions;

CREATE TABLE checked_ledger_entries (
  transaction_id BLOB NOT NULL REFERENCES checked_ledger_transactions(id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  account TEXT NOT NULL CHECK (account IN ('receivable', 'cash', 'lead_revenue', 'rent_revenue', 'refunds',
    'domain_costs', 'hosting_costs', 'other_costs', 'provider_costs')),
  debit_cents BIGINT NOT NULL CHECK (debit_cents >= 0),
  credit_cents BIGINT NOT NULL CHECK (credit_cents >= 0),
  PRIMARY KEY (transaction_id, line),
  CHECK ((debit_cents > 0) <> (credit_cents > 0))
);
INSERT INTO checked_ledger_entries (transaction_id, line, workspace_id, account, debit_cents, credit_cents)
SELECT transaction_id, line, workspace_id, account, debit_cents, credit_cents FROM ledger_entries;

DROP TABLE ledger_entries;
DROP TABLE ledger_transactions;
ALTER TABLE checked_ledger_transactions RENAME TO ledger_transactions;
ALTER TABLE checked_ledger_entries RENAME TO ledger_entries;
CREATE UNIQUE INDEX ledger_transactions_by_key ON ledger_transactions (workspace_id, idempotency_key);
CREATE INDEX ledger_transactions_by_workspace ON ledger_transactions (workspace_id, id);
CREATE INDEX ledger_transactions_by_day ON ledger_transactions (workspace_id, day);
CREATE INDEX ledger_entries_by_workspace ON ledger_entries (workspace_id);

CREATE TRIGGER ledger_transactions_are_append_only BEFORE UPDATE ON ledger_transactions
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_entries_are_append_only BEFORE UPDATE ON ledger_entries
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_transactions_are_not_deleted BEFORE DELETE ON ledger_transactions
WHEN EXISTS (SELECT 1 FROM workspaces WHERE id = OLD.workspace_id)
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER ledger_entries_are_not_deleted BEFORE DELETE ON ledger_entries
WHEN EXISTS (SELECT 1 FROM workspaces WHERE id = OLD.workspace_id)
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

-- Part of the cost of a call that the ledger has. The ledger has whole cents: what is left of a website's calls (or of calls about
-- no website, under the nil id) is carried to its next transaction.
ALTER TABLE provider_calls ADD COLUMN posted_micros BIGINT NOT NULL DEFAULT 0;
CREATE INDEX provider_calls_unposted ON provider_calls (workspace_id, id)
  WHERE expires_at IS NULL AND cost_micros <> posted_micros;
CREATE TABLE provider_cost_remainders (
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  website_id BLOB NOT NULL,
  -- Millionths of a dollar; negative if a call cost less than was posted for it.
  micros BIGINT NOT NULL,
  PRIMARY KEY (workspace_id, website_id)
);
