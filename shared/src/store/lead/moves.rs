//! Moves of leads by users. Accepting one posts its price, refunding it posts the inverse, each once.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    super::{
        Db, Result, Tx, buyer,
        event::{self, NewEvent, StoredEvent},
        lead_settings, ledger,
        macros::*,
        rental, workspace,
    },
    find, record,
};
use crate::domain::{
    buyer::next,
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
    let Some(status) = lead.after(by) else { return Ok(Moved::Refused(lead.status)) };
    let at = lead_settings::find(&mut tx, workspace_id).await?.ledger_time(now);
    let transaction = match posting(&lead, by, deed, at) {
        Ok(transaction) => transaction,
        Err(paid) => return Ok(Moved::Amount(paid)),
    };
    let status = write(&mut tx, workspace_id, &lead, status, deed, now).await?;
    let mut events = vec![super::event("lead:updated", workspace_id, &lead, status)];
    if let Some(transaction) = &transaction {
        events.extend(post(&mut tx, workspace_id, transaction, deed, now).await?);
    }
    let stored = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(Moved::Done(stored))
}

/// Stores the status and the history of a moved lead. Returns the status that it has then: a rejected lead is qualified again
/// if the workspace offers it to the next buyer, and there is one.
async fn write(
    tx: &mut Tx, workspace_id: Uuid, lead: &ReceivedLead, status: LeadStatus, deed: &Deed, now: DateTime<Utc>,
) -> Result<LeadStatus> {
    set_status(tx, lead.id, status, now).await?;
    let buyer_id = lead.buyer_id.filter(|_| status != LeadStatus::Qualified);
    record(&mut *tx, (lead.id, status), buyer_id, (deed.user_id, &deed.note), now).await?;
    let goes_on = status == LeadStatus::Rejected
        && lead.erased_at.is_none()
        && lead_settings::find(&mut *tx, workspace_id).await?.offers_rejected
        && next_buyer(tx, workspace_id, lead, now).await?.is_some();
    if !goes_on {
        return Ok(status);
    }
    set_status(tx, lead.id, LeadStatus::Qualified, now).await?;
    record(tx, (lead.id, LeadStatus::Qualified), None, (None, "Offered to the next buyer."), now).await?;
    Ok(LeadStatus::Qualified)
}

/// Sets the status. A qualified lead has no buyer yet, and one is looked for.
pub(super) async fn set_status(tx: &mut Tx, id: Uuid, status: LeadStatus, now: DateTime<Utc>) -> Result<()> {
    if status != LeadStatus::Qualified {
        return execute!(tx, "UPDATE received_leads SET status = $2, route_at = NULL WHERE id = $1", id, status)
            .map(|_| ());
    }
    let sql =
        "UPDATE received_leads SET status = $2, route_at = $3, buyer_id = NULL, price_cents = NULL, currency = NULL,
                      delivery_id = NULL, sent_at = NULL WHERE id = $1";
    execute!(tx, sql, id, status, now).map(|_| ())
}

/// Returns the name of the buyer or tenant who would get a lead next, regardless of hours and caps: never a buyer who had it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn next_buyer(
    tx: &mut Tx, workspace_id: Uuid, lead: &ReceivedLead, now: DateTime<Utc>,
) -> Result<Option<String>> {
    if let Some(rental) = rental::receiver(&mut *tx, workspace_id, lead.website_id).await? {
        return Ok(Some(rental.tenant.name));
    }
    let about = (lead.vertical.as_deref(), lead.place.as_deref());
    let candidates = buyer::candidates(tx, workspace_id, lead.id, about, now).await?;
    Ok(next(&candidates, about.0, about.1).map(|one| one.buyer.name.clone()))
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
    lead: &ReceivedLead, by: LeadMove, deed: &Deed, at: DateTime<Utc>,
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
    let transaction = Transaction::of(reason, &key, currency, cents, at).map_err(|_| paid)?;
    let subject = LedgerSubject {
        lead_id: Some(lead.id),
        buyer_id: lead.buyer_id,
        website_id: Some(lead.website_id),
        vertical: lead.vertical.clone(),
        place: lead.place.clone(),
    };
    Ok(Some(transaction.about(subject).noted(deed.note.clone())))
}
