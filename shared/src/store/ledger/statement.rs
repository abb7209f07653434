//! Statements of buyers: balances of the receivable account over the transactions about them.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use uuid::Uuid;

use super::super::{Executor, Result, invoice, macros::*};
use crate::domain::{
    buyer::Buyer,
    fetched,
    statement::{Statement, StatementAccount, StatementLine},
};

/// Maximum number of lines of a statement.
pub const STATEMENT_LINES: usize = 5_000;

/// Returns the statement of a buyer of the workspace for the days from `from` to `to`; `None` if it has more lines than
/// [`STATEMENT_LINES`].
///
/// # Errors
/// Returns an error if a query fails.
pub async fn statement(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, buyer: &Buyer, (from, to): (NaiveDate, NaiveDate),
) -> Result<Option<Statement>> {
    let mut executor = executor.into();
    let lines = lines(executor.executor(), workspace_id, buyer.id, (from, to)).await?;
    if lines.len() > STATEMENT_LINES {
        return Ok(None);
    }
    let mut accounts: BTreeMap<String, (i64, Vec<StatementLine>)> =
        opening(executor.executor(), workspace_id, buyer.id, from)
            .await?
            .into_iter()
            .map(|(code, cents)| (code, (cents, vec![])))
            .collect();
    for line in lines {
        accounts.entry(line.currency.clone()).or_default().1.push(line);
    }
    let accounts = accounts.into_iter().filter(|(_, (opening, lines))| *opening != 0 || !lines.is_empty());
    Ok(Some(Statement {
        from,
        to,
        buyer_name: buyer.name.clone(),
        buyer_email: buyer.email.clone(),
        issuer: invoice::issuer(executor, workspace_id).await?,
        accounts: accounts.map(|(code, (opening, lines))| StatementAccount::new(code, opening, lines)).collect(),
    }))
}

/// Returns what the buyer owed before a day, by currency.
async fn opening(
    mut executor: Executor<'_>, workspace_id: Uuid, buyer_id: Uuid, from: NaiveDate,
) -> Result<Vec<(String, i64)>> {
    let sql = "SELECT t.currency, CAST(SUM(e.debit_cents - e.credit_cents) AS BIGINT)
                 FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                WHERE t.workspace_id = $1 AND t.buyer_id = $2 AND t.day < $3 AND e.account = 'receivable'
                GROUP BY t.currency";
    query_all!(executor, (String, i64), sql, workspace_id, buyer_id, from)
}

/// Returns the transactions that changed what the buyer owes, and one more than may be shown.
async fn lines(
    mut executor: Executor<'_>, workspace_id: Uuid, buyer_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Vec<StatementLine>> {
    query_all!(
        executor,
        StatementLine,
        "SELECT t.id, t.day, t.reason, t.lead_id,
                (SELECT name FROM websites WHERE websites.id = t.website_id) AS website_name, t.vertical, t.place, t.note,
                t.currency, e.debit_cents - e.credit_cents AS amount_cents
           FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
          WHERE t.workspace_id = $1 AND t.buyer_id = $2 AND t.day >= $3 AND t.day <= $4 AND e.account = 'receivable'
          ORDER BY t.day, t.id, e.line LIMIT $5",
        workspace_id,
        buyer_id,
        from,
        to,
        fetched(STATEMENT_LINES)
    )
}
