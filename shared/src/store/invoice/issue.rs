//! Issues invoices: the rent is posted in the ledger, and the invoice gets the next number, in one transaction.

use chrono::{DateTime, Days, NaiveDate, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    super::{Executor, Result, StoreError, Tx, event::NewEvent, ledger, macros::*, site_operator},
    credit, email, find,
    moves::{self, Author},
};
use crate::domain::{
    invoice::{Invoice, InvoiceStatus, Issuer},
    lead_settings::LeadSettings,
    ledger::{LedgerReason, LedgerSubject, Transaction},
    new_id,
    rental::{Period, Rental},
    site::SitePlace,
};

/// Issues the invoice of a period, unless there is one. The workspace must be locked: numbers have no gaps.
pub(in crate::store) async fn issue(
    tx: &mut Tx, workspace_id: Uuid, rental: &Rental, period: &Period, settings: &LeadSettings, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let sql = "SELECT id FROM invoices WHERE rental_id = $1 AND period_from = $2 AND period_to = $3
                  AND status <> 'void' AND NOT is_credited";
    if query_opt!(&mut *tx, (Uuid,), sql, rental.id, period.from, period.to)?.is_some() {
        return Ok(Vec::new());
    }
    let id = new_id();
    let sql = "SELECT COALESCE(MAX(number), 0) + 1 FROM invoices WHERE workspace_id = $1";
    let number = query_value!(&mut *tx, i32, sql, workspace_id)?;
    let key = format!("invoice:{id}:issue");
    let today = settings.day(now);
    let issued_at = settings.ledger_time(now);
    let transaction = Transaction::of(LedgerReason::Rent, &key, &rental.currency, period.cents, issued_at);
    let transaction = transaction.map_err(|error| StoreError::corrupt("rentals", "price_cents", rental.id, error))?;
    let subject = subject(tx, workspace_id, rental.website_id).await?;
    let note = format!("Invoice {number}, {} to {}, {}", period.from, period.to, rental.tenant.name);
    let transaction = transaction.about(subject).noted(note);
    let posted = ledger::post(tx, workspace_id, &transaction, None, now).await?;
    let days = u64::try_from(settings.payment_days).unwrap_or(0);
    let issuer = issuer(&mut *tx, workspace_id).await?;
    execute!(
        &mut *tx,
        "INSERT INTO invoices (id, workspace_id, rental_id, website_id, website_name, number, period_from, period_to,
           issued_on, due_on, status, note, tenant, issuer, issue_transaction_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '', $12, $13, $14, $15)",
        id,
        workspace_id,
        rental.id,
        rental.website_id,
        &rental.website_name,
        number,
        period.from,
        period.to,
        today,
        today.checked_add_days(Days::new(days)).unwrap_or(today),
        InvoiceStatus::Open,
        Json(&rental.tenant),
        Json(&issuer),
        posted.id,
        now
    )?;
    credit::use_credits(tx, workspace_id, Some(id), (today, now)).await?;
    if settings.emails_invoices
        && let Some(invoice) = find(&mut *tx, workspace_id, id).await?
    {
        email::send(tx, workspace_id, &invoice, now).await?;
    }
    Ok(vec![ledger::tick(tx, workspace_id, posted, &transaction).await?])
}

/// Withdraws an open invoice, and issues one of its days until `last`, for that share of its amount.
pub(in crate::store) async fn replace(
    tx: &mut Tx, workspace_id: Uuid, rental: &Rental, open: &Invoice, last: NaiveDate, settings: &LeadSettings,
    now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let note = format!("The rental ended on {last}.");
    let mut events = moves::withdraw(tx, workspace_id, open, Author::noted(&note), (settings.day(now), now)).await?;
    let cents = open.cents_until(last);
    if cents > 0 {
        let period = Period { from: open.period_from, to: last, issue_on: last, cents };
        events.extend(issue(tx, workspace_id, rental, &period, settings, now).await?);
    }
    Ok(events)
}

/// Returns what the rent of a website is about: its site, or the only vertical and place of its forms and calls.
pub(super) async fn subject(tx: &mut Tx, workspace_id: Uuid, website_id: Uuid) -> Result<LedgerSubject> {
    let about = LedgerSubject { website_id: Some(website_id), ..LedgerSubject::default() };
    let sql = "SELECT vertical, places FROM sites WHERE website_id = $1 AND workspace_id = $2";
    let site = query_opt!(&mut *tx, (String, Json<Vec<SitePlace>>), sql, website_id, workspace_id)?;
    if let Some((vertical, places)) = site {
        let place = match places.0.as_slice() {
            [only] => Some(only.name.clone()),
            _ => None,
        };
        return Ok(LedgerSubject { vertical: Some(vertical), place, ..about });
    }
    let sql = "SELECT DISTINCT vertical, place FROM lead_sources WHERE website_id = $1 AND workspace_id = $2 LIMIT 2";
    let sources = query_all!(tx, (Option<String>, Option<String>), sql, website_id, workspace_id)?;
    Ok(match sources.as_slice() {
        [(vertical, place)] => LedgerSubject { vertical: vertical.clone(), place: place.clone(), ..about },
        _ => about,
    })
}

/// Returns who issues the invoices of a workspace: who runs its sites, or its name.
pub(in crate::store) async fn issuer(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Issuer> {
    let mut executor = executor.into();
    if let Some(operator) = site_operator::find(executor.executor(), workspace_id).await?
        && !operator.legal_name.is_empty()
    {
        let (name, address) = (operator.legal_name, operator.postal_address);
        return Ok(Issuer { name, address, email: operator.email, phone: operator.phone });
    }
    let name = query_value!(executor, String, "SELECT name FROM workspaces WHERE id = $1", workspace_id)?;
    Ok(Issuer { name, ..Issuer::default() })
}
