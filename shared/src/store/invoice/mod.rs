//! Invoices of rent. Their amounts equal their transactions in the ledger.

mod email;
mod issue;
mod moves;

use chrono::NaiveDate;
use uuid::Uuid;

pub use email::{Emailed, email};
pub(super) use issue::{issue, issuer, replace};
pub use moves::{InvoiceDeed, InvoiceMoved, apply};

use super::{Executor, Result, macros::*};
use crate::domain::{
    Page, fetched,
    invoice::{Invoice, InvoiceStatus, InvoiceTotal},
};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT i.id, i.rental_id, i.website_id, i.website_name, i.number, i.period_from, i.period_to, i.issued_on,
                    i.due_on, e.debit_cents AS amount_cents, t.currency, i.status, i.paid_on, i.note, i.tenant, i.issuer,
                    i.emailed_at, i.emailed_to, i.created_at
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

/// Returns what tenants owe and paid, by currency: sums over the ledger.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn totals(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, today: NaiveDate,
) -> Result<Vec<InvoiceTotal>> {
    query_all!(
        executor.into(),
        InvoiceTotal,
        "SELECT t.currency,
                CAST(COALESCE(SUM(CASE WHEN e.account = 'receivable' THEN e.debit_cents - e.credit_cents ELSE 0 END), 0)
                  AS BIGINT) AS open_cents,
                CAST(COALESCE(SUM(CASE WHEN e.account = 'receivable' AND i.due_on < $2
                  THEN e.debit_cents - e.credit_cents ELSE 0 END), 0) AS BIGINT) AS overdue_cents,
                CAST(COALESCE(SUM(CASE WHEN e.account = 'cash' THEN e.debit_cents - e.credit_cents ELSE 0 END), 0)
                  AS BIGINT) AS paid_cents
           FROM invoices i
           JOIN ledger_transactions t ON t.id IN (i.issue_transaction_id, i.payment_transaction_id, i.void_transaction_id)
           JOIN ledger_entries e ON e.transaction_id = t.id
          WHERE i.workspace_id = $1 GROUP BY t.currency ORDER BY t.currency",
        workspace_id,
        today
    )
}

/// Lists the open invoices of a rental with days after `last`, oldest first.
pub(super) async fn open_after(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, rental_id: Uuid, last: NaiveDate,
) -> Result<Vec<Invoice>> {
    let sql = select!("AND i.rental_id = $2 AND i.status = 'open' AND i.period_to > $3 ORDER BY i.id");
    query_all!(executor.into(), Invoice, sql, workspace_id, rental_id, last)
}

/// Returns the last day that the tenant of a rental has paid for.
pub(super) async fn paid_until(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, rental_id: Uuid,
) -> Result<Option<NaiveDate>> {
    let sql = "SELECT period_to FROM invoices WHERE workspace_id = $1 AND rental_id = $2 AND status = 'paid'
                ORDER BY period_to DESC LIMIT 1";
    Ok(query_opt!(executor.into(), (NaiveDate,), sql, workspace_id, rental_id)?.map(|(day,)| day))
}
