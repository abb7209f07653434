//! Moves of leads by users. Accepting one posts its price, refunding it posts the inverse, each once.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    super::{
        Db, Result, Tx,
        event::{self, NewEvent, StoredEvent},
        ledger,
        macros::*,
        workspace,
    },
    find, record,
};
use crate::domain::{
    lead::{LeadMove, LeadStatus, ReceivedLead},
    ledger::{LedgerReason, LedgerSubject, Transaction},
};

/// A move with its author.
#[derive(Debug, Clone, Default)]
pub struct Deed {
    /// User.
    pub user_id: Option<Uuid>,
    /// Note; may be empty.
    pub note: String,
    /// Amount of a refund, in cents; `None` for the whole price.
    pub amount_cents: Option<i64>,
}

/// Result of a move.
#[derive(Debug)]
pub enum Moved {
    /// It was made; the events are to be published.
    Done(Vec<StoredEvent>),
    /// The workspace has no such lead.
    NotFound,
    /// A lead with this status cannot be moved so.
    Refused(LeadStatus),
    /// The refund is not 1 cent to the paid amount, in cents.
    Amount(i64),
}

/// Moves a lead of the workspace and posts what it earns or costs, in one transaction.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn apply(
    db: &Db, (workspace_id, id): (Uuid, Uuid), by: LeadMove, deed: &Deed, now: DateTime<Utc>,
) -> Result<Moved> {
    let mut tx = db.begin().await?;
    // Two moves of a lead happen one after another, so the second sees the status of the first.
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(lead) = find(&mut tx, workspace_id, id).await? else { return Ok(Moved::NotFound) };
    let Some(status) = lead.status.after(by) else { return Ok(Moved::Refused(lead.status)) };
    let transaction = match posting(&lead, by, deed, now) {
        Ok(transaction) => transaction,
        Err(paid) => return Ok(Moved::Amount(paid)),
    };
    let route_at = (status == LeadStatus::Qualified).then_some(now);
    let sql = "UPDATE received_leads SET status = $2, route_at = $3 WHERE id = $1";
    execute!(&mut tx, sql, id, status, route_at)?;
    record(&mut tx, (id, status), lead.buyer_id, (deed.user_id, &deed.note), now).await?;
    let mut events = vec![super::event("lead:updated", workspace_id, &lead, status)];
    if let Some(transaction) = &transaction {
        events.extend(post(&mut tx, workspace_id, transaction, deed, now).await?);
    }
    let stored = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(Moved::Done(stored))
}

async fn post(
    tx: &mut Tx, workspace_id: Uuid, transaction: &Transaction, deed: &Deed, now: DateTime<Utc>,
) -> Result<Option<NewEvent>> {
    let posted = ledger::post(tx, workspace_id, transaction, deed.user_id, now).await?;
    if !posted.is_new {
        return Ok(None);
    }
    ledger::tick(tx, workspace_id, posted, transaction).await.map(Some)
}

/// Returns the transaction of a move, or the paid amount if a refund is out of its range.
fn posting(
    lead: &ReceivedLead, by: LeadMove, deed: &Deed, now: DateTime<Utc>,
) -> std::result::Result<Option<Transaction>, i64> {
    let paid = lead.price_cents.unwrap_or(0);
    let (reason, cents) = match by {
        LeadMove::Accept => (LedgerReason::LeadAccepted, paid),
        LeadMove::Refund => (LedgerReason::Refund, deed.amount_cents.unwrap_or(paid)),
        LeadMove::Qualify | LeadMove::MarkSpam | LeadMove::Reject => return Ok(None),
    };
    if !(1..=paid).contains(&cents) {
        return Err(paid);
    }
    let key = format!("lead:{}:{reason}", lead.id);
    let currency = lead.currency.as_deref().unwrap_or_default();
    let transaction = Transaction::of(reason, &key, currency, cents, now).map_err(|_| paid)?;
    let subject = LedgerSubject {
        lead_id: Some(lead.id),
        buyer_id: lead.buyer_id,
        website_id: Some(lead.website_id),
        vertical: lead.vertical.clone(),
        place: lead.place.clone(),
    };
    Ok(Some(transaction.about(subject).noted(deed.note.clone())))
}
