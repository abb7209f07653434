//! Moves of rentals by users.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{
    super::{
        Db, Result, Tx,
        event::{self, NewEvent, StoredEvent},
        lead, lead_settings, workspace,
    },
    active, find, mark_site,
    settle::{release, settle, shorten},
};
use crate::domain::{
    lead_settings::LeadSettings,
    rental::{Rental, RentalMove, RentalStatus},
};

/// A move with its author.
#[derive(Debug, Clone, Copy, Default)]
pub struct RentalDeed {
    /// User.
    pub user_id: Option<Uuid>,
    /// Last day of the rent, for [`RentalMove::End`]; `None` for today.
    pub ends_on: Option<NaiveDate>,
}

/// Result of a move.
#[derive(Debug)]
pub enum RentalMoved {
    /// It was made; the events are to be published.
    Done(Vec<StoredEvent>),
    /// The workspace has no such rental.
    NotFound,
    /// A rental with this status cannot be moved so.
    Refused(RentalStatus),
    /// The record of the tenant lacks these fields.
    Incomplete(Vec<&'static str>),
    /// Another rental of the website is active.
    Occupied(Uuid),
    /// The last day of the rental is over.
    Over(NaiveDate),
    /// The last day must not be after this day, which is today.
    TooLate(NaiveDate),
}

/// Moves a rental of the workspace. Activating and ending it changes who gets the website's leads and what its site states,
/// and issues the invoices that are due, in one transaction. Days after the end that were paid are credited.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn apply(
    db: &Db, (workspace_id, id): (Uuid, Uuid), by: RentalMove, deed: RentalDeed, now: DateTime<Utc>,
) -> Result<RentalMoved> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let Some(mut rental) = find(&mut tx, workspace_id, id).await? else { return Ok(RentalMoved::NotFound) };
    let Some(status) = rental.status.after(by) else { return Ok(RentalMoved::Refused(rental.status)) };
    let settings = lead_settings::find(&mut tx, workspace_id).await?;
    if let Some(refusal) = refusal(&mut tx, workspace_id, &rental, by, deed, settings.day(now)).await? {
        return Ok(refusal);
    }
    let was_active = rental.status == RentalStatus::Active;
    rental.status = status;
    let mut events = Vec::new();
    match by {
        RentalMove::Verify => (rental.verified_at, rental.verified_by) = (Some(now), deed.user_id),
        RentalMove::Revise => (rental.verified_at, rental.verified_by) = (None, None),
        RentalMove::Activate => activate(&mut tx, workspace_id, &mut rental, now).await?,
        RentalMove::End if was_active => {
            events = end(&mut tx, workspace_id, &mut rental, deed, &settings, now).await?;
        }
        RentalMove::End => {}
    }
    events.extend(settle(&mut tx, workspace_id, rental, &settings, now).await?);
    let stored = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(RentalMoved::Done(stored))
}

async fn refusal(
    tx: &mut Tx, workspace_id: Uuid, rental: &Rental, by: RentalMove, deed: RentalDeed, today: NaiveDate,
) -> Result<Option<RentalMoved>> {
    Ok(match by {
        RentalMove::Verify => {
            let missing = rental.tenant.missing();
            (!missing.is_empty()).then_some(RentalMoved::Incomplete(missing))
        }
        RentalMove::Activate => match rental.ends_on.filter(|day| *day < today) {
            Some(day) => Some(RentalMoved::Over(day)),
            None => active(tx, workspace_id, rental.website_id).await?.map(|other| RentalMoved::Occupied(other.id)),
        },
        RentalMove::End => deed.ends_on.filter(|day| *day > today).map(|_| RentalMoved::TooLate(today)),
        RentalMove::Revise => None,
    })
}

async fn activate(tx: &mut Tx, workspace_id: Uuid, rental: &mut Rental, now: DateTime<Utc>) -> Result<()> {
    rental.activated_at = Some(now);
    mark_site(&mut *tx, rental.website_id, Some(rental), now).await?;
    lead::wake(tx, workspace_id, now).await
}

async fn end(
    tx: &mut Tx, workspace_id: Uuid, rental: &mut Rental, deed: RentalDeed, settings: &LeadSettings, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let last = deed.ends_on.unwrap_or_else(|| settings.day(now));
    rental.ends_on = Some(rental.ends_on.map_or(last, |day| day.min(last)));
    release(&mut *tx, workspace_id, rental, now).await?;
    shorten(tx, workspace_id, rental, settings, now).await
}
