-- Invoices of rent. Amounts equal their transactions in the ledger. They stay when the rental or website is deleted.
CREATE TABLE invoices (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  rental_id BLOB NOT NULL,
  website_id BLOB NOT NULL,
  website_name TEXT NOT NULL,
  -- Without gaps within the workspace.
  number INTEGER NOT NULL,
  period_from TEXT NOT NULL CHECK (date(period_from) IS period_from),
  period_to TEXT NOT NULL CHECK (date(period_to) IS period_to),
  issued_on TEXT NOT NULL CHECK (date(issued_on) IS issued_on),
  due_on TEXT NOT NULL CHECK (date(due_on) IS due_on),
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'void')),
  paid_on TEXT CHECK (date(paid_on) IS paid_on),
  note TEXT NOT NULL,
  -- Who rents, and who issues, as they were on the day of issue.
  tenant TEXT NOT NULL,
  issuer TEXT NOT NULL,
  -- Transactions of the ledger.
  issue_transaction_id BLOB NOT NULL,
  payment_transaction_id BLOB,
  void_transaction_id BLOB,
  created_at TEXT NOT NULL,
  CHECK (period_from <= period_to)
);
CREATE UNIQUE INDEX invoices_by_number ON invoices (workspace_id, number);
-- A period of a rental is invoiced once.
CREATE UNIQUE INDEX invoices_by_period ON invoices (rental_id, period_from, period_to) WHERE status <> 'void';
