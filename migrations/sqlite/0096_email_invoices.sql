-- Invoices are emailed to the tenant: on request, or by themselves on the day of issue.
ALTER TABLE lead_settings ADD COLUMN emails_invoices BOOLEAN NOT NULL DEFAULT FALSE;
-- Time and recipient of the last email.
ALTER TABLE invoices ADD COLUMN emailed_at TEXT;
ALTER TABLE invoices ADD COLUMN emailed_to TEXT;
