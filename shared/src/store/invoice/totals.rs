//! What tenants owe, paid and are owed.

use chrono::NaiveDate;
use uuid::Uuid;

use super::super::{Executor, Result, macros::*};
use crate::domain::invoice::InvoiceTotal;

/// Returns what tenants owe and paid, and what is owed to them, by currency: sums over the ledger. Credit that pays for an invoice
/// reduces both what is owed by tenants and what is owed to them; the ledger has both in one account.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn totals(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, today: NaiveDate,
) -> Result<Vec<InvoiceTotal>> {
    query_all!(
        executor.into(),
        InvoiceTotal,
        "SELECT currency, CAST(SUM(owed) AS BIGINT) AS open_cents,
                CAST(SUM(CASE WHEN due_on < $2 THEN owed ELSE 0 END) AS BIGINT) AS overdue_cents,
                CAST(SUM(paid) AS BIGINT) AS paid_cents, CAST(SUM(credit) AS BIGINT) AS credit_cents
           FROM (
             SELECT t.currency, i.due_on,
                    CASE WHEN e.account = 'receivable' THEN e.debit_cents - e.credit_cents ELSE 0 END AS owed,
                    CASE WHEN e.account = 'cash' THEN e.debit_cents - e.credit_cents ELSE 0 END AS paid, 0 AS credit
               FROM invoices i JOIN ledger_transactions t
                 ON t.id IN (i.issue_transaction_id, i.payment_transaction_id, i.void_transaction_id)
               JOIN ledger_entries e ON e.transaction_id = t.id
              WHERE i.workspace_id = $1
             UNION ALL
             SELECT t.currency, NULL, 0, 0, e.debit_cents
               FROM credit_notes n JOIN ledger_transactions t ON t.id = n.transaction_id
               JOIN ledger_entries e ON e.transaction_id = t.id AND e.line = 1
              WHERE n.workspace_id = $1
             UNION ALL
             SELECT t.currency, i.due_on, CASE WHEN i.id IS NULL THEN 0 ELSE -u.cents END,
                    CASE WHEN i.id IS NULL THEN -u.cents ELSE 0 END, -u.cents
               FROM credit_uses u JOIN credit_notes n ON n.id = u.credit_note_id
               JOIN ledger_transactions t ON t.id = n.transaction_id LEFT JOIN invoices i ON i.id = u.invoice_id
              WHERE u.workspace_id = $1) AS lines
          GROUP BY currency ORDER BY currency",
        workspace_id,
        today
    )
}
