-- Credit notes: rent of invoiced days after the end of a rental that the tenant had paid already. Their amounts equal their
-- transactions in the ledger. They stay when the rental or website is deleted, as invoices do.
CREATE TABLE credit_notes (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  -- Invoice whose days are credited.
  invoice_id BLOB NOT NULL REFERENCES invoices(id) ON DELETE CASCADE,
  rental_id BLOB NOT NULL,
  -- Without gaps within the workspace.
  number INTEGER NOT NULL,
  period_from TEXT NOT NULL CHECK (date(period_from) IS period_from),
  period_to TEXT NOT NULL CHECK (date(period_to) IS period_to),
  issued_on TEXT NOT NULL CHECK (date(issued_on) IS issued_on),
  -- Transaction of the ledger.
  transaction_id BLOB NOT NULL,
  created_at TEXT NOT NULL,
  CHECK (period_from <= period_to)
);
CREATE UNIQUE INDEX credit_notes_by_number ON credit_notes (workspace_id, number);
-- A day of an invoice is credited once: further notes of it end on the day before.
CREATE UNIQUE INDEX credit_notes_by_invoice ON credit_notes (invoice_id, period_to);
CREATE INDEX credit_notes_by_rental ON credit_notes (rental_id);

-- What credit notes are used for: to pay an invoice of the tenant, or paid back.
CREATE TABLE credit_uses (
  id BLOB PRIMARY KEY,
  workspace_id BLOB NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
  credit_note_id BLOB NOT NULL REFERENCES credit_notes(id) ON DELETE CASCADE,
  -- Invoice that is reduced; NULL if it was paid back.
  invoice_id BLOB REFERENCES invoices(id) ON DELETE CASCADE,
  cents BIGINT NOT NULL CHECK (cents > 0),
  used_on TEXT NOT NULL CHECK (date(used_on) IS used_on),
  -- Transaction of the ledger that paid it back. An invoice that is reduced needs none: both are in the receivables.
  transaction_id BLOB,
  created_at TEXT NOT NULL,
  CHECK ((invoice_id IS NULL) = (transaction_id IS NOT NULL))
);
CREATE INDEX credit_uses_by_note ON credit_uses (credit_note_id);
CREATE INDEX credit_uses_by_invoice ON credit_uses (invoice_id) WHERE invoice_id IS NOT NULL;
CREATE INDEX credit_uses_by_workspace ON credit_uses (workspace_id);

-- Days that were credited wholly are invoiced again if the rental is longer after all.
ALTER TABLE invoices ADD COLUMN is_credited BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX invoices_by_period;
CREATE UNIQUE INDEX invoices_by_period ON invoices (rental_id, period_from, period_to)
  WHERE status <> 'void' AND NOT is_credited;

-- Markets of deployments that were cancelled before are no longer being built.
UPDATE pipeline_markets SET stage = 'score'
 WHERE stage IN ('build', 'deploy') AND (workspace_id, vertical, place_id) IN
   (SELECT s.workspace_id, s.vertical, place.value ->> 'id' FROM sites s
      JOIN deployments d ON d.id = s.deployment_id AND d.status = 'cancelled' AND d.finished_at IS NOT NULL,
      json_each(s.places) AS place
     WHERE s.live_release_id IS NULL AND s.status IN ('draft', 'waiting', 'approved', 'blocked')
       AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = s.run_id AND runs.finished_at IS NULL));
