//! Lists posted transactions.

use chrono::NaiveDate;
use uuid::Uuid;

use super::super::{Executor, Result, macros::*};
use crate::domain::{
    Page, fetched,
    ledger::{LedgerReason, LedgerTransaction},
};

/// Filter of transactions.
#[derive(Debug, Clone, Default)]
pub struct LedgerFilter {
    /// First day (UTC).
    pub from: Option<NaiveDate>,
    /// Last day (UTC).
    pub to: Option<NaiveDate>,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Buyer.
    pub buyer_id: Option<Uuid>,
    /// Reason.
    pub reason: Option<LedgerReason>,
}

/// Keys of the transactions of users begin with `client:` or `request:`.
macro_rules! select {
    ($id:literal, $rest:literal) => {
        concat!(
            "SELECT t.id, t.reason, debit.account AS debited, credit.account AS credited,
                    debit.debit_cents AS amount_cents, t.currency, t.lead_id, t.buyer_id,
                    (SELECT name FROM buyers WHERE buyers.id = t.buyer_id) AS buyer_name, t.website_id,
                    (SELECT name FROM websites WHERE websites.id = t.website_id) AS website_name, t.vertical, t.place,
                    t.note, t.occurred_at, t.posted_at,
                    (t.idempotency_key LIKE 'client:%' OR t.idempotency_key LIKE 'request:%') AS is_by_hand,
                    (SELECT r.id FROM ledger_transactions r WHERE r.workspace_id = t.workspace_id
                        AND r.idempotency_key = 'reversal:' || ",
            $id,
            ") AS reversal_id
               FROM ledger_transactions t
               JOIN ledger_entries debit ON debit.transaction_id = t.id AND debit.line = 1
               JOIN ledger_entries credit ON credit.transaction_id = t.id AND credit.line = 2
              WHERE t.workspace_id = $1 ",
            $rest
        )
    };
}

macro_rules! in_dialect {
    ($executor:expr, $rest:literal) => {
        $executor.dialect(select!("replace(CAST(t.id AS TEXT), '-', '')", $rest), select!("lower(hex(t.id))", $rest))
    };
}

/// Lists transactions, the latest day first; of a day the latest posted first. `before` is the last transaction of the previous
/// page. A page follows the same transactions whatever is posted meanwhile, since posted ones keep their day.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &LedgerFilter, before: Option<Uuid>, limit: usize,
) -> Result<Page<LedgerTransaction>> {
    let mut executor = executor.into();
    let sql = in_dialect!(
        executor,
        "AND ($2 IS NULL OR t.day >= $2) AND ($3 IS NULL OR t.day <= $3) AND ($4 IS NULL OR t.website_id = $4)
         AND ($5 IS NULL OR t.buyer_id = $5) AND ($6 IS NULL OR t.reason = $6)
         AND ($7 IS NULL OR (t.day, t.id) <
           (SELECT last.day, last.id FROM ledger_transactions last WHERE last.workspace_id = $1 AND last.id = $7))
         ORDER BY t.day DESC, t.id DESC LIMIT $8"
    );
    let rows = query_all!(
        executor,
        LedgerTransaction,
        sql,
        workspace_id,
        filter.from,
        filter.to,
        filter.website_id,
        filter.buyer_id,
        filter.reason,
        before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns a transaction of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid,
) -> Result<Option<LedgerTransaction>> {
    let mut executor = executor.into();
    let sql = in_dialect!(executor, "AND t.id = $2");
    query_opt!(executor, LedgerTransaction, sql, workspace_id, id)
}
