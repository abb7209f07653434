//! Invoices of rent and their credit notes. Their amounts equal their transactions in the ledger.

mod credit;
mod email;
mod issue;
mod moves;
mod totals;

use chrono::NaiveDate;
use uuid::Uuid;

pub use credit::credit_notes;
pub(super) use credit::{credit, use_credits};
pub use email::{Emailed, email};
pub(super) use issue::{issue, issuer, replace};
pub use moves::{InvoiceDeed, InvoiceMoved, apply};
pub use totals::totals;

use super::{Executor, Result, macros::*};
use crate::domain::{
    Page, fetched,
    invoice::{Invoice, InvoiceStatus},
};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT i.id, i.rental_id, i.website_id, i.website_name, i.number, i.period_from, i.period_to, i.issued_on,
                    i.due_on, e.debit_cents AS amount_cents, t.currency, i.status, i.paid_on, i.note, i.tenant, i.issuer,
                    i.emailed_at, i.emailed_to, i.created_at, i.payment_transaction_id IS NOT NULL AS has_payment,
                    CAST(COALESCE((SELECT SUM(u.cents) FROM credit_uses u WHERE u.invoice_id = i.id), 0) AS BIGINT)
                      AS used_credit_cents,
                    (SELECT MIN(n.period_from) FROM credit_notes n WHERE n.invoice_id = i.id) AS credited_from,
                    CAST(COALESCE((SELECT SUM(c.debit_cents) FROM credit_notes n
                        JOIN ledger_entries c ON c.transaction_id = n.transaction_id AND c.line = 1
                       WHERE n.invoice_id = i.id), 0) AS BIGINT) AS credited_cents,
                    CAST(COALESCE((SELECT SUM(c.debit_cents) FROM credit_notes n
                        JOIN ledger_entries c ON c.transaction_id = n.transaction_id AND c.line = 1
                       WHERE n.invoice_id = i.id), 0)
                      - COALESCE((SELECT SUM(u.cents) FROM credit_notes n JOIN credit_uses u ON u.credit_note_id = n.id
                       WHERE n.invoice_id = i.id), 0) AS BIGINT) AS credit_left_cents,
                    CAST(COALESCE((SELECT SUM(u.cents) FROM credit_notes n JOIN credit_uses u ON u.credit_note_id = n.id
                       WHERE n.invoice_id = i.id AND u.invoice_id IS NULL), 0) AS BIGINT) AS paid_back_cents
               FROM invoices i JOIN ledger_transactions t ON t.id = i.issue_transaction_id
               JOIN ledger_entries e ON e.transaction_id = t.id AND e.line = 1
              WHERE i.workspace_id = $1 ",
            $rest
        )
    };
}

/// Filter of invoices.
#[derive(Debug, Clone, Default)]
pub struct InvoiceFilter {
    /// Only with this status.
    pub status: Option<InvoiceStatus>,
    /// Only open ones that were due before this day.
    pub due_before: Option<NaiveDate>,
    /// Only of this rental.
    pub rental_id: Option<Uuid>,
    /// Only of this website.
    pub website_id: Option<Uuid>,
}

/// Lists the workspace's invoices, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &InvoiceFilter, before: Option<Uuid>, limit: usize,
) -> Result<Page<Invoice>> {
    let sql = select!(
        "AND ($2 IS NULL OR i.status = $2) AND ($3 IS NULL OR (i.due_on < $3 AND i.status = 'open'))
         AND ($4 IS NULL OR i.rental_id = $4) AND ($5 IS NULL OR i.website_id = $5) AND ($6 IS NULL OR i.id < $6)
         ORDER BY i.id DESC LIMIT $7"
    );
    let rows = query_all!(
        executor.into(),
        Invoice,
        sql,
        workspace_id,
        filter.status,
        filter.due_before,
        filter.rental_id,
        filter.website_id,
        before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns an invoice of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Invoice>> {
    query_opt!(executor.into(), Invoice, select!("AND i.id = $2"), workspace_id, id)
}

/// Lists the invoices of a rental that hold rent of days after `last`, oldest first.
pub(super) async fn after(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, rental_id: Uuid, last: NaiveDate,
) -> Result<Vec<Invoice>> {
    let sql = select!("AND i.rental_id = $2 AND i.status <> 'void' AND i.period_to > $3 ORDER BY i.id");
    let rows = query_all!(executor.into(), Invoice, sql, workspace_id, rental_id, last)?;
    Ok(rows.into_iter().filter(|invoice| invoice.last_day() > last).collect())
}

/// Lists the open invoices of the workspace, oldest first; with `only`, that one.
async fn open(executor: impl Into<Executor<'_>>, workspace_id: Uuid, only: Option<Uuid>) -> Result<Vec<Invoice>> {
    let sql = select!("AND i.status = 'open' AND ($2 IS NULL OR i.id = $2) ORDER BY i.id");
    query_all!(executor.into(), Invoice, sql, workspace_id, only)
}
