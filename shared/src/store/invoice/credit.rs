//! Credit notes: when a rental ends early, the rent of later days that the tenant has paid is given back. The credit pays for the
//! tenant's invoices, or is paid back. The workspace is locked: numbers have no gaps, and no credit is used twice.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    super::{Executor, Result, Tx, event::NewEvent, macros::*},
    moves::{Author, corrupt, post},
    open,
};
use crate::domain::{
    invoice::{CreditNote, Invoice},
    lead_settings::LeadSettings,
    ledger::{LedgerAccount, LedgerReason, Line, Transaction},
    new_id,
    rental::Tenant,
};

macro_rules! notes {
    ($rest:literal) => {
        concat!(
            "SELECT n.id, n.invoice_id, n.number, n.period_from, n.period_to, n.issued_on, e.debit_cents AS amount_cents,
                    CAST(e.debit_cents - COALESCE((SELECT SUM(u.cents) FROM credit_uses u WHERE u.credit_note_id = n.id), 0)
                      AS BIGINT) AS left_cents, t.currency, n.rental_id, i.tenant
               FROM credit_notes n JOIN invoices i ON i.id = n.invoice_id
               JOIN ledger_transactions t ON t.id = n.transaction_id
               JOIN ledger_entries e ON e.transaction_id = t.id AND e.line = 1
              WHERE n.workspace_id = $1 ",
            $rest,
            " ORDER BY n.number"
        )
    };
}

/// A credit note with what is needed to find the invoices that it pays for.
#[derive(sqlx_macros::FromRow)]
struct Credit {
    #[sqlx(flatten)]
    note: CreditNote,
    rental_id: Uuid,
    tenant: Json<Tenant>,
}

impl Credit {
    /// Returns true if an invoice is of the same currency, and of the same rental or tenant.
    fn pays(&self, invoice: &Invoice) -> bool {
        let same = |a: &str, b: &str| a.trim().to_lowercase() == b.trim().to_lowercase();
        let (ours, theirs) = (&self.tenant.0, &invoice.tenant.0);
        let is_same_tenant =
            !ours.email.trim().is_empty() && same(&ours.email, &theirs.email) && same(&ours.name, &theirs.name);
        self.note.currency == invoice.currency && (self.rental_id == invoice.rental_id || is_same_tenant)
    }
}

/// Returns the credit notes of an invoice of the workspace, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn credit_notes(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, invoice_id: Uuid,
) -> Result<Vec<CreditNote>> {
    query_all!(executor.into(), CreditNote, notes!("AND n.invoice_id = $2"), workspace_id, invoice_id)
}

/// Issues a credit note of the days of an invoice after `last`, unless they are credited already.
pub(in crate::store) async fn credit(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, last: NaiveDate, (today, now): (NaiveDate, DateTime<Utc>),
) -> Result<Vec<NewEvent>> {
    let Some((from, to, cents)) = invoice.unused(last) else { return Ok(Vec::new()) };
    let sql = "SELECT COALESCE(MAX(number), 0) + 1 FROM credit_notes WHERE workspace_id = $1";
    let number = query_value!(&mut *tx, i32, sql, workspace_id)?;
    let lines = vec![Line::Debit(LedgerAccount::RentRevenue, cents), Line::Credit(LedgerAccount::Receivable, cents)];
    let key = format!("invoice:{}:credit:{from}", invoice.id);
    let at = LeadSettings::time_on(today, now);
    let transaction =
        Transaction::new(LedgerReason::Rent, &key, &invoice.currency, lines, at).map_err(corrupt(invoice))?;
    let what = format!("reduced by credit note {number}, {from} to {to}");
    let (posted, events) = post(tx, workspace_id, invoice, (&what, Author::NOBODY), transaction, now).await?;
    execute!(
        &mut *tx,
        "INSERT INTO credit_notes (id, workspace_id, invoice_id, rental_id, number, period_from, period_to, issued_on,
           transaction_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        new_id(),
        workspace_id,
        invoice.id,
        invoice.rental_id,
        number,
        from,
        to,
        today,
        posted,
        now
    )?;
    let sql = "UPDATE invoices SET is_credited = TRUE WHERE id = $1 AND period_from = $2";
    execute!(tx, sql, invoice.id, from)?;
    Ok(events)
}

/// Lets what is left of credit notes pay for open invoices of the same rental or tenant, oldest first; with `only`, for that
/// invoice. One that is paid so is paid today.
pub(in crate::store) async fn use_credits(
    tx: &mut Tx, workspace_id: Uuid, only: Option<Uuid>, (today, now): (NaiveDate, DateTime<Utc>),
) -> Result<()> {
    let sql = notes!(
        "AND e.debit_cents > (SELECT COALESCE(SUM(u.cents), 0) FROM credit_uses u WHERE u.credit_note_id = n.id)"
    );
    let mut credits = query_all!(&mut *tx, Credit, sql, workspace_id)?;
    if credits.is_empty() {
        return Ok(());
    }
    for invoice in open(&mut *tx, workspace_id, only).await? {
        let mut rest = invoice.rest_cents();
        let mut numbers = Vec::new();
        for credit in credits.iter_mut().filter(|credit| credit.pays(&invoice)) {
            let cents = rest.min(credit.note.left_cents);
            if cents > 0 {
                put_use(tx, workspace_id, (credit.note.id, Some(invoice.id), cents), (today, None), now).await?;
                numbers.push(credit.note.number.to_string());
            }
            (rest, credit.note.left_cents) = (rest - cents, credit.note.left_cents - cents);
        }
        if rest == 0 {
            let note = format!("Paid with credit note {}.", numbers.join(", "));
            let sql = "UPDATE invoices SET status = 'paid', paid_on = $2, note = $3 WHERE id = $1";
            execute!(&mut *tx, sql, invoice.id, today, note)?;
        }
    }
    Ok(())
}

async fn put_use(
    tx: &mut Tx, workspace_id: Uuid, (note_id, invoice_id, cents): (Uuid, Option<Uuid>, i64),
    (day, transaction_id): (NaiveDate, Option<Uuid>), now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO credit_uses (id, workspace_id, credit_note_id, invoice_id, cents, used_on, transaction_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        new_id(),
        workspace_id,
        note_id,
        invoice_id,
        cents,
        day,
        transaction_id,
        now
    )
    .map(|_| ())
}

/// Frees the credit that pays for an invoice, except credit of its own days.
pub(super) async fn free(tx: &mut Tx, invoice_id: Uuid) -> Result<()> {
    let sql = "DELETE FROM credit_uses WHERE invoice_id = $1
                  AND credit_note_id NOT IN (SELECT id FROM credit_notes WHERE invoice_id = $1)";
    execute!(tx, sql, invoice_id).map(|_| ())
}

/// Returns true if credit of the days of an invoice is used for something else than this invoice, or left.
pub(super) async fn is_elsewhere(tx: &mut Tx, invoice: &Invoice) -> Result<bool> {
    let sql = "SELECT CAST(COALESCE(SUM(u.cents), 0) AS BIGINT) FROM credit_uses u
                 JOIN credit_notes n ON n.id = u.credit_note_id WHERE n.invoice_id = $1 AND u.invoice_id = $1";
    Ok(query_value!(tx, i64, sql, invoice.id)? != invoice.credited_cents)
}

/// Records that what is left of the credit of an invoice was paid back.
pub(super) async fn pay_back(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, author: Author<'_>, (day, now): (NaiveDate, DateTime<Utc>),
) -> Result<Vec<NewEvent>> {
    let mut events = Vec::new();
    for note in credit_notes(&mut *tx, workspace_id, invoice.id).await?.iter().filter(|note| note.left_cents > 0) {
        let cents = note.left_cents;
        let lines = vec![Line::Debit(LedgerAccount::Receivable, cents), Line::Credit(LedgerAccount::Cash, cents)];
        let what = format!("credit note {} paid back", note.number);
        let (posted, posts) = paid(tx, workspace_id, invoice, (note.id, &what), lines, author, (day, now)).await?;
        put_use(tx, workspace_id, (note.id, None, cents), (day, Some(posted)), now).await?;
        events.extend(posts);
    }
    Ok(events)
}

/// Withdraws the records of credit of an invoice that was paid back, and posts the inverse.
pub(super) async fn undo_pay_back(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, author: Author<'_>, (today, now): (NaiveDate, DateTime<Utc>),
) -> Result<Vec<NewEvent>> {
    let sql = "SELECT u.id, n.id, n.number, u.cents FROM credit_uses u JOIN credit_notes n ON n.id = u.credit_note_id
                WHERE n.invoice_id = $1 AND u.invoice_id IS NULL ORDER BY u.id";
    let mut events = Vec::new();
    for (use_id, note_id, number, cents) in query_all!(&mut *tx, (Uuid, Uuid, i32, i64), sql, invoice.id)? {
        let lines = vec![Line::Debit(LedgerAccount::Cash, cents), Line::Credit(LedgerAccount::Receivable, cents)];
        let what = format!("payback of credit note {number} undone");
        let (_, posts) = paid(tx, workspace_id, invoice, (note_id, &what), lines, author, (today, now)).await?;
        execute!(&mut *tx, "DELETE FROM credit_uses WHERE id = $1", use_id)?;
        events.extend(posts);
    }
    Ok(events)
}

async fn paid(
    tx: &mut Tx, workspace_id: Uuid, invoice: &Invoice, (note_id, what): (Uuid, &str), lines: Vec<Line>,
    author: Author<'_>, (day, now): (NaiveDate, DateTime<Utc>),
) -> Result<(Uuid, Vec<NewEvent>)> {
    // It can be recorded again after it was undone, so its key is its own.
    let key = format!("credit:{note_id}:payback:{}", new_id());
    let at = LeadSettings::time_on(day, now);
    let transaction =
        Transaction::new(LedgerReason::Payment, &key, &invoice.currency, lines, at).map_err(corrupt(invoice))?;
    post(tx, workspace_id, invoice, (what, author), transaction, now).await
}
