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
    credit, find,
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

/// User and note of a transaction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Author<'a> {
    user_id: Option<Uuid>,
    note: &'a str,
}

impl<'a> Author<'a> {
    /// What follows by itself.
    pub(super) const NOBODY: Self = Self { user_id: None, note: "" };

    /// What follows by itself, with a note.
    pub(super) const fn noted(note: &'a str) -> Self {
        Self { user_id: None, note }
    }
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
    /// Later days of it are credited, and that credit is used or was paid back: the rest is owed.
    Credited,
}

/// Moves an invoice of the workspace and posts the payment, its inverse, or the inverse of its rent, in one transaction. Credit of
/// tenants that is free then pays for their open invoices.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn apply(
    db: &Db, (workspace_id, id): (Uuid, Uuid), by: InvoiceMove, deed: &InvoiceDeed, now: DateTime<Utc>,
) -> Result<InvoiceMoved> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(invoice) = find(&mut tx, workspace_id, id).await? else { return Ok(InvoiceMoved::NotFound) };
    if !invoice.allows(by) {
        return Ok(InvoiceMoved::Refused(invoice.status));
    }
    let today = lead_settings::find(&mut tx, workspace_id).await?.day(now);
    let day = deed.paid_on.unwrap_or(today);
    let first = invoice.issued_on.checked_sub_days(Days::new(PAID_EARLIER_DAYS)).unwrap_or(invoice.issued_on);
    if matches!(by, InvoiceMove::Pay | InvoiceMove::PayBack) && !(first..=today).contains(&day) {
        return Ok(InvoiceMoved::PaidOn(first, today));
    }
    if by == InvoiceMove::Void && credit::is_elsewhere(&mut tx, &invoice).await? {
        return Ok(InvoiceMoved::Credited);
    }
    let author = Author { user_id: deed.user_id, note: &deed.note };
    let events = post_move(&mut tx, workspace_id, &invoice, by, author, (day, today, now)).await?;
    credit::use_credits(&mut tx, workspace_id, None, (today, now)).await?;
    let stored = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(InvoiceMoved::Done(stored))
}

async fn post_move(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, by: InvoiceMove, author: Author<'_>,
    (day, today, now): (NaiveDate, NaiveDate, DateTime<Utc>),
) -> Result<Vec<NewEvent>> {
    match by {
        InvoiceMove::Pay => pay(tx, workspace_id, invoice, author, (day, LeadSettings::time_on(day, now)), now).await,
        InvoiceMove::Void => withdraw(tx, workspace_id, invoice, author, (today, now)).await,
        InvoiceMove::UndoPayment => undo_payment(tx, workspace_id, invoice, author, (today, now)).await,
        InvoiceMove::PayBack => credit::pay_back(tx, workspace_id, invoice, author, (day, now)).await,
        InvoiceMove::UndoPayBack => credit::undo_pay_back(tx, workspace_id, invoice, author, (today, now)).await,
    }
}

async fn pay(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, author: Author<'_>, (day, at): (NaiveDate, DateTime<Utc>),
    now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    // A payment can be recorded again after it was undone, so its key is its own.
    let key = format!("invoice:{}:payment:{}", invoice.id, new_id());
    let transaction = Transaction::of(LedgerReason::Payment, &key, &invoice.currency, invoice.rest_cents(), at);
    let (posted, events) =
        post(tx, workspace_id, invoice, ("paid", author), transaction.map_err(corrupt(invoice))?, now).await?;
    let sql = "UPDATE invoices SET status = $2, paid_on = $3, note = $4, payment_transaction_id = $5 WHERE id = $1";
    execute!(tx, sql, invoice.id, InvoiceStatus::Paid, day, author.note, posted)?;
    Ok(events)
}

/// Opens a paid invoice again and posts the inverse of its payment.
async fn undo_payment(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, author: Author<'_>, (today, now): (NaiveDate, DateTime<Utc>),
) -> Result<Vec<NewEvent>> {
    let key = format!("invoice:{}:undo_payment:{}", invoice.id, new_id());
    let cents = invoice.rest_cents();
    let lines = vec![Line::Debit(LedgerAccount::Receivable, cents), Line::Credit(LedgerAccount::Cash, cents)];
    let transaction =
        Transaction::new(LedgerReason::Payment, &key, &invoice.currency, lines, LeadSettings::time_on(today, now));
    let transaction = transaction.map_err(corrupt(invoice))?;
    let (_, events) = post(tx, workspace_id, invoice, ("payment undone", author), transaction, now).await?;
    let sql = "UPDATE invoices SET status = $2, paid_on = NULL, note = $3, payment_transaction_id = NULL WHERE id = $1";
    execute!(tx, sql, invoice.id, InvoiceStatus::Open, author.note)?;
    Ok(events)
}

/// Withdraws an open invoice and posts the inverse of its rent that is not credited. Other credit that pays for it is free again.
pub(super) async fn withdraw(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, author: Author<'_>, (today, now): (NaiveDate, DateTime<Utc>),
) -> Result<Vec<NewEvent>> {
    credit::free(tx, invoice.id).await?;
    let key = format!("invoice:{}:void", invoice.id);
    let cents = invoice.amount_cents - invoice.credited_cents;
    let lines = vec![Line::Debit(LedgerAccount::RentRevenue, cents), Line::Credit(LedgerAccount::Receivable, cents)];
    let transaction =
        Transaction::new(LedgerReason::Rent, &key, &invoice.currency, lines, LeadSettings::time_on(today, now));
    let (posted, events) =
        post(tx, workspace_id, invoice, ("void", author), transaction.map_err(corrupt(invoice))?, now).await?;
    let sql = "UPDATE invoices SET status = $2, note = $3, void_transaction_id = $4 WHERE id = $1";
    execute!(tx, sql, invoice.id, InvoiceStatus::Void, author.note, posted)?;
    Ok(events)
}

/// Posts a transaction about an invoice; returns its id and its live event.
pub(super) async fn post(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, (what, Author { user_id, note }): (&str, Author<'_>),
    transaction: Transaction, now: DateTime<Utc>,
) -> Result<(Uuid, Vec<NewEvent>)> {
    let note = if note.is_empty() { String::new() } else { format!(": {note}") };
    let about = subject(tx, workspace_id, invoice.website_id).await?;
    let transaction = transaction.about(about).noted(format!("Invoice {} {what}{note}", invoice.number));
    let posted = ledger::post(tx, workspace_id, &transaction, user_id, now).await?;
    Ok((posted.id, vec![ledger::tick(tx, workspace_id, posted, &transaction).await?]))
}

/// Returns the error of an invoice whose amount or currency no transaction can have.
pub(super) fn corrupt<E: std::error::Error + Send + Sync + 'static>(invoice: &Invoice) -> impl FnOnce(E) -> StoreError {
    let id = invoice.id;
    move |error| StoreError::corrupt("invoices", "issue_transaction_id", id, error)
}
