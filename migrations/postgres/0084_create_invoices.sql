-- Invoices of rent. Amounts equal their transactions in the ledger. They stay when the rental or website is deleted.
CREATE TABLE invoices (
  id UUID PRIMARY KEY,
  workspace_id UUID NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  rental_id UUID NOT NULL,
  website_id UUID NOT NULL,
  website_name TEXT NOT NULL,
  -- Without gaps within the workspace.
  number INTEGER NOT NULL,
  period_from DATE NOT NULL,
  period_to DATE NOT NULL,
  issued_on DATE NOT NULL,
  due_on DATE NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'void')),
  paid_on DATE,
  note TEXT NOT NULL,
  -- Who rents, and who issues, as they were on the day of issue.
  tenant JSONB NOT NULL,
  issuer JSONB NOT NULL,
  -- Transactions of the ledger.
  issue_transaction_id UUID NOT NULL,
  payment_transaction_id UUID,
  void_transaction_id UUID,
  created_at TIMESTAMPTZ NOT NULL,
  CHECK (period_from <= period_to)
);
CREATE UNIQUE INDEX invoices_by_number ON invoices (workspace_id, number);
-- A period of a rental is invoiced once.
CREATE UNIQUE INDEX invoices_by_period ON invoices (rental_id, period_from, period_to) WHERE status <> 'void';
