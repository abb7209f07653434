//! Moves of invoices by users: each is posted in the ledger once.

use chrono::{DateTime, Days, NaiveDate, Utc};
use uuid::Uuid;

use super::{
    super::{
        Db, Result, StoreError, Tx,
        event::{self, NewEvent, StoredEvent},
        lead_settings, ledger,
        macros::*,
        workspace,
    },
    find,
    issue::subject,
};
use crate::domain::{
    invoice::{Invoice, InvoiceMove, InvoiceStatus},
    lead_settings::LeadSettings,
    ledger::{LedgerAccount, LedgerReason, Line, Transaction},
    new_id,
};

/// Maximum number of days between a payment and the later issue of its invoice.
const PAID_EARLIER_DAYS: u64 = 366;

/// A move with its author.
#[derive(Debug, Clone, Default)]
pub struct InvoiceDeed {
    /// User.
    pub user_id: Option<Uuid>,
    /// Day of the payment; `None` for today.
    pub paid_on: Option<NaiveDate>,
    /// Note; may be empty.
    pub note: String,
}

/// Result of a move.
#[derive(Debug)]
pub enum InvoiceMoved {
    /// It was made; the events are to be published.
    Done(Vec<StoredEvent>),
    /// The workspace has no such invoice.
    NotFound,
    /// An invoice with this status cannot be moved so.
    Refused(InvoiceStatus),
    /// The day of the payment is not within these days.
    PaidOn(NaiveDate, NaiveDate),
}

/// Moves an invoice of the workspace and posts the payment, its inverse, or the inverse of its rent, in one transaction.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn apply(
    db: &Db, (workspace_id, id): (Uuid, Uuid), by: InvoiceMove, deed: &InvoiceDeed, now: DateTime<Utc>,
) -> Result<InvoiceMoved> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(invoice) = find(&mut tx, workspace_id, id).await? else { return Ok(InvoiceMoved::NotFound) };
    if invoice.status.after(by).is_none() {
        return Ok(InvoiceMoved::Refused(invoice.status));
    }
    let author = (deed.user_id, deed.note.as_str());
    let today = lead_settings::find(&mut tx, workspace_id).await?.day(now);
    let events = match by {
        InvoiceMove::Void => withdraw(&mut tx, workspace_id, &invoice, author, (today, now)).await?,
        InvoiceMove::UndoPayment => undo_payment(&mut tx, workspace_id, &invoice, author, (today, now)).await?,
        InvoiceMove::Pay => {
            let first = invoice.issued_on.checked_sub_days(Days::new(PAID_EARLIER_DAYS)).unwrap_or(invoice.issued_on);
            let day = deed.paid_on.unwrap_or(today);
            if !(first..=today).contains(&day) {
                return Ok(InvoiceMoved::PaidOn(first, today));
            }
            pay(&mut tx, workspace_id, &invoice, author, (day, LeadSettings::time_on(day, now)), now).await?
        }
    };
    let stored = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(InvoiceMoved::Done(stored))
}

async fn pay(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, (user_id, note): (Option<Uuid>, &str),
    (day, at): (NaiveDate, DateTime<Utc>), now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    // A payment can be recorded again after it was undone, so its key is its own.
    let key = format!("invoice:{}:payment:{}", invoice.id, new_id());
    let transaction = Transaction::of(LedgerReason::Payment, &key, &invoice.currency, invoice.amount_cents, at);
    let (posted, events) =
        post(tx, workspace_id, invoice, ("paid", user_id, note), transaction.map_err(corrupt(invoice))?, now).await?;
    let sql = "UPDATE invoices SET status = $2, paid_on = $3, note = $4, payment_transaction_id = $5 WHERE id = $1";
    execute!(tx, sql, invoice.id, InvoiceStatus::Paid, day, note, posted)?;
    Ok(events)
}

/// Opens a paid invoice again and posts the inverse of its payment.
async fn undo_payment(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, (user_id, note): (Option<Uuid>, &str),
    (today, now): (NaiveDate, DateTime<Utc>),
) -> Result<Vec<NewEvent>> {
    let key = format!("invoice:{}:undo_payment:{}", invoice.id, new_id());
    let cents = invoice.amount_cents;
    let lines = vec![Line::Debit(LedgerAccount::Receivable, cents), Line::Credit(LedgerAccount::Cash, cents)];
    let transaction =
        Transaction::new(LedgerReason::Payment, &key, &invoice.currency, lines, LeadSettings::time_on(today, now));
    let transaction = transaction.map_err(corrupt(invoice))?;
    let (_, events) = post(tx, workspace_id, invoice, ("payment undone", user_id, note), transaction, now).await?;
    let sql = "UPDATE invoices SET status = $2, paid_on = NULL, note = $3, payment_transaction_id = NULL WHERE id = $1";
    execute!(tx, sql, invoice.id, InvoiceStatus::Open, note)?;
    Ok(events)
}

/// Withdraws an open invoice and posts the inverse of its rent.
pub(super) async fn withdraw(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, (user_id, note): (Option<Uuid>, &str),
    (today, now): (NaiveDate, DateTime<Utc>),
) -> Result<Vec<NewEvent>> {
    let key = format!("invoice:{}:void", invoice.id);
    let cents = invoice.amount_cents;
    let lines = vec![Line::Debit(LedgerAccount::RentRevenue, cents), Line::Credit(LedgerAccount::Receivable, cents)];
    let transaction =
        Transaction::new(LedgerReason::Rent, &key, &invoice.currency, lines, LeadSettings::time_on(today, now));
    let (posted, events) =
        post(tx, workspace_id, invoice, ("void", user_id, note), transaction.map_err(corrupt(invoice))?, now).await?;
    let sql = "UPDATE invoices SET status = $2, note = $3, void_transaction_id = $4 WHERE id = $1";
    execute!(tx, sql, invoice.id, InvoiceStatus::Void, note, posted)?;
    Ok(events)
}

async fn post(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, (what, user_id, note): (&str, Option<Uuid>, &str),
    transaction: Transaction, now: DateTime<Utc>,
) -> Result<(Uuid, Vec<NewEvent>)> {
    let note = if note.is_empty() { String::new() } else { format!(": {note}") };
    let about = subject(tx, workspace_id, invoice.website_id).await?;
    let transaction = transaction.about(about).noted(format!("Invoice {} {what}{note}", invoice.number));
    let posted = ledger::post(tx, workspace_id, &transaction, user_id, now).await?;
    Ok((posted.id, vec![ledger::tick(tx, workspace_id, posted, &transaction).await?]))
}

fn corrupt<E: std::error::Error + Send + Sync + 'static>(invoice: &Invoice) -> impl FnOnce(E) -> StoreError {
    let id = invoice.id;
    move |error| StoreError::corrupt("invoices", "issue_transaction_id", id, error)
}
