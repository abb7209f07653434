-- Repeated leads are found among all websites of a workspace.
DROP INDEX received_leads_by_email;
DROP INDEX received_leads_by_phone;
CREATE INDEX received_leads_by_email ON received_leads (workspace_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX received_leads_by_phone ON received_leads (workspace_id, phone_key) WHERE phone_key IS NOT NULL;

-- The ledger is listed by day.
DROP INDEX ledger_transactions_by_day;
CREATE INDEX ledger_transactions_by_day ON ledger_transactions (workspace_id, day, id);
