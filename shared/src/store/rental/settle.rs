//! Issues the invoices of rentals that are due, and ends rentals after their last day.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use uuid::Uuid;

use super::{
    super::{
        Db, Executor, Result, Tx,
        event::{self, NewEvent, StoredEvent},
        invoice, lead, lead_settings,
        macros::*,
        workspace,
    },
    find, handed_over_on, mark_site, save,
};
use crate::domain::{
    invoice::InvoiceStatus,
    lead_settings::LeadSettings,
    rental::{Rental, RentalStatus},
};

/// Maximum number of invoices of a rental at once; further ones follow in the next round.
const AT_ONCE: usize = 24;

/// Pause until it is checked again whether a website is handed over.
const AGAIN: Duration = Duration::minutes(10);

/// Lists rentals with a step that is due, longest due first, with their workspaces.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(executor: impl Into<Executor<'_>>, now: DateTime<Utc>, limit: i64) -> Result<Vec<(Uuid, Uuid)>> {
    let sql = "SELECT workspace_id, id FROM rentals WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2";
    query_all!(executor.into(), (Uuid, Uuid), sql, now, limit)
}

/// Issues the invoices of a rental that are due, and ends it after its last day, in one transaction. A repetition adds
/// nothing. Returns the events to publish.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn advance(db: &Db, (workspace_id, id): (Uuid, Uuid), now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(rental) = find(&mut tx, workspace_id, id).await? else { return Ok(Vec::new()) };
    let settings = lead_settings::find(&mut tx, workspace_id).await?;
    let events = settle(&mut tx, workspace_id, rental, &settings, now).await?;
    let stored = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(stored)
}

/// Does what is due of a rental of a locked workspace, and stores it.
pub(super) async fn settle(
    tx: &mut Tx, workspace_id: Uuid, mut rental: Rental, settings: &LeadSettings, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let today = settings.day(now);
    let is_handed_over = !owes(&rental) || begin_rent(tx, workspace_id, &mut rental, settings, today).await?;
    let mut events = Vec::new();
    for _ in 0..AT_ONCE {
        let is_due = owes(&rental) && is_handed_over;
        let Some(period) = rental.next_period().filter(|period| is_due && period.issue_on <= today) else {
            break;
        };
        events.extend(invoice::issue(tx, workspace_id, &rental, &period, settings, now).await?);
        rental.next_period_on = after(period.to);
    }
    let is_invoiced = rental.next_period().is_none();
    if rental.status == RentalStatus::Active && is_invoiced && rental.ends_on.is_some_and(|day| day < today) {
        rental.status = RentalStatus::Ended;
        release(tx, workspace_id, &rental, now).await?;
    }
    save(tx, &rental, settings, now).await?;
    if !is_handed_over {
        let sql = "UPDATE rentals SET next_at = $2 WHERE id = $1 AND next_at < $2";
        execute!(tx, sql, rental.id, now + AGAIN)?;
    }
    Ok(events)
}

/// Lets the rent begin on the day on which the website is handed over, unless days of it are invoiced. Returns false if it is not
/// handed over yet: then nothing is owed, also if the rental ended meanwhile.
async fn begin_rent(
    tx: &mut Tx, workspace_id: Uuid, rental: &mut Rental, settings: &LeadSettings, today: NaiveDate,
) -> Result<bool> {
    if rental.next_period_on != rental.starts_on {
        return Ok(true);
    }
    if let Some(first) = handed_over_on(tx, workspace_id, rental, settings).await? {
        rental.next_period_on = first;
        return Ok(true);
    }
    let is_over = |last: &NaiveDate| rental.status == RentalStatus::Ended || *last < today;
    if let Some(last) = rental.ends_on.filter(is_over) {
        rental.next_period_on = rental.next_period_on.max(after(last));
    }
    Ok(false)
}

/// Returns true if rent is owed: the rental is or was active.
const fn owes(rental: &Rental) -> bool {
    match rental.status {
        RentalStatus::Active => true,
        RentalStatus::Ended => rental.activated_at.is_some(),
        RentalStatus::Offered | RentalStatus::Verified => false,
    }
}

/// Gives a website back: its site states no tenant, and its leads go to buyers.
pub(super) async fn release(tx: &mut Tx, workspace_id: Uuid, rental: &Rental, now: DateTime<Utc>) -> Result<()> {
    mark_site(tx, rental.website_id, None, now).await?;
    lead::wake(tx, workspace_id, now).await
}

/// Withdraws open invoices of days after the new last day of a rental, and issues invoices of the days that remain. Days that were
/// paid are credited.
pub(super) async fn shorten(
    tx: &mut Tx, workspace_id: Uuid, rental: &mut Rental, settings: &LeadSettings, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let Some(last) = rental.ends_on else { return Ok(Vec::new()) };
    let mut events = Vec::new();
    for invoice in invoice::after(&mut *tx, workspace_id, rental.id, last).await? {
        events.extend(if invoice.status == InvoiceStatus::Open && invoice.credited_cents == 0 {
            invoice::replace(tx, workspace_id, rental, &invoice, last, settings, now).await?
        } else {
            invoice::credit(tx, workspace_id, &invoice, last, (settings.day(now), now)).await?
        });
    }
    if !events.is_empty() {
        invoice::use_credits(tx, workspace_id, None, (settings.day(now), now)).await?;
    }
    rental.next_period_on = rental.next_period_on.min(after(last));
    Ok(events)
}

fn after(day: NaiveDate) -> NaiveDate {
    day.succ_opt().unwrap_or(day)
}
