//! The double-entry ledger: transactions are posted once for their key, and never changed.

mod analysis;
mod list;
mod markets;
mod provider_costs;
mod reverse;
mod statement;
mod sums;

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

pub use analysis::{CohortMonth, SiteFigures, cohorts, currencies, first_day, site_figures};
pub use list::{LedgerFilter, find, list};
pub use markets::{MarketSum, by_market, by_tier};
pub use provider_costs::{post_provider_costs, with_unposted_calls};
pub use reverse::{Reversed, reverse};
pub use statement::{STATEMENT_LINES, statement};
pub use sums::{balances, revenue_cents, sums};

use super::{Result, Tx, event::NewEvent, macros::*};
use crate::domain::{event::Audience, ledger::Transaction};

/// A transaction after it was posted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posted {
    /// Id of the stored transaction.
    pub id: Uuid,
    /// False if a transaction with its key was already there; nothing was added then.
    pub is_new: bool,
}

/// Posts a transaction, unless the workspace has one with its key.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn post(
    tx: &mut Tx, workspace_id: Uuid, transaction: &Transaction, user_id: Option<Uuid>, now: DateTime<Utc>,
) -> Result<Posted> {
    let Some(id) = insert(tx, workspace_id, transaction, user_id, now).await? else {
        let sql = "SELECT id FROM ledger_transactions WHERE workspace_id = $1 AND idempotency_key = $2";
        let id = query_value!(tx, Uuid, sql, workspace_id, transaction.key())?;
        return Ok(Posted { id, is_new: false });
    };
    for (no, line) in (1_i32..).zip(transaction.lines()) {
        let (debit, credit) = line.amounts();
        execute!(
            &mut *tx,
            "INSERT INTO ledger_entries (transaction_id, line, workspace_id, account, debit_cents, credit_cents)
             VALUES ($1, $2, $3, $4, $5, $6)",
            id,
            no,
            workspace_id,
            line.account(),
            debit,
            credit
        )?;
    }
    Ok(Posted { id, is_new: true })
}

async fn insert(
    tx: &mut Tx, workspace_id: Uuid, new: &Transaction, user_id: Option<Uuid>, now: DateTime<Utc>,
) -> Result<Option<Uuid>> {
    let day = new.occurred_at.date_naive();
    let inserted = write_opt!(
        tx,
        (Uuid,),
        "INSERT INTO ledger_transactions (id, workspace_id, idempotency_key, reason, currency, lead_id, buyer_id,
           website_id, vertical, place, note, user_id, day, month, occurred_at, posted_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         ON CONFLICT (workspace_id, idempotency_key) DO NOTHING RETURNING id",
        crate::domain::new_id(),
        workspace_id,
        new.key(),
        new.reason(),
        new.currency(),
        new.subject.lead_id,
        new.subject.buyer_id,
        new.subject.website_id,
        new.subject.vertical.as_deref(),
        new.subject.place.as_deref(),
        &new.note,
        user_id,
        day,
        day.format("%Y-%m").to_string(),
        new.occurred_at,
        now
    )?;
    Ok(inserted.map(|(id,)| id))
}

/// Returns the live event of a transaction that was posted, with the running total of its currency.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn tick(tx: &mut Tx, workspace_id: Uuid, posted: Posted, transaction: &Transaction) -> Result<NewEvent> {
    let total = revenue_cents(&mut *tx, workspace_id, transaction.currency()).await?;
    let payload = json!({
        "transactionId": posted.id, "reason": transaction.reason(), "amountCents": transaction.cents(),
        "currency": transaction.currency(), "websiteId": transaction.subject.website_id, "totalCents": total,
    });
    Ok(NewEvent { audience: Audience::Workspace(workspace_id), r#type: "revenue:tick", payload })
}
