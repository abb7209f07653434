-- The double-entry ledger of a workspace. The debits of a transaction equal its credits. Rows are only added, and deleted only
-- with their workspace. Ids of leads, buyers and websites stay after those are deleted.
CREATE TABLE ledger_transactions (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- A transaction is posted once for its key.
  idempotency_key TEXT NOT NULL,
  reason TEXT NOT NULL
    CHECK (reason IN ('lead_accepted', 'refund', 'rent', 'payment', 'domain', 'hosting', 'other_cost')),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  lead_id UUID,
  buyer_id UUID,
  website_id UUID,
  -- Slug of the vertical.
  vertical TEXT,
  place TEXT,
  note TEXT NOT NULL,
  user_id UUID,
  day DATE NOT NULL,
  month TEXT NOT NULL,
  occurred_at TIMESTAMPTZ NOT NULL,
  posted_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX ledger_transactions_by_key ON ledger_transactions (workspace_id, idempotency_key);
CREATE INDEX ledger_transactions_by_workspace ON ledger_transactions (workspace_id, id);
CREATE INDEX ledger_transactions_by_day ON ledger_transactions (workspace_id, day);

CREATE TABLE ledger_entries (
  transaction_id UUID NOT NULL REFERENCES ledger_transactions(id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  account TEXT NOT NULL CHECK (account IN ('receivable', 'cash', 'lead_revenue', 'rent_revenue', 'refunds',
    'domain_costs', 'hosting_costs', 'other_costs')),
  debit_cents BIGINT NOT NULL CHECK (debit_cents >= 0),
  credit_cents BIGINT NOT NULL CHECK (credit_cents >= 0),
  PRIMARY KEY (transaction_id, line),
  CHECK ((debit_cents > 0) <> (credit_cents > 0))
);
CREATE INDEX ledger_entries_by_workspace ON ledger_entries (workspace_id);

CREATE FUNCTION refuse_change_of_ledger() RETURNS trigger AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END;
$$ LANGUAGE plpgsql;
CREATE FUNCTION refuse_deletion_in_ledger() RETURNS trigger AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM workspaces WHERE id = OLD.workspace_id) THEN
    RAISE EXCEPTION 'the ledger is append-only';
  END IF;
  RETURN OLD;
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER ledger_transactions_are_append_only BEFORE UPDATE ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_entries_are_append_only BEFORE UPDATE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_transactions_are_not_deleted BEFORE DELETE ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_deletion_in_ledger();
CREATE TRIGGER ledger_entries_are_not_deleted BEFORE DELETE ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_deletion_in_ledger();
CREATE TRIGGER ledger_transactions_are_not_truncated BEFORE TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
CREATE TRIGGER ledger_entries_are_not_truncated BEFORE TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_ledger();
